import { idFieldOf, recordPath, sharedList, valueAt } from '../../../contract/body-form.ts'
import { type FamilyDraft, accessOf, listForm, parentsOf, bodiesFamily } from './family-draft.ts'
import { inferAction, inferDocument, inferRefusing } from './infer-action.ts'
import {
  anySegment,
  patternText,
  hasSucceeded,
  type RecordedRoute,
  type PathPattern,
  sentNames,
} from './recorded-route.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { platformFields } from '../../../contract/profile/shape.ts'
import {
  type CollectionRoutes,
  type InferredCollection,
  collectRecords,
  recordsLeft,
  toSeed,
  type SeenRecord,
  type SeenRecords,
  type RecordBody,
  findRecordBody,
  recordBodyExpression,
} from './collected-records.ts'
import {
  fieldName,
  recordedBodyExpression,
  isShort,
  literalExpression,
  pagingField,
  projection,
  objectExpression,
  recordedValueExpression,
} from './expression-text.ts'
import { isOptionalName, shapeOfValues } from './shape-of-values.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'

/**
 * Creates families for recorded operations that nothing else plays. Lists with operations on their
 * records become collections, and other values become documents. Further operations become actions
 * with the recorded response. Collections come first, because others refer to their records.
 */
export function inferFamilies(draft: FamilyDraft, routes: readonly RecordedRoute[]): void {
  const open = routes.filter(({ samples }) => samples.length > 0)
  const byPattern = Map.groupBy(open, ({ pattern }) => patternText(pattern))
  const lists = open
    .filter((route) => isCollection(route, open))
    .map(({ pattern }) => patternText(pattern))
  const collections = [...new Set(lists)].toSorted(
    (a, b) => a.split('/').length - b.split('/').length,
  )
  /** The longest recorded list whose path is a prefix of the route's path. */
  const listOf = ({ pattern }: RecordedRoute) =>
    collections.findLast((list) => `${patternText(pattern)}/`.startsWith(`${list}/${anySegment}/`))
  for (const text of collections) {
    const here = byPattern.get(text) ?? []
    const [list, create] = ['GET', 'POST'].map((method) =>
      here.find((one) => one.method === method),
    )
    const items = open.filter(
      (route) =>
        !here.includes(route) &&
        listOf(route) === text &&
        !collections.includes(patternText(route.pattern)),
    )
    const [first] = here
    if (first !== undefined) inferCollection(draft, first.pattern, { list, create, items })
  }
  for (const route of open) {
    if (draft.played.has(route)) continue
    const same = byPattern.get(patternText(route.pattern)) ?? []
    const changing = same.find(({ method }) => method === 'PUT' || method === 'PATCH')
    if (route.method !== 'GET' || !inferDocument(draft, route, changing)) inferAction(draft, route)
  }
  for (const route of routes) if (!hasSucceeded(route)) inferRefusing(draft, route)
  const bodies = draft.bodies.family()
  if (bodies !== undefined) draft.add(bodiesFamily, bodies, [], '')
}

/** Whether a route lists or creates records that other routes use. */
function isCollection(route: RecordedRoute, routes: readonly RecordedRoute[]): boolean {
  const { method, pattern, samples } = route
  if (pattern.at(-1) === anySegment || pattern.length < 2) return false
  const text = patternText(pattern)
  const items = routes.filter((one) => patternText(one.pattern).startsWith(`${text}/${anySegment}`))
  const bodies = samples.map(({ json }) => json)
  if (method === 'POST') return items.length > 0 && hasRecord(route)
  if (method !== 'GET') return false
  const list = sharedList(bodies)
  if (list === undefined) return false
  const creation = routes.find((one) => one.method === 'POST' && patternText(one.pattern) === text)
  if (list.items.length === 0) return items.length > 0
  return (
    idFieldOf(list.items) !== undefined &&
    (items.length > 0 || (creation !== undefined && hasRecord(creation)))
  )
}

/** Whether each response contains one record. */
const hasRecord = ({ samples: made }: RecordedRoute) =>
  made.length > 0 &&
  made.every(({ json }) => recordPath(json, (value) => idFieldOf([value]) === 'id') !== undefined)

/** Adds a collection for a list or a creation, with the operations on its records. */
function inferCollection(draft: FamilyDraft, pattern: PathPattern, routes: CollectionRoutes): void {
  const { list, create, items } = routes
  const seen = collectRecords(routes)
  const records = [...seen.byId.values()]
  const name = draft.nameFor('collection', pattern)
  const { path, names } = draft.pathFor(pattern)
  const item = draft.pathFor([...pattern, anySegment])
  const within = parentsOf(draft, pattern, names)
  const isNumbered =
    records.length > 0 && records.every(({ fields }) => typeof fields[seen.idField] === 'number')
  // Ids in a path are texts, so numbers are stored as texts, too.
  const numbered = [...(isNumbered && seen.idField === 'id' ? ['id'] : []), ...Object.keys(within)]
  const shown: ReadonlyMap<string, string> = new Map(
    numbered
      .filter((field) => records.some((record) => typeof record.fields[field] === 'number'))
      .map((field) => [field, `to_number(${field})`]),
  )
  const fields = new Set(records.flatMap((record) => Object.keys(record.fields)))
  const defaults = recordDefaultsOf(create, records, seen)
  const collection: InferredCollection = { name, pattern, seen, shown, fields, defaults }
  const at = (method: string) =>
    items.find((route) => route.method === method && route.pattern.length === pattern.length + 1)
  const reading = at('GET')
  const one = (route: RecordedRoute | undefined): RecordBody | undefined =>
    route &&
    findRecordBody(
      route.samples,
      seen.idField,
      ({ values }) => (route === create ? undefined : values.at(-1)),
      draft.isEnvelope,
    )
  const isWhole = (body: RecordBody | undefined): body is RecordBody =>
    body !== undefined &&
    body.form !== undefined &&
    [...fields].every((field) => body.fields.has(field)) &&
    shown.size === 0
  const standard = one(reading) ?? one(create)
  const form = isWhole(standard) ? standard.form : undefined
  const isStandard = (route: RecordedRoute | undefined): route is RecordedRoute => {
    const body = one(route)
    return isWhole(body) && body.form === form
  }
  const listing = list && listSettings(list, collection, draft.isEnvelope)
  const creating = isStandard(create) && Object.keys(defaults).length === 0 ? create : undefined
  const standardReading = isStandard(reading) ? reading : undefined
  const removal = at('DELETE')
  const removing =
    removal?.samples.every(({ status }) => status === 204) === true && removal.samples.length > 0
      ? removal
      : undefined
  const only = [
    ...(listing === undefined ? [] : ['list']),
    ...(creating === undefined ? [] : ['create']),
    ...(standardReading === undefined ? [] : ['read']),
    ...(removing === undefined ? [] : ['delete']),
  ]
  const parents = names.map((parent) => (parent in within ? parent : undefined))
  const users = records.some(({ callers }) => callers.size > 1)
  const family = {
    kind: 'collection',
    path,
    ...(item.names.at(-1) !== `${name}_id` && { id: item.names.at(-1) }),
    ...(seen.idField !== 'id' && { key: seen.idField }),
    ...accessOf(
      list ?? create ?? items[0] ?? { method: '', pattern, entries: [], samples: [], refusals: [] },
    ),
    ...(Object.keys(within).length > 0 && { within }),
    record: recordShape(seen, shown),
    ...(creating !== undefined && { input: inputShape(creating, seen) }),
    only,
    ...(users && { others: 'shared' }),
    ...listing,
    ...(form !== undefined && { one: form }),
    ...(creating?.samples.at(-1)?.status === 200 && { created: 200 }),
    seeds: recordsLeft(seen, removal).map((row) => toSeed(row.fields, row, parents, seen.idField)),
  }
  const played = [list, creating, standardReading, removing].filter((route) => route !== undefined)
  if (!draft.add(name, family, played, `a record of ${name}`)) return
  draft.setKind([...pattern, anySegment], name)
  draft.notes.push(...seen.notes.map((note) => `${path}: ${note}`))
  const left = [create, ...items].filter((route) => route !== undefined && !draft.played.has(route))
  inferItemActions(draft, collection, left as readonly RecordedRoute[])
}

/** The shape of stored records. Platform fields have the form that the fake generates. */
function recordShape(
  { byId, variants, idField }: SeenRecords,
  shownAs: ReadonlyMap<string, string>,
): JsonObject {
  const whole = [...byId.values()].map(({ fields }) => fields)
  const shape = shapeOfValues([...whole, ...variants])
  const given: JsonObject = isObject(shape) ? shape : {}
  const own = Object.entries(given).map(([written, document]) => {
    const name = written.replace(/\?$/, '')
    if (name === 'id' || shownAs.has(name)) return [written, 'string']
    if (!platformFields.has(name)) return [written.endsWith('?') ? written : `${name}?`, document]
    return [written, name === 'user_id' ? 'any' : document]
  })
  const hasId = 'id' in given || idField !== 'id'
  return Object.fromEntries(hasId ? own : [['id?', 'string'], ...own]) as JsonObject
}

/** The settings of a family for its list: the form of the list, or an expression for it. */
function listSettings(
  { samples }: RecordedRoute,
  { fields, shown: shownAs, seen }: InferredCollection,
  isEnvelope: FamilyDraft['isEnvelope'],
): JsonObject | undefined {
  const part = sharedList(samples.map(({ json }) => json))
  const body = samples.at(-1)?.json
  if (part === undefined) return undefined
  const form = listForm(body, part.path, isEnvelope)
  const names = new Set(part.items.flatMap(Object.keys))
  const isWhole = part.items.length === 0 || [...fields].every((field) => names.has(field))
  if (
    form !== undefined &&
    isWhole &&
    shownAs.size === 0 &&
    !fields.has('user_id') &&
    fields.has(seen.idField)
  )
    return { list: form }
  const isPaged = form === 'page' || samples.some(({ query }) => /[?&]page=/.test(query))
  const inner = `${isPaged ? 'items' : '@'}[*].${projection(names.size > 0 ? names : fields, shownAs)}`
  const lists = recordedBodyExpression(body, part.path, inner, (field, value) => {
    const name = pagingField(field, value)
    if (name === undefined || isPaged) return name
    return name === 'total' || name === 'size' ? 'length(@)' : literalExpression(value)
  })
  return isShort(lists) ? { list: isPaged ? 'page' : 'array', lists } : { list: form ?? 'page' }
}

/** The fields and values that the platform sets in a new record, except id, user and times. */
function recordDefaultsOf(
  create: RecordedRoute | undefined,
  records: readonly SeenRecord[],
  { idField }: SeenRecords,
): JsonObject {
  const samples = create?.samples ?? []
  const body = findRecordBody(samples, idField, () => undefined)
  if (body === undefined) return {}
  // A field that a creation does not show, but later responses do, is empty at first.
  const later = records.flatMap(({ fields }) =>
    Object.entries(fields).map(
      ([name, value]) => [name, Array.isArray(value) ? [] : null] as const,
    ),
  )
  const left = samples.flatMap(({ sent, json }) => {
    const made = valueAt(json, body.path)
    const fields = Object.entries(isObject(made) ? made : {})
    return fields.filter(([field]) => !isObject(sent) || !Object.hasOwn(sent, field))
  })
  const sent = sentNames(samples)
  const all = [...later.filter(([field]) => !sent.has(field)), ...left]
  return Object.fromEntries(
    all.filter(([field]) => !platformFields.has(field) && field !== idField),
  )
}

/** The fields that clients sent. All are optional: recordings rarely show which are required. */
const inputShape = ({ samples }: RecordedRoute, { idField }: SeenRecords): JsonObject =>
  Object.fromEntries(
    [...sentNames(samples)]
      .filter((name) => !isOptionalName(name))
      .map((name) => [`${name}?`, name === idField && name !== 'id' ? 'string|integer' : 'any']),
  )

/** Adds the operations on records that the collection itself can't play. */
function inferItemActions(
  draft: FamilyDraft,
  collection: InferredCollection,
  routes: readonly RecordedRoute[],
): void {
  for (const route of routes)
    if (!addRecordAction(draft, collection, route)) inferAction(draft, route)
}

/** Adds an action whose response contains a record of the collection. Otherwise returns false. */
function addRecordAction(
  draft: FamilyDraft,
  collection: InferredCollection,
  route: RecordedRoute,
): boolean {
  const { pattern, seen, shown, fields } = collection
  const { method, samples } = route
  const [first] = samples
  if (first === undefined || samples.some(({ json }) => json === undefined)) {
    return method === 'DELETE' && first !== undefined && addRemoval(draft, collection, route)
  }
  const isCreation = route.pattern.length === pattern.length
  const place = pattern.filter((segment) => segment === anySegment).length
  const body = findRecordBody(samples, seen.idField, ({ values }) =>
    isCreation ? undefined : values[place],
  )
  if (method === 'DELETE')
    return route.pattern.length === pattern.length + 1 && addRemoval(draft, collection, route)
  if (body === undefined || !showsRecord(body, fields)) return false
  const { path, names } = draft.pathFor(route.pattern)
  const parents = parentsOf(draft, pattern, names)
  const kind = kindOfFamily(collection.name)
  const latest = samples.at(-1)
  const answer = recordBodyExpression(body, latest?.json, isCreation ? '$created' : '@', shown)
  if (!isShort(answer)) return false
  const sent = sentFields(samples)
  const by = names[place]
  const part = isCreation
    ? {
        ...(Object.keys(parents).length > 0 && { within: parents }),
        creates: creationSettings(collection, kind, parents),
      }
    : {
        on: kind,
        ...(by !== undefined && by !== names.at(-1) && { by }),
        ...(method !== 'GET' && { reach: 'visible' }),
        ...(sent.length > 0 && { changes: changesExpression(sent) }),
      }
  const status = latest?.status ?? 200
  const family = {
    kind: 'action',
    method,
    path,
    ...accessOf(route),
    ...part,
    ...(sent.length > 0 && { body: Object.fromEntries(sent.map((name) => [`${name}?`, 'any'])) }),
    answer,
    ...(status !== 200 && { status }),
  }
  const name = draft.nameFor('action', route.pattern, method.toLowerCase())
  return draft.add(
    name,
    family,
    [route],
    `${isCreation ? 'creates' : 'shows'} a record of ${collection.name}`,
  )
}

/** Whether a response contains a whole record, and not only its id. */
const showsRecord = (body: RecordBody, fields: ReadonlySet<string>): boolean =>
  [...body.fields].filter((field) => fields.has(field)).length * 2 > body.fields.size ||
  body.fields.size === 1

function creationSettings(
  { defaults }: InferredCollection,
  kind: string,
  parents: Readonly<Record<string, string>>,
): JsonObject {
  const inside = Object.keys(parents).map((name) => [name, `$params.${name}`] as const)
  const parts = [
    ...(Object.keys(defaults).length > 0 && isShort(literalExpression(defaults))
      ? [literalExpression(defaults)]
      : []),
    '$body',
    ...(inside.length > 0 ? [objectExpression(inside)] : []),
  ]
  return { in: kind, record: parts.length === 1 ? '$body' : `merge(${parts.join(', ')})` }
}

/** The fields that clients sent, without fields that the platform sets. */
const sentFields = (samples: RecordedRoute['samples']): readonly string[] =>
  [...sentNames(samples)].filter((name) => !platformFields.has(name) && !isOptionalName(name))

/** An expression for the changes of a record: the sent fields with their new values. */
const changesExpression = (sent: readonly string[]): string =>
  `merge(@, $body) | ${projection(sent)}`

function addRemoval(
  draft: FamilyDraft,
  { name: of, pattern, seen: { idField } }: InferredCollection,
  route: RecordedRoute,
): boolean {
  const latest = route.samples.at(-1)
  if (latest === undefined || route.pattern.length !== pattern.length + 1) return false
  const { path } = draft.pathFor(route.pattern)
  const id = latest.values.at(-1) ?? ''
  // A text that equals the record's id becomes an expression for the id, which may be a number.
  const ownId = /^\d+$/.test(id) ? `to_string(${fieldName(idField)})` : fieldName(idField)
  const answer = recordedValueExpression(latest.json, (value) => (value === id ? ownId : undefined))
  const family = {
    kind: 'action',
    method: 'DELETE',
    path,
    ...accessOf(route),
    on: kindOfFamily(of),
    reach: 'visible',
    removes: true,
    answer: isShort(answer) ? answer : literalExpression(null),
    ...(latest.status !== 200 && { status: latest.status }),
  }
  return draft.add(
    draft.nameFor('action', route.pattern, 'delete'),
    family,
    [route],
    `removes a record of ${of}`,
  )
}

import { sharedList } from '../../../contract/body-form.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { platformFields } from '../../../contract/profile/shape.ts'
import {
  type CollectionRoutes,
  type InferredCollection,
  collectRecords,
  seedWith,
  type SeenRecord,
  type SeenRecords,
} from './collected-records.ts'
import { bodyWith, isShort, literal, pagingField, projection } from './expression-text.ts'
import { accessOf, type FamilyDraft, listForm, parentsOf } from './family-draft.ts'
import { inferItemActions } from './infer-item-actions.ts'
import { type OneBody, oneBodyOf } from './one-body.ts'
import { anySegment, type PathPattern } from './path-patterns.ts'
import { type RecordedRoute, sentNames } from './recorded-route.ts'
import { shapeOfValues } from './shape-of-values.ts'

/** Adds a collection for a list or a creation, with the operations on its records. */
export function inferCollection(
  draft: FamilyDraft,
  pattern: PathPattern,
  routes: CollectionRoutes,
): void {
  const { list, create, items } = routes
  const seen = collectRecords(routes)
  const records = [...seen.byId.values()]
  const name = draft.nameFor(pattern)
  const { path, names } = draft.pathFor(pattern)
  const item = draft.pathFor([...pattern, anySegment])
  const within = parentsOf(draft, pattern, names)
  const isNumbered =
    records.length > 0 && records.every(({ fields }) => typeof fields[seen.idField] === 'number')
  // The path gives ids as texts, so numbers are stored as texts, too.
  const numbered = [...(isNumbered && seen.idField === 'id' ? ['id'] : []), ...Object.keys(within)]
  const shown: ReadonlyMap<string, string> = new Map(
    numbered
      .filter((field) => records.some((record) => typeof record.fields[field] === 'number'))
      .map((field) => [field, `to_number(${field})`]),
  )
  const fields = new Set(records.flatMap((record) => Object.keys(record.fields)))
  const defaults = defaultsOf(create, records, seen)
  const collection: InferredCollection = { name, pattern, seen, shown, fields, defaults }
  const at = (method: string) =>
    items.find((route) => route.method === method && route.pattern.length === pattern.length + 1)
  const reading = at('GET')
  const one = (route: RecordedRoute | undefined): OneBody | undefined =>
    route &&
    oneBodyOf(
      route.samples,
      seen.idField,
      ({ values }) => (route === create ? undefined : values.at(-1)),
      draft.isEnvelope,
    )
  const isWhole = (body: OneBody | undefined): body is OneBody =>
    body !== undefined &&
    body.form !== undefined &&
    [...fields].every((field) => body.fields.has(field)) &&
    shown.size === 0 &&
    seen.idField === 'id'
  const standard = one(reading) ?? one(create)
  const form = isWhole(standard) ? standard.form : undefined
  const isStandard = (route: RecordedRoute | undefined): route is RecordedRoute => {
    const body = one(route)
    return isWhole(body) && body.form === form
  }
  const listing = list && listPart(list, fields, shown, draft.isEnvelope)
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
    ...accessOf(list ?? create ?? items[0] ?? { method: '', pattern, entries: [], samples: [] }),
    ...(Object.keys(within).length > 0 && { within }),
    record: recordShape(seen, shown),
    ...(creating !== undefined && { input: inputShape(creating) }),
    only,
    ...(users && { others: 'shared' }),
    ...listing,
    ...(form !== undefined && { one: form }),
    ...(creating?.samples.at(-1)?.status === 200 && { created: 200 }),
    seeds: records.map((record) => seedWith(record.fields, record, parents, seen.idField)),
  }
  const played = [list, creating, standardReading, removing].filter((route) => route !== undefined)
  if (!draft.add(name, family, played, `a record of ${name}`)) return
  draft.setKind([...pattern, anySegment], name)
  const left = [create, ...items].filter((route) => route !== undefined && !draft.played.has(route))
  inferItemActions(draft, collection, left as readonly RecordedRoute[])
}

/** The shape of the stored records. Fields of the platform have the forms that the fake makes. */
function recordShape(
  { byId, variants }: SeenRecords,
  shown: ReadonlyMap<string, string>,
): JsonObject {
  const whole = [...byId.values()].map(({ fields }) => fields)
  const shape = shapeOfValues([...whole, ...variants])
  const given: JsonObject = isObject(shape) ? shape : {}
  const own = Object.entries(given).map(([written, document]) => {
    const name = written.replace(/\?$/, '')
    if (name === 'id' || shown.has(name)) return [written, 'string']
    if (!platformFields.has(name)) return [written.endsWith('?') ? written : `${name}?`, document]
    return [written, name === 'user_id' ? 'any' : document]
  })
  return Object.fromEntries('id' in given ? own : [['id?', 'string'], ...own]) as JsonObject
}

/** The form of the list, or an expression for it. */
function listPart(
  { samples }: RecordedRoute,
  fields: ReadonlySet<string>,
  shown: ReadonlyMap<string, string>,
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
    shown.size === 0 &&
    !fields.has('user_id') &&
    fields.has('id')
  )
    return { list: form }
  const isPaged = form === 'page' || samples.some(({ query }) => /[?&]page=/.test(query))
  const inner = `${isPaged ? 'items' : '@'}[*].${projection(names.size > 0 ? names : fields, shown)}`
  const lists = bodyWith(body, part.path, inner, (field, value) => {
    const name = pagingField(field, value)
    if (name === undefined || isPaged) return name
    return name === 'total' || name === 'size' ? 'length(@)' : literal(value)
  })
  return isShort(lists) ? { list: isPaged ? 'page' : 'array', lists } : { list: form ?? 'page' }
}

/** What the platform sets in a new record, besides its id, its user and its times. */
function defaultsOf(
  create: RecordedRoute | undefined,
  records: readonly SeenRecord[],
  { idField }: SeenRecords,
): JsonObject {
  const samples = create?.samples ?? []
  const body = oneBodyOf(samples, idField, () => undefined)
  if (body === undefined) return {}
  const sent = sentNames(samples)
  // What only later responses show is empty at first.
  const later = records.flatMap(({ fields }) =>
    Object.entries(fields).map(
      ([name, value]) => [name, Array.isArray(value) ? [] : null] as const,
    ),
  )
  return Object.fromEntries(
    [...later, ...Object.entries(body.latest)].filter(
      ([field]) => !sent.has(field) && !platformFields.has(field) && field !== idField,
    ),
  )
}

/** What clients send, all of it optional: a recording seldom shows what is refused. */
const inputShape = ({ samples }: RecordedRoute): JsonObject =>
  Object.fromEntries(
    [...sentNames(samples)]
      .filter((name) => !name.endsWith('?') && name !== '*')
      .map((name) => [`${name}?`, 'any']),
  )

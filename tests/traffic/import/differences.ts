import { bodyForm, isEnvelope } from '../../../contract/body-form.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import type { Profile } from '../../../contract/picks.ts'
import { toProfileDocument } from '../../../contract/profile.ts'
import {
  createRouteTable,
  isSuccess,
  type KnownRoute,
  patternText,
  type RecordedRoute,
  routeKey,
} from '../../../traffic/import/profile/recorded-route.ts'
import type { Planted } from '../../conformance/lives/planted-differences.ts'
import { seeded } from '../../support/seeded.ts'

/** A route that a life cycle calls, with its success responses at the original deployment. */
export type WalkedRoute = { readonly life: string; readonly route: RecordedRoute }

/** A random difference, with its kind. */
export type Generated = Planted & { readonly kind: string }

type Candidate = Omit<Generated, 'kind'>

type Place = Pick<Planted, 'life' | 'section' | 'name'> & {
  readonly operation: string
  readonly entry: JsonObject
  readonly known: KnownRoute
  readonly route: RecordedRoute
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Fields that clients use to find created records, and the fields of an envelope. */
const isNeeded = (name: string) =>
  /^(?:id|key|success|data|error|items|total|page|size|pages)$/.test(name)

/** A list in an entry, or in each action of an entry, with its place. */
function listsAt(
  entry: JsonObject,
  part: 'refuses' | 'also',
  action: KnownRoute['action'],
): readonly JsonObject[] {
  const given = entry[part]
  if (Array.isArray(given)) return given as JsonObject[]
  const own = isObject(given) && action !== undefined ? given[action] : undefined
  return Array.isArray(own) ? (own as JsonObject[]) : []
}

/** Copies an entry with another list at a place. */
const withList =
  (part: 'refuses' | 'also', { known: { action } }: Place, list: readonly JsonObject[]) =>
  (entry: JsonObject): JsonObject => {
    const groups = entry[part]
    const isGrouped = entry['kind'] === 'collection'
    const own = { ...(isObject(groups) && groups), [action ?? '']: list }
    return { ...entry, [part]: isGrouped ? own : list }
  }

const replaced = <Item>(list: readonly Item[], at: number, ...items: readonly Item[]): Item[] =>
  list.toSpliced(at, 1, ...items)

const nameIn = (refusal: JsonObject) =>
  text(refusal['code']) ?? text(refusal['detail']) ?? String(refusal['status'])

function* missingRefusals(place: Place): Generator<Candidate> {
  const list = listsAt(place.entry, 'refuses', place.known.action)
  for (const [at, refusal] of list.entries())
    yield candidate(
      place,
      `does not refuse ${nameIn(refusal)}`,
      withList('refuses', place, replaced(list, at)),
    )
}

function* otherRefusals(place: Place): Generator<Candidate> {
  const list = listsAt(place.entry, 'refuses', place.known.action)
  for (const [at, refusal] of list.entries()) {
    const code = text(refusal['code'])
    const other = {
      ...refusal,
      ...(code !== undefined && { code: `${code}_here` }),
      detail: 'Not at this deployment.',
    }
    yield candidate(
      place,
      `says ${nameIn(refusal)} in other words`,
      withList('refuses', place, replaced(list, at, other)),
    )
  }
}

const tried: Readonly<Record<string, unknown>> = { string: 'zzz', number: -1 }

function* addedRefusals(place: Place): Generator<Candidate> {
  const { known, entry, route } = place
  if (known.method === 'GET' || !mayRefuse(place)) return
  const sent = route.samples.flatMap((sample) => (isObject(sample.sent) ? [sample.sent] : []))
  const names = new Set(sent.flatMap(Object.keys))
  const list = listsAt(entry, 'refuses', known.action)
  for (const name of names) {
    const value = sent.find((one) => one[name] === tried[typeof one[name]])?.[name]
    if (value === undefined || name.endsWith('_id')) continue
    const when = `$body.${name} == \`${JSON.stringify(value)}\``
    const refusals = {
      code: { when, code: `${name}_reserved`, detail: 'This is reserved.' },
      place: { when, at: ['body', name], detail: 'This is reserved' },
    }
    for (const [form, refusal] of Object.entries(refusals))
      yield candidate(
        place,
        `refuses ${name} ${String(value)} by a ${form}`,
        withList('refuses', place, [...list, refusal]),
      )
  }
}

const mayRefuse = ({ section, entry, known }: Place) =>
  section === 'answers' ||
  entry['kind'] === 'action' ||
  (entry['kind'] === 'collection' && known.action !== undefined && known.action !== 'toggle')

/** The success responses of a route with an object. */
const objectsOf = ({ samples }: RecordedRoute) =>
  samples.flatMap(({ json }) => (isObject(json) ? [json] : []))

/** The recorded content: inside its envelope, or the first item of its list. */
function contentAt({ route }: Place): {
  readonly form: 'page' | 'one'
  readonly fields: JsonObject
} | null {
  const json = objectsOf(route).at(-1)
  if (json === undefined) return null
  const { list, content } = bodyForm(json)
  if (list !== undefined) {
    const [first] = list.items
    return list.form === 'page' && isObject(first) ? { form: 'page', fields: first } : null
  }
  return isObject(content) ? { form: 'one', fields: content } : null
}

/** An entry whose records are created by an expression. */
function withRecords(place: Place, expression: string): ((entry: JsonObject) => JsonObject) | null {
  const { section, entry, known, route } = place
  const content = contentAt(place)
  if (content === null) return null
  const each = (base: string) =>
    content.form === 'page'
      ? `(${base}) | merge(@, { items: map(&(${expression}), items) })`
      : `(${base}) | ${expression}`
  const part =
    section === 'answers'
      ? text(entry['body']) !== undefined
        ? 'body'
        : 'record'
      : entry['kind'] === 'collection'
        ? known.action === 'delete'
          ? 'deleted'
          : 'show'
        : 'answer'
  if (part === 'body' && content.form === 'one' && isEnvelope(objectsOf(route).at(-1))) return null
  if (entry['kind'] === 'files' || entry['kind'] === 'document' || entry['kind'] === 'stream')
    return null
  return ({ shape: _shape, shown: _shown, ...others }) => {
    const base = text(others[part]) ?? '@'
    const isItem = part === 'record' || part === 'show'
    return { ...others, [part]: isItem ? `(${base}) | ${expression}` : each(base) }
  }
}

function* fieldChanges(
  place: Place,
  says: string,
  change: (name: string, value: unknown) => string | undefined,
): Generator<Candidate> {
  const content = contentAt(place)
  for (const [name, value] of Object.entries(content?.fields ?? {})) {
    const expression = isNeeded(name) || !/^[a-z]\w*$/.test(name) ? undefined : change(name, value)
    const made = expression === undefined ? null : withRecords(place, expression)
    if (made !== null) yield candidate(place, `${says} ${name}`, made)
  }
}

const lacking = (name: string) => `from_items(items(@)[?[0] != '${name}'])`

const addedFields = (place: Place) =>
  fieldChanges(place, 'adds a field beside', (name, value) =>
    typeof value === 'string' || typeof value === 'number'
      ? `merge(@, { ${name}_tag: 'green', ${name}_rank: \`7\` })`
      : undefined,
  )
const removedFields = (place: Place) => fieldChanges(place, 'lacks', lacking)
const renamedFields = (place: Place) =>
  fieldChanges(
    place,
    'renames',
    (name) => `merge(@, { ${name}_of_it: ${name} }) | ${lacking(name)}`,
  )

const retypedFields = (place: Place) =>
  fieldChanges(place, 'has another type of', (name, value) => {
    const other =
      typeof value === 'number'
        ? `to_string(${name})`
        : typeof value === 'boolean'
          ? `${name} && 'yes' || 'no'`
          : typeof value === 'string'
            ? `[${name}]`
            : undefined
    return other && `merge(@, { ${name}: type(${name}) == 'null' ? \`null\` : (${other}) })`
  })

/** Changes the default of a shape's optional field; undefined without a default. */
function otherDefault(shape: unknown): string | undefined {
  const [, type, given] = /^(.*) default (.+)$/s.exec(text(shape) ?? '') ?? []
  if (type === undefined || given === undefined) return undefined
  const value: unknown = JSON.parse(given)
  const [, options] = /\{([^}]*)\}/.exec(type) ?? []
  const other =
    typeof value === 'boolean'
      ? !value
      : typeof value === 'number'
        ? value + 1
        : (options?.split('|').find((one) => one !== value) ?? 'other')
  return /string|boolean|integer|number/.test(type)
    ? `${type} default ${JSON.stringify(other)}`
    : undefined
}

function* otherDefaults(place: Place): Generator<Candidate> {
  const { entry, known } = place
  const isCreation = known.action === undefined || known.action === 'create'
  for (const part of isCreation ? ['record', 'input', 'body'] : []) {
    const fields = entry[part]
    for (const [name, shape] of isObject(fields) ? Object.entries(fields) : []) {
      const other = otherDefault(shape)
      if (other === undefined) continue
      yield candidate(place, `has another default of ${name}`, (one) => ({
        ...one,
        [part]: { ...(one[part] as JsonObject), [name]: other },
      }))
    }
  }
}

function* otherStatuses(place: Place): Generator<Candidate> {
  const { section, entry, known, route } = place
  const status = route.samples.at(-1)?.status
  if (known.method === 'GET' || (status !== 200 && status !== 201)) return
  const other = status === 200 ? 201 : 200
  const key =
    section === 'answers' || entry['kind'] === 'action'
      ? 'status'
      : entry['kind'] === 'collection' && known.action === 'create'
        ? 'created'
        : undefined
  if (key === undefined || entry['type'] !== undefined || entry['redirect'] !== undefined) return
  yield candidate(place, `answers with ${other}`, ({ shape: _shape, ...one }) => ({
    ...one,
    [key]: other,
  }))
}

function* missingEffects(place: Place): Generator<Candidate> {
  const { entry, known } = place
  const list = listsAt(entry, 'also', known.action)
  for (const [at, effect] of list.entries())
    yield candidate(
      place,
      `has no effect ${at + 1} on ${String(effect['in'])}`,
      withList('also', place, replaced(list, at)),
    )
  if (text(entry['changes']) !== undefined)
    yield candidate(place, 'changes nothing', (one) => ({ ...one, changes: '`{}`' }))
}

function* otherEnvelopes(place: Place): Generator<Candidate> {
  const { section, entry, known, route } = place
  const json = objectsOf(route).at(-1)
  const form = bodyForm(json).list?.form
  if (section === 'answers') {
    if (text(entry['body']) !== undefined) return
    const base = text(entry['record'])
    if (form === 'page') {
      const items = base === undefined ? 'items' : `map(&(${base}), items)`
      for (const [says, body] of [
        ['a bare list', items],
        ['another name of the list', `{ records: ${items}, total: total }`],
      ] as const)
        yield candidate(place, `sends ${says}`, ({ record: _record, shape: _shape, ...one }) => ({
          ...one,
          body,
        }))
    } else if (isEnvelope(json))
      yield candidate(place, 'sends no envelope', ({ record: _record, shape: _shape, ...one }) => ({
        ...one,
        body: base ?? '@',
      }))
    return
  }
  if (entry['kind'] === 'collection' && known.action === 'list')
    for (const list of ['array', 'items', 'envelope'].filter((one) => one !== entry['list']))
      yield candidate(place, `lists as ${list}`, ({ lists: _lists, shape: _shape, ...one }) => ({
        ...one,
        list,
      }))
  else if (isEnvelope(json) && entry['one'] === 'envelope')
    yield candidate(place, 'sends no envelope', ({ shape: _shape, ...one }) => ({
      ...one,
      one: 'bare',
    }))
}

/** The kinds of random differences, all equally frequent. */
const kinds: Readonly<Record<string, (place: Place) => Iterable<Candidate>>> = {
  'a refusal is missing': missingRefusals,
  'a refusal has other words': otherRefusals,
  'a refusal is added': addedRefusals,
  'a field is added': addedFields,
  'a field is missing': removedFields,
  'a field is renamed': renamedFields,
  'a field has another type': retypedFields,
  'a default differs': otherDefaults,
  'a status differs': otherStatuses,
  'a side effect is missing': missingEffects,
  'an envelope differs': otherEnvelopes,
}

const candidate = (
  { life, section, name, operation }: Place,
  says: string,
  change: Planted['change'],
): Candidate => ({ life, section, name, change, says: `${operation} ${says}` })

/** Whether a route belongs to the records of its life cycle. */
const isOfLife = ({ life, route: { pattern } }: WalkedRoute) =>
  `${patternText(pattern)}/`.startsWith(`${life.replace(/^life\./, '')}/`)

/** The places of a profile that a walk can show: those of the called operations. */
function placesOf(profile: Profile, walked: readonly WalkedRoute[]): readonly Place[] {
  const table = createRouteTable(profile)
  const document = toProfileDocument(profile)
  const byRoute = Map.groupBy(walked, ({ route }) => routeKey(route.method, route.pattern))
  return [...byRoute.values()].flatMap((same) => {
    const { life, route } = same.find(isOfLife) ?? (same[0] as WalkedRoute)
    const known = table.find(route.method, route.pattern)
    // Without a login, no walk is possible.
    if (known === undefined || known.path.startsWith('/api/auth/')) return []
    if (!route.samples.some(isSuccess)) return []
    const [section, name] =
      known.operation === undefined
        ? (['operations', known.family ?? ''] as const)
        : (['answers', operationName(known.operation)] as const)
    const entry = document[section]?.[name]
    return [
      {
        life,
        section,
        name,
        known,
        route,
        operation: `${route.method} ${patternText(route.pattern)}`,
        entry: isObject(entry) ? entry : {},
      },
    ]
  })
}

/**
 * Draws differences of a profile by a seed: each kind in turn, and at most one per entry, so that
 * each is observable separately. The list of kinds was written before any import was tested with
 * it.
 */
export function drawDifferences(
  profile: Profile,
  walked: readonly WalkedRoute[],
  seed: number,
  count: number,
): readonly Generated[] {
  const draw = seeded(seed * 7919)
  const places = placesOf(profile, walked)
  const taken = new Set<string>()
  const found: Generated[] = []
  const left = Object.entries(kinds).map(
    ([kind, candidatesOf]) => [kind, places.flatMap((place) => [...candidatesOf(place)])] as const,
  )
  while (found.length < count && left.some(([, candidates]) => candidates.length > 0))
    for (const [kind, candidates] of left) {
      if (found.length === count) break
      while (candidates.length > 0) {
        const [one] = candidates.splice(draw(candidates.length), 1)
        if (one === undefined || taken.has(one.name)) continue
        taken.add(one.name)
        found.push({ ...one, kind })
        break
      }
    }
  return found
}

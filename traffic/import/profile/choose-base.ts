import { type JsonObject, isObject } from '../../../contract/json.ts'
import { documented, type Profile } from '../../../contract/picks.ts'
import { type ProfileDocument, readProfile } from '../../../contract/profile.ts'
import type { profileNames } from '../../../contract/shipped-names.ts'
import { type OperationId, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { shapedOperations } from '../../../contract/profile/shaped-operations.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import type { Shape } from '../../../contract/profile/shape.ts'
import { recordsInBody, contractFields } from './collected-records.ts'
import {
  isSuccess,
  type RecordedRoute,
  type Sample,
  createRouteTable,
  type KnownRoute,
  type RouteTable,
  anySegment,
  type PathPattern,
  patternText,
  joinRoutes,
  routeKey,
} from './recorded-route.ts'
import { idFieldOf, sharedList } from '../../../contract/body-form.ts'
import { decodeSegment } from '../../../contract/operations/path-table.ts'

/** A profile that an import can start from. */
export type BaseProfile = { readonly name: string; readonly profile: Profile }

/** Functions that load the shipped profiles. Each resolves to the input of `readProfile`. */
export type ProfileLoaders = Readonly<Record<(typeof profileNames)[number], () => Promise<unknown>>>

/** The profiles to start from: the specification alone, and the shipped ones. */
export async function loadBaseProfiles(shipped: ProfileLoaders): Promise<readonly BaseProfile[]> {
  const loaded = await Promise.all(
    Object.entries(shipped).map(async ([name, load]) => ({
      name,
      profile: readProfile(await load(), name),
    })),
  )
  return [{ name: documented.name, profile: documented }, ...loaded]
}

export type ProfileImportOptions = {
  /** The profiles to choose from. A single profile is always chosen. */
  readonly bases: readonly BaseProfile[]
  /** The families of an earlier import into the same folder. */
  readonly earlier?: JsonObject | undefined
}

/** How much of a recording a base profile explains. */
export type BaseScore = {
  readonly name: string
  /** The number of successful exchanges whose operation the profile has. */
  readonly known: number
  /** The number of successful exchanges whose body has the declared shape. */
  readonly sameShape: number
  /** The number of all successful exchanges of the recording. */
  readonly of: number
}

/** Names of entries: of picks as in `decisionsOf`, of answers, and the operations of families. */
export type RecordedEntries = Readonly<
  Partial<Record<'picks' | 'answers' | 'operations', readonly string[]>>
>

/** The profile of an import. */
export type ImportedProfile = {
  /** The whole profile as plain data, including inherited entries. */
  readonly document: ProfileDocument
  readonly base: {
    readonly name: string
    readonly reason: string
    readonly scores: readonly BaseScore[]
  }
  /** Describes operations that differ from the base: `GET /api/skills: a record of skills`. */
  readonly operations: readonly string[]
  /** The ids of records that the recording deleted, by kind. A second import needs them. */
  readonly deleted: Readonly<Record<string, readonly string[]>>
  /** The choices and the base's operations that the recording shows, equal to the base or not. */
  readonly recorded: RecordedEntries
  /** Notes on parts where the profile differs from the recording, such as data beyond a limit. */
  readonly notes: readonly string[]
}

/** A base profile with its operations, and the recorded routes grouped by the base's paths. */
type ChosenBase = {
  readonly profile: Profile
  readonly table: RouteTable
  readonly routes: readonly RecordedRoute[]
  readonly score: BaseScore
}

/** The bases with their scores, best first. Bases with equal scores keep their order. */
export function rankBases(
  bases: readonly BaseProfile[],
  recorded: readonly RecordedRoute[],
): readonly ChosenBase[] {
  return bases
    .map((base) => scoreBase(base, recorded))
    .toSorted((a, b) => baseScoreValue(b.score) - baseScoreValue(a.score))
}

const baseScoreValue = ({ known, sameShape }: BaseScore) => known + sameShape

function scoreBase(base: BaseProfile, recorded: readonly RecordedRoute[]): ChosenBase {
  const { profile } = base
  const table = createRouteTable(profile)
  const isKnown = (method: string, pattern: readonly string[]) =>
    table.find(method, pattern) !== undefined
  const routes = mergeRoutes(recorded, isKnown)
  const shapes = shapesByRoute(profile)
  let [known, sameShape, of] = [0, 0, 0]
  for (const route of routes) {
    const successes = route.entries.filter(isSuccess).length
    of += successes
    const found = table.find(route.method, route.pattern)
    if (found === undefined) continue
    known += successes
    const { samples } = route
    if (samples.length === 0) continue
    const fitting = samples.filter((sample) => hasShape(found, sample, shapes)).length
    sameShape += Math.round((successes * fitting) / samples.length)
  }
  return { profile, table, routes, score: { name: base.name, known, sameShape, of } }
}

type ShapesByRoute = ReadonlyMap<string, ReadonlyMap<number, Shape>>

/** The declared shapes of a profile's operations, by method and path. */
export const shapesByRoute = (profile: Profile): ShapesByRoute =>
  new Map(
    shapedOperations(profile).map(({ method, path, shapes }) => [`${method} ${path}`, shapes]),
  )

/** Whether a body has the shape that a profile declares, or the fields of the contract. */
function hasShape(
  { method, path, operation }: KnownRoute,
  sample: Sample,
  shapes: ShapesByRoute,
): boolean {
  const shape = shapes.get(`${method} ${path}`)?.get(sample.status)
  if (shape !== undefined && shape.kind !== 'any')
    return shapeProblems(shape, sample.json ?? null).length === 0
  return operation === undefined || hasContractFields(operation, sample)
}

function hasContractFields(id: OperationId, { json }: Sample): boolean {
  const fields = contractFields(operations[id])
  const { answer }: Operation = operations[id]
  const content = recordsInBody(answer, json)
  if (fields === undefined || content === undefined) return true
  return content.records.every(
    (record) =>
      Object.keys(record).every((name) => fields.has(name)) &&
      [...fields].every(([name, isOptional]) => isOptional || Object.hasOwn(record, name)),
  )
}

/**
 * The minimum number of sibling path segments that are taken for ids, if their bodies have one
 * form.
 */
const maxSiblings = 12

/**
 * Joins routes that only differ in a word that is an id. The word is a value of a record in the
 * list above, such as `shop` in `/api/skills/shop`, or one of very many words with the same form of
 * body.
 */
function mergeRoutes(
  routes: readonly RecordedRoute[],
  isKnown: (method: string, pattern: PathPattern) => boolean,
): readonly RecordedRoute[] {
  const ids = idsByList(routes)
  const crowds = crowdedPrefixes(routes)
  const merged = new Map<string, RecordedRoute>()
  for (const route of routes) {
    const found = isKnown(route.method, route.pattern)
      ? route
      : replaceIdSegments(
          route,
          (prefix, segment) => ids.get(prefix)?.has(segment) === true || crowds.has(prefix),
        )
    const key = routeKey(found.method, found.pattern)
    const other = merged.get(key)
    merged.set(key, other === undefined ? found : joinRoutes(other, found))
  }
  return [...merged.values()]
}

/**
 * Collects the values of key fields, such as `id` or `slug`, in recorded lists, by path pattern.
 */
function idsByList(routes: readonly RecordedRoute[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = routes.flatMap(({ method, pattern, samples }) => {
    if (method !== 'GET' || samples.length === 0) return []
    const list = sharedList(samples.map(({ json }) => json))
    if (list === undefined || list.items.length === 0) return []
    const fields = new Set(['id', 'slug', 'key', 'code', idFieldOf(list.items) ?? 'id'])
    const made = routes.flatMap((route) =>
      route.method === 'POST' && patternText(route.pattern) === patternText(pattern)
        ? route.samples.map(({ json }) => json).filter(isObject)
        : [],
    )
    const records = [...list.items, ...made]
    const values = records.flatMap((item) => [...fields].map((field) => String(item[field])))
    return [[patternText(pattern), new Set(values)] as const]
  })
  return new Map(found)
}

/**
 * The path prefixes that are followed by `maxSiblings` or more words with the same form of body.
 */
function crowdedPrefixes(routes: readonly RecordedRoute[]): ReadonlySet<string> {
  const forms = new Map<string, Set<string>>()
  for (const { method, pattern, samples } of routes) {
    const [sample] = samples
    const last = pattern.at(-1)
    if (sample === undefined || last === anySegment || pattern.length < 3) continue
    const form = fieldSignature(sample.json, 3)
    if (form.length < 20) continue
    const key = `${patternText(pattern.slice(0, -1))}\n${method} ${form}`
    const known = forms.get(key) ?? new Set()
    forms.set(key, known.add(last ?? ''))
  }
  return new Set(
    [...forms].flatMap(([key, words]) =>
      words.size >= maxSiblings ? [key.slice(0, key.indexOf('\n'))] : [],
    ),
  )
}

/** The field names of a value, down to a number of levels. */
function fieldSignature(value: unknown, levels: number): string {
  if (Array.isArray(value)) return `[${fieldSignature(value[0], levels - 1)}]`
  if (!isObject(value) || levels === 0) return ''
  return Object.keys(value)
    .toSorted()
    .map((key) => key + fieldSignature(value[key], levels - 1))
    .join(',')
}

/** Replaces those words in the path of a route that are ids by parameters. */
function replaceIdSegments(
  route: RecordedRoute,
  isId: (prefix: string, segment: string) => boolean,
): RecordedRoute {
  const pattern: string[] = []
  const added = new Map<number, string>()
  for (const segment of route.pattern) {
    const word = decodeSegment(segment)
    const isOne = segment !== anySegment && pattern.length >= 2 && isId(patternText(pattern), word)
    if (isOne) added.set(pattern.length, word)
    pattern.push(isOne ? anySegment : segment)
  }
  if (added.size === 0) return route
  const samples = route.samples.map((sample) => {
    const left = [...sample.values]
    const values = pattern.flatMap((segment, at) =>
      segment === anySegment ? [added.get(at) ?? left.shift() ?? ''] : [],
    )
    return { ...sample, values }
  })
  return { ...route, pattern, samples }
}

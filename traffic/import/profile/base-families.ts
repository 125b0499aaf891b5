import { unwrapEnvelope, sharedList } from '../../../contract/body-form.ts'
import { isObject, isSameJson, type JsonObject, ownField } from '../../../contract/json.ts'
import type { Profile } from '../../../contract/picks.ts'
import type {
  CollectionFamily,
  DocumentFamily,
  Families,
  Family,
} from '../../../contract/profile/own-operations.ts'
import { defaultActions } from '../../../contract/profile/family-paths.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
import { platformFields, readShape, type Shape } from '../../../contract/profile/shape.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import {
  withRecordedAnswers,
  isChanged,
  type JudgedRoute,
  type Likeness,
} from './recorded-family.ts'
import { shapesByRoute } from './choose-base.ts'
import { listForm } from './family-draft.ts'
import {
  anySegment,
  parametersIn,
  type PlayedRoute,
  type RecordedRoute,
  type Sample,
} from './recorded-route.ts'
import { shapeOfValues } from './shape-of-values.ts'
import { sampleOf } from '../../../contract/sample.ts'
import { collectRecords, recordsLeft, toSeed, type SeenRecord } from './collected-records.ts'

/** The families of a base, without operations whose recorded form differs. */
type MatchingFamilies = {
  readonly families: Families
  /** The routes of removed operations, for which the import creates new families. */
  readonly removedRoutes: ReadonlySet<RecordedRoute>
  /** Routes whose family was adapted to the recorded status or body, each with a description. */
  readonly changedRoutes: ReadonlyMap<RecordedRoute, string>
  /** Whether most operations differ, so that the base is another deployment. */
  readonly isForeign: boolean
}

/**
 * Removes operations whose recorded bodies do not match the declared shape, so that the import
 * creates new ones. If only the fields of records differ, a collection gets the recorded fields. An
 * action that changes something gets the recorded body. An operation with an open shape is removed
 * only if most operations differ; otherwise it also gets the recorded body.
 */
export function matchBaseFamilies(
  profile: Profile,
  played: readonly PlayedRoute[],
): MatchingFamilies {
  const shapes = shapesByRoute(profile)
  const own = played.filter(
    ({ known, route }) => known.family !== undefined && route.samples.length > 0,
  )
  const judged = own.map((one): JudgedRoute => {
    const { route, known } = one
    const declared = shapes.get(`${known.method} ${known.path}`) ?? new Map<number, Shape>()
    const fits = route.samples.flatMap(({ status, json }) => {
      const shape = shapeForStatus(declared, status)
      return shape === undefined || isUninformative(shape) || json === undefined
        ? []
        : [shapeProblems(shape, json).length === 0]
    })
    const shape = shapeForStatus(declared, route.samples.at(-1)?.status ?? 0)
    const fitting = fits.filter(Boolean).length
    const likeness = fits.length === 0 ? 'unknown' : fitting * 2 >= fits.length ? 'like' : 'unlike'
    return { ...one, shape: isUninformative(shape) ? undefined : shape, likeness }
  })
  const count = (wanted: Likeness) => judged.filter(({ likeness }) => likeness === wanted).length
  const isForeign = count('unlike') > count('like')
  const isUnlike = ({ likeness, known }: JudgedRoute) => {
    // Only a foreign base loses its deletions. In others, the recorded body replaces the declared
    // one.
    if (known.action === 'delete' && !isForeign) return false
    return likeness === 'unlike' || (likeness === 'unknown' && isForeign)
  }
  const removedRoutes = new Set<RecordedRoute>()
  const changedRoutes = new Map<RecordedRoute, string>()
  const byFamily = Map.groupBy(judged, ({ known }) => known.family ?? '')
  const families: Record<string, Family> = {}
  for (const [name, given] of Object.entries(profile.operations ?? {})) {
    const mine = byFamily.get(name) ?? []
    const family = isForeign
      ? given
      : withRecordedAnswers(withRecordedDefaults(given, mine), mine, profile.operations ?? {})
    for (const { route, known } of mine)
      if (isChanged(given, family, known.action))
        changedRoutes.set(route, 'as recorded, over the base')
    const isKept = family.kind === 'action' && family !== given
    if (isKept || !mine.some(isUnlike)) families[name] = family
    else if (given.kind === 'collection') {
      const isPlayed = ({ known }: JudgedRoute) => isChanged(given, family, known.action)
      const isOver = !isForeign && mine.filter(isUnlike).every(isPlayed)
      families[name] =
        adaptCollection(given, mine) ??
        (isOver ? family : withoutOperations(given, mine, removedRoutes))
    } else if (family.kind === 'files') families[name] = family
    else for (const { route } of mine) removedRoutes.add(route)
  }
  const used = new Set(byFamily.keys())
  const kept = isForeign ? neededFamilies(families, used) : families
  return { families: kept, removedRoutes, changedRoutes, isForeign }
}

/** The shape for a status, or else for another success status. */
export const shapeForStatus = (
  shapes: ReadonlyMap<number, Shape>,
  status: number,
): Shape | undefined => shapes.get(status) ?? [...shapes].find(([of]) => of < 300)?.[1]

/** Whether a shape is absent, or does not say which fields a body has. */
export function isUninformative(shape: Shape | undefined): boolean {
  if (shape === undefined || shape.kind === 'any' || shape.kind === 'map') return true
  if (shape.kind === 'scalar') return shape.types.includes('object')
  if (shape.kind !== 'object' || !shape.fields.has('success')) return false
  return isUninformative(shape.fields.get('data')?.shape)
}

/** Returns the recorded families, and the families that they refer to. */
function neededFamilies(families: Families, recorded: ReadonlySet<string>): Families {
  const needed = new Set(recorded)
  // The loop adds names to this set, and also visits the added names.
  for (const name of needed) {
    const text = JSON.stringify(families[name] ?? '')
    for (const other of Object.keys(families))
      if (text.includes(`'${kindOfFamily(other)}'`) || text.includes(`"${kindOfFamily(other)}"`))
        needed.add(other)
  }
  return Object.fromEntries(Object.entries(families).filter(([name]) => needed.has(name)))
}

/** Removes the recorded operations of a collection. Other families may still use its records. */
function withoutOperations(
  family: CollectionFamily,
  played: readonly PlayedRoute[],
  open: Set<RecordedRoute>,
): CollectionFamily {
  for (const { route } of played) open.add(route)
  const removed = new Set<unknown>(played.map(({ known }) => known.action))
  const { only = defaultActions } = family
  return { ...family, only: only.filter((action) => !removed.has(action)) }
}

/** Gives a collection the recorded fields; undefined if the collection converts its records. */
function adaptCollection(
  family: CollectionFamily,
  played: readonly PlayedRoute[],
): CollectionFamily | undefined {
  const { show, shown, lists, set, input, list = 'page' } = family
  if ([show, shown, lists, set, input].some((part) => part !== undefined)) return undefined
  const listing = played.find(({ known }) => known.action === 'list')?.route
  if (listing === undefined || played.length > 1) return undefined
  const bodies = listing.samples.map(({ json }) => json)
  const part = sharedList(bodies)
  if (part === undefined || part.items.length === 0) return undefined
  if (listForm(bodies.at(-1), part.path, () => true) !== list) return undefined
  const seen = shapeOfValues(part.items)
  const names = new Set(part.items.flatMap(Object.keys))
  const record: Record<string, unknown> = {}
  for (const [written, shape] of Object.entries(family.record)) {
    const name = written.replace(/\?$/, '')
    const values = part.items
      .map((item) => ownField(item, name))
      .filter((value) => value !== undefined)
    const fits = values.every((value) => shapeProblems(readShape(shape), value).length === 0)
    if (names.has(name) && fits) record[written] = shape
    // A required field can't be removed, because expressions of other families may read it.
    else if (name === written) return undefined
  }
  const known = new Set(Object.keys(record).map((written) => written.replace(/\?$/, '')))
  const others: JsonObject = isObject(seen) ? seen : {}
  for (const [written, shape] of Object.entries(others)) {
    const name = written.replace(/\?$/, '')
    if (!known.has(name)) record[`${name}?`] = shape
  }
  return { ...family, record }
}

/** The families of a base, with recorded records and values instead of the demo data. */
export type SeededFamilies = {
  readonly families: Families
  /** The routes whose records or values were used, with their family. */
  readonly used: ReadonlyMap<RecordedRoute, string>
}

/** Replaces the seeds and initial values of families by recorded data. */
export function withRecordedSeeds(
  families: Families,
  played: readonly PlayedRoute[],
): SeededFamilies {
  const used = new Map<RecordedRoute, string>()
  const byFamily = Map.groupBy(
    played.filter(({ route }) => route.samples.length > 0),
    ({ known }) => known.family ?? '',
  )
  const changed = Object.entries(families).map(([name, family]) => {
    const mine = byFamily.get(name) ?? []
    const replaced =
      family.kind === 'collection'
        ? seededCollection(family, mine)
        : family.kind === 'document'
          ? documentWithValue(family, mine)
          : undefined
    if (replaced === undefined) return [name, family] as const
    for (const { route } of mine) used.set(route, name)
    return [name, replaced] as const
  })
  return { families: Object.fromEntries(changed), used }
}

function seededCollection(
  family: CollectionFamily,
  played: readonly PlayedRoute[],
): CollectionFamily | undefined {
  const at = (action: string) => played.find(({ known }) => known.action === action)?.route
  const list = at('list')
  const items = played.flatMap(({ route, known }) =>
    known.action === 'list' || known.action === 'create' || known.action === 'batch' ? [] : [route],
  )
  if (list === undefined && items.length === 0) return undefined
  const seen = collectRecords({ list, create: at('create'), items })
  if (seen.idField !== 'id') return undefined
  const shape = readShape(family.record)
  if (shape.kind !== 'object') return undefined
  const names = parametersIn(family.path)
  const left = recordsLeft(seen, at('delete'))
  const seeds = left.map((record) => toSeedOfFamily(record, shape, names))
  const isWhole = left.every((record) => requiredFieldShare(record, shape) >= 0.5)
  return isWhole ? { ...family, seeds } : undefined
}

type ObjectShape = Extract<Shape, { readonly kind: 'object' }>

/** Computes which share of the required fields a recorded record has, from 0 to 1. */
function requiredFieldShare({ fields }: SeenRecord, shape: ObjectShape): number {
  const required = [...shape.fields].filter(([, { isOptional }]) => !isOptional)
  const known = required.filter(([name]) => Object.hasOwn(fields, name))
  return required.length === 0 ? 1 : known.length / required.length
}

/** A recorded record with the stored fields of the family; missing fields get a sample. */
function toSeedOfFamily(
  record: SeenRecord,
  shape: ObjectShape,
  names: readonly string[],
): JsonObject {
  const { fields, parents } = record
  const user = shape.fields.get('user_id')?.shape
  const needsOwner = user !== undefined && shapeProblems(user, null).length > 0
  const stored = [...shape.fields].flatMap(([name, { shape: field, isOptional }]) => {
    const given = fields[name]
    const inPath = parents[names.indexOf(name)]
    if (given === undefined && inPath !== undefined) return [[name, inPath] as const]
    const isValid = given !== undefined && shapeProblems(field, given).length === 0
    if (isValid || (typeof given === 'string' && platformFields.has(name)))
      return [[name, given] as const]
    return isOptional ? [] : [[name, sampleOf(field, 'whole')] as const]
  })
  const seed = toSeed(Object.fromEntries(stored), record, names)
  return needsOwner ? { ...seed, user_id: seed['user_id'] ?? [...record.callers][0] ?? null } : seed
}

/** Adds the latest recorded value to a document family, as the value with which worlds start. */
function documentWithValue(
  family: DocumentFamily,
  played: readonly PlayedRoute[],
): DocumentFamily | undefined {
  const reading = played.find(({ known }) => known.method === 'GET')?.route
  const latest = reading?.samples.at(-1)
  if (latest === undefined || reading?.pattern.includes(anySegment) === true) return undefined
  if (family.show !== undefined || family.within !== undefined || family.from !== undefined)
    return undefined
  const value = unwrapEnvelope(latest.json)
  return shapeProblems(readShape(family.record), value).length === 0
    ? { ...family, value }
    : undefined
}

/** Sets recorded defaults in a family: for fields that clients omitted and responses show. */
function withRecordedDefaults(family: Family, played: readonly PlayedRoute[]): Family {
  const samples = played.flatMap(({ route, known: { action } }) =>
    family.kind === 'action' || action === 'create' ? route.samples : [],
  )
  if (family.kind !== 'action' && family.kind !== 'collection') return family
  const parts = family.kind === 'action' ? (['body'] as const) : (['record', 'input'] as const)
  const changed = parts.flatMap((part) => {
    const before = (family as JsonObject)[part]
    const shapes = isObject(before) ? withRecordedDefaultsOf(before, samples) : undefined
    return isSameJson(before, shapes) ? [] : [[part, shapes] as const]
  })
  return changed.length === 0 ? family : ({ ...family, ...Object.fromEntries(changed) } as Family)
}

const withRecordedDefaultsOf = (shapes: JsonObject, samples: readonly Sample[]): JsonObject =>
  Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [
      name,
      withRecordedDefault(name, shape, samples),
    ]),
  )

function withRecordedDefault(written: string, shape: unknown, samples: readonly Sample[]): unknown {
  const [, type, usual] =
    typeof shape === 'string' ? (/^(.*) default (.+)$/s.exec(shape) ?? []) : []
  if (type === undefined || usual === undefined) return shape
  const name = written.replace(/\?$/, '')
  const values = samples.flatMap(({ sent, json }) => {
    const content = unwrapEnvelope(json)
    if (!isObject(content) || (isObject(sent) && Object.hasOwn(sent, name))) return []
    const shown = Object.keys(content).find((key) => key === name || key.endsWith(`_${name}`))
    return shown === undefined ? [] : [content[shown]]
  })
  const [value] = values
  const before: unknown = JSON.parse(usual)
  // A value of another type is not a new default: the response may just convert the old default.
  if (value === undefined) return shape
  const isDefault = typeof value === typeof before || before === null
  return isDefault &&
    !isObject(value) &&
    values.every((one) => isSameJson(one, value)) &&
    !isSameJson(value, before)
    ? `${type} default ${JSON.stringify(value)}`
    : shape
}

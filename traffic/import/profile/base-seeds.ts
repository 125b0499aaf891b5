import { isEnvelope } from '../../../contract/body-form.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { platformFields, readShape, type Shape } from '../../../contract/profile/shape.ts'
import { sampleOf } from '../../../contract/sample.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import type {
  CollectionFamily,
  DocumentFamily,
  Families,
} from '../../../contract/profile/own-operations.ts'
import { collectRecords, seedWith, type SeenRecord } from './collected-records.ts'
import { anySegment, parametersIn } from './path-patterns.ts'
import type { RecordedRoute, Sample } from './recorded-route.ts'
import type { KnownRoute } from './route-table.ts'

/** A recorded route with the operation of the base that plays it. */
export type PlayedRoute = { readonly route: RecordedRoute; readonly known: KnownRoute }

/** Families of a base in which recorded records and values replace those of the demo data. */
export type SeededFamilies = {
  readonly families: Families
  /** The routes whose records or values were taken, with the family. */
  readonly used: ReadonlyMap<RecordedRoute, string>
}

/** Replaces the seeds and first values of families by what was recorded. */
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
  const seeds = [...seen.byId.values()].map((record) => seedOf(record, shape, names))
  const isWhole = [...seen.byId.values()].every((record) => knownPart(record, shape) >= 0.5)
  return isWhole ? { ...family, seeds } : undefined
}

type ObjectShape = Extract<Shape, { readonly kind: 'object' }>

/** The part of the required fields that a recorded record has. */
function knownPart({ fields }: SeenRecord, shape: ObjectShape): number {
  const required = [...shape.fields].filter(([, { isOptional }]) => !isOptional)
  const known = required.filter(([name]) => Object.hasOwn(fields, name))
  return required.length === 0 ? 1 : known.length / required.length
}

/** A recorded record with the fields that the family stores; what it lacks has a sample. */
function seedOf(record: SeenRecord, shape: ObjectShape, names: readonly string[]): JsonObject {
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
  const seed = seedWith(Object.fromEntries(stored), record, names)
  return needsOwner ? { ...seed, user_id: seed['user_id'] ?? [...record.callers][0] ?? null } : seed
}

/** A document that begins with the latest recorded value. */
function documentWithValue(
  family: DocumentFamily,
  played: readonly PlayedRoute[],
): DocumentFamily | undefined {
  const reading = played.find(({ known }) => known.method === 'GET')?.route
  const latest = reading?.samples.at(-1)
  if (latest === undefined || reading?.pattern.includes(anySegment) === true) return undefined
  if (family.show !== undefined || family.within !== undefined || family.from !== undefined)
    return undefined
  const value = contentOf(latest)
  return shapeProblems(readShape(family.record), value).length === 0
    ? { ...family, value }
    : undefined
}

const contentOf = ({ json }: Sample): unknown => (isEnvelope(json) ? json['data'] : json)

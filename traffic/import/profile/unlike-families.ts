import { isObject, type JsonObject, ownField } from '../../../contract/json.ts'
import type { Profile } from '../../../contract/picks.ts'
import type {
  CollectionFamily,
  Families,
  Family,
} from '../../../contract/profile/own-operations.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
import { readShape } from '../../../contract/profile/shape.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import { shapedOperations } from '../../../contract/profile/shaped-operations.ts'
import type { PlayedRoute } from './base-seeds.ts'
import { listForm, listIn } from './body-parts.ts'
import type { RecordedRoute } from './recorded-route.ts'
import { shapeOfValues } from './shape-of-values.ts'

/** The families of a base without the operations that the deployment answers in another form. */
export type LikeFamilies = {
  readonly families: Families
  /** The routes that the base does not play any more. */
  readonly open: ReadonlySet<RecordedRoute>
  /** Whether most operations are unlike, so that the base is another deployment. */
  readonly isForeign: boolean
}

type Likeness = 'like' | 'unlike' | 'unknown'

/**
 * Removes the operations of families whose recorded bodies do not have the declared shape: they are
 * made anew. A collection whose records only have other fields gets these fields instead. If most
 * operations are unlike, those without a declared shape are taken for unlike, too.
 */
export function likeFamilies(profile: Profile, played: readonly PlayedRoute[]): LikeFamilies {
  const shapes = new Map(
    shapedOperations(profile).map(({ method, path, shapes: own }) => [`${method} ${path}`, own]),
  )
  const own = played.filter(
    ({ known, route }) => known.family !== undefined && route.samples.length > 0,
  )
  const likeness = new Map<RecordedRoute, Likeness>(
    own.map(({ route, known }) => {
      const declared = shapes.get(`${known.method} ${known.path}`)
      const fits = route.samples.map(({ status, json }) => {
        const shape = declared?.get(status)
        return shape === undefined || shape.kind === 'any' || json === undefined
          ? undefined
          : shapeProblems(shape, json).length === 0
      })
      const judged = fits.filter((fit) => fit !== undefined)
      if (judged.length === 0) return [route, 'unknown']
      return [route, judged.filter(Boolean).length * 2 >= judged.length ? 'like' : 'unlike']
    }),
  )
  const count = (wanted: Likeness) => [...likeness.values()].filter((one) => one === wanted).length
  const isForeign = count('unlike') > count('like')
  const isUnlike = ({ route }: PlayedRoute) => {
    const found = likeness.get(route)
    return found === 'unlike' || (found === 'unknown' && isForeign)
  }
  const open = new Set<RecordedRoute>()
  const byFamily = Map.groupBy(own, ({ known }) => known.family ?? '')
  const families: Record<string, Family> = {}
  for (const [name, family] of Object.entries(profile.operations ?? {})) {
    const mine = byFamily.get(name) ?? []
    if (!mine.some(isUnlike)) families[name] = family
    else if (family.kind === 'collection')
      families[name] = adapted(family, mine) ?? without(family, mine, open)
    else if (family.kind === 'files') families[name] = family
    else for (const { route } of mine) open.add(route)
  }
  const used = new Set(byFamily.keys())
  return { families: isForeign ? neededFamilies(families, used) : families, open, isForeign }
}

/** The families that were recorded, and those that they name: of a base that is not the deployment. */
function neededFamilies(families: Families, recorded: ReadonlySet<string>): Families {
  const needed = new Set(recorded)
  // A set visits what is added to it while it is visited.
  for (const name of needed) {
    const text = JSON.stringify(families[name] ?? '')
    for (const other of Object.keys(families))
      if (text.includes(`'${kindOfFamily(other)}'`) || text.includes(`"${kindOfFamily(other)}"`))
        needed.add(other)
  }
  return Object.fromEntries(Object.entries(families).filter(([name]) => needed.has(name)))
}

/** A collection without its recorded operations. Others may still name its records. */
function without(
  family: CollectionFamily,
  played: readonly PlayedRoute[],
  open: Set<RecordedRoute>,
): CollectionFamily {
  for (const { route } of played) open.add(route)
  const removed = new Set<unknown>(played.map(({ known }) => known.action))
  const { only = ['list', 'create', 'read', 'update', 'delete'] } = family
  return { ...family, only: only.filter((action) => !removed.has(action)) }
}

/** A collection with the recorded fields, if it sends its records as they are. */
function adapted(
  family: CollectionFamily,
  played: readonly PlayedRoute[],
): CollectionFamily | undefined {
  const { show, shown, lists, set, input, list = 'page' } = family
  if ([show, shown, lists, set, input].some((part) => part !== undefined)) return undefined
  const listing = played.find(({ known }) => known.action === 'list')?.route
  if (listing === undefined || played.length > 1) return undefined
  const bodies = listing.samples.map(({ json }) => json)
  const part = listIn(bodies)
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
    // Expressions of other families may read it.
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

import { isObject } from '../../../contract/json.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
import { operationsOf } from '../../../contract/profile/family-paths.ts'
import type { ProfileEntries } from '../../../contract/profile/over-base.ts'
import { type Family, family as familySchema } from '../../../contract/profile/own-operations.ts'
import type { ImportedProfile } from './choose-base.ts'
import { patternTextOf } from './recorded-route.ts'

/**
 * Merges two imports over the same base. An entry of the newer import replaces the older entry, and
 * an operation that it plays is removed from families with other names. Seeds contain the
 * records of both imports, without those that the newer recording deleted.
 */
export function mergeEntries(
  older: ProfileEntries,
  newer: ProfileEntries,
  deleted: ImportedProfile['deleted'],
): ProfileEntries {
  const families = Object.entries(newer.operations).map(([name, family]) => {
    const gone = deleted[kindOfFamily(name)] ?? []
    return [name, withEarlierSeeds(family, older.operations[name], gone)] as const
  })
  const played = new Set(Object.entries(newer.operations).flatMap((entry) => routeKeysOf(...entry)))
  const left = Object.entries(older.operations).flatMap(([name, family]) => {
    if (Object.hasOwn(newer.operations, name)) return [[name, family]]
    const rest = withoutRoutes(name, family, played)
    return rest === undefined ? [] : [[name, rest]]
  })
  return {
    picks: { ...older.picks, ...newer.picks },
    answers: { ...older.answers, ...newer.answers },
    operations: { ...Object.fromEntries(left), ...Object.fromEntries(families) },
  }
}

/** Adds the seeds of a family in an earlier import, except known and deleted ones. */
function withEarlierSeeds(family: unknown, earlier: unknown, deleted: readonly string[]): unknown {
  if (!isObject(family) || !isObject(earlier)) return family
  const [seeds, old] = [family['seeds'], earlier['seeds']]
  if (!Array.isArray(old)) return family
  const own = Array.isArray(seeds) ? seeds : []
  const without = new Set<unknown>([...deleted, ...own.map((seed) => isObject(seed) && seed['id'])])
  const rest = old.filter((seed) => isObject(seed) && !without.has(seed['id']))
  return { ...family, seeds: [...own, ...rest] }
}

// A user may have edited the files of the earlier import.
const isFamily = (value: unknown): value is Family => familySchema.safeParse(value).success

/** The keys of the routes that a family plays. */
const routeKeysOf = (name: string, family: unknown): readonly string[] =>
  isFamily(family) ? operationsOf(name, family).map(keyOf) : []

const keyOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${patternTextOf(path)}`

/** A family without these routes; undefined if nothing is left that other families may use. */
function withoutRoutes(name: string, family: unknown, played: ReadonlySet<string>): unknown {
  if (!isFamily(family)) return family
  const all = operationsOf(name, family)
  const left = all.filter((operation) => !played.has(keyOf(operation)))
  if (left.length === all.length) return family
  if (family.kind === 'collection')
    return {
      ...family,
      only: left.flatMap(({ action }) => (action === 'toggle' ? [] : (action ?? []))),
    }
  const isRead = left.some(({ method }) => method === 'GET')
  return family.kind === 'document' && isRead ? { ...family, replace: 'none' } : undefined
}

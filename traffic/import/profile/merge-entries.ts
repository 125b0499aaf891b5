import { isObject } from '../../../contract/json.ts'
import { kindOfFamily } from '../../../contract/kinds.ts'
import type { ProfileEntries } from '../../../contract/profile/over-base.ts'
import type { ImportedProfile } from './choose-base.ts'

/**
 * Merges two imports over the same base. An entry of the newer import replaces the older entry.
 * Seeds contain the records of both imports, without those that the newer recording deleted.
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
  return {
    picks: { ...older.picks, ...newer.picks },
    answers: { ...older.answers, ...newer.answers },
    operations: { ...older.operations, ...Object.fromEntries(families) },
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

import { isObject } from '../../contract/json.ts'
import type { ProfileEntries } from '../../contract/profile/over-base.ts'

/**
 * Merges what two imports say over the same base: entries of the newer one win. The records of the
 * older one stay in the seeds of both.
 */
export function mergeEntries(older: ProfileEntries, newer: ProfileEntries): ProfileEntries {
  const families = Object.entries(newer.operations).map(
    ([name, family]) => [name, withSeedsOf(family, older.operations[name])] as const,
  )
  return {
    picks: { ...older.picks, ...newer.picks },
    answers: { ...older.answers, ...newer.answers },
    operations: { ...older.operations, ...Object.fromEntries(families) },
  }
}

/** A family with the seeds of an earlier one that it lacks. */
function withSeedsOf(family: unknown, earlier: unknown): unknown {
  if (!isObject(family) || !isObject(earlier)) return family
  const [seeds, old] = [family['seeds'], earlier['seeds']]
  if (!Array.isArray(old)) return family
  const own = Array.isArray(seeds) ? seeds : []
  const ids = new Set(own.map((seed) => (isObject(seed) ? seed['id'] : undefined)))
  const rest = old.filter((seed) => isObject(seed) && !ids.has(seed['id']))
  return { ...family, seeds: [...own, ...rest] }
}

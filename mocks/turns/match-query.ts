import {
  groupsOf as groupNamesOf,
  patternOf,
  queriesOf,
  type Query,
} from '../../contract/grammar/queries.ts'
import type { Scenario } from '../../contract/scenario.ts'
import type { Memory } from './past.ts'

/** Whether a query is what one part of a match wants, in letters of either case. */
export function queryFits(query: string, wanted: Query): boolean {
  if (typeof wanted === 'object') return wanted.all.every((word) => says(query, word))
  const pattern = patternOf(wanted)
  return pattern === undefined ? says(query, wanted) : matched(query, pattern) !== null
}

/**
 * What named groups hold for a script: those of its own queries, and where it follows the script of
 * the turn before those of that one. A group that took no part is empty.
 */
export function groupsOf(
  script: Pick<Scenario, 'match'>,
  query: string,
  before: Memory | undefined,
): Record<string, string> {
  const found = queriesOf(script)
    .flatMap(([one]) => patternOf(one) ?? [])
    .flatMap((pattern) => Object.entries(matched(query, pattern)?.groups ?? {}))
  const { after } = script.match
  const carried = after !== undefined && after === before?.scenario ? before.groups : {}
  return {
    ...Object.fromEntries(groupNamesOf(script).map((name) => [name, ''])),
    ...carried,
    ...Object.fromEntries(found.filter(([, value]) => value !== undefined)),
  }
}

const says = (query: string, part: string) =>
  query.normalize().toLowerCase().includes(part.normalize().toLowerCase())

const matched = (query: string, pattern: string) => new RegExp(pattern, 'i').exec(query)

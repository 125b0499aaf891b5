import type { Scenario, ScenarioMatch } from '../../contract/scenario.ts'
import type { Memory } from './past.ts'

type Query = Exclude<NonNullable<ScenarioMatch['query']>, readonly unknown[]>

/** One or several, as a list. */
export const listed = <One>(one: One | readonly One[]): readonly One[] =>
  Array.isArray(one) ? one : [one as One]

/** Whether a query is what one part of a match wants, in letters of either case. */
export function queryFits(query: string, wanted: Query): boolean {
  if (typeof wanted === 'object') return wanted.all.every((word) => says(query, word))
  const pattern = patternOf(wanted)
  return pattern === undefined ? says(query, wanted) : pattern.test(query)
}

/**
 * What named groups hold for a script: those of its own queries, and where it follows the script of
 * the turn before those of that one. A group that took no part is empty.
 */
export function groupsOf(
  { match }: Pick<Scenario, 'match'>,
  query: string,
  before: Memory | undefined,
): Record<string, string> {
  const patterns = listed(match.query ?? []).flatMap((one) =>
    typeof one === 'string' ? (patternOf(one) ?? []) : [],
  )
  const names = patterns.flatMap(({ source }) =>
    Array.from(
      source.matchAll(/\(\?<([\p{ID_Start}$_][\p{ID_Continue}$]*)>/gu),
      ([, name]) => name,
    ),
  )
  const matched = patterns.flatMap((pattern) => Object.entries(pattern.exec(query)?.groups ?? {}))
  const carried = match.after !== undefined && match.after === before?.scenario
  return Object.fromEntries([
    ...names.map((name) => [name, '']),
    ...(carried ? Object.entries(before.groups) : []),
    ...matched.filter(([, value]) => value !== undefined),
  ])
}

const says = (query: string, part: string) =>
  query.normalize().toLowerCase().includes(part.normalize().toLowerCase())

/** The regular expression that is written as `/…/`. */
function patternOf(written: string): RegExp | undefined {
  const [, source] = /^\/(.+)\/$/s.exec(written) ?? []
  return source === undefined ? undefined : new RegExp(source, 'i')
}

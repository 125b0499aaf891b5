import {
  groupsOf as groupNamesOf,
  patternOf,
  queriesOf,
  type Query,
} from '../../contract/scripts/queries.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { Memory } from './past.ts'
import type { Matcher } from './matcher.ts'
import { matcherOf } from './pattern-matcher.ts'

/** What the match of a script wants of a query, made ready once for all turns. */
type Wanted = {
  readonly fits: readonly ((query: string) => boolean)[]
  readonly patterns: readonly Matcher[]
  readonly groups: readonly string[]
}

const prepared = new WeakMap<Scenario['match'], Wanted>()

/** Whether a query is what one part of a match wants, in letters of either case; no part takes any. */
export function queryFits(query: string, script: Pick<Scenario, 'match'>): boolean {
  const { fits } = wantedOf(script)
  return fits.length === 0 || fits.some((fitsOne) => fitsOne(query))
}

function wantedOf(script: Pick<Scenario, 'match'>): Wanted {
  let wanted = prepared.get(script.match)
  if (wanted === undefined) {
    const queries = queriesOf(script).map(([query]) => query)
    const patterns = queries.flatMap((query) => expressionOf(query) ?? [])
    wanted = { fits: queries.map(fitting), patterns, groups: groupNamesOf(script) }
    prepared.set(script.match, wanted)
  }
  return wanted
}

function fitting(wanted: Query): (query: string) => boolean {
  const expression = expressionOf(wanted)
  if (expression !== undefined) return (query) => expression.fits(query)
  const words = (typeof wanted === 'object' ? wanted.all : [String(wanted)]).map(folded)
  return (query) => words.every((word) => folded(query).includes(word))
}

function expressionOf(query: Query): Matcher | undefined {
  const pattern = patternOf(query)
  return pattern === undefined ? undefined : matcherOf(pattern)
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
  const { patterns, groups } = wantedOf(script)
  const found = patterns.flatMap((pattern) => Object.entries(pattern.groups(query)))
  const { after } = script.match
  const carried = after !== undefined && after === before?.scenario ? before.groups : {}
  return {
    ...Object.fromEntries(groups.map((name) => [name, ''])),
    ...carried,
    ...Object.fromEntries(found),
  }
}

let lastFolded = { text: '', folded: '' }

/** A text as it is compared; all scripts are asked the same query, one after the other. */
function folded(text: string): string {
  if (text !== lastFolded.text) lastFolded = { text, folded: text.normalize().toLowerCase() }
  return lastFolded.folded
}

import {
  groupsOf as groupNamesOf,
  patternOf,
  queriesOf,
  type Query,
} from '../../../contract/scripts/queries.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { ScriptMemory } from './turn-history.ts'
import type { PatternMatcher } from './pattern-engine.ts'
import { createMatcher } from './pattern-matcher.ts'

/** What the match of a script wants of a query, made ready once for all turns. */
type CompiledMatch = {
  readonly fits: readonly ((query: string) => boolean)[]
  readonly patterns: readonly PatternMatcher[]
  readonly groups: readonly string[]
}

const compiledMatches = new WeakMap<Scenario['match'], CompiledMatch>()

/** Whether a query is what one part of a match wants, in letters of either case; no part takes any. */
export function matchesQuery(query: string, script: Pick<Scenario, 'match'>): boolean {
  const { fits } = compileMatch(script)
  return fits.length === 0 || fits.some((fitsOne) => fitsOne(query))
}

function compileMatch(script: Pick<Scenario, 'match'>): CompiledMatch {
  let wanted = compiledMatches.get(script.match)
  if (wanted === undefined) {
    const queries = queriesOf(script).map(([query]) => query)
    const patterns = queries.flatMap((query) => createPatternMatcher(query) ?? [])
    wanted = { fits: queries.map(createQueryTest), patterns, groups: groupNamesOf(script) }
    compiledMatches.set(script.match, wanted)
  }
  return wanted
}

function createQueryTest(wanted: Query): (query: string) => boolean {
  const expression = createPatternMatcher(wanted)
  if (expression !== undefined) return (query) => expression.test(query)
  const words = (typeof wanted === 'object' ? wanted.all : [String(wanted)]).map(foldCase)
  return (query) => words.every((word) => foldCase(query).includes(word))
}

function createPatternMatcher(query: Query): PatternMatcher | undefined {
  const pattern = patternOf(query)
  return pattern === undefined ? undefined : createMatcher(pattern)
}

/**
 * What named groups hold for a script: those of its own queries, and where it follows the script of
 * the turn before those of that one. A group that took no part is empty.
 */
export function captureGroups(
  script: Pick<Scenario, 'match'>,
  query: string,
  before: ScriptMemory | undefined,
): Record<string, string> {
  const { patterns, groups } = compileMatch(script)
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
function foldCase(text: string): string {
  if (text !== lastFolded.text) lastFolded = { text, folded: text.normalize().toLowerCase() }
  return lastFolded.folded
}

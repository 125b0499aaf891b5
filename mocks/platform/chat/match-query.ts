import {
  foldCase,
  groupsOf as groupNamesOf,
  patternOf,
  queriesOf,
  type Query,
} from '../../../contract/scripts/queries.ts'
import { memoizeByObject } from '../../../contract/memoize.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { ScriptMemory } from './turn-history.ts'
import type { PatternMatcher } from './pattern-engine.ts'
import { createMatcher } from './pattern-matcher.ts'

/**
 * Whether one of the queries of a script matches, ignoring case. A script without queries matches any
 * query, unless it has sentences in `like`.
 */
export function matchesQuery(query: string, script: Pick<Scenario, 'match'>): boolean {
  const { tests } = compiledMatchOf(script.match)
  if (tests.length === 0) return script.match.like === undefined
  return tests.some((test) => test(query))
}

/** The query conditions of a script's `match`, compiled once for all turns. */
const compiledMatchOf = memoizeByObject((match: Scenario['match']) => {
  const queries = queriesOf({ match }).map(([query]) => query)
  const patterns = queries.flatMap((query) => createPatternMatcher(query) ?? [])
  return { tests: queries.map(createQueryTest), patterns, groups: groupNamesOf({ match }) }
})

function createQueryTest(condition: Query): (query: string) => boolean {
  const expression = createPatternMatcher(condition)
  if (expression !== undefined) return (query) => expression.test(query)
  const words = (typeof condition === 'object' ? condition.all : [String(condition)]).map(foldCase)
  return (query) => words.every((word) => foldLast(query).includes(word))
}

function createPatternMatcher(query: Query): PatternMatcher | undefined {
  const pattern = patternOf(query)
  return pattern === undefined ? undefined : createMatcher(pattern)
}

/**
 * The values of the named groups in a script's queries. If `match.after` names the script of the
 * previous turn, the groups of that turn are added. A group that did not match is an empty text.
 */
export function captureGroups(
  script: Pick<Scenario, 'match'>,
  query: string,
  before: ScriptMemory | undefined,
): Record<string, string> {
  const { patterns, groups } = compiledMatchOf(script.match)
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

/** Normalizes a text. The last result is cached, because all scripts test the same query. */
function foldLast(text: string): string {
  if (text !== lastFolded.text) lastFolded = { text, folded: foldCase(text) }
  return lastFolded.folded
}

import { patternOf, queriesOf, type Query } from '../../contract/scripts/queries.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { createMatcher } from '../../mocks/platform/chat/pattern-matcher.ts'

/** Generates a query that a script matches; `undefined` if that is not possible. */
export function sampleQuery(
  script: Scenario,
  suggested: readonly string[] = [],
): string | undefined {
  const queries = queriesOf(script).map(([query]) => query)
  if (queries.length === 0) return suggested[0] ?? 'Go on, please.'
  const patterns = queries.flatMap((query) => patternOf(query) ?? []).map(createMatcher)
  const likely = suggested.find((text) => patterns.some((pattern) => pattern.test(text)))
  if (likely !== undefined) return likely
  return queries.map(matchingText).find((text) => text !== undefined)
}

function matchingText(query: Query): string | undefined {
  if (typeof query !== 'string') return query.all.join(' ')
  const pattern = patternOf(query)
  if (pattern === undefined) return query
  const text = simplestMatch(pattern)
  return createMatcher(pattern).test(text) ? text : undefined
}

/**
 * A text that matches a simple pattern: the first alternative, a digit for `\d`, one repetition. A
 * named group of any letters is replaced by its name, so that `what does (?<person>[a-z]+) earn`
 * becomes `what does person earn`.
 */
function simplestMatch(pattern: string): string {
  let text = pattern
    .replaceAll(/\(\?<(\w+)>(?:\[[^\][]*a-z[^\][]*\]|\\w|\.)[+*]\)/g, '$1')
    .replaceAll(/\(\?<\w+>|\(\?:/g, '(')
    .replaceAll(/\\[bB]|[\^$]/g, '')
    .replaceAll(/\\d(?:\{(\d+)(?:,\d*)?\})?/g, (_, times) => '1'.repeat(Number(times ?? 1)))
    .replaceAll(/\\w|(?<!\\)\./g, 'x')
    .replaceAll(/\\s/g, ' ')
    .replaceAll(/\[([^\][^])[^\][]*\]/g, '$1')
  for (let before = ''; before !== text;) {
    before = text
    text = text.replaceAll(/\(([^()|]*)(?:\|[^()]*)?\)/g, '$1')
  }
  return (text.split('|')[0] ?? '').replaceAll(/(.)[?*]|\+/g, '$1').replaceAll(/\\(.)/g, '$1')
}

import { patternOf, queriesOf, type Query } from '../../contract/scripts/queries.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { detectLanguage, phrasesOf } from '../../mocks/platform/languages/languages.ts'
import { matchesQuery } from '../../mocks/platform/chat/match-query.ts'
import { createMatcher } from '../../mocks/platform/chat/pattern-matcher.ts'

/**
 * Generates a query that a script matches, in the language that it needs; `undefined` if that is not
 * possible.
 */
export function sampleQuery(
  script: Scenario,
  suggested: readonly string[] = [],
): string | undefined {
  const { language } = script.match
  const texts = likelyQueries(script, suggested)
  if (language === undefined) return texts[0]
  // A keyword has no language that could be detected, so a sentence is added to it.
  const sentence = phrasesOf(language).suggestions[0] ?? ''
  return [...texts, ...suggested]
    .flatMap((text) => [text, `${text}. ${sentence}`, `${sentence} ${text}`])
    .concat(sentence)
    .find((text) => detectLanguage(text) === language && matchesQuery(text, script))
}

/** Queries that match the conditions of a script, apart from its language; the best one first. */
function likelyQueries(script: Scenario, suggested: readonly string[]): readonly string[] {
  const queries = queriesOf(script).map(([query]) => query)
  if (queries.length === 0)
    return suggested.length > 0 || script.match.language !== undefined
      ? suggested
      : ['Go on, please.']
  const patterns = queries.flatMap((query) => patternOf(query) ?? []).map(createMatcher)
  const likely = suggested.filter((text) => patterns.some((pattern) => pattern.test(text)))
  return [...likely, ...queries.flatMap((query) => matchingText(query) ?? [])]
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
    .replaceAll(/\(\?<(\w+)>(\[[^\][]*\]|\\w|\.)[+*]\)/g, (group, name: string, letters: string) =>
      letters.startsWith('[') && !letters.includes('a-z') ? group : name,
    )
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

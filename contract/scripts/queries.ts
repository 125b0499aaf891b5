import { isError } from '../realm-safe.ts'
import type { Scenario, ScenarioProblem } from './scenario.ts'
import { maxPatternLength, readPattern, PatternError } from './pattern.ts'
import { shorten } from '../shorten.ts'

type Path = readonly PropertyKey[]

export type Query = Exclude<NonNullable<Scenario['match']['query']>, readonly unknown[]>

/** Returns the queries of a script, each with its path. */
export const queriesOf = ({
  match,
}: Pick<Scenario, 'match'>): readonly (readonly [Query, Path])[] =>
  Array.isArray(match.query)
    ? match.query.map((query, index) => [query, ['match', 'query', index]])
    : match.query === undefined
      ? []
      : [[match.query, ['match', 'query']]]

/** Returns the regular expression of a query `/…/`; `undefined` for a plain text. */
export const patternOf = (query: Query): string | undefined =>
  typeof query === 'string' ? /^\/(.+)\/$/s.exec(query)?.[1] : undefined

/** Normalizes the case and the Unicode form of a text, so that queries can be compared with it. */
export const foldCase = (text: string): string => text.normalize().toLowerCase()

/** Returns the names of regex groups in the queries of a script. Each name is a placeholder. */
export const groupsOf = (script: Pick<Scenario, 'match'>): readonly string[] =>
  queriesOf(script).flatMap(([query]) =>
    Array.from(
      (patternOf(query) ?? '').matchAll(/\(\?<([\p{L}_$][\p{L}\p{N}_$]*)>/gu),
      ([, name = '']) => name,
    ),
  )

/** The maximum number of patterns in a script: each question is matched with all of them. */
const maxPatterns = 20

/** Checks that regular expressions compile and can be matched in linear time. */
export const queryProblems = (script: Scenario): ScenarioProblem[] =>
  queriesOf(script)
    .filter(([query]) => patternOf(query) !== undefined)
    .flatMap(([query, path], index): readonly ScenarioProblem[] => {
      const reason =
        index < maxPatterns
          ? problemOfPattern(patternOf(query) ?? '')
          : `exceeds the limit of ${maxPatterns} regular expressions in a script; join some with \`|\``
      if (reason === undefined) return []
      const says = `${shorten(String(query), 80)} ${reason}`
      return [{ path, part: 'value', rule: 'regular-expression', says }]
    })

/** Describes the problem of a pattern, as the end of a sentence that begins with the pattern. */
export function problemOfPattern(pattern: string): string | undefined {
  try {
    if (pattern.length <= maxPatternLength) compilePattern(pattern)
    readPattern(pattern)
    return undefined
  } catch (cause) {
    if (cause instanceof PatternError) return cause.message
    const reason = isError(cause) ? cause.message.replace(/^.*: /, '') : String(cause)
    return `is not a valid regular expression (${reason}); escape special characters`
  }
}

/** Throws a `SyntaxError` for an invalid expression. Do not run the result: it may never end. */
const compilePattern = (pattern: string) => new RegExp(pattern, 'i')

import type { Scenario, ScenarioProblem } from './scenario.ts'
import { longestPattern, readPattern, PatternError } from './pattern.ts'

type Path = readonly PropertyKey[]

export type Query = Exclude<NonNullable<Scenario['match']['query']>, readonly unknown[]>

/** The queries of a script, and where each of them stands in it. */
export const queriesOf = ({
  match,
}: Pick<Scenario, 'match'>): readonly (readonly [Query, Path])[] =>
  Array.isArray(match.query)
    ? match.query.map((query, index) => [query, ['match', 'query', index]])
    : match.query === undefined
      ? []
      : [[match.query, ['match', 'query']]]

/** The pattern between the slashes of a query that is a regular expression. */
export const patternOf = (query: Query): string | undefined =>
  typeof query === 'string' ? /^\/(.+)\/$/s.exec(query)?.[1] : undefined

/** The names of the groups in the queries of a script: each is a place that it can fill. */
export const groupsOf = (script: Pick<Scenario, 'match'>): readonly string[] =>
  queriesOf(script).flatMap(([query]) =>
    Array.from(
      (patternOf(query) ?? '').matchAll(/\(\?<([\p{L}_$][\p{L}\p{N}_$]*)>/gu),
      ([, name = '']) => name,
    ),
  )

/** More patterns in a script are refused: each is held against the query of each turn. */
const mostPatterns = 20

/** Regular expressions compile, and can be matched in time that grows with the query. */
export const queryProblems = (script: Scenario): ScenarioProblem[] =>
  queriesOf(script)
    .filter(([query]) => patternOf(query) !== undefined)
    .flatMap(([query, path], index): readonly ScenarioProblem[] => {
      const reason =
        index < mostPatterns
          ? problemOfPattern(patternOf(query) ?? '')
          : `is one too many: a script has at most ${mostPatterns} regular expressions; join some with \`|\``
      if (reason === undefined) return []
      const says = `${shown(String(query))} ${reason}`
      return [{ path, part: 'value', rule: 'regular-expression', says }]
    })

const shown = (query: string) => (query.length > 80 ? `${query.slice(0, 80)}…` : query)

/** What is wrong with a pattern; half a sentence that follows it. */
export function problemOfPattern(pattern: string): string | undefined {
  try {
    if (pattern.length <= longestPattern) compile(pattern)
    readPattern(pattern)
    return undefined
  } catch (cause) {
    if (cause instanceof PatternError) return cause.message
    const reason = cause instanceof Error ? cause.message.replace(/^.*: /, '') : String(cause)
    return `is no regular expression (${reason}); escape what is meant literally`
  }
}

/** Throws a `SyntaxError` for what is no expression. It is never run: that could take for ever. */
const compile = (pattern: string) => new RegExp(pattern, 'i')

import type { Scenario } from '../scenario.ts'
import { longestPattern, readPattern } from './pattern.ts'
import { PatternProblem } from './pattern-escapes.ts'
import type { ScenarioProblem } from './problem.ts'
import { patternOf, queriesOf } from './queries.ts'

/** Regular expressions compile, and can be matched in time that grows with the query. */
export const queryProblems = (script: Scenario): ScenarioProblem[] =>
  queriesOf(script).flatMap(([query, path]): readonly ScenarioProblem[] => {
    const pattern = patternOf(query)
    const reason = pattern === undefined ? undefined : problemOfPattern(pattern)
    return reason === undefined
      ? []
      : [
          {
            path,
            part: 'value',
            rule: 'regular-expression',
            says: `${shown(String(query))} ${reason}`,
          },
        ]
  })

const shown = (query: string) => (query.length > 80 ? `${query.slice(0, 80)}…` : query)

/** What is wrong with a pattern; half a sentence that follows it. */
export function problemOfPattern(pattern: string): string | undefined {
  try {
    if (pattern.length <= longestPattern) compile(pattern)
    readPattern(pattern)
    return undefined
  } catch (cause) {
    if (cause instanceof PatternProblem) return cause.message
    const reason = cause instanceof Error ? cause.message.replace(/^.*: /, '') : String(cause)
    return `is no regular expression (${reason}); escape what is meant literally`
  }
}

/** Throws a `SyntaxError` for what is no expression. It is never run: that could take for ever. */
const compile = (pattern: string) => new RegExp(pattern, 'i')

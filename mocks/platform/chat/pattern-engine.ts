import { RE2JS } from 're2js'
import { readPattern } from '../../../contract/scripts/pattern.ts'
import { problemOfPattern } from '../../../contract/scripts/queries.ts'

/** Compiles a pattern to a matcher that runs in linear time. Throws `SyntaxError`. */
export function createLinearMatcher(pattern: string): PatternMatcher {
  const problem = problemOfPattern(pattern)
  if (problem !== undefined) throw new SyntaxError(`/${pattern}/ ${problem}`)
  const { source, groups } = readPattern(pattern)
  const expression = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE)
  return {
    test: (query) => expression.test(query),
    groups(query) {
      const found = groups.size === 0 ? null : expression.exec(query)
      const taken = [...groups].flatMap(([name, numbers]) => {
        const value = numbers.map((number) => found?.[number]).find((one) => one !== undefined)
        return value === undefined ? [] : [[name, value] as const]
      })
      return Object.fromEntries(taken)
    },
  }
}

export type PatternMatcher = {
  test(query: string): boolean
  /** The values of the named groups that matched. */
  groups(query: string): Readonly<Record<string, string>>
}

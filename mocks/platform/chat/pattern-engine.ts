import { RE2JS } from 're2js'
import { readPattern } from '../../../contract/scripts/pattern.ts'
import { problemOfPattern } from '../../../contract/scripts/queries.ts'

/**
 * Makes a matcher that takes time in proportion to the query, whatever the pattern is. Throws a
 * `SyntaxError` for a pattern that the rules of scripts refuse.
 */
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

/** A pattern of a script, ready to be held against queries. */
export type PatternMatcher = {
  test(query: string): boolean
  /** What its named groups hold, but for those that took no part. */
  groups(query: string): Readonly<Record<string, string>>
}

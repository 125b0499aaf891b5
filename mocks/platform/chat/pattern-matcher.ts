import { createLinearMatcher, type PatternMatcher } from './pattern-engine.ts'
import { shippedPatterns } from './shipped-patterns.ts'

/** The number of characters at the start of a query that patterns are matched against. */
const maxQueryLength = 4000

const shippedExpressions = new Map(
  shippedPatterns.map((expression) => [expression.source, expression]),
)

/** Compiles a pattern, ignoring case. */
export function createMatcher(pattern: string): PatternMatcher {
  const matcher = createNativeMatcher(pattern) ?? createLinearMatcher(pattern)
  return {
    test: (query) => matcher.test(query.slice(0, maxQueryLength)),
    groups: (query) => matcher.groups(query.slice(0, maxQueryLength)),
  }
}

function createNativeMatcher(pattern: string): PatternMatcher | undefined {
  const expression = shippedExpressions.get(pattern)
  return (
    expression && {
      test: (query) => expression.test(query),
      groups: (query) =>
        Object.fromEntries(
          Object.entries(expression.exec(query)?.groups ?? {}).filter(
            ([, value]) => value !== undefined,
          ),
        ),
    }
  )
}

import { patternOf, queriesOf } from '../../../contract/scripts/queries.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { PatternMatcher } from './pattern-engine.ts'
import type * as Engine from './pattern-engine.ts'
import { shippedPatterns } from './shipped-patterns.ts'

/** A pattern sees the beginning of a query that is longer. */
const longestQuery = 4000

let loadedEngine: typeof Engine | undefined

const shippedExpressions = new Map(
  shippedPatterns.map((expression) => [expression.source, expression]),
)

const needsEngineCache = new WeakMap<readonly Scenario[], boolean>()

/** Whether a pattern of these scripts can't be matched before the engine is loaded. */
export function needsPatternEngine(scenarios: readonly Scenario[]): boolean {
  if (loadedEngine !== undefined) return false
  let needs = needsEngineCache.get(scenarios)
  if (needs === undefined) {
    needs = scenarios.some((script) =>
      queriesOf(script).some(([query]) => {
        const pattern = patternOf(query)
        return pattern !== undefined && !shippedExpressions.has(pattern)
      }),
    )
    needsEngineCache.set(scenarios, needs)
  }
  return needs
}

/** Loads the engine of patterns where one of these scripts needs it: it is large, and most have none. */
export async function loadPatternEngine(scenarios: readonly Scenario[]): Promise<void> {
  if (needsPatternEngine(scenarios)) loadedEngine = await import('./pattern-engine.ts')
}

/** Makes a pattern ready, for letters of either case. The engine must be loaded where it needs it. */
export function createMatcher(pattern: string): PatternMatcher {
  const matcher = createNativeMatcher(pattern) ?? loadedEngine?.createLinearMatcher(pattern)
  if (matcher === undefined)
    throw new Error(`Failed to match /${pattern}/: load its engine first, by \`loadEngineFor\`.`)
  return {
    test: (query) => matcher.test(query.slice(0, longestQuery)),
    groups: (query) => matcher.groups(query.slice(0, longestQuery)),
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

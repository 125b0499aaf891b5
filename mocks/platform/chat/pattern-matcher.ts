import { patternOf, queriesOf } from '../../../contract/scripts/queries.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { PatternMatcher } from './pattern-engine.ts'
import type * as Engine from './pattern-engine.ts'
import { shippedPatterns } from './shipped-patterns.ts'

/** Patterns see only the beginning of a longer query. */
const longestQuery = 4000

let loadedEngine: typeof Engine | undefined

const shippedExpressions = new Map(
  shippedPatterns.map((expression) => [expression.source, expression]),
)

const needsEngineCache = new WeakMap<readonly Scenario[], boolean>()

/** Whether one of these scripts has a pattern that needs the engine, which is not loaded yet. */
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

/** Loads the pattern engine if one of these scripts needs it. It is large, and most scripts don't. */
export async function loadPatternEngine(scenarios: readonly Scenario[]): Promise<void> {
  if (needsPatternEngine(scenarios)) loadedEngine = await import('./pattern-engine.ts')
}

/** Compiles a pattern, ignoring case. Throws if it needs the engine and that is not loaded. */
export function createMatcher(pattern: string): PatternMatcher {
  const matcher = createNativeMatcher(pattern) ?? loadedEngine?.createLinearMatcher(pattern)
  if (matcher === undefined)
    throw new Error(`Failed to match /${pattern}/: call \`loadPatternEngine\` first.`)
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

import { patternOf, queriesOf } from '../../contract/scripts/queries.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { Matcher } from './matcher.ts'
import type * as Engine from './pattern-engine.ts'
import { shippedPatterns } from './shipped-patterns.ts'

/** A pattern sees the beginning of a query that is longer. */
const longestQuery = 4000

let engine: typeof Engine | undefined

const shipped = new Map(shippedPatterns.map((expression) => [expression.source, expression]))

const needing = new WeakMap<readonly Scenario[], boolean>()

/** Whether a pattern of these scripts can't be matched before the engine is loaded. */
export function needsEngine(scenarios: readonly Scenario[]): boolean {
  if (engine !== undefined) return false
  let needs = needing.get(scenarios)
  if (needs === undefined) {
    needs = scenarios.some((script) =>
      queriesOf(script).some(([query]) => {
        const pattern = patternOf(query)
        return pattern !== undefined && !shipped.has(pattern)
      }),
    )
    needing.set(scenarios, needs)
  }
  return needs
}

/** Loads the engine of patterns where one of these scripts needs it: it is large, and most have none. */
export async function loadEngineFor(scenarios: readonly Scenario[]): Promise<void> {
  if (needsEngine(scenarios)) engine = await import('./pattern-engine.ts')
}

/** Makes a pattern ready, for letters of either case. The engine must be loaded where it needs it. */
export function matcherOf(pattern: string): Matcher {
  const matcher = nativeMatcher(pattern) ?? engine?.linearMatcher(pattern)
  if (matcher === undefined)
    throw new Error(`Failed to match /${pattern}/: load its engine first, by \`loadEngineFor\`.`)
  return {
    fits: (query) => matcher.fits(query.slice(0, longestQuery)),
    groups: (query) => matcher.groups(query.slice(0, longestQuery)),
  }
}

function nativeMatcher(pattern: string): Matcher | undefined {
  const expression = shipped.get(pattern)
  return (
    expression && {
      fits: (query) => expression.test(query),
      groups: (query) =>
        Object.fromEntries(
          Object.entries(expression.exec(query)?.groups ?? {}).filter(
            ([, value]) => value !== undefined,
          ),
        ),
    }
  )
}

import { mostSuggestions, nearest } from '../nearest.ts'
import type { Scenario } from '../scenario.ts'
import type { PlanLine } from '../script-lines.ts'
import type { ScenarioProblem } from './problem.ts'

/** Plans and approvals play where the platform has them, and the steps of a plan can be done. */
export function planProblems({ match, script }: Scenario): ScenarioProblem[] {
  const endpoints = [match.endpoint].flat()
  return script.flatMap((line, index): readonly ScenarioProblem[] => {
    const path = ['script', index]
    if ('approval' in line && endpoints.includes('dag')) {
      const says = 'an approval plays on react; write "endpoint: react"'
      return [{ path, part: 'key', rule: 'approval-on-react', says }]
    }
    if (!('plan' in line || 'replan' in line)) return []
    const says = `a ${'plan' in line ? 'plan' : 'new round'} plays on dag; write "endpoint: dag"`
    return [
      ...(endpoints.includes('react')
        ? [{ path, part: 'key', rule: 'plan-on-dag', says } as const]
        : []),
      ...('plan' in line ? stepProblems(line.plan, [...path, 'plan', 'steps']) : []),
    ]
  })
}

function stepProblems({ steps }: PlanLine, path: readonly PropertyKey[]): ScenarioProblem[] {
  const earlier = new Set<string>()
  const wrong = (at: readonly PropertyKey[], says: string) =>
    ({ path: [...path, ...at], part: 'value', rule: 'plan-steps', says }) as const
  let guesses = 0
  const guess = (name: string) => {
    const best = guesses++ < mostSuggestions ? nearest(name, [...earlier]) : undefined
    return best === undefined ? 'name a step that stands above it' : `did you mean "${best}"?`
  }
  return steps.flatMap(({ id, after = [] }, index) => {
    const problems: ScenarioProblem[] = after.flatMap((other, at) =>
      earlier.has(other)
        ? []
        : [wrong([index, 'after', at], `step "${id}" waits for "${other}"; ${guess(other)}`)],
    )
    if (earlier.has(id))
      problems.push(wrong([index, 'id'], `the step "${id}" stands twice; give it another id`))
    earlier.add(id)
    return problems
  })
}

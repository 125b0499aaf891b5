import { nearest } from '../../contract/nearest.ts'
import type { PlanLine } from '../../contract/script-lines.ts'
import type { Draft } from '../draft.ts'
import type { Problem } from '../problem.ts'
import type { Path } from '../yaml.ts'

/** Plans and approvals play where the platform has them, and the steps of a plan can be done. */
export const reviewPlans = ({ script, where }: Draft): readonly Problem[] => {
  const endpoints = [script.match.endpoint].flat()
  return script.script.flatMap((line, index): readonly Problem[] => {
    const place = where(['script', index], 'key')
    if ('approval' in line && endpoints.includes('dag')) {
      const says = 'an approval plays on react; write "endpoint: react"'
      return [{ place, rule: 'approval-on-react', says }]
    }
    if (!('plan' in line || 'replan' in line)) return []
    const says = `a ${'plan' in line ? 'plan' : 'new round'} plays on dag; write "endpoint: dag"`
    return [
      ...(endpoints.includes('react') ? [{ place, rule: 'plan-on-dag', says } as const] : []),
      ...('plan' in line
        ? reviewSteps(line.plan, (path) => where(['script', index, 'plan', 'steps', ...path]))
        : []),
    ]
  })
}

function reviewSteps({ steps }: PlanLine, where: (path: Path) => string): readonly Problem[] {
  const earlier = new Set<string>()
  const problems: Problem[] = []
  const complain = (path: Path, says: string) =>
    problems.push({ place: where(path), rule: 'plan-steps', says })
  for (const [index, { id, after = [] }] of steps.entries()) {
    for (const [at, other] of after.entries())
      if (!earlier.has(other))
        complain(
          [index, 'after', at],
          `step "${id}" waits for "${other}"; ${guess(other, [...earlier])}`,
        )
    if (earlier.has(id))
      complain([index, 'id'], `the step "${id}" stands twice; give it another id`)
    earlier.add(id)
  }
  return problems
}

const guess = (name: string, earlier: readonly string[]) => {
  const best = nearest(name, earlier)
  return best === undefined ? 'name a step that stands above it' : `did you mean "${best}"?`
}

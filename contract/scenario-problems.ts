import type { PlanLine, Scenario } from './scenario.ts'

/** What is wrong with a scenario at one place, and what would be right. */
export type ScenarioProblem = {
  readonly path: readonly PropertyKey[]
  readonly part: 'key' | 'value'
  readonly says: string
}

/** What a schema can't see in a scenario: patterns that don't compile, plans that can't run. */
export function scenarioProblems({ match, script }: Scenario): ScenarioProblem[] {
  const endpoints = [match.endpoint].flat()
  const queries = Array.isArray(match.query)
    ? match.query.flatMap((query, index) => patternProblems(query, ['match', 'query', index]))
    : patternProblems(match.query, ['match', 'query'])
  const lines = script.flatMap((line, index): ScenarioProblem[] => {
    const wrongLine = (says: string) => ({ path: ['script', index], part: 'key', says }) as const
    if ('approval' in line && endpoints.includes('dag'))
      return [wrongLine('an approval plays on react; write "endpoint: react"')]
    if (!('plan' in line)) return []
    return [
      ...(endpoints.includes('react')
        ? [wrongLine('a plan plays on dag; write "endpoint: dag"')]
        : []),
      ...planProblems(line.plan, ['script', index, 'plan', 'steps']),
    ]
  })
  return [...queries, ...lines]
}

function patternProblems(query: string, path: readonly PropertyKey[]): ScenarioProblem[] {
  const pattern = /^\/(.*)\/$/s.exec(query)?.[1]
  if (pattern === undefined) return []
  try {
    RegExp(pattern, 'i')
    return []
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^.*: /, '') : String(cause)
    const says = `${query} is no regular expression (${reason}); escape what is meant literally`
    return [{ path, part: 'value', says }]
  }
}

function planProblems({ steps }: PlanLine, path: readonly PropertyKey[]): ScenarioProblem[] {
  const earlier = new Set<string>()
  return steps.flatMap(({ id, after = [] }, index) => {
    const problems = after.flatMap((other, at): ScenarioProblem[] => {
      if (earlier.has(other)) return []
      const says = `step "${id}" waits for "${other}"; name a step that stands above it`
      return [{ path: [...path, index, 'after', at], part: 'value', says }]
    })
    if (earlier.has(id)) {
      const says = `the step "${id}" stands twice; give it another id`
      problems.push({ path: [...path, index, 'id'], part: 'value', says })
    }
    earlier.add(id)
    return problems
  })
}

import type { PlanLine, Scenario } from '../contract/scenario.ts'
import type { YamlDocument } from './yaml.ts'

type Where = YamlDocument['where']

/** What a schema can't see in a scenario: patterns that don't compile, plans that can't run. */
export const reviewScript = ({ match, script }: Scenario, where: Where): readonly string[] => [
  ...(Array.isArray(match.query)
    ? match.query.flatMap((query, index) => reviewQuery(query, where(['match', 'query', index])))
    : reviewQuery(match.query, where(['match', 'query']))),
  ...script.flatMap((line, index) =>
    'approval' in line && [match.endpoint].flat().includes('dag')
      ? [`${where(['script', index], 'key')}: an approval plays on react; write "endpoint: react"`]
      : [],
  ),
  ...script.flatMap((line, index) =>
    'plan' in line
      ? [
          ...([match.endpoint].flat().every((endpoint) => endpoint === 'dag')
            ? []
            : [`${where(['script', index], 'key')}: a plan plays on dag; write "endpoint: dag"`]),
          ...reviewPlan(line.plan, (path) => where(['script', index, 'plan', 'steps', ...path])),
        ]
      : [],
  ),
]

const reviewQuery = (query: string, place: string): readonly string[] => {
  const pattern = /^\/(.*)\/$/s.exec(query)?.[1]
  if (pattern === undefined) return []
  try {
    RegExp(pattern, 'i')
    return []
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^.*: /, '') : String(cause)
    return [
      `${place}: ${query} is no regular expression (${reason}); escape what is meant literally`,
    ]
  }
}

const reviewPlan = (
  { steps }: PlanLine,
  where: (path: readonly PropertyKey[]) => string,
): readonly string[] => {
  const earlier = new Set<string>()
  return steps.flatMap(({ id, after = [] }, index) => {
    const problems = after.flatMap((other, at) =>
      earlier.has(other)
        ? []
        : [
            `${where([index, 'after', at])}: step "${id}" waits for "${other}"; name a step that stands above it`,
          ],
    )
    if (earlier.has(id)) {
      problems.push(`${where([index, 'id'])}: the step "${id}" stands twice; give it another id`)
    }
    earlier.add(id)
    return problems
  })
}

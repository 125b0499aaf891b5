import type { StoredAgent } from '../../contract/records/agent.ts'
import type { Scenario } from '../../contract/scenario.ts'

/** What a turn asks, for the choice of a script. */
export type Question = {
  readonly mode: 'react' | 'dag'
  readonly query: string
  readonly agent: StoredAgent | undefined
}

/** The first script whose match fits; one that names the agent wins over one that does not. */
export function chooseScript(scripts: readonly Scenario[], question: Question) {
  const fitting = scripts.filter((script) => fits(script, question))
  return fitting.find(({ match }) => match.agent !== undefined) ?? fitting[0]
}

function fits({ match }: Scenario, { mode, query, agent }: Question): boolean {
  if (match.agent !== undefined && match.agent !== agent?.name) return false
  return (
    listed(match.endpoint).includes(mode) && listed(match.query).some((part) => says(query, part))
  )
}

const listed = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T])

/** `/…/` is a regular expression, anything else a part of the query; both without regard to case. */
function says(query: string, part: string): boolean {
  const [, pattern] = /^\/(.+)\/$/s.exec(part) ?? []
  return pattern === undefined
    ? query.toLowerCase().includes(part.toLowerCase())
    : new RegExp(pattern, 'i').test(query)
}

import { agentsQuery } from '../bodies.ts'
import { createAgentBody, updateAgentBody } from '../bodies/agents.ts'
import { publishBody } from '../bodies/publication.ts'
import type { Inputs } from './input.ts'

/** What the operations in `endpoints/agents.ts` take. */
export const agentsInputs = {
  'agents.list': { query: agentsQuery },
  'agents.create': { body: createAgentBody },
  'agents.update': { body: updateAgentBody },
  'agents.publish': { body: publishBody },
} as const satisfies Inputs

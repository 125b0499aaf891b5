import * as bodies from '../bodies.ts'
import { type Endpoint, foundByPath, list } from './endpoint.ts'

/** Agents (4.5). */
export const agentsEndpoints = {
  'agents.list': {
    ...list,
    path: '/api/agents',
    section: '4.5',
    scope: 'agents',
    query: bodies.agentsQuery,
  },
  'agents.read': {
    method: 'GET',
    path: '/api/agents/{agent_id}',
    section: '4.5',
    access: 'bearer',
    scope: 'agents',
    reply: 'envelope',
    finds: foundByPath('agent', 'agent_id'),
  },
} as const satisfies Record<string, Endpoint>

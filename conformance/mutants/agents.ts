import { member } from '../session/json.ts'
import type { Call } from './call.ts'
import { onJson, onStatus, respondWith, jsonResponse, mutants } from './wrap.ts'

const agent = 'GET /api/agents/{id}'

const isUnknown = (_: Call, status: number): boolean => status === 404

/** Mutants with a fault in the response to a request for an agent or to a retrieval. */
export const agentMutants = mutants({
  'agent-is-206': {
    killedBy: 'agents.read-answers-200',
    description: 'An agent responds with 206.',
    wrap: onStatus(agent, { 200: 206 }),
  },
  'agent-without-envelope': {
    killedBy: 'agents.read-is-a-success',
    description: 'An agent is returned without the success envelope.',
    wrap: onJson(agent, (json, _, status) => (status === 200 ? member(json, 'data') : undefined)),
  },
  'unknown-knowledge-base-has-nothing': {
    killedBy: 'knowledge-bases.retrieve-of-unknown-is-404',
    description: 'A retrieval from an unknown knowledge base finds nothing.',
    wrap: respondWith('POST /api/knowledge-bases/{id}/retrieve', isUnknown, () =>
      jsonResponse(200, { success: true, data: [] }),
    ),
  },
  'unknown-agent-is-null': {
    killedBy: 'agents.unknown-is-404',
    description: 'A request for an unknown agent succeeds with null.',
    wrap: respondWith(agent, isUnknown, () => jsonResponse(200, { success: true, data: null })),
  },
})

/** Mutants in which a request header selects an API version. */
export const versionMutants = mutants({
  'version-header-selects': {
    killedBy: 'versioning.headers-select-nothing',
    description: 'A request header selects the API version.',
    wrap: onJson('GET /api/agents', (json, { request }) =>
      request.headers.has('x-api-version') ? { version: 99, result: json } : undefined,
    ),
  },
})

import { member } from '../session/json.ts'
import { onJson, onReply, onStatus, jsonReply, type Mutant } from './wrap.ts'

const agent = 'GET /api/agents/*'

/** Wrong in how an agent is read. */
export const agentMutants: readonly Mutant[] = [
  {
    id: 'agent-is-206',
    breaks: 'agents.read-answers-200',
    says: 'An agent answers 206.',
    wrap: onStatus(agent, { 200: 206 }),
  },
  {
    id: 'agent-without-envelope',
    breaks: 'agents.read-is-a-success',
    says: 'An agent comes without the success envelope.',
    wrap: onJson(agent, (json, _, status) => (status === 200 ? member(json, 'data') : undefined)),
  },
  {
    id: 'unknown-agent-is-null',
    breaks: 'agents.unknown-is-404',
    says: 'An unknown agent is a success with null.',
    wrap: onReply(agent, ({ status }) =>
      status === 404 ? jsonReply(200, { success: true, data: null }) : undefined,
    ),
  },
]

/** Wrong in what a version header does. */
export const versionMutants: readonly Mutant[] = [
  {
    id: 'version-header-selects',
    breaks: 'versioning.headers-select-nothing',
    says: 'A header selects the version.',
    wrap: onJson('GET /api/agents', (json, { request }) =>
      request.headers.has('x-api-version') ? { version: 99, result: json } : undefined,
    ),
  },
]

import { changedByPath, type Endpoint, foundByPath, list, type Inputs } from './operation.ts'
import * as z from 'zod/mini'
import {
  pageQuery,
  label,
  optionalDetails,
  optionalFlag,
  optionalText,
  publishBody,
} from './fields.ts'
import { approverScope, confirmationMode, turnMode } from '../records/agent.ts'

const texts = z.nullish(z.array(z.string()))

const settings = {
  icon: optionalText,
  description: optionalText,
  instructions: optionalText,
  compact_instructions: optionalText,
  model_config_json: optionalDetails,
  tool_categories: texts,
  suggested_prompts: texts,
  kb_ids: texts,
  connector_ids: texts,
  mcp_server_ids: texts,
  grounding_config: optionalDetails,
  sandbox_config: optionalDetails,
  execution_mode: z.nullish(turnMode),
  confirmation_mode: z.nullish(confirmationMode),
  confirmation_approver_scope: z.nullish(approverScope),
  require_confirmation_for_all: optionalFlag,
  approval_channel_id: optionalText,
  suggest_followups: optionalFlag,
}

/** `POST /api/agents`. */
export const createAgentBody = z.object({ name: label, ...settings })

/** `PUT /api/agents/{agent_id}`: what is absent stays, null is the default again. */
export const updateAgentBody = z.object({
  name: z.optional(label),
  ...settings,
  is_active: optionalFlag,
})

const one = { access: 'bearer', reply: 'envelope', record: 'agent' } as const
const changes = {
  ...one,
  section: '-',
  scope: 'unlisted',
  finds: changedByPath('agent', 'agent_id'),
} as const

/** Agents (4.5); what is changed is the caller's own. */
export const agentsOperations = {
  'agents.list': {
    ...list,
    path: '/api/agents',
    section: '4.5',
    scope: 'agents',
    record: 'agent',
  },
  'agents.read': {
    ...one,
    method: 'GET',
    path: '/api/agents/{agent_id}',
    section: '4.5',
    scope: 'agents',
    finds: foundByPath('agent', 'agent_id'),
  },
  'agents.create': {
    ...one,
    method: 'POST',
    path: '/api/agents',
    section: '-',
    scope: 'unlisted',
    refuses: ['resource-missing', 'not-permitted'],
  },
  'agents.update': {
    ...changes,
    method: 'PUT',
    path: '/api/agents/{agent_id}',
    refuses: ['not-permitted'],
  },
  'agents.delete': {
    ...changes,
    method: 'DELETE',
    path: '/api/agents/{agent_id}',
    record: 'deleted',
  },
  'agents.publish': {
    ...changes,
    method: 'POST',
    path: '/api/agents/{agent_id}/publish',
    refuses: ['request-senseless', 'not-permitted'],
  },
  'agents.unpublish': {
    ...changes,
    method: 'POST',
    path: '/api/agents/{agent_id}/unpublish',
  },
  'agents.fork': {
    ...one,
    method: 'POST',
    path: '/api/agents/{agent_id}/fork',
    section: '-',
    scope: 'unlisted',
    finds: foundByPath('agent', 'agent_id'),
  },
} as const satisfies Record<string, Endpoint>

/** The agent list: paging and a filter by status (4.5: further parameters not shown). */
const agentsQuery = z.extend(pageQuery, { status: z.optional(z.string()) })

/** What the operations in `endpoints/agents.ts` take. */
export const agentsInputs = {
  'agents.list': { query: agentsQuery },
  'agents.create': { body: createAgentBody },
  'agents.update': { body: updateAgentBody },
  'agents.publish': { body: publishBody },
} as const satisfies Inputs

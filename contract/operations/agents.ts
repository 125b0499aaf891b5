import * as z from 'zod/mini'
import { agent, confirmationMode, turnMode } from '../records/agent.ts'
import { approverScope } from '../records/confirmation.ts'
import { deleted } from '../records/shared.ts'
import {
  label,
  optionalDetails,
  optionalFlag,
  optionalText,
  optionalTextList,
  pageQuery,
  publishBody,
} from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

const settings = {
  icon: optionalText,
  description: optionalText,
  instructions: optionalText,
  compact_instructions: optionalText,
  model_config_json: optionalDetails,
  tool_categories: optionalTextList,
  suggested_prompts: optionalTextList,
  kb_ids: optionalTextList,
  connector_ids: optionalTextList,
  mcp_server_ids: optionalTextList,
  grounding_config: optionalDetails,
  sandbox_config: optionalDetails,
  execution_mode: z.nullish(turnMode),
  confirmation_mode: z.nullish(confirmationMode),
  confirmation_approver_scope: z.nullish(approverScope),
  require_confirmation_for_all: optionalFlag,
  approval_channel_id: optionalText,
  suggest_followups: optionalFlag,
}

/** The body of `POST /api/agents`. */
export const createAgentBody = z.object({ name: label, ...settings })

/** The body of `PUT /api/agents/{agent_id}`: absent fields stay, null sets the default. */
export const updateAgentBody = z.object({
  name: z.optional(label),
  ...settings,
  is_active: optionalFlag,
})

const agentResponse = { answer: 'envelope', record: agent } as const satisfies Partial<Operation>
const loadsAgent = { kind: 'agent', by: 'agent_id' } as const satisfies Operation['loads']
const agentChange = {
  ...agentResponse,
  path: '/api/agents/{agent_id}',
  loads: { ...loadsAgent, writeAccess: true },
} as const satisfies Partial<Operation>

/** The query of the agent list: a page, optionally of one status (4.5: others not specified). */
const agentsQuery = z.extend(pageQuery, { status: z.optional(z.string()) })

/** Agents (4.5). Only the owner may change an agent. */
export const agentOperations = {
  'agents.list': {
    ...listOperation,
    path: '/api/agents',
    clause: '4.5',
    scope: 'agents',
    query: agentsQuery,
    record: agent,
  },
  'agents.read': {
    ...agentResponse,
    method: 'GET',
    path: '/api/agents/{agent_id}',
    clause: '4.5',
    scope: 'agents',
    loads: loadsAgent,
  },
  'agents.create': {
    ...agentResponse,
    method: 'POST',
    path: '/api/agents',
    body: createAgentBody,
    refuses: ['resource-missing', 'not-permitted'],
    auditAction: 'agent.created',
  },
  'agents.update': {
    ...agentChange,
    method: 'PUT',
    body: updateAgentBody,
    refuses: ['not-permitted'],
    auditAction: 'agent.updated',
  },
  'agents.delete': {
    ...agentChange,
    method: 'DELETE',
    record: deleted,
    auditAction: 'agent.deleted',
  },
  'agents.publish': {
    ...agentChange,
    method: 'POST',
    path: '/api/agents/{agent_id}/publish',
    body: publishBody,
    refuses: ['request-senseless', 'not-permitted'],
    auditAction: 'agent.published',
  },
  'agents.unpublish': {
    ...agentChange,
    method: 'POST',
    path: '/api/agents/{agent_id}/unpublish',
    auditAction: 'agent.unpublished',
  },
  'agents.fork': {
    ...agentResponse,
    method: 'POST',
    path: '/api/agents/{agent_id}/fork',
    loads: loadsAgent,
    auditAction: 'agent.forked',
  },
} as const satisfies Record<string, Operation>

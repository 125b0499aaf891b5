import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { storedAgent } from '../records/agent.ts'

const text = z.nullish(z.string())
const texts = z.nullish(z.array(z.string()))
const object = z.nullish(z.record(z.string(), z.unknown()))
const flag = z.nullish(z.boolean())
const name = z
  .string()
  .check(z.minLength(ownLimits.recordName.min), z.maxLength(ownLimits.recordName.max))

const settings = {
  icon: text,
  description: text,
  instructions: text,
  compact_instructions: text,
  model_config_json: object,
  tool_categories: texts,
  suggested_prompts: texts,
  kb_ids: texts,
  connector_ids: texts,
  mcp_server_ids: texts,
  grounding_config: object,
  sandbox_config: object,
  execution_mode: z.nullish(storedAgent.shape.execution_mode),
  confirmation_mode: z.nullish(storedAgent.shape.confirmation_mode),
  confirmation_approver_scope: z.nullish(storedAgent.shape.confirmation_approver_scope),
  require_confirmation_for_all: flag,
  approval_channel_id: text,
  suggest_followups: flag,
}

/** `POST /api/agents`. */
export const createAgentBody = z.object({ name, ...settings })

/** `PUT /api/agents/{agent_id}`: what is absent stays, null is the default again. */
export const updateAgentBody = z.object({ name: z.optional(name), ...settings, is_active: flag })

import * as z from 'zod/mini'
import { approverScope } from './confirmation.ts'
import { publication, source, timestamp } from './shared.ts'

/** The pipeline that answers a query; `auto` lets a fast model decide. */
export const turnMode = z.enum(['react', 'dag', 'auto'])

/** Whether and when an agent asks for approval. */
export const confirmationMode = z.enum(['auto', 'inline_only', 'channel_only'])

export type TurnMode = z.infer<typeof turnMode>

/** An agent (2.8: shape undeclared): fields that clients read and a deployment sends. */
export const agent = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  icon: z.nullable(z.string()),
  description: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  model_config_json: z.nullable(z.record(z.string(), z.unknown())),
  tool_categories: z.array(z.string()),
  suggested_prompts: z.array(z.string()),
  kb_ids: z.array(z.string()),
  connector_ids: z.array(z.string()),
  mcp_server_ids: z.array(z.string()),
  grounding_config: z.nullable(z.record(z.string(), z.unknown())),
  sandbox_config: z.nullable(z.record(z.string(), z.unknown())),
  execution_mode: turnMode,
  status: z.enum(['draft', 'published']),
  published_at: z.nullable(timestamp),
  is_active: z.boolean(),
  is_builder: z.boolean(),
  compact_instructions: z.nullable(z.string()),
  ...publication,
  forked_from: z.nullable(z.string()),
  source,
  confirmation_mode: confirmationMode,
  confirmation_approver_scope: approverScope,
  require_confirmation_for_all: z.boolean(),
  approval_channel_id: z.nullable(z.string()),
  suggest_followups: z.boolean(),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
})

/** An agent as a world stores it: without `source`, which depends on the caller. */
export const storedAgent = z.omit(agent, { source: true })

/** An agent in responses (2.8). */
export interface Agent extends z.output<typeof agent> {}
export type StoredAgent = z.infer<typeof storedAgent>

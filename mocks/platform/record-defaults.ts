import type * as z from 'zod/mini'
import type { createAgentBody } from '../../contract/operations/agents.ts'
import type { StoredAgent } from '../../contract/records/agent.ts'
import type { StoredUser } from '../../contract/records/user.ts'

/** The settings of an agent that a client can send, but for its name. */
type AgentSettings = Omit<Pick<StoredAgent, keyof z.infer<typeof createAgentBody>>, 'name'>

/** The settings of an agent that was created with a name alone. */
export const agentDefaults: AgentSettings = {
  icon: null,
  description: null,
  instructions: null,
  compact_instructions: null,
  model_config_json: null,
  tool_categories: [],
  suggested_prompts: [],
  kb_ids: [],
  connector_ids: [],
  mcp_server_ids: [],
  grounding_config: null,
  sandbox_config: null,
  execution_mode: 'react',
  confirmation_mode: 'auto',
  confirmation_approver_scope: 'initiator',
  require_confirmation_for_all: false,
  approval_channel_id: null,
  suggest_followups: false,
}

/** The fields of a user that nobody has set yet. */
export const userDefaults = {
  display_name: null,
  is_admin: false,
  is_restricted: false,
  token_quota: null,
  system_instructions: null,
  preferred_language: 'auto' as const,
  oauth_provider: null,
  has_password: true,
  oauth_bindings: [],
  onboarding_completed: false,
  avatar: null,
  privacy_accepted_at: null,
  timezone: null,
  default_agent_id: null,
  default_exec_mode: null,
  default_reasoning: null,
  totp_enabled: false,
} satisfies Partial<StoredUser>

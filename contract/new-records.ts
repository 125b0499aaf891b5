import type { RecordOf } from './fixture.ts'
import type { RecordKind } from './kinds.ts'
import { ownLimits } from './limits.ts'

/** The default values of a new record: all fields except `Given`, `id` and `created_at`. */
type NewRecord<Kind extends RecordKind, Given extends PropertyKey> = Omit<
  RecordOf<Kind>,
  Given | 'id' | 'created_at'
>

/** The publication fields of a record that is not shared. */
export const unpublishedFields = {
  visibility: 'personal',
  org_id: null,
  publish_status: null,
  reviewed_by: null,
  reviewed_at: null,
  review_note: null,
} as const

const user: NewRecord<'users', 'email' | 'password' | 'username'> = {
  display_name: null,
  is_admin: false,
  is_restricted: false,
  token_quota: null,
  system_instructions: null,
  preferred_language: 'auto',
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
}

const apiKey: NewRecord<'api_keys', 'name' | 'user_id'> = {
  scopes: null,
  is_active: true,
  expires_at: null,
}

const agent: NewRecord<'agents', 'name' | 'user_id'> = {
  ...unpublishedFields,
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
  status: 'draft',
  published_at: null,
  is_active: true,
  is_builder: false,
  forked_from: null,
  updated_at: null,
}

const knowledgeBase: NewRecord<'knowledge_bases', 'name' | 'user_id'> = {
  ...unpublishedFields,
  description: null,
  chunk_strategy: 'recursive',
  chunk_size: ownLimits.chunkSize.default,
  chunk_overlap: ownLimits.chunkOverlap.default,
  retrieval_mode: 'hybrid',
  document_count: 0,
  total_chunks: 0,
  status: 'active',
  is_active: true,
  updated_at: null,
}

const conversation: NewRecord<'conversations', 'user_id'> = {
  title: '',
  mode: 'react',
  agent_id: null,
  model_name: null,
  kb_ids: [],
  status: 'active',
  starred: false,
  total_tokens: 0,
  updated_at: null,
}

const connector: NewRecord<'connectors', 'name' | 'user_id'> = {
  ...unpublishedFields,
  description: null,
  icon: null,
  type: 'api',
  base_url: null,
  auth_type: 'none',
  auth_config: null,
  db_config: null,
  is_official: false,
  forked_from: null,
  version: 1,
  is_active: true,
  allow_fallback: true,
  has_default_credentials: false,
  actions: [],
  updated_at: null,
}

/** The default values of a new connector action. */
export const newAction = {
  description: null,
  parameters_schema: null,
  request_body_template: null,
  response_extract: null,
  requires_confirmation: false,
  updated_at: null,
} as const

const mcpServer: NewRecord<'mcp_servers', 'name' | 'user_id'> = {
  ...unpublishedFields,
  description: null,
  transport: 'streamable_http',
  command: null,
  args: null,
  env: null,
  url: null,
  working_dir: null,
  headers: null,
  is_active: true,
  allow_fallback: true,
  forked_from: null,
  tools: [],
  updated_at: null,
}

const workflow: NewRecord<'workflows', 'name' | 'user_id'> = {
  ...unpublishedFields,
  icon: null,
  description: null,
  blueprint: { nodes: [], edges: [] },
  input_schema: null,
  output_schema: null,
  status: 'draft',
  published_at: null,
  is_active: true,
  webhook_url: null,
  schedule_cron: null,
  schedule_enabled: false,
  schedule_inputs: null,
  schedule_timezone: 'UTC',
  has_api_key: false,
  forked_from: null,
  updated_at: null,
}

/** The defaults of the kinds that people write into fixtures. */
export const fixtureRecordDefaults = {
  users: user,
  api_keys: apiKey,
  agents: agent,
  knowledge_bases: knowledgeBase,
  conversations: conversation,
  organizations: { description: null, members: [], updated_at: null },
  connectors: connector,
  mcp_servers: mcpServer,
  channels: { org_id: null, config: {}, is_active: true, updated_at: null },
  workflows: workflow,
  models: {
    provider: 'example',
    role: null,
    context_window: 128_000,
    supports_images: false,
    is_active: true,
  },
} as const

const confirmation: NewRecord<'confirmations', 'user_id' | 'tool_name'> = {
  status: 'pending',
  mode: 'inline',
  arguments: {},
  decided_at: null,
  approver_user_id: null,
  agent_id: null,
  approver_scope: 'initiator',
  reason: null,
}

const workflowRun: NewRecord<'workflow_runs', 'user_id' | 'workflow_id'> = {
  status: 'completed',
  inputs: {},
  outputs: null,
  node_results: {},
  started_at: null,
  completed_at: null,
  duration_ms: null,
  error: null,
  updated_at: null,
}

/**
 * Default values for fields that the creator of a record leaves out, by kind. The platform, profile
 * expressions, fixtures and imports use them.
 */
export const newRecords = {
  ...fixtureRecordDefaults,
  documents: { status: 'ready', error_message: null, chunks: [] },
  messages: { role: 'user', content: null, message_type: 'text', metadata: null },
  confirmations: confirmation,
  workflow_runs: workflowRun,
  audit_log: { target_id: null },
} as const

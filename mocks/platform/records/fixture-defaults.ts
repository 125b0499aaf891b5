import type { RecordOf } from '../../../contract/fixture.ts'
import type { RecordKind } from '../../../contract/kinds.ts'
import { ownLimits } from '../../../contract/limits.ts'
import {
  agentDefaults as newAgentDefaults,
  userDefaults as newUserDefaults,
} from '../record-defaults.ts'
import { unpublishedFields } from '../sharing.ts'

type Defaults<Kind extends RecordKind, Given extends PropertyKey> = Omit<
  RecordOf<Kind>,
  Given | 'id' | 'created_at'
>

const userDefaults: Defaults<'users', 'email' | 'password' | 'username'> = {
  ...newUserDefaults,
  onboarding_completed: true,
}

const apiKeyDefaults: Defaults<'api_keys', 'name' | 'user_id'> = {
  scopes: null,
  is_active: true,
  expires_at: null,
}

const agentDefaults: Defaults<'agents', 'name' | 'user_id'> = {
  ...unpublishedFields,
  ...newAgentDefaults,
  status: 'published',
  published_at: null,
  is_active: true,
  is_builder: false,
  forked_from: null,
  suggest_followups: true,
  updated_at: null,
}

const knowledgeBaseDefaults: Defaults<
  'knowledge_bases',
  'name' | 'user_id' | 'document_count' | 'total_chunks'
> = {
  ...unpublishedFields,
  description: null,
  chunk_strategy: 'recursive',
  chunk_size: ownLimits.chunkSize.default,
  chunk_overlap: ownLimits.chunkOverlap.default,
  retrieval_mode: 'hybrid',
  status: 'active',
  is_active: true,
  updated_at: null,
}

const conversationDefaults: Defaults<'conversations', 'user_id'> = {
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

const connectorDefaults: Defaults<'connectors', 'name' | 'user_id'> = {
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

const mcpServerDefaults: Defaults<'mcp_servers', 'name' | 'user_id'> = {
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

const workflowDefaults: Defaults<'workflows', 'name' | 'user_id'> = {
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

/** The values of the fields that a record of a hand-written fixture leaves out, by kind. */
export const recordDefaults = {
  users: userDefaults,
  api_keys: apiKeyDefaults,
  agents: agentDefaults,
  knowledge_bases: knowledgeBaseDefaults,
  conversations: conversationDefaults,
  organizations: { description: null, members: [], updated_at: null },
  connectors: connectorDefaults,
  mcp_servers: mcpServerDefaults,
  channels: { org_id: null, config: {}, is_active: true, updated_at: null },
  workflows: workflowDefaults,
  models: {
    provider: 'example',
    role: null,
    context_window: 128_000,
    supports_images: false,
    is_active: true,
  },
} as const

/** The records of a fixture that leaves out their kind. */
export const defaultRecords: Readonly<Record<string, readonly object[]>> = {
  users: [{ email: 'demo@example.com', password: 'demo-password', is_admin: true }],
  models: [
    { name: 'general-model', role: 'general' },
    { name: 'fast-model', role: 'fast' },
  ],
}

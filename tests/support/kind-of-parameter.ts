import type { Fixture } from '../../contract/fixture.ts'

/** The kind of record for each path parameter. */
export const kindOfParameter: Readonly<Record<string, keyof Fixture>> = {
  conversation_id: 'conversations',
  agent_id: 'agents',
  id: 'knowledge_bases',
  doc_id: 'documents',
  connector_id: 'connectors',
  server_id: 'mcp_servers',
  org_id: 'organizations',
  channel_id: 'channels',
  workflow_id: 'workflows',
  run_id: 'workflow_runs',
  key_id: 'api_keys',
  user_id: 'users',
}

import type { Visitor } from '../../support/visitor.ts'
import {
  create,
  formWith,
  database,
  runningWorkflow,
  idIn,
  idsIn,
  organization,
  password,
  account,
  pendingReview,
  rejected,
  failedDocument,
  offer,
  sentCode,
  hookedWorkflow,
  keyedWorkflow,
  testableNode,
  resource,
  resources,
  workflows,
  withoutUsers,
  publishing,
  session,
  question,
  blueprint,
  workflow,
  conversation,
  waiting,
  confirmation,
  trial,
  exampleRun,
  connectorAction,
  credential,
  inOrganization,
  chunk,
  userOf,
  providerModel,
} from './prepare.ts'

/** The input for a call of an operation, besides the required fields of its body. */
export type Example = {
  readonly ids?: Readonly<Record<string, string>>
  readonly body?: object
  readonly query?: Readonly<Record<string, string>>
}

/** The batches of a family of the administration, on the first record of a list. */
const batches = (path: string, list = path) =>
  Object.fromEntries(
    ['delete', 'toggle'].map((action) => [
      `POST ${path}/batch-${action}`,
      (visitor: Visitor) => idsIn(visitor, list),
    ]),
  )

/** Examples by operation, where the required fields of a body are not enough. */
export const examples: Readonly<Record<string, (visitor: Visitor) => Promise<Example>>> = {
  ...batches('/api/admin/agents'),
  ...batches('/api/admin/connectors', '/api/connectors'),
  ...batches('/api/admin/knowledge-bases'),
  ...batches('/api/admin/skills'),
  'PUT /api/connectors/{connector_id}/schemas/{schema_id}/columns/{col_id}': database,
  'PUT /api/connectors/{connector_id}/schemas/{schema_id}': database,
  'POST /api/connectors/{connector_id}/introspect': database,
  'POST /api/connectors/{connector_id}/query': async (visitor) => ({
    ...(await database(visitor)),
    body: { sql: 'SELECT * FROM sensors LIMIT 3' },
  }),
  'GET /api/connectors/{connector_id}/ai/annotate/status/{job_id}': async (visitor) => {
    const id = await idIn(visitor, '/api/connectors')
    const { job_id } = await create(visitor, `POST /api/connectors/${id}/ai/annotate`)
    return { ids: { connector_id: id, job_id: String(job_id) } }
  },
  'POST /api/workflows/trigger/{api_key}': async (visitor) => {
    const id = await idIn(visitor, '/api/workflows')
    const { api_key } = await create(visitor, `POST /api/workflows/${id}/generate-api-key`)
    return { ids: { api_key: String(api_key) } }
  },
  'POST /api/workflows/{workflow_id}/runs/{run_id}/cancel': runningWorkflow,
  'PATCH /api/orgs/{org_id}/members/{user_id}': async (visitor) => ({
    ids: { user_id: await idIn(visitor, '/api/admin/users?q=kofi') },
    body: { role: 'admin' },
  }),
  'DELETE /api/orgs/{org_id}/members/{user_id}': async (visitor) => ({
    ids: { user_id: await idIn(visitor, '/api/admin/users?q=kofi') },
  }),
  'POST /api/orgs/{org_id}/members': async () => ({ body: { email: 'restricted@example.com' } }),
  'PUT /api/connectors/{connector_id}/my-credentials': async () => ({ body: { token: 'secret' } }),
  'GET /api/auth/avatar/{user_id}': async (visitor) => {
    await visitor.call('POST /api/auth/avatar', formWith('me.png', 'image/png', 'png'))
    return { ids: { user_id: await idIn(visitor, '/api/admin/users?q=demo') } }
  },
  'PUT /api/workflows/{workflow_id}/env': async () => ({ body: { env_vars: { REGION: 'north' } } }),
  'POST /api/workflows/{workflow_id}/batch-run': async () => ({ body: { inputs: [{}] } }),
  'GET /api/conversations/{conversation_id}/export': async () => ({ query: { format: 'md' } }),
  'POST /api/connectors/{connector_id}/actions': async () => ({
    body: { name: 'List orders', path: '/orders' },
  }),
  'POST /api/auth/setup': async (visitor) => {
    await withoutUsers(visitor)
    return { body: { email: 'new@example.com', password: 'new-password' } }
  },
  'POST /api/admin/users/{user_id}/reset-password': async () => ({
    body: { new_password: 'another-password' },
  }),
  'POST /api/admin/workflows/batch-delete': workflows,
  'POST /api/admin/workflows/batch-publish': workflows,
  'POST /api/admin/workflows/batch-toggle': workflows,
  'POST /api/admin/reviews/batch-approve': resources,
  'POST /api/admin/reviews/batch-reject': resources,
  'POST /api/admin/users': async () => ({
    body: { email: 'new@example.com', password: 'new-password' },
  }),
  'PATCH /api/admin/users/{user_id}/admin': userOf,
  'PATCH /api/admin/users/{user_id}/active': userOf,
  'DELETE /api/admin/users/{user_id}': userOf,
  'POST /api/admin/ip-rules': async () => ({
    body: { ip_address: '192.0.2.7', rule_type: 'deny' },
  }),
  'DELETE /api/admin/credentials/connector/{credential_id}': credential('connector'),
  'DELETE /api/admin/credentials/mcp/{credential_id}': credential('mcp'),
  'PUT /api/admin/model-provider-models/{model_id}': providerModel,
  'DELETE /api/admin/model-provider-models/{model_id}': providerModel,
  'POST /api/admin/workflow-templates': async () => ({
    body: { ...workflow, description: 'Says hello.', category: 'basics' },
  }),
  'POST /api/agents/{agent_id}/publish': publishing,
  'POST /api/connectors/{connector_id}/publish': publishing,
  'POST /api/knowledge-bases/{kb_id}/publish': publishing,
  'POST /api/mcp-servers/{server_id}/publish': publishing,
  'POST /api/skills/{skill_id}/publish': publishing,
  'POST /api/workflows/{workflow_id}/publish': publishing,
  'POST /api/auth/login': async () => ({ body: account }),
  'POST /api/auth/refresh': async (visitor) => ({
    body: { refresh_token: (await session(visitor)).refresh_token },
  }),
  'POST /api/auth/change-password': async () => ({
    body: { current_password: password, new_password: 'another-password' },
  }),
  'POST /api/auth/2fa/backup-codes': async () => ({ body: { password } }),
  'POST /api/auth/2fa/disable': async () => ({ body: { password } }),
  'POST /api/auth/2fa/enable': async () => ({ body: { code: '123456' } }),
  'POST /api/auth/change-email/request': async () => ({
    body: { new_email: 'dana@example.com', password },
  }),
  'POST /api/auth/change-email/confirm': async () => ({
    body: { new_email: 'dana@example.com', code: '123456' },
  }),
  'POST /api/auth/login-with-code': sentCode,
  'POST /api/auth/verify-forgot-code': async () => ({
    body: { email: account.email, code: '123456' },
  }),
  'POST /api/auth/forgot-password': async () => ({
    body: {
      email: account.email,
      reset_token: '00000000-0000-4000-8000-000000000000',
      new_password: 'another-password',
    },
  }),
  'POST /api/auth/reset-password': async () => ({
    body: { code: '123456', new_password: 'another-password' },
  }),
  'POST /api/auth/register': async () => ({
    body: { email: 'new@example.com', password: 'new-password' },
  }),
  'POST /api/builder/session': async (visitor) => ({
    body: { target_type: 'agent', target_id: await idIn(visitor, '/api/agents') },
  }),
  'GET /api/channels': inOrganization,
  'POST /api/channels': async (visitor) => ({
    body: { name: 'Approvals', type: 'slack', org_id: await organization(visitor) },
  }),
  'POST /api/channels/{channel_id}/callback': async () => ({
    body: { type: 'url_verification', challenge: 'echo' },
  }),
  'GET /api/channels/{channel_id}/confirmations/{confirmation_id}': trial,
  'GET /api/confirmations/{confirmation_id}': confirmation,
  'POST /api/confirmations/{confirmation_id}/respond': async (visitor) => ({
    ...(await confirmation(visitor)),
    body: { decision: 'approve' },
  }),
  'POST /api/react': question,
  'POST /api/dag': question,
  'POST /api/auto': question,
  'POST /api/chat/resume': async (visitor) => ({
    body: { conversation_id: await conversation(visitor) },
  }),
  'POST /api/chat/inject': async (visitor) => ({
    body: { conversation_id: (await waiting(visitor)).conversation_id, content: 'In short.' },
  }),
  'POST /api/chat/inject/recall': async (visitor) => ({
    body: { conversation_id: await conversation(visitor), inject_id: 'unknown' },
  }),
  'POST /api/connectors': async () => ({
    body: { name: 'Orders', base_url: 'https://orders.example.com' },
  }),
  'PUT /api/connectors/{connector_id}/actions/{action_id}': connectorAction,
  'DELETE /api/connectors/{connector_id}/actions/{action_id}': connectorAction,
  'POST /api/connectors/import': async () => ({ body: { name: 'Orders', connector_type: 'api' } }),
  'PUT /api/mcp-servers/{server_id}/my-credentials': async () => ({ body: { env: { A: 'b' } } }),
  'DELETE /api/conversations/batch': async (visitor) => ({
    body: { ids: [await idIn(visitor, '/api/conversations')] },
  }),
  'POST /api/eval/runs': async (visitor) => ({
    body: {
      agent_id: await idIn(visitor, '/api/agents'),
      dataset_id: await idIn(visitor, '/api/eval/datasets'),
    },
  }),
  'GET /api/knowledge-bases/{kb_id}/chunks/{chunk_id}': async (visitor) => ({
    ids: (await chunk(visitor)).ids,
  }),
  'PUT /api/knowledge-bases/{kb_id}/chunks/{chunk_id}': chunk,
  'DELETE /api/knowledge-bases/{kb_id}/chunks/{chunk_id}': chunk,
  'POST /api/knowledge-bases/{kb_id}/documents/create': async () => ({
    body: { filename: 'note.md', content: '# Gateways' },
  }),
  'POST /api/knowledge-bases/{kb_id}/import-urls': async () => ({
    body: { urls: ['https://example.com/manual'] },
  }),
  'GET /api/market/dependencies': async (visitor) => ({ query: (await resource(visitor)).body }),
  'POST /api/market/subscribe': offer,
  'DELETE /api/market/unsubscribe': offer,
  'POST /api/mcp-servers': async () => ({
    body: { name: 'Files', transport: 'sse', url: 'https://files.example.com/sse' },
  }),
  'PUT /api/me/notifications': async () => ({
    body: { preferences: [{ event_type: 'turn_done', channel: 'in_app', enabled: true }] },
  }),
  'POST /api/orgs/{org_id}/reviews/approve': pendingReview,
  'POST /api/orgs/{org_id}/reviews/reject': pendingReview,
  'POST /api/workflow-templates/{template_id}/create-workflow': async (visitor) => ({
    body: { template_id: await idIn(visitor, '/api/workflow-templates') },
  }),
  'POST /api/workflows': async () => ({ body: workflow }),
  'POST /api/workflows/from-template': async (visitor) => ({
    body: { template_id: await idIn(visitor, '/api/workflow-templates') },
  }),
  'POST /api/workflows/validate': async () => ({ body: { blueprint } }),
  'POST /api/workflows/import': async () => ({ body: { workflow } }),
  'POST /api/workflows/{workflow_id}/run': exampleRun,
  'POST /api/workflows/{workflow_id}/test-node': testableNode,
  'DELETE /api/workflows/{workflow_id}/api-key': keyedWorkflow,
  'POST /api/workflows/{workflow_id}/test-webhook': hookedWorkflow,
  'POST /api/knowledge-bases/{kb_id}/documents/{doc_id}/retry': failedDocument,
  'POST /api/agents/{agent_id}/resubmit': rejected('agents', '/api/agents', 'agent_id'),
  'POST /api/connectors/{connector_id}/resubmit': rejected(
    'connectors',
    '/api/connectors',
    'connector_id',
  ),
  'POST /api/knowledge-bases/{kb_id}/resubmit': rejected(
    'knowledge_bases',
    '/api/knowledge-bases',
    'kb_id',
  ),
  'POST /api/mcp-servers/{server_id}/resubmit': rejected(
    'mcp_servers',
    '/api/mcp-servers',
    'server_id',
  ),
  'POST /api/skills/{skill_id}/resubmit': rejected('skills', '/api/skills', 'skill_id'),
  'POST /api/workflows/{workflow_id}/resubmit': rejected(
    'workflows',
    '/api/workflows',
    'workflow_id',
  ),
}

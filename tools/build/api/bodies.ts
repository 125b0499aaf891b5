import * as z from 'zod/mini'
import { type OperationId, operations } from '../../../contract/operations.ts'
import { type JsonSchema, sampleOfSchema } from '../../../contract/sample.ts'

/** Bodies that create records, by kind. */
export const newRecords = {
  connector: { name: 'Orders', type: 'api', base_url: 'https://orders.example.com' },
  action: { name: 'List orders', method: 'GET', path: '/orders' },
  mcpServer: { name: 'Files', transport: 'sse', url: 'https://files.example.com/sse' },
  channel: { name: 'Approvals', type: 'slack', config: {} },
  agent: { name: 'Note taker' },
  document: { filename: 'note.md', content: '# Gateways\n\nA gateway takes two minutes to start.' },
  workflow: {
    name: 'Greeting',
    blueprint: {
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'ask', type: 'llm' },
        { id: 'end', type: 'end' },
      ],
      edges: [
        { source: 'start', target: 'ask' },
        { source: 'ask', target: 'end' },
      ],
    },
  },
}

/** The bodies of operations that would refuse a sample made from their schema. */
const bodyByOperation: { readonly [Id in OperationId]?: object } = {
  'auth.login': { email: 'demo@example.com', password: 'demo-password' },
  'chat.resume': { cursor: -1 },
  'chat.inject-recall': { inject_id: 'unknown' },
  'confirmations.respond': { decision: 'approve' },
  'agents.publish': { visibility: 'global' },
  'knowledge-bases.publish': { visibility: 'global' },
  'connectors.publish': { visibility: 'global' },
  'connectors.store-credentials': { credentials: { token: 'secret' } },
  'mcp-servers.create': newRecords.mcpServer,
  'mcp-servers.replace': newRecords.mcpServer,
  'mcp-servers.store-credentials': { env: { TOKEN: 'secret' } },
  'orgs.change-role': { role: 'admin' },
  'channels.create': newRecords.channel,
  'channels.discover-chats': { type: 'slack' },
  'channels.callback': { type: 'url_verification', challenge: 'echo' },
  'workflows.publish': { visibility: 'global' },
  'workflows.validate-blueprint': { blueprint: newRecords.workflow.blueprint },
  'workflows.batch-run': { inputs: [{}, {}] },
  'admin.users.create': { email: 'new@example.com', password: 'new-password' },
}

/** A valid body for an operation, without ids of records; `undefined` if it takes no body. */
export function bodyOf(id: OperationId): object | undefined {
  const { body } = operations[id]
  if (body === undefined) return undefined
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return bodyByOperation[id] ?? (sampleOfSchema(schema as JsonSchema, 'required') as object)
}

import { type OperationId, operations } from '../../contract/operations.ts'
import type { ResourceKind } from '../../contract/kinds.ts'
import { bodyOf, newRecords } from '../../tools/build/api/bodies.ts'
import { pathWith, type Sent } from './requests.ts'
import { demo } from './transports.ts'
import { type Enveloped, newConversation, newKey, type Visitor } from './visitor.ts'

type Ids = Readonly<Record<string, string>>
type Made = { readonly id: string }

const other = demo.users.find(({ email }) => email === 'other@example.com')?.id ?? ''
const supportDesk = demo.agents.find(({ name }) => name === 'Support Desk')?.id ?? ''

const make = async (visitor: Visitor, operation: string, body: object): Promise<string> =>
  (await visitor.call<Enveloped<Made>>(operation, { body })).json.data.id

const organization = (visitor: Visitor) => make(visitor, 'POST /api/orgs', { name: 'Field team' })
const knowledgeBase = (visitor: Visitor) =>
  make(visitor, 'POST /api/knowledge-bases', { name: 'Notes' })
const connector = (visitor: Visitor) => make(visitor, 'POST /api/connectors', newRecords.connector)
const workflow = (visitor: Visitor) => make(visitor, 'POST /api/workflows', newRecords.workflow)

/** Creates a record of each kind for one call; returns the ids in its path. */
const makers: { readonly [Kind in ResourceKind]: (visitor: Visitor) => Promise<Ids> } = {
  'api-key': async (visitor) => ({ key_id: (await newKey(visitor)).id }),
  conversation: async (visitor) => {
    const conversation_id = await newConversation(visitor, { title: 'A question' })
    await visitor.stream('POST /api/react', { body: { q: 'What is new?', conversation_id } })
    return { conversation_id }
  },
  user: async () => ({ user_id: other }),
  agent: async (visitor) => ({
    agent_id: await make(visitor, 'POST /api/agents', newRecords.agent),
  }),
  'knowledge-base': async (visitor) => {
    const id = await knowledgeBase(visitor)
    await make(visitor, `POST /api/knowledge-bases/${id}/documents/create`, newRecords.document)
    return { id }
  },
  document: async (visitor) => {
    const id = await knowledgeBase(visitor)
    const path = `POST /api/knowledge-bases/${id}/documents/create`
    return { id, doc_id: await make(visitor, path, newRecords.document) }
  },
  connector: async (visitor) => ({ connector_id: await connector(visitor) }),
  'connector-action': async (visitor) => {
    const connector_id = await connector(visitor)
    const path = `POST /api/connectors/${connector_id}/actions`
    return { connector_id, action_id: await make(visitor, path, newRecords.action) }
  },
  'mcp-server': async (visitor) => ({
    server_id: await make(visitor, 'POST /api/mcp-servers', newRecords.mcpServer),
  }),
  organization: async (visitor) => ({ org_id: await organization(visitor) }),
  member: async (visitor) => {
    const org_id = await organization(visitor)
    await visitor.call(`POST /api/orgs/${org_id}/members`, { body: { user_id: other } })
    return { org_id, user_id: other }
  },
  channel: async (visitor) => ({
    channel_id: await make(visitor, 'POST /api/channels', newRecords.channel),
  }),
  confirmation: async (visitor) => ({ id: (await waitingTurn(visitor)).confirmation_id }),
  workflow: async (visitor) => ({ workflow_id: await workflow(visitor) }),
  'workflow-run': async (visitor) => {
    const workflow_id = await workflow(visitor)
    const path = `POST /api/workflows/${workflow_id}/run`
    const [started] = await (await visitor.read(path, { body: { inputs: {} } })).until(1)
    return { workflow_id, run_id: String(started?.data['run_id']) }
  },
}

/** Starts a turn and reads it until it waits for an approval. */
async function waitingTurn(visitor: Visitor) {
  const conversation_id = await newConversation(visitor, { agent_id: supportDesk })
  const body = { q: 'Please pay back the broken gateways', conversation_id }
  const reader = await visitor.read('POST /api/react', { body })
  for (let count = 1; ; count++) {
    const events = await reader.until(count)
    const waiting = events.find(({ event }) => event === 'awaiting_confirmation')
    if (waiting !== undefined)
      return { conversation_id, confirmation_id: String(waiting.data['confirmation_id']) }
  }
}

/** Records that operations need besides the record that they load. */
const prepared: { readonly [Id in OperationId]?: (visitor: Visitor) => Promise<object> } = {
  'auth.refresh': async (visitor) => {
    const { json } = await visitor.call<object>('POST /api/auth/login', {
      body: bodyOf('auth.login'),
    })
    return { refresh_token: (json as { refresh_token: string }).refresh_token }
  },
  'chat.inject': async (visitor) => {
    const { conversation_id } = await waitingTurn(visitor)
    return { conversation_id, content: 'In short, please' }
  },
  'orgs.add-member': async () => ({ user_id: other }),
  'conversations.delete-batch': async (visitor) => ({ ids: [await newConversation(visitor)] }),
}

/** Calls an operation successfully, after creating all records that it needs. */
export async function goodCall(
  visitor: Visitor,
  id: OperationId,
): Promise<{ readonly operation: string; readonly sent: Sent }> {
  const { method, path, loads } = operations[id]
  const body = bodyOf(id)
  const ids = loads === undefined ? {} : await makers[loads.kind](visitor)
  const named = loads?.in === 'body' ? ids : {}
  const more = await prepared[id]?.(visitor)
  return {
    operation: `${method} ${pathWith(path, (name) => ids[name] ?? name)}`,
    sent: body === undefined ? {} : { body: { ...named, ...body, ...more } },
  }
}

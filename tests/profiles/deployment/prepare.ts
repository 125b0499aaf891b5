import type { Sent, Session, Visitor } from '../../support/visitor.ts'
import { firstRecord, recordIn } from './first-record.ts'

type Made = { readonly id: string }

export const idIn = async (visitor: Visitor, list: string) =>
  String(firstRecord((await visitor.call(`GET ${list}`)).json)?.['id'])
export const create = async (visitor: Visitor, operation: string, body: object = {}) =>
  recordIn((await visitor.call(operation, { body })).json)
export const idsIn = async (visitor: Visitor, list: string) => ({
  body: { ids: [await idIn(visitor, list)], is_active: false },
})
export const organization = (visitor: Visitor) => idIn(visitor, '/api/orgs')

export const password = 'demo-password'
export const account = { email: 'demo@example.com', password }
export const resource = async (visitor: Visitor) => ({
  body: { resource_type: 'agent', resource_id: await idIn(visitor, '/api/agents') },
})
export const resources = async (visitor: Visitor) => ({
  body: { items: [(await resource(visitor)).body] },
})
/** A record that a member has shared and nobody has reviewed. */
export async function pendingReview(visitor: Visitor) {
  const reviews = `/api/orgs/${await organization(visitor)}/reviews?status=pending_review`
  const found = firstRecord((await visitor.call(`GET ${reviews}`)).json)
  return { body: { resource_type: found?.['resource_type'], resource_id: found?.['resource_id'] } }
}
/** The caller's first record of a list, after a review has rejected it. */
export const rejected =
  (kind: string, list: string, parameter: string) => async (visitor: Visitor) => {
    const { items } = (await visitor.call<{ items: (Made & { source: string })[] }>(`GET ${list}`))
      .json
    const id = items.find(({ source }) => source === 'own')?.id ?? 'none'
    const body = { publish_status: 'rejected' }
    await visitor.call(`PATCH /__control/records/${kind}/${id}`, { body })
    return { ids: { [parameter]: id } }
  }
/** A document that could not be read. */
export async function failedDocument(visitor: Visitor) {
  const kb_id = await idIn(visitor, '/api/knowledge-bases')
  const doc_id = await idIn(visitor, `/api/knowledge-bases/${kb_id}/documents`)
  const body = { status: 'failed' }
  await visitor.call(`PATCH /__control/records/documents/${doc_id}`, { body })
  return { ids: { kb_id, doc_id } }
}
/** The records that the market offers. */
export async function offer(visitor: Visitor) {
  const { json } = await visitor.call('GET /api/market?resource_type=agent')
  return { body: { resource_type: 'agent', resource_id: firstRecord(json)?.['id'] } }
}
/** A code that was sent for a sign-in. */
export async function sentCode(visitor: Visitor) {
  await visitor.call('POST /api/auth/send-login-code', { body: { email: account.email } })
  return { body: { email: account.email, code: '123456' } }
}
/** A workflow with a URL that receives notifications of its runs. */
export async function hookedWorkflow(visitor: Visitor) {
  const workflow_id = await idIn(visitor, '/api/workflows')
  const body = { webhook_url: 'https://hooks.example.com/runs' }
  await visitor.call(`PUT /api/workflows/${workflow_id}`, { body })
  return { ids: { workflow_id } }
}

/** A workflow with a key. */
export async function keyedWorkflow(visitor: Visitor) {
  const workflow_id = await idIn(visitor, '/api/workflows')
  await visitor.call(`POST /api/workflows/${workflow_id}/generate-api-key`)
  return { ids: { workflow_id } }
}
/** A node that can be tested alone. */
export async function testableNode(visitor: Visitor) {
  const { id: workflow_id } = await create(visitor, 'POST /api/workflows', {
    name: 'Greeting',
    blueprint: {
      ...blueprint,
      nodes: [
        ...blueprint.nodes,
        { id: 'llm_1', type: 'llm', position: { x: 150, y: 0 }, data: { type: 'LLM' } },
      ],
    },
  })
  return { ids: { workflow_id: String(workflow_id) }, body: { node_id: 'llm_1' } }
}
export const workflows = async (visitor: Visitor) => ({
  body: {
    workflow_ids: [await idIn(visitor, '/api/workflows')],
    is_active: false,
    status: 'published',
  },
})
export const publishing = async (visitor: Visitor) => ({
  body: { scope: 'org', org_id: await organization(visitor) },
})
export const session = async (visitor: Visitor) =>
  (await visitor.call<Session>('POST /api/auth/login', { body: account })).json
export const question = async (visitor: Visitor) => ({
  body: { q: 'What is new?', token: (await session(visitor)).access_token },
})
export const blueprint = {
  nodes: [
    {
      id: 'start_1',
      type: 'start',
      position: { x: 0, y: 0 },
      data: { type: 'START', label: 'Start' },
    },
    { id: 'end_1', type: 'end', position: { x: 300, y: 0 }, data: { type: 'END', label: 'End' } },
  ],
  edges: [{ id: 'e1', source: 'start_1', target: 'end_1' }],
  viewport: { x: 0, y: 0, zoom: 1 },
}
export const workflow = { name: 'Greeting', blueprint }

/** A conversation with one finished turn. */
export async function conversation(visitor: Visitor) {
  const { id } = await create(visitor, 'POST /api/conversations', { title: 'A question' })
  const { body } = await question(visitor)
  await visitor.stream('POST /api/react', { body: { ...body, conversation_id: id } })
  return String(id)
}

/** A conversation whose turn waits for an approval. */
export async function waiting(visitor: Visitor) {
  const { json } = await visitor.call<{ items: readonly (Made & { name: string })[] }>(
    'GET /api/agents?size=100',
  )
  const agent_id = json.items.find(({ name }) => name === 'Support Desk')?.id
  const { id } = await create(visitor, 'POST /api/conversations', { agent_id })
  const { body } = await question(visitor)
  const q = 'Pay back the two crushed gateways of order FH-20388'
  const sent = { ...body, q, agent_id, conversation_id: id }
  const reader = await visitor.read('POST /api/react', { body: sent })
  const asked = await reader.untilEvent('awaiting_confirmation')
  return { conversation_id: String(id), confirmation_id: String(asked['confirmation_id']) }
}

export const confirmation = async (visitor: Visitor) => ({
  ids: { confirmation_id: (await waiting(visitor)).confirmation_id },
})
export const trial = async (visitor: Visitor) => {
  const org_id = await organization(visitor)
  const channel_id = await idIn(visitor, `/api/channels?org_id=${org_id}`)
  const path = `POST /api/channels/${channel_id}/test-approval`
  const { json } = await visitor.call<{ readonly confirmation_id: string }>(path, { body: {} })
  return { ids: { channel_id, confirmation_id: json.confirmation_id } }
}
export const exampleRun = async (visitor: Visitor) => {
  const { id } = await create(visitor, 'POST /api/workflows', workflow)
  return { ids: { workflow_id: String(id) } }
}
export const connectorAction = async (visitor: Visitor) => {
  const fields = { name: 'Orders', base_url: 'https://orders.example.com' }
  const { id } = await create(visitor, 'POST /api/connectors', fields)
  const action = { name: 'List orders', method: 'GET', path: '/orders' }
  const made = await create(visitor, `POST /api/connectors/${String(id)}/actions`, action)
  return { ids: { connector_id: String(id), action_id: String(made['id']) }, body: action }
}
export const credential = (kind: string) => async (visitor: Visitor) => {
  const { json } = await visitor.call<{ items: readonly (Made & { resource_type: string })[] }>(
    'GET /api/admin/credentials?size=100',
  )
  const found = json.items.find(({ resource_type }) => resource_type.startsWith(kind))
  return { ids: { credential_id: found?.id ?? `no credential of a ${kind}` } }
}
export const inOrganization = async (visitor: Visitor) => ({
  query: { org_id: await organization(visitor) },
})
export const chunk = async (visitor: Visitor) => {
  const kb_id = await idIn(visitor, '/api/knowledge-bases')
  const documents = `/api/knowledge-bases/${kb_id}/documents`
  const doc = await idIn(visitor, documents)
  return {
    ids: { kb_id, chunk_id: await idIn(visitor, `${documents}/${doc}/chunks`) },
    body: { text: 'Two gateways.' },
  }
}
export const userOf = async (visitor: Visitor) => ({
  ids: { user_id: await idIn(visitor, '/api/admin/users?q=other') },
})
export const providerModel = async (visitor: Visitor) => {
  const { json } = await visitor.call<{ providers: readonly { models: readonly Made[] }[] }>(
    'GET /api/admin/model-providers',
  )
  return { ids: { model_id: json.providers.flatMap(({ models }) => models)[0]?.id ?? 'none' } }
}

/** A connector of a database, with the ids of a table and a column. */
export async function database(visitor: Visitor) {
  type Listed = { items: readonly (Made & { type: string })[] }
  const { json } = await visitor.call<Listed>('GET /api/connectors?size=100')
  const own = json.items.find(({ type }) => type === 'database')
  const body = { name: 'Orders', type: 'database', db_config: { host: 'db.example.com' } }
  const connector_id = String((own ?? (await create(visitor, 'POST /api/connectors', body))).id)
  await visitor.call(`POST /api/connectors/${connector_id}/introspect`)
  const tables = await visitor.call(`GET /api/connectors/${connector_id}/schemas`)
  const table = firstRecord(tables.json)
  const col_id = String(firstRecord(table?.['columns'])?.['id'])
  return { ids: { connector_id, schema_id: String(table?.['id']), col_id } }
}

/** A run that has not ended. */
export async function runningWorkflow(visitor: Visitor) {
  const id = await idIn(visitor, '/api/workflows')
  const started = await visitor.read(`POST /api/workflows/${id}/run`, { body: { inputs: {} } })
  const [first] = await started.until(1)
  return { ids: { workflow_id: id, run_id: String(first?.data['run_id']) } }
}

/** An upload of one file. */
export function formWith(name: string, type: string, content: string): Sent {
  const boundary = 'a-boundary'
  const lines = [
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename="${name}"`,
    `content-type: ${type}`,
    '',
    content,
    `--${boundary}--`,
    '',
  ]
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { headers, text: lines.join('\r\n') }
}

/** Deletes all users, and the visitor as the last one. */
export async function withoutUsers(visitor: Visitor): Promise<void> {
  type Users = { readonly items: readonly (Made & { readonly email: string })[] }
  const { json } = await visitor.call<Users>('GET /api/admin/users?size=100')
  for (const { id, email } of json.items)
    if (email !== account.email) await visitor.call(`DELETE /api/admin/users/${id}`)
  await visitor.call('DELETE /api/auth/account')
}

import type { Fetch } from '../../conformance/http/transport.ts'
import { isObject } from '../../contract/json.ts'
import { requestTo } from '../support/requests.ts'

const baseUrl = 'http://platform.test'

type Body = Readonly<Record<string, unknown>>

/** A response as a client reads it. */
type Answer = { readonly json: Body; readonly items: readonly Body[]; readonly text: string }

const dataOf = (json: Body): Body => (isObject(json['data']) ? json['data'] : json)

function itemsOf(json: unknown): readonly Body[] {
  if (Array.isArray(json)) return json.filter(isObject)
  if (!isObject(json)) return []
  return itemsOf(json['items'] ?? json['data'])
}

/** A client of one user. */
class Client {
  readonly #fetch: Fetch
  token = ''

  constructor(fetch: Fetch) {
    this.#fetch = fetch
  }

  async call(
    operation: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const request = requestTo(baseUrl, operation, { body, headers }, this.token || undefined)
    const text = await (await this.#fetch(request)).text()
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      // The body is a stream, or empty.
    }
    return { json: isObject(json) ? json : {}, items: itemsOf(json), text }
  }

  async signIn(name: string): Promise<void> {
    const body = { email: `${name}@example.com`, password: `${name}-password` }
    const { json } = await this.call('POST /api/auth/login', body)
    this.token = String(json['access_token'])
  }

  async create(path: string, body: object): Promise<string> {
    const { json } = await this.call(`POST ${path}`, body)
    const record = dataOf(json)
    return String(record['id'] ?? record['conversation_id'])
  }

  /** Runs a turn to its end. */
  turn(path: string, body: object): Promise<Answer> {
    return this.call(`POST ${path}`, { ...body, token: this.token })
  }
}

/** The calls of a web client and of scripts that show HTTP itself. */
async function useHttp(client: Client): Promise<void> {
  const origin = { origin: 'http://localhost:3000', 'access-control-request-method': 'GET' }
  await client.call('OPTIONS /api/agents', undefined, origin)
  await client.call('GET /api/agents', undefined, { origin: origin.origin })
  await client.call('HEAD /api/agents')
  await client.call('GET /api/agents/')
  await client.call('PUT /api/conversations', {})
  await client.call('GET /api/version')
}

/** Creates, searches, exports and opens conversations. */
async function useConversations(client: Client, other: Client): Promise<void> {
  await client.call('GET /api/conversations?size=100')
  for (const name of ['q', 'keyword'])
    await client.call(`GET /api/conversations?size=100&${name}=gateway`)
  const plain = await client.create('/api/conversations', {})
  await client.call(`GET /api/conversations/${plain}`)
  await client.create('/api/conversations', { title: 'Modes', mode: 'chat' })
  const { items: bases } = await client.call('GET /api/knowledge-bases')
  const kb_ids = [bases[0]?.['id']]
  const based = await client.create('/api/conversations', { title: 'Bases', kb_ids })
  await client.call(`GET /api/conversations/${based}`)
  for (const query of ['', '?format=md', '?format=markdown'])
    await client.call(`GET /api/conversations/${based}/export${query}`)
  await client.call(`PATCH /api/conversations/${plain}`, { starred: true })
  await client.call('GET /api/conversations?size=100')
  await other.call(`GET /api/conversations/${based}`)
  await other.call('POST /api/chat/resume', { conversation_id: based, cursor: -1 })
}

/** Connectors, MCP servers, channels and administration. */
async function useConnections(client: Client, other: Client): Promise<void> {
  await client.create('/api/connectors', { name: 'No address', type: 'api' })
  const base_url = 'https://shop.example.com'
  const connector = await client.create('/api/connectors', { name: 'Shop', type: 'api', base_url })
  for (const who of [client, other]) await who.call('GET /api/connectors?size=100')
  await other.call(`GET /api/connectors/${connector}`)
  await client.call(`PUT /api/connectors/${connector}`, { description: 'The shop' })
  await client.call(`POST /api/connectors/${connector}/publish`, { visibility: 'global' })
  const server = await client.create('/api/mcp-servers', {
    name: 'Files',
    transport: 'streamable_http',
    url: 'https://files.example.com/mcp',
  })
  const env = { FILES_TOKEN: 'files-token-of-the-demo-user' }
  await client.call(`PUT /api/mcp-servers/${server}/my-credentials`, { env })
  await client.call(`GET /api/mcp-servers/${server}/my-credentials`)
  await client.call('GET /api/channels')
  const { items: organizations } = await client.call('GET /api/orgs')
  const org_id = organizations[0]?.['id']
  const channel = await client.create('/api/channels', { name: 'Desk', type: 'slack', org_id })
  await client.call(`GET /api/channels/${channel}`)
  await client.call('GET /api/admin/stats')
  for (const who of [client, other]) {
    const { items } = await who.call('GET /api/knowledge-bases?size=100')
    const shared = items.find(({ visibility }) => visibility === 'global')
    await who.call(`POST /api/knowledge-bases/${String(shared?.['id'])}/retrieve`, { query: 'a' })
  }
}

/** Turns, resumes, texts into turns, and an approval. */
async function useTurns(client: Client): Promise<void> {
  const conversation_id = await client.create('/api/conversations', { title: 'Gateways' })
  const resume = (body: object) =>
    client.call('POST /api/chat/resume', { conversation_id, ...body })
  await client.turn('/api/react', { conversation_id })
  await client.turn('/api/react', { q: 'x'.repeat(100_001), conversation_id: { a: 1 } })
  await client.turn('/api/react', { q: 'What is new?', conversation_id })
  await client.call(`GET /api/conversations/${conversation_id}`)
  await resume({ cursor: -1 })
  const text = { conversation_id, content: 'Also the third one' }
  const plan = client.turn('/api/dag', { q: 'Compare the two gateways', conversation_id })
  await client.call('POST /api/chat/inject', text)
  await plan
  for (const body of [{ cursor: -1 }, {}, { cursor: -2 }, { cursor: 'abc' }]) await resume(body)
  const { token } = client
  client.token = ''
  await resume({ cursor: -1, token })
  client.token = token
  await client.call('POST /api/chat/inject', text)
  await client.call('GET /api/conversations/00000000-0000-4000-8000-000000000000')
  await client.call('POST /api/chat/inject', {
    ...text,
    conversation_id: '00000000-0000-4000-8000-000000000000',
  })
  const agent_id = '00000000-0000-4000-8000-000000000001'
  await client.call(`GET /api/agents/${agent_id}`)
  await client.turn('/api/react', { q: 'What is new?', conversation_id, agent_id })
  const routed = await client.create('/api/conversations', {})
  await client.turn('/api/auto', { q: 'What can you do?', conversation_id: routed })
  await client.call('POST /api/chat/resume', { conversation_id: routed, cursor: -1 })
  await client.call(`GET /api/conversations/${routed}`)
  await client.call('GET /api/conversations?size=100')
  await client.turn('/api/react', { q: 'What is new?' })
  await client.call('GET /api/conversations?size=100')
}

/** A turn that waits for an approval until it expires, and the runs of a workflow. */
async function useAgents(client: Client): Promise<void> {
  const { items } = await client.call('GET /api/agents?size=100')
  const agent_id = items.find(({ name }) => name === 'Support Desk')?.['id']
  const conversation_id = await client.create('/api/conversations', {})
  const q = 'Pay back the two crushed gateways of order FH-20388'
  const { text } = await client.turn('/api/react', { q, agent_id, conversation_id })
  // The turn waited for the approval until the token expired.
  await client.signIn('demo')
  const [, confirmation] = /"confirmation_id":\s*"([^"]+)"/.exec(text) ?? []
  await client.call(`GET /api/confirmations/${confirmation}`)
  await client.turn('/api/react', { q: 'Ask the model that is down', conversation_id })
  const { items: workflows } = await client.call('GET /api/workflows')
  const workflow = `/api/workflows/${String(workflows[0]?.['id'])}`
  await client.call(`POST ${workflow}/run`, { inputs: {} })
  const inputs = Array.from({ length: 11 }, () => ({}))
  await client.call(`POST ${workflow}/batch-run`, { inputs })
  const batch = { inputs: [{}] }
  await Promise.all(inputs.map(() => client.call(`POST ${workflow}/batch-run`, batch)))
}

/** Two users use conversations, turns, connections and workflows. */
export async function conversationJourney(fetch: Fetch): Promise<void> {
  const [client, other] = [new Client(fetch), new Client(fetch)]
  await client.signIn('demo')
  await other.signIn('other')
  await useHttp(client)
  await useConversations(client, other)
  await useConnections(client, other)
  await useTurns(client)
  await useAgents(client)
}

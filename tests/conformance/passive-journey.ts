import type { Fetch } from '../../conformance/http/transport.ts'
import type { PassiveJudge } from '../../conformance/passive/passive-judge.ts'
import { createExchange, toContent } from '../../contract/exchange.ts'
import type { Exchange } from '../../conformance/session/exchange.ts'
import { isObject } from '../../contract/json.ts'
import { requestTo } from '../support/requests.ts'

const baseUrl = 'http://platform.test'

type Body = Readonly<Record<string, unknown>>

/** Passes calls on, and judges each exchange as it completes. */
export const judged = (fetch: Fetch, judge: PassiveJudge): Fetch =>
  watched(fetch, (exchange) => judge.judge(exchange))

/** Passes calls on, and shows each exchange as it completes. */
export function watched(fetch: Fetch, show: (exchange: Exchange) => unknown): Fetch {
  return async (request) => {
    const { method, url, headers } = request
    const body = await request.clone().text()
    const response = await fetch(request)
    const content = toContent(new Uint8Array(await response.clone().arrayBuffer()))
    const exchange = createExchange({
      startedAt: 0,
      ms: 2,
      method,
      url: new URL(url),
      requestHeaders: headers,
      requestContent: body,
      status: response.status,
      responseHeaders: response.headers,
      content,
    })
    await show(exchange)
    return response
  }
}

const dataOf = (json: Body): Body => (isObject(json['data']) ? json['data'] : json)

/** What a web client does in some minutes: sign-in, lists, keys, conversations, turns and resumes. */
export async function clientJourney(fetch: Fetch): Promise<void> {
  let token: string | undefined
  const call = async (operation: string, body?: unknown): Promise<Body> => {
    const text = await (await fetch(requestTo(baseUrl, operation, { body }, token))).text()
    try {
      const json: unknown = JSON.parse(text)
      return isObject(json) ? json : {}
    } catch {
      return {}
    }
  }
  await call('GET /api/conversations')
  await call('POST /api/auth/login', { email: 'demo@example.com', password: 'wrong' })
  const session = await call('POST /api/auth/login', {
    email: 'demo@example.com',
    password: 'demo-password',
  })
  token = String(session['access_token'])
  for (const list of ['agents', 'knowledge-bases', 'conversations', 'me/api-keys']) {
    await call(`GET /api/${list}`)
    await call(`GET /api/${list}?page=1&size=7`)
    await call(`GET /api/${list}?size=101`)
  }
  const { items } = await call('GET /api/agents?size=100')
  const agents = Array.isArray(items) ? (items as readonly Body[]) : []
  await call(`GET /api/agents/${String(agents[0]?.['id'])}`)
  await call('GET /api/agents/unknown')
  await call('GET /api/unknown')
  await call('POST /api/me/api-keys', {})
  const key = await call('POST /api/me/api-keys', { name: 'A script', scopes: 'chat' })
  const keyId = String(dataOf(key)['id'])
  await call(`PATCH /api/me/api-keys/${keyId}/active`, { is_active: false })
  await call('GET /api/me/api-keys?size=100')
  const conversation = await call('POST /api/conversations', { title: 'Gateways' })
  const conversation_id = String(dataOf(conversation)['id'])
  await call(`PATCH /api/conversations/${conversation_id}`, { starred: true })
  const agent_id = agents.find(({ name }) => name === 'Support Desk')?.['id']
  await call('POST /api/react', { q: 'What is new?', conversation_id, token })
  await call('POST /api/chat/resume', { conversation_id, cursor: -1 })
  await call('POST /api/chat/resume', { conversation_id, cursor: -1 })
  await call('POST /api/chat/resume', { conversation_id, cursor: 3 })
  await call('POST /api/dag', { q: 'Compare the two gateways', conversation_id, token })
  await call('POST /api/react', { q: 'Where is order FH-20388?', agent_id, conversation_id, token })
  await call('POST /api/chat/resume', { conversation_id: 'unknown', cursor: -1 })
  await call('POST /api/chat/resume', { conversation_id, cursor: -5 })
  await call('GET /api/conversations?size=5')
  await call('POST /api/auth/refresh', { refresh_token: session['refresh_token'] })
  token = undefined
  await call('GET /api/agents')
}

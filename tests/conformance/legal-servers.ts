import type { Plan } from '../../conformance/session/check.ts'
import { member } from '../../conformance/session/json.ts'
import {
  type Route,
  changeRequest,
  conversations,
  keys,
  lists,
  refresh,
  resume,
  turns,
} from '../../conformance/mutants/call.ts'
import {
  onBody,
  onCall,
  onEvent,
  onEvents,
  onJson,
  onResponse,
  onRequest,
  errorResponse,
  jsonResponse,
  withBody,
  withState,
  type Wrap,
} from '../../conformance/mutants/wrap.ts'
import { withPayload } from '../../conformance/mutants/wire-frame.ts'
import { unknownUuid } from '../../conformance/setup/unknown-resources.ts'
import { withOwnIds } from './own-ids.ts'
import { shippedFixture } from '../support/virtual-fake.ts'
import { isObject, type JsonObject, parseJson } from '../../contract/json.ts'

/** A server with unusual behaviour that the specification allows and no choice plays. */
type LegalServer = {
  readonly says: string
  readonly wrap: Wrap
  readonly plan?: Plan
  /** Whether the specification implies another behaviour, so that a check may warn. */
  readonly mayWarn?: true
}

const beside = 'GET /openapi.json'
const connectors = 'GET /api/connectors'
/** Operations whose requests the specification does not show. */
const unshown =
  'POST /api/react | POST /api/dag | POST /api/chat/inject | POST /api/knowledge-bases/*/retrieve'

const demo = await shippedFixture('demo')

const olderKeys = Array.from({ length: 2100 }, (_, index) => ({
  id: `older-${index}`,
  name: `Older key ${index}`,
  key_prefix: 'svc_0000',
  scopes: null,
  is_active: false,
  expires_at: null,
  last_used_at: null,
  total_requests: 0,
  created_at: '2025-01-01T00:00:00Z',
}))

const counting = (wrap: (count: () => number) => Wrap): Wrap => {
  let calls = 0
  return wrap(() => (calls += 1))
}

/** Rewrites the items of a list. */
const onItems = (route: Route, change: (item: JsonObject) => JsonObject): Wrap =>
  onJson(route, (json) => {
    const items = member(json, 'items')
    return Array.isArray(items)
      ? { ...Object(json), items: items.map((item) => change(item)) }
      : undefined
  })

/** Servers that fail no check, each with a behaviour that once caused a false alarm. */
export const legalServers: readonly LegalServer[] = [
  {
    says: 'serves a page of its own at every address beside the API',
    wrap: onResponse(beside, () => {
      const headers = { 'content-type': 'text/html' }
      return new Response('<!doctype html><title>Portal</title>', { headers })
    }),
  },
  {
    says: 'knows no address beside the API, in plain text',
    wrap: onResponse(beside, () => new Response('Not Found', { status: 404 })),
  },
  {
    says: 'checks a body of an unspecified shape before the credential',
    wrap: onResponse(unshown, ({ status }, { bearer, body }) =>
      status === 401 && bearer === undefined && member(body, 'token') === undefined
        ? jsonResponse(422, { detail: [] })
        : undefined,
    ),
  },
  {
    says: 'has another operation where the connectors are expected',
    wrap: onResponse(connectors, () => errorResponse(400, 'bad_request')),
  },
  {
    says: 'names the search otherwise, and has a filter with values of its own',
    wrap: onRequest(conversations.list, (call) => {
      if (!call.query.has('filter')) return changeRequest(call, { path: pathOf(call.request) })
      return changeRequest(call, { path: `${call.path}?size=0` })
    }),
  },
  {
    says: 'tells in resume_done which replay it was',
    plan: 'turn',
    wrap: counting((count) =>
      onEvent(resume, 'resume_done', (frame) => withPayload(frame, () => ({ replay: count() }))),
    ),
  },
  {
    says: 'names the tool again with its result, and counts tools in a thought',
    plan: 'turn',
    wrap: onEvent(`${turns} | ${resume}`, 'step', (frame) =>
      withPayload(frame, (payload) => {
        if (!isObject(payload)) return payload
        const { input, tool_args: _, ...rest } = payload
        if (input === undefined) return { ...rest, tool_count: 2 }
        return rest['status'] === 'done' ? { ...rest, type: 'tool_result' } : payload
      }),
    ),
  },
  {
    says: 'reports the end of a tool call without its input',
    plan: 'turn',
    wrap: onEvent(`${turns} | ${resume}`, 'step', (frame) =>
      withPayload(frame, (payload) => {
        if (!isObject(payload) || payload['status'] !== 'done' || !('input' in payload))
          return payload
        // Names the tool again, or not.
        return {
          type: 'tool_done',
          seconds: 2,
          ...(Number(frame.id) % 2 === 1 && { tool: payload['tool'] }),
        }
      }),
    ),
  },
  {
    says: 'has tools whose arguments and results are named like timestamps',
    plan: 'turn',
    wrap: onEvent(`${turns} | ${resume}`, 'step', (frame) =>
      withPayload(frame, (payload) => {
        const input = member(payload, 'input')
        if (!isObject(payload) || !isObject(input)) return payload
        const free = { starts_at: 'tomorrow, 9 am', remind_at: 15 }
        return { ...payload, input: { ...input, ...free }, observation: free }
      }),
    ),
  },
  {
    says: 'has cursors in data alone, so none in a list of suggestions and in an empty end',
    mayWarn: true,
    plan: 'full',
    wrap: onEvents(
      `${turns} | ${resume}`,
      () =>
        ({ id: _, ...frame }) =>
          frame,
    ),
  },
  {
    says: 'has cursors in data, and ids of events that are no cursors',
    mayWarn: true,
    plan: 'turn',
    wrap: onEvents(`${turns} | ${resume}`, () => ({ id, ...frame }) => ({
      ...frame,
      id: `evt-${id}`,
    })),
  },
  {
    says: 'takes a refresh token once, and returns an access token alone',
    mayWarn: true,
    wrap: (fetch, hit) => {
      const spent = new Set<unknown>()
      return onCall(refresh, async (call, next) => {
        const token = member(call.body, 'refresh_token')
        if (typeof token === 'string' && spent.has(token))
          return errorResponse(401, 'invalid_token')
        const response = await next(call.request)
        if (!response.ok) return response
        spent.add(token)
        hit()
        return jsonResponse(200, { access_token: member(await response.json(), 'access_token') })
      })(fetch, hit)
    },
  },
  {
    says: 'lets a key live to the end of the day on which it expires',
    mayWarn: true,
    wrap: onBody(keys.create, ({ expires_at: moment, ...body }) =>
      typeof moment === 'string'
        ? { ...body, expires_at: `${moment.slice(0, 10)}T23:59:59Z` }
        : undefined,
    ),
  },
  {
    says: 'lets each key without an expiry live for ninety days',
    mayWarn: true,
    wrap: onJson(`${keys.create} | ${keys.list} | ${keys.switch}`, (json) =>
      changeFields(json, 'expires_at', (moment) => moment ?? '2027-06-01T00:00:00Z'),
    ),
  },
  {
    says: 'has a row number in the `id` of an agent, and the id for paths in its `agent_id`',
    wrap: onItems('GET /api/agents', (agent) => ({
      ...agent,
      id: Number.parseInt(String(agent['id']), 16),
      agent_id: agent['id'],
    })),
  },
  {
    says: 'lists conversations without an id, and without a title',
    mayWarn: true,
    wrap: onItems(conversations.list, () => ({ title: '', starred: false })),
  },
  {
    says: 'has ULIDs as ids, whose alphabet lacks some letters',
    wrap: withOwnIds(
      (n) => `01JDWK5T3QZ8M4X7C2VS${n.toString(8).padStart(6, 'KTYE')}`,
      (id) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id),
    ),
  },
  {
    says: 'has numbers of 64 bits as ids',
    wrap: withOwnIds(
      (n) => String(1_461_000_000_000_000_000n + BigInt(n)),
      (id) => /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n,
    ),
  },
  {
    says: 'has ids of Chinese words',
    wrap: withOwnIds(
      (n) =>
        `人事${[...String(n + 1e5)].map((digit) => '〇一二三四五六七八九'[Number(digit)]).join('')}`,
      (id) => /^人事[^a-z]{6}$/.test(id),
    ),
  },
  {
    says: 'lists two thousand older keys first',
    wrap: onCall(keys.list, async (call, next, hit) => {
      const page = Number(call.query.get('page') ?? 1)
      const size = Number(call.query.get('size') ?? 20)
      const isValid = Number.isInteger(page) && Number.isInteger(size) && page > 0 && size > 0
      const path = `${call.path}?size=100`
      const response = await next(
        isValid && size <= 100 ? changeRequest(call, { path }) : call.request,
      )
      const text = await response.text()
      const items = member(parseJson(text), 'items')
      if (!Array.isArray(items)) return withBody(response, text)
      hit()
      const all = [...olderKeys, ...items]
      const shown = all.slice((page - 1) * size, page * size)
      const counts = { total: all.length, page, size, pages: Math.ceil(all.length / size) }
      return withBody(response, JSON.stringify({ items: shown, ...counts }))
    }),
  },
  {
    says: 'has ids of keys that must be encoded in a path',
    wrap: (fetch, hit) => {
      const shown = onJson(`${keys.create} | ${keys.list} | ${keys.switch}`, withNumberSigns)
      const sent = onRequest(`${keys.switch} | ${keys.delete}`, (call) =>
        changeRequest(call, { path: call.path.replace('%23', '') }),
      )
      return sent(shown(fetch, hit), hit)
    },
  },
  {
    says: 'looks for the conversation and the agent before it validates the rest',
    wrap: onResponse('POST /api/dag', (_, { body }) =>
      ['conversation_id', 'agent_id'].some((field) => isUnknown(member(body, field)))
        ? errorResponse(404, 'not_found')
        : undefined,
    ),
  },
  {
    says: 'looks for the turn of a conversation before it validates the cursor',
    wrap: onResponse(resume, ({ status }, { body }) =>
      status === 422 && typeof member(body, 'conversation_id') === 'string'
        ? errorResponse(404, 'no_recent_assistant_message')
        : undefined,
    ),
  },
  {
    says: 'stores an injected text as a turn if no turn runs',
    wrap: withState(() => {
      const turnsOf = new Set<unknown>()
      return onResponse(`POST /api/chat/inject | ${resume}`, ({ status }, { path, body }) => {
        const [id, text] = [member(body, 'conversation_id'), member(body, 'content')]
        if (path === '/api/chat/resume')
          return status === 404 && turnsOf.has(id)
            ? jsonResponse(200, { success: true })
            : undefined
        if (status !== 404 || typeof text !== 'string') return undefined
        turnsOf.add(id)
        return jsonResponse(200, { success: true })
      })
    }),
  },
  {
    says: 'stands behind a gateway that refuses large bodies with a page of its own',
    plan: 'destructive',
    wrap: (fetch, hit) => async (request) => {
      const { length } = await request.clone().text()
      if (length <= 1024 * 1024) return fetch(request)
      hit()
      const headers = { 'content-type': 'text/html' }
      return new Response('<title>413 Request Entity Too Large</title>', { status: 413, headers })
    },
  },
  {
    says: 'has restricted the account of the user to operations other than turns',
    wrap: onResponse(turns, ({ status }) =>
      status === 401 ? undefined : errorResponse(403, 'forbidden'),
    ),
  },
  {
    says: 'shows agents with a field that they did not have before',
    wrap: counting((count) =>
      onItems('GET /api/agents', (agent) => (count() < 9 ? agent : { ...agent, rating: null })),
    ),
  },
  {
    says: 'shows a new conversation beside its creator and the conversation before it',
    wrap: onJson(conversations.create, (json, _, status) => {
      const conversation = member(json, 'data')
      const data = { created_by: unknownUuid, previous: demo.conversations?.[0]?.id, conversation }
      return status === 200 ? { success: true, data } : undefined
    }),
  },
  {
    says: 'lists what others write meanwhile',
    wrap: counting((count) =>
      onJson(lists, (json) => {
        if (!isObject(json) || !Array.isArray(json['items'])) return undefined
        const total = 1000 + count()
        return { ...json, total, pages: Math.ceil(total / Number(json['size'])) }
      }),
    ),
  },
]

/** A response whose ids begin with `#`, after which a URL would have no more path. */
const withNumberSigns = (json: unknown): unknown => changeFields(json, 'id', (id) => `#${id}`)

const changeFields = (json: unknown, field: string, change: (value: unknown) => unknown): unknown =>
  JSON.parse(JSON.stringify(json), (name, value) => (name === field ? change(value) : value))

/** Whether no resource of the target has this id. */
const isUnknown = (id: unknown): boolean =>
  id !== undefined && (typeof id !== 'string' || id === unknownUuid)

/** The path with only the parameters `page` and `size`. */
function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const known = [...searchParams].filter(([name]) => name === 'page' || name === 'size')
  return `${pathname}?${new URLSearchParams(known)}`
}

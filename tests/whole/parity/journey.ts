import { type OperationId, operationIds } from '../../../contract/operations.ts'
import type { FaultInput } from '../../../contract/fault.ts'
import { goodCall } from '../../support/openapi-calls.ts'
import type { Mounted } from '../../support/transports.ts'
import {
  inWorld,
  keyOf,
  login,
  newConversation,
  newKey,
  type Sent,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'

/**
 * The requests of the journey; every mount must pass on the responses unchanged. Each operation has
 * its own world, so that a journey may also leave some out.
 */
export async function journey(
  mounted: Mounted,
  visited: readonly OperationId[] = operationIds,
): Promise<void> {
  // A run must still be running when it is cancelled.
  await callControl(mounted, 'POST worlds', { name: 'workflow-runs.cancel', speed: 1 })
  for (const id of visited) await play(inWorld(mounted, id), id)
  await turns(inWorld(mounted, 'turns'))
  await pacedTurn(mounted)
  await injectFault(inWorld(mounted, 'mishaps'))
  await breakOnce(inWorld(mounted, 'retried'))
  await browse(mounted)
  await oddInput(mounted)
  await controlWorlds(inWorld(mounted, 'steered'))
  await callRenamed(inWorld(mounted, 'renamed'))
}

/** The requests in a single world, for a mount that has only one. */
export async function stay(mounted: Mounted): Promise<void> {
  await turns(mounted)
  await injectFault(mounted)
  await oddInput(mounted)
}

/** Sends a request and ignores its response: failures are part of the journey. */
async function ask(visitor: Visitor, line: string, sent?: Sent): Promise<void> {
  const response = await visitor.open(line, sent).catch(() => undefined)
  await response?.text().catch(() => undefined)
}

const callControl = (mounted: Mounted, line: string, body?: object) =>
  ask(visit(mounted), line.replace(' ', ' /__control/'), body && { body })

/** An operation in a separate world: each kind of refusal, then success. */
async function play(mounted: Mounted, id: OperationId): Promise<void> {
  const visitor = await signIn(mounted)
  const { operation, sent } = await goodCall(visitor, id)
  const lost = operation.replaceAll(/\/[\da-f-]{36}/g, '/unknown')
  await ask(visit(mounted, keyOf(mounted, 'kb', id)), operation, sent)
  if (lost !== operation) await ask(visitor, lost, sent)
  if (sent.body !== undefined) await ask(visitor, operation, { text: '{' })
  await ask(visitor, operation, sent)
}

/** A turn of each mode and one that waits for an approval, each resumed. */
async function turns(mounted: Mounted): Promise<void> {
  const visitor = await signIn(mounted)
  for (const kind of ['react', 'dag', 'auto']) {
    const conversation_id = await newConversation(visitor)
    for (const q of ['Where is my order?', '“Où est-elle?” 🙂'])
      await visitor.stream(`POST /api/${kind}`, { body: { q, conversation_id } })
    for (const cursor of [-1, 3, 10_000])
      await ask(visitor, 'POST /api/chat/resume', { body: { conversation_id, cursor } })
    await ask(visitor, `GET /api/conversations/${conversation_id}`)
  }
}

/** A turn that streams as the clock is advanced, with a second reader who joins later. */
async function pacedTurn(mounted: Mounted): Promise<void> {
  await callControl(mounted, 'POST worlds', { name: 'paced', speed: 1 })
  const paced = inWorld(mounted, 'paced')
  const visitor = await signIn(paced)
  const conversation_id = await newConversation(visitor)
  const body = { q: 'Where is my order?', conversation_id }
  const first = await visitor.read('POST /api/react', { body })
  await first.until(1)
  for (let step = 0; step < 3; step++) await callControl(paced, 'POST clock', { advance: 'next' })
  await first.until(3)
  const again = { conversation_id, cursor: -1 }
  const second = await visitor.read('POST /api/chat/resume', { body: again })
  await second.until(1)
  await callControl(paced, 'POST clock', { advance: '1h' })
  await Promise.all([first.rest(), second.rest()])
  await ask(visitor, `GET /api/conversations/${conversation_id}`)
}

const turn = { endpoint: 'chat.react' }
const list = { endpoint: 'agents.list' }

/** Injected faults that a caller can observe. */
const mishaps: readonly FaultInput[] = [
  { match: list, effect: { error: { code: 'rate_limit_exceeded', retry_after: 7 } } },
  { match: list, effect: { connection: 'reset' } },
  { match: list, effect: { body: 'empty' } },
  { match: list, effect: { body: { truncate: 40 } } },
  { match: turn, effect: { connection: 'refused' } },
  { match: turn, effect: { stream: { cut: { after_event: 3, how: 'close' } } } },
  { match: turn, effect: { stream: { cut: { after_event: 3 } } } },
  { match: turn, effect: { stream: { cut: { event: 2, inside: 'data' } } } },
  { match: turn, effect: { stream: { duplicate: { event: 2 }, crlf: true } } },
  { match: turn, effect: { stream: { malform: { event: 2, as: 'utf8' } } } },
  { match: turn, effect: { stream: { split: { bytes: 7 } } } },
  { match: turn, effect: { stream: { without_end: true } } },
]

async function injectFault(mounted: Mounted): Promise<void> {
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  for (const fault of mishaps) {
    await callControl(mounted, 'POST faults', fault)
    if (fault.match === list) await ask(visitor, 'GET /api/agents')
    else await ask(visitor, 'POST /api/react', { body: { q: 'Hello', conversation_id } })
    await callControl(mounted, 'DELETE faults')
  }
  await ask(visitor, 'POST /api/chat/resume', { body: { conversation_id, cursor: 2 } })
}

async function breakOnce(mounted: Mounted): Promise<void> {
  const visitor = await signIn(mounted)
  await callControl(mounted, 'POST faults', {
    match: list,
    effect: { connection: 'reset' },
    times: 1,
  })
  await ask(visitor, 'GET /api/agents')
}

/** Further requests of browsers and scripts. */
async function browse(mounted: Mounted): Promise<void> {
  const visitor = await signIn(mounted)
  await ask(visitor, 'HEAD /api/agents')
  await ask(visitor, 'OPTIONS /api/agents')
  await ask(visitor, 'PUT /api/agents', { body: {} })
  await ask(visitor, 'GET /api/agents', { headers: { 'x-understudy-world': 'elsewhere' } })
  await ask(visitor, 'GET /api/agents', { headers: { 'accept-language': 'de', accept: 'a/b' } })
  const origin = { origin: 'https://app.test' }
  await ask(visitor, 'GET /api/agents', { headers: origin })
  const preflight = { ...origin, 'access-control-request-headers': 'authorization, x-mine' }
  await ask(visit(mounted), 'OPTIONS /api/agents', { headers: preflight })
  await ask(visit(mounted), 'GET /openapi.json')
}

async function oddInput(mounted: Mounted): Promise<void> {
  const visitor = await signIn(mounted)
  const paths = ['agents/', 'agents/%zz', 'agents/%2e%2e', 'agents?page=1&page=2', 'agents?%zz=%']
  for (const path of [...paths, 'Agents', '__proto__', 'a b', 'ünï', '', '/agents', '..;/agents'])
    await ask(visitor, `GET /api/${path}`)
  for (const text of [
    '',
    'null',
    '[]',
    '\ufeff{"title":"Marked"}',
    '{"title":"\u2028 😀 \\u0000"}',
  ])
    await ask(visitor, 'POST /api/conversations', { text })
  for (const type of ['text/plain', 'application/json; charset=utf-16', 'a'])
    await ask(visitor, 'POST /api/conversations', { text: '{}', headers: { 'content-type': type } })
  // A missing credential is refused in the same way by every operation, so one is enough.
  for (const authorization of ['Basic eDp5', 'Bearer', 'bearer  x', `Bearer ${'x'.repeat(4000)}`])
    await ask(visit(mounted), 'GET /api/agents', { headers: { authorization } })
  const id = await newConversation(visitor)
  await ask(visitor, `DELETE /api/conversations/${id}`, { text: 'nonsense' })
}

/** Changes of time and worlds, and the journal of them. */
async function controlWorlds(mounted: Mounted): Promise<void> {
  const { access_token, refresh_token } = await login(mounted)
  const visitor = visit(mounted, access_token)
  await newKey(visitor, { expires_in_days: 1 })
  await callControl(mounted, 'POST clock', { freeze: '2026-12-01T00:00:00Z' })
  await ask(visitor, 'GET /api/agents')
  await ask(visit(mounted), 'POST /api/auth/refresh', { body: { refresh_token } })
  await ask(await signIn(mounted), 'GET /api/me/api-keys')
  await callControl(mounted, 'PUT choices', { picks: { 'errors.envelope': 'detail' } })
  await ask(visitor, 'GET /api/agents')
  await callControl(mounted, 'GET journal')
  await callControl(mounted, 'GET coverage')
  await callControl(mounted, 'POST clock', { forward: 1 })
  await callControl(mounted, 'GET nowhere')
}

/** A deployment with other names for query parameters and body fields. */
async function callRenamed(mounted: Mounted): Promise<void> {
  const visitor = await signIn(mounted)
  const answers = {
    'GET /api/agents': { accepts: { query: { limit: 'size' } } },
    'POST /api/conversations': { accepts: { body: { label: 'title' } } },
    'POST /api/channels/{channel_id}/callback': { accepts: { body: { said: 'text' } } },
  }
  const { operation, sent } = await goodCall(visitor, 'channels.callback')
  await callControl(mounted, 'PUT choices', { answers })
  await ask(visitor, 'GET /api/agents?limit=2')
  await ask(visitor, 'POST /api/conversations', { body: { label: 'Renamed' } })
  // Then the signature is read from the headers, after the fields were renamed.
  const [id] = /[\da-f-]{36}/.exec(operation) ?? []
  await callControl(mounted, `PATCH records/channels/${id}`, { config: { encrypt_key: 'a key' } })
  await ask(visitor, operation, sent)
}

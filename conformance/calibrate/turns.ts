import type { Exchange } from '../session/exchange.ts'
import { valueAt, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { pollUntil, isAccepted, skip } from '../session/assertions.ts'
import { conversation, untitledConversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { lists, readList } from '../setup/lists.ts'
import { unknownUuid } from '../setup/unknown-resources.ts'
import { recovery } from '../stream/later-turns.ts'
import { postResume } from '../stream/replays.ts'
import { framesIn, isStream, newFrames } from '../stream/stream.ts'
import { question, reactTurn } from '../stream/turns.ts'
import { byStatus, isInvalid, itemsIn, noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'
import { isObject } from '../../contract/json.ts'

/** Requests a turn with the credential in both places. */
async function request(session: TestSession, path: string, body: object, until?: () => boolean) {
  const token = await userCredential(session)
  return session.stream({ method: 'POST', path, bearer: token, body: { ...body, token } }, until)
}

/** Runs a turn that the target routes, in a conversation of its own. */
const autoTurn = (session: TestSession) =>
  session.once('a turn of auto', async () => {
    const conversation_id = await untitledConversation(session)
    const exchange = await request(session, '/api/auto', { q: question, conversation_id })
    if (!isStream(exchange)) skip(`unexpected status ${exchange.status}`)
    return { exchange, conversation_id }
  })

const isAboutQuery = (item: object): boolean => {
  const loc = member(item, 'loc')
  return Array.isArray(loc) && loc.includes('q')
}

/** Sends a request that is refused anyway; returns the validation item about `q`. */
async function aboutQuery(session: TestSession, query: object) {
  const body = { ...query, conversation_id: { a: 1 } }
  const exchange = await request(session, '/api/react', body, () => true)
  if (!isInvalid(exchange)) skip(`status ${exchange.status} for an object as conversation_id`)
  const detail = member(exchange.json, 'detail')
  const items = (Array.isArray(detail) ? detail : []).filter(isObject)
  return { exchange, complaint: items.find(isAboutQuery) }
}

const inject = async (session: TestSession, id: string): Promise<Exchange> =>
  request(session, '/api/chat/inject', { conversation_id: id, content: question })

/** Turns (4.2). */
export const turnObservers = {
  'turn.on-disconnect': {
    plan: 'full',
    observe: async ({ session }) => {
      const { complete, resumed, full, earlier } = await recovery(session)
      const at = { method: 'POST', path: '/api/dag' }
      if (complete) return { ...observed(resumed, 'goes-on'), at }
      if (full.status === 404) return { ...observed(full, 'cancels'), at }
      // Nothing of the cut turn is stored.
      const isGone = isStream(full) && newFrames(framesIn(full), earlier).length === 0
      return isGone
        ? { ...observed(full, 'cancels'), at }
        : noOption(full, 'a part of the turn, which does not grow')
    },
  },
  'turn.concurrent': {
    plan: 'full',
    observe: async ({ session }) => {
      await reactTurn(session)
      const body = { q: question, conversation_id: await conversation(session, 'react') }
      let second: Promise<Exchange> | undefined
      await request(session, '/api/react', body, () => {
        second ??= request(session, '/api/react', body)
        return false
      })
      const exchange = (await second) ?? skip('the first turn had no event')
      if (isStream(exchange)) return observed(exchange, 'side-by-side')
      return byStatus(exchange, { 409: 'refused' })
    },
  },
  'turn.without-conversation': {
    plan: 'full',
    observe: async ({ session }) => {
      const { exchange, isStored } = await unstoredTurn(session)
      return observed(exchange, isStored ? 'makes-one' : 'not-stored')
    },
  },
  'quotas.unstored-turns': {
    plan: 'full',
    observe: async ({ session }) => {
      const { tokens, later, isCounted } = await unstoredTurn(session)
      // The earlier, stored turns are counted by now, if this target counts at all.
      if (!tokens) return skip('the usage of the user shows no tokens')
      return observed(later, isCounted ? 'count' : 'free')
    },
  },
  'turn.unknown-agent': {
    plan: 'full',
    observe: async ({ session }) => {
      const id = await untitledConversation(session)
      const body = { q: question, agent_id: unknownUuid, conversation_id: id }
      const exchange = await request(session, '/api/react', body, () => true)
      if (isStream(exchange)) return observed(exchange, 'ignored')
      return byStatus(exchange, { 404: 'refused' })
    },
  },
  'chat.query': {
    plan: 'core',
    observe: async ({ session }) => {
      const { exchange, complaint } = await aboutQuery(session, {})
      return observed(exchange, complaint === undefined ? 'optional' : 'required')
    },
  },
  'chat.query-length': {
    plan: 'core',
    observe: async ({ session }) => {
      const { exchange, complaint } = await aboutQuery(session, { q: 'x'.repeat(longestQuery) })
      if (complaint === undefined) return observed(exchange, 'unlimited')
      const limit =
        valueAt(complaint, ['ctx', 'max_length']) ?? /\d+/.exec(String(complaint['msg']))?.[0]
      const characters = Number(limit)
      return characters > 0
        ? observed(exchange, 'characters', characters)
        : skip('the length is limited, but the error does not contain the limit')
    },
  },
  'chat.routing-event': {
    plan: 'turn',
    observe: async ({ session }) => {
      const { exchange } = await autoTurn(session)
      if (exchange.events[0]?.event === 'routing') return observed(exchange, 'first')
      const routes = exchange.events.some(({ event }) => event === 'routing')
      if (routes) return noOption(exchange, '`routing`, but not as the first event')
      const isWhole = exchange.events.at(-1)?.event === 'end'
      return isWhole ? observed(exchange, 'absent') : noOption(exchange, 'a stream without `end`')
    },
  },
  'resume.live-only': {
    plan: 'turn',
    observe: async ({ session }) => {
      const { exchange, conversation_id } = await autoTurn(session)
      const routes = exchange.events.some(({ event }) => event === 'routing')
      if (!routes) skip('the turn of `/api/auto` has no `routing`')
      const replay = await postResume(session, { conversation_id, cursor: -1 })
      if (!isStream(replay)) return noOption(replay)
      const isStored = framesIn(replay).some(({ type }) => type === 'routing')
      return observed(replay, isStored ? 'none' : 'progress')
    },
  },
  'chat.inject-without-turn': {
    plan: 'core',
    observe: async ({ session }) => {
      const exchange = await inject(session, await conversation(session))
      return byStatus(exchange, { 409: 'conflict', 404: 'not_found' })
    },
  },
  'chat.inject-elsewhere': {
    plan: 'core',
    observe: async ({ session }) => {
      const exchange = await inject(session, unknownUuid)
      return byStatus(exchange, { 403: 'forbidden', 404: 'conversation_not_found' })
    },
  },
} as const satisfies Observers

// A higher limit would have no effect in practice.
const longestQuery = 100_000

/**
 * Runs a turn without a conversation. Returns whether the target creates one and counts the turn.
 */
const unstoredTurn = (session: TestSession) =>
  session.once('a turn without a conversation', async () => {
    await reactTurn(session)
    await waitForTurns(session)
    const before = await countConversations(session)
    const tokens = tokensIn(await usage(session))
    const exchange = await request(session, '/api/react', { q: question })
    if (!isStream(exchange)) skip(`unexpected status ${exchange.status}`)
    const isStored = before !== (await countConversations(session))
    const isMore = (later: Exchange) => (tokensIn(later) ?? 0) > (tokens ?? 0)
    const counted = await pollUntil(session, () => usage(session), isMore)
    return { exchange, isStored, tokens, later: counted.exchange, isCounted: counted.settled }
  })

/** Waits for disconnected turns to end. The target counts them only then. */
const waitForTurns = async (session: TestSession): Promise<void> => {
  const whole = session.exchanges.filter(
    ({ events, ended }) => events.length > 0 && ended === 'closed',
  )
  await session.sleep(2 * Math.max(...whole.map(({ ms }) => ms)) + session.grace)
}

const usage = async (session: TestSession): Promise<Exchange> =>
  session.send({ method: 'GET', path: '/api/me/usage', bearer: await userCredential(session) })

const tokensIn = ({ json }: Exchange): number | undefined => {
  const record = isObject(member(json, 'data')) ? member(json, 'data') : json
  const tokens = ['tokens_used', 'total_tokens'].map((name) => member(record, name))
  return tokens.find((value) => typeof value === 'number')
}

/** The number of conversations. If it is higher after a turn, the turn created one. */
async function countConversations(session: TestSession): Promise<number> {
  const exchange = await readList(session, lists.conversations, '?size=100')
  if (!isAccepted(exchange)) skip(`the list responds with ${exchange.status}`)
  const total = member(exchange.json, 'total') ?? valueAt(exchange.json, ['data', 'total'])
  return typeof total === 'number' ? total : itemsIn(exchange).length
}

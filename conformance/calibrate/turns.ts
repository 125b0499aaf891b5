import type { Exchange } from '../session/exchange.ts'
import { valueAt, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { pollUntil, isAccepted, skip } from '../session/assertions.ts'
import { conversation, untitledConversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { lists, readList } from '../setup/lists.ts'
import { unknownUuid } from '../setup/unknown-resources.ts'
import { recovery } from '../stream/later-turns.ts'
import { isStream } from '../stream/stream.ts'
import { question, reactTurn } from '../stream/turns.ts'
import { isInvalid, itemsIn, type Observers, observed } from './observer.ts'
import { isObject } from '../../contract/json.ts'

/** Requests a turn with the credential in both places. */
async function request(session: TestSession, path: string, body: object, until?: () => boolean) {
  const token = await userCredential(session)
  return session.stream({ method: 'POST', path, bearer: token, body: { ...body, token } }, until)
}

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
      const { complete, resumed: later } = await recovery(session)
      return observed(later, complete ? 'goes-on' : 'cancels')
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
      return observed(exchange, isStream(exchange) ? 'side-by-side' : 'refused')
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
      // The earlier, stored turns are counted by now, if this target counts turns at all.
      if (!tokens) return skip('the response has no usage')
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
      return exchange.status === 404
        ? observed(exchange, 'refused')
        : skip(`unexpected status ${exchange.status}`)
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
      const body = { q: question, conversation_id: await untitledConversation(session) }
      const exchange = await request(session, '/api/auto', body)
      if (!isStream(exchange)) skip(`unexpected status ${exchange.status}`)
      const routes = exchange.events.some(({ event }) => event === 'routing')
      return observed(exchange, routes ? 'first' : 'absent')
    },
  },
  'chat.inject-without-turn': {
    plan: 'core',
    observe: async ({ session }) => {
      const exchange = await inject(session, await conversation(session))
      if (exchange.status === 409) return observed(exchange, 'conflict')
      return exchange.status === 404
        ? observed(exchange, 'not_found')
        : skip(`unexpected status ${exchange.status}`)
    },
  },
  'chat.inject-elsewhere': {
    plan: 'core',
    observe: async ({ session }) => {
      const exchange = await inject(session, unknownUuid)
      if (exchange.status === 403) return observed(exchange, 'forbidden')
      return exchange.status === 404
        ? observed(exchange, 'conversation_not_found')
        : skip(`unexpected status ${exchange.status}`)
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
  const tokens = member(json, 'tokens_used') ?? valueAt(json, ['data', 'tokens_used'])
  return typeof tokens === 'number' ? tokens : undefined
}

/** The number of conversations. If it is higher after a turn, the turn created one. */
async function countConversations(session: TestSession): Promise<number> {
  const exchange = await readList(session, lists.conversations, '?size=100')
  if (!isAccepted(exchange)) skip(`the list responds with ${exchange.status}`)
  const total = member(exchange.json, 'total') ?? valueAt(exchange.json, ['data', 'total'])
  return typeof total === 'number' ? total : itemsIn(exchange).length
}

import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { pollUntil, isAccepted, skip } from '../session/assertions.ts'
import { conversation, readConversation, untitledConversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { lists, readList } from '../setup/lists.ts'
import { unknownUuid } from '../setup/unknown-resources.ts'
import { recovery } from '../stream/later-turns.ts'
import { postResume } from '../stream/replays.ts'
import { framesIn, isStream, newFrames } from '../stream/stream.ts'
import { question, reactTurn } from '../stream/turns.ts'
import { conversationListReadings } from './conversation-list-readings.ts'
import { byStatus, noOption, observed } from './look.ts'
import { isInvalid } from './response.ts'
import { resumeReadings } from './resume-readings.ts'
import { longestQuery, turnReadings } from './turn-readings.ts'
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

/** Sends a request that is refused anyway; the validation error also shows what it says about `q`. */
async function aboutQuery(session: TestSession, query: object): Promise<Exchange> {
  const body = { ...query, conversation_id: { a: 1 } }
  const exchange = await request(session, '/api/react', body, () => true)
  if (!isInvalid(exchange)) skip(`status ${exchange.status} for an object as conversation_id`)
  return exchange
}

const inject = async (session: TestSession, id: string): Promise<Exchange> =>
  request(session, '/api/chat/inject', { conversation_id: id, content: question })

/** Turns (4.2). */
export const turnObservers = {
  'turn.on-disconnect': {
    plan: 'full',
    needsProvoking: 'a client that certainly leaves before the turn is over, and comes back',
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
    needsProvoking: 'a second turn while the first one certainly runs',
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
    read: turnReadings['turn.concurrent'],
  },
  'turn.without-conversation': {
    plan: 'full',
    provoke: async ({ session }) => (await unstoredTurn(session)).list,
    read: conversationListReadings['turn.without-conversation'],
  },
  'quotas.unstored-turns': {
    plan: 'full',
    needsProvoking: 'the usage before and after a turn, read until it no longer changes',
    observe: async ({ session }) => {
      const { tokens, later, isCounted } = await unstoredTurn(session)
      // The earlier, stored turns are counted by now, if this target counts at all.
      if (!tokens) return skip('the usage of the user shows no tokens')
      return observed(later, isCounted ? 'count' : 'free')
    },
  },
  'turn.unknown-agent': {
    plan: 'full',
    provoke: async ({ session }) => {
      const id = await untitledConversation(session)
      // Shows that the agent is missing.
      const bearer = await userCredential(session)
      await session.send({ method: 'GET', path: `${lists.agents}/${unknownUuid}`, bearer })
      const body = { q: question, agent_id: unknownUuid, conversation_id: id }
      return request(session, '/api/react', body, () => true)
    },
    read: turnReadings['turn.unknown-agent'],
  },
  'chat.query': {
    plan: 'core',
    provoke: ({ session }) => aboutQuery(session, {}),
    read: turnReadings['chat.query'],
  },
  'chat.query-length': {
    plan: 'core',
    provoke: ({ session }) => aboutQuery(session, { q: 'x'.repeat(longestQuery) }),
    read: turnReadings['chat.query-length'],
  },
  'chat.routing-event': {
    plan: 'turn',
    provoke: async ({ session }) => (await autoTurn(session)).exchange,
    read: turnReadings['chat.routing-event'],
  },
  'resume.live-only': {
    plan: 'turn',
    provoke: async ({ session }) => {
      const { exchange, conversation_id } = await autoTurn(session)
      const routes = exchange.events.some(({ event }) => event === 'routing')
      if (!routes) skip('the turn of `/api/auto` has no `routing`')
      return postResume(session, { conversation_id, cursor: -1 })
    },
    read: resumeReadings['resume.live-only'],
  },
  'chat.inject-without-turn': {
    plan: 'core',
    provoke: async ({ session }) => inject(session, await conversation(session)),
    read: turnReadings['chat.inject-without-turn'],
  },
  'chat.inject-elsewhere': {
    plan: 'core',
    provoke: async ({ session }) => {
      // Shows that the conversation is missing.
      await readConversation(session, unknownUuid)
      return inject(session, unknownUuid)
    },
    read: turnReadings['chat.inject-elsewhere'],
  },
} as const satisfies Observers

/** Runs a turn without a conversation, between two lists of them. Returns whether it is counted. */
const unstoredTurn = (session: TestSession) =>
  session.once('a turn without a conversation', async () => {
    await reactTurn(session)
    await waitForTurns(session)
    await listConversations(session)
    const tokens = tokensIn(await usage(session))
    const exchange = await request(session, '/api/react', { q: question })
    if (!isStream(exchange)) skip(`unexpected status ${exchange.status}`)
    const list = await listConversations(session)
    const isMore = (later: Exchange) => (tokensIn(later) ?? 0) > (tokens ?? 0)
    const counted = await pollUntil(session, () => usage(session), isMore)
    return { list, tokens, later: counted.exchange, isCounted: counted.settled }
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

/** Lists the conversations. If there are more after a turn, the turn created one. */
async function listConversations(session: TestSession): Promise<Exchange> {
  const exchange = await readList(session, lists.conversations, '?size=100')
  return isAccepted(exchange) ? exchange : skip(`the list responds with ${exchange.status}`)
}

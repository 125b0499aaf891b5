import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { requireList, itemsOf } from '../setup/lists.ts'
import {
  framesOf,
  readStream,
  type Stream,
  stepsOf,
  cursorsOf,
  framesIn,
} from '../stream/stream.ts'
import { planReplay, resume, storedTurn } from '../stream/replays.ts'
import { secondTurn, cursorsOfTwoTurns } from '../stream/later-turns.ts'
import { liveStreams } from '../stream/all-streams.ts'
import { toolQuestion } from '../stream/turns.ts'
import { eventReadings } from './event-readings.ts'
import { noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'
import { streamReadings } from './stream-readings.ts'
import { readConversation, titleIn, untitledConversation } from '../setup/conversations.ts'

const plan = 'turn'

/** The responses of streams. */
export const exchangesOf = async (
  streams: Promise<readonly Stream[]>,
): Promise<readonly Exchange[]> => (await streams).map(({ exchange }) => exchange)

const has = (payload: unknown, name: string): boolean => member(payload, name) !== undefined

/** The streams of the run, including a turn that may call a tool. */
const toolStreams = async (session: TestSession) => [
  ...(await liveStreams(session)),
  (await secondTurn(session)).stream,
]

/** Runs the first turn of a conversation; it may have tool calls, suggestions and a title. */
const agentTurn = (session: TestSession) =>
  session.once('a turn with an agent', async () => {
    const items = itemsOf(await requireList(session, 'agents')) ?? []
    const agent = items.find((item) => item['suggest_followups'] === true) ?? items[0]
    const id = agent?.['id'] ?? skip('there is no agent')
    const token = await userCredential(session)
    const conversation = await untitledConversation(session)
    const body = { q: toolQuestion, agent_id: id, conversation_id: conversation, token }
    const request = { method: 'POST', path: '/api/react', bearer: token, body }
    const exchange = await session.stream(request)
    return { conversation, stream: readStream('POST /api/react with an agent', true, exchange) }
  })

/** Whether a conversation without a title in its stream gets one later, and when. */
async function titleAfterEnd(session: TestSession, id: string, ended: Exchange) {
  const read = () => readConversation(session, id)
  const later = await pollUntil(session, read, (seen) => (titleIn(seen) ?? '') !== '', { ms: 5000 })
  if (!isAccepted(later.exchange)) return noOption(later.exchange)
  return later.settled
    ? observed(later.exchange, 'after-end', Math.max(1, Math.floor(later.delay / 1000)))
    : observed(ended, 'never')
}

const suggestingStreams = async (session: TestSession): Promise<readonly Stream[]> => {
  const plain = (await liveStreams(session)).filter(suggests)
  return plain.length > 0 ? plain : [(await agentTurn(session)).stream].filter(suggests)
}

/** Whether a stream came to its own end, so that what it lacks does not come. */
const isWhole = ({ frames }: Stream): boolean => frames.at(-1)?.type === 'end'

const isReact = ({ exchange }: Stream): boolean => exchange.request.path === '/api/react'

const selectsTools = (stream: Stream): boolean =>
  framesOf(stream, 'phase').some(({ payload }) => has(payload, 'total_tools'))

const suggests = (stream: Stream): boolean => framesOf(stream, 'suggestions').length > 0

/** Payloads of events (6). */
export const eventObservers = {
  'events.cursor-carrier': {
    plan,
    provoke: async ({ session }) => {
      // Also sends a resume of a plan, whose events may have their cursors elsewhere.
      await planReplay(session).catch(() => [])
      return exchangesOf(liveStreams(session))
    },
    read: streamReadings['events.cursor-carrier'],
  },
  'events.cursor-range': {
    plan,
    provoke: async ({ session }) => {
      const { first, second, exchange } = await cursorsOfTwoTurns(session)
      if (first.length === 0 || second.length === 0) skip('no event has a cursor')
      if (cursorsOf(framesIn(exchange)).length > 0) return exchange
      const { conversationId } = await secondTurn(session)
      return resume(session, conversationId, -1)
    },
    read: streamReadings['events.cursor-range'],
  },
  'events.cursor-step': {
    plan,
    provoke: async ({ session }) => {
      const live = (await liveStreams(session)).filter((stream) => stepsOf(stream).length > 0)
      // A replay may leave out events, so it is used only if live events carry no cursor.
      const streams = live.length > 0 ? live : [(await storedTurn(session)).full]
      return streams.filter((stream) => stepsOf(stream).length > 0).map(({ exchange }) => exchange)
    },
    read: streamReadings['events.cursor-step'],
  },
  'events.unlisted': {
    plan,
    provoke: ({ session }) => exchangesOf(liveStreams(session)),
    read: streamReadings['events.unlisted'],
  },
  'events.answer-names': {
    plan,
    read: eventReadings['events.answer-names'],
    isShownEverywhere: true,
    provoke: ({ session }) => exchangesOf(liveStreams(session)),
  },
  'events.step-names': {
    plan,
    read: eventReadings['events.step-names'],
    isShownEverywhere: true,
    provoke: ({ session }) => exchangesOf(toolStreams(session)),
  },
  'events.extra-fields': {
    plan,
    read: eventReadings['events.extra-fields'],
    isShownEverywhere: true,
    provoke: ({ session }) => exchangesOf(toolStreams(session)),
  },
  'events.call-fields': {
    plan,
    read: eventReadings['events.call-fields'],
    isShownEverywhere: true,
    provoke: ({ session }) => exchangesOf(toolStreams(session)),
  },
  'events.step-usage': {
    plan,
    read: eventReadings['events.step-usage'],
    isShownEverywhere: true,
    provoke: ({ session }) => exchangesOf(liveStreams(session)),
  },
  'events.done-tokens': {
    plan,
    read: eventReadings['events.done-tokens'],
    isShownEverywhere: true,
    provoke: ({ session }) => exchangesOf(liveStreams(session)),
  },
  'events.suggestions': {
    plan: 'full',
    needsProvoking: 'a turn without suggestions that could have had some',
    read: streamReadings['events.suggestions'],
    observe: async ({ session }) => {
      const plain = await liveStreams(session)
      const always = plain.filter(suggests).map(({ exchange }) => observed(exchange, 'always'))
      const others = plain.filter((stream) => !suggests(stream) && isWhole(stream))
      if (others.length === 0) return always
      // Only suggestions for an agent show that the turns without an agent could have had some.
      if (!suggests((await agentTurn(session)).stream)) return always
      return [...always, ...others.map(({ exchange }) => observed(exchange, 'by-agent'))]
    },
  },
  'events.suggestions-shape': {
    plan: 'full',
    read: eventReadings['events.suggestions-shape'],
    isShownEverywhere: true,
    provoke: ({ session }) => exchangesOf(suggestingStreams(session)),
  },
  'events.post-processing': {
    plan: 'full',
    provoke: ({ session }) => exchangesOf(suggestingStreams(session)),
    read: streamReadings['events.post-processing'],
  },
  'events.tool-selection': {
    plan: 'full',
    provoke: async ({ session }) => {
      const plain = (await liveStreams(session)).filter(isReact)
      // Some deployments select tools only for an agent that has many.
      const streams = plain.some(selectsTools) ? plain : [(await agentTurn(session)).stream]
      return streams.map(({ exchange }) => exchange)
    },
    read: streamReadings['events.tool-selection'],
  },
  'events.step-moments': {
    plan,
    provoke: async ({ session }) => [
      ...(await exchangesOf(toolStreams(session))),
      ...(await exchangesOf(planReplay(session).catch(() => []))),
    ],
    read: streamReadings['events.step-moments'],
  },
  'events.title': {
    plan: 'full',
    needsProvoking: 'a conversation that is read again and again until it has a title',
    read: streamReadings['events.title'],
    observe: async ({ session }) => {
      const { stream, conversation } = await agentTurn(session)
      const { frames, exchange } = stream
      const types = frames.map(({ type }) => type)
      const title = types.indexOf('title')
      if (title < 0)
        return types.at(-1) === 'end'
          ? titleAfterEnd(session, conversation, exchange)
          : noOption(exchange, 'a stream without `end`')
      const suggestions = types.indexOf('suggestions')
      if (suggestions < 0) return skip('the turn with a title has no suggestions')
      return observed(exchange, title < suggestions ? 'before-suggestions' : 'after-suggestions')
    },
  },
} as const satisfies Observers

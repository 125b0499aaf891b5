import { member, walk } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { skip } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { requireList, itemsOf } from '../setup/lists.ts'
import {
  type Frame,
  framesOf,
  readStream,
  type Stream,
  carrierOf,
  stepsOf,
} from '../stream/stream.ts'
import { storedTurn } from '../stream/replays.ts'
import { secondTurn, cursorsOfTwoTurns } from '../stream/later-turns.ts'
import { liveStreams } from '../stream/all-streams.ts'
import { toolQuestion } from '../stream/turns.ts'
import { type Observers, observed, type ObserverContext } from './observer.ts'
import { untitledConversation } from '../setup/conversations.ts'
import type { Exchange } from '../session/exchange.ts'

const plan = 'turn'

/** Observes each event of these types that shows an option. */
const eachFrame = <Option extends string>(
  streams: readonly Stream[],
  types: readonly string[],
  optionOf: (payload: Frame['payload']) => Option | undefined,
) =>
  streams.flatMap(({ frames, exchange }) =>
    frames.flatMap(({ type, payload }) => {
      const option = types.includes(type ?? '') ? optionOf(payload) : undefined
      return option === undefined ? [] : [observed(exchange, option)]
    }),
  )

const has = (payload: unknown, name: string): boolean => member(payload, name) !== undefined

/** The streams of the run, including a turn that may call a tool. */
const toolStreams = async (session: TestSession) => [
  ...(await liveStreams(session)),
  (await secondTurn(session)).stream,
]

/** Runs the first turn of a conversation; it may have tool calls, suggestions and a title. */
const agentTurn = (session: TestSession): Promise<Stream> =>
  session.once('a turn with an agent', async () => {
    const items = itemsOf(await requireList(session, 'agents')) ?? []
    const agent = items.find((item) => item['suggest_followups'] === true) ?? items[0]
    const id = agent?.['id'] ?? skip('there is no agent')
    const token = await userCredential(session)
    const conversation = await untitledConversation(session)
    const body = { q: toolQuestion, agent_id: id, conversation_id: conversation, token }
    const request = { method: 'POST', path: '/api/react', bearer: token, body }
    return readStream('POST /api/react with an agent', true, await session.stream(request))
  })

const suggestingStreams = async (session: TestSession): Promise<readonly Stream[]> => {
  const plain = (await liveStreams(session)).filter(suggests)
  return plain.length > 0 ? plain : [await agentTurn(session)].filter(suggests)
}

const suggests = (stream: Stream): boolean => framesOf(stream, 'suggestions').length > 0

/** Payloads of events (6). */
export const eventObservers = {
  'events.cursor-carrier': {
    plan,
    observe: async ({ session }) =>
      (await liveStreams(session)).map((stream) => observed(stream.exchange, carrierOf(stream))),
  },
  'events.cursor-range': {
    plan,
    observe: async ({ session }) => {
      const { first, second, exchange } = await cursorsOfTwoTurns(session)
      if (first.length === 0 || second.length === 0) skip('no event has a cursor')
      const rises = Math.min(...second) > Math.max(...first)
      return observed(exchange, rises ? 'conversation' : 'turn')
    },
  },
  'events.cursor-step': {
    plan,
    observe: async ({ session }) => {
      const live = (await liveStreams(session)).filter((stream) => stepsOf(stream).length > 0)
      // A replay may leave out events, so it is used only if live events carry no cursor.
      const streams = live.length > 0 ? live : [(await storedTurn(session)).full]
      return streams.flatMap((stream) => {
        const steps = stepsOf(stream)
        if (steps.length === 0) return []
        if (steps.length > 1 && stream.live) return skip('cursors rise by different steps')
        const step = Math.min(...steps)
        return [
          step === 1 ? observed(stream.exchange, '1') : observed(stream.exchange, 'step', step),
        ]
      })
    },
  },
  'events.unlisted': {
    plan,
    observe: async ({ session }) =>
      (await liveStreams(session)).map((stream) => {
        const beats = framesOf(stream, 'heartbeat').length > 0
        return observed(stream.exchange, beats ? 'heartbeat' : 'no')
      }),
  },
  'events.answer-names': {
    plan,
    observe: async ({ session }) =>
      eachFrame(await liveStreams(session), ['answer'], (payload) => {
        if (has(payload, 'type')) return 'documented'
        return has(payload, 'status') ? 'status' : undefined
      }),
  },
  'events.step-names': {
    plan,
    observe: async ({ session }) =>
      eachFrame(await toolStreams(session), ['step', 'step_progress'], (payload) => {
        if (has(payload, 'tool')) return 'documented'
        return has(payload, 'tool_name') ? 'prefixed' : undefined
      }),
  },
  'events.extra-fields': {
    plan,
    observe: async ({ session, option }) => {
      const streams = await toolStreams(session)
      if ((await option('events.answer-names')) === 'documented') {
        return eachFrame(streams, ['answer'], (payload) =>
          has(payload, 'status') ? 'both' : 'documented',
        )
      }
      if ((await option('events.step-names')) === 'prefixed')
        skip('no event has the names of the specification')
      return eachFrame(streams, ['step', 'step_progress'], (payload) => {
        if (!has(payload, 'tool')) return undefined
        return has(payload, 'tool_name') ? 'both' : 'documented'
      })
    },
  },
  'events.done-tokens': {
    plan,
    observe: async ({ session }) =>
      eachFrame(await liveStreams(session), ['done'], (payload) =>
        has(payload, 'tokens') ? 'present' : 'absent',
      ),
  },
  'events.suggestions': {
    plan: 'full',
    observe: async ({ session }) => {
      const [stream] = await suggestingStreams(session)
      if (stream === undefined) return skip('no turn had suggestions')
      const { exchange } = stream
      return observed(exchange, has(exchange.request.body, 'agent_id') ? 'by-agent' : 'always')
    },
  },
  'events.suggestions-shape': {
    plan: 'full',
    observe: async ({ session }) =>
      eachFrame(await suggestingStreams(session), ['suggestions'], (payload) => {
        if (Array.isArray(payload)) return 'array'
        return has(payload, 'items') ? 'items' : undefined
      }),
  },
  'events.post-processing': {
    plan: 'full',
    observe: async ({ session }) =>
      (await suggestingStreams(session)).map((stream) => {
        const isPresent = framesOf(stream, 'post_processing').length > 0
        return observed(stream.exchange, isPresent ? 'yes' : 'no')
      }),
  },
  'events.tool-selection': {
    plan: 'full',
    observe: async ({ session }) => {
      const stream = await agentTurn(session)
      const isPresent = framesOf(stream, 'phase').some(({ payload }) => has(payload, 'total_tools'))
      return observed(stream.exchange, isPresent ? 'yes' : 'no')
    },
  },
  'events.step-moments': {
    plan,
    observe: async ({ session, option }) => {
      if ((await option('records.timestamps')) === 'epoch') skip('all timestamps are numbers')
      return eachFrame(await toolStreams(session), ['step_progress', 'phase'], (payload) => {
        const moment = walk(payload).find(({ key }) => key.endsWith('_at'))?.value
        if (moment === undefined || moment === null) return undefined
        return typeof moment === 'number' ? 'epoch' : 'iso'
      })
    },
  },
  'events.title': {
    plan: 'full',
    observe: async ({ session }) => {
      const { frames, exchange } = await agentTurn(session)
      const types = frames.map(({ type }) => type)
      const title = types.indexOf('title')
      if (title < 0) return observed(exchange, 'never')
      const suggestions = types.indexOf('suggestions')
      if (suggestions < 0) return skip('the turn with a title has no suggestions')
      return observed(exchange, title < suggestions ? 'before-suggestions' : 'after-suggestions')
    },
  },
} as const satisfies Observers

/** Observes the beginning of each stream. */
const eachHead = async <Option extends string>(
  { session }: ObserverContext,
  optionOf: (head: string, exchange: Exchange) => Option,
) =>
  (await liveStreams(session)).map(({ exchange }) =>
    observed(
      exchange,
      optionOf(exchange.streamStart ?? skip('its text was not recorded'), exchange),
    ),
  )

/** The line format of streams (6). */
export const framingObservers = {
  'events.line-ends': {
    plan,
    observe: (context) => eachHead(context, (head) => (head.includes('\r\n') ? 'crlf' : 'lf')),
  },
  'events.data-space': {
    plan,
    observe: (context) => eachHead(context, (head) => (/^data: /m.test(head) ? 'yes' : 'no')),
  },
  'events.comments': {
    plan,
    observe: (context) => eachHead(context, (head) => (/^retry:/m.test(head) ? 'yes' : 'no')),
  },
  'events.content-type': {
    plan,
    observe: (context) =>
      eachHead(context, (_, { headers }) =>
        headers.get('content-type')?.includes('charset') ? 'charset' : 'plain',
      ),
  },
} as const satisfies Observers

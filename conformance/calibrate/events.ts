import { conversationInBody, pathOf } from '../../contract/exchange.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member, walk } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { readConversation, titleIn, untitledConversation } from '../setup/conversations.ts'
import { itemsOf, requireList } from '../setup/lists.ts'
import { liveStreams } from '../stream/all-streams.ts'
import { secondTurn } from '../stream/later-turns.ts'
import { planReplay } from '../stream/replays.ts'
import { framesIn, isStream, readStream, type Stream } from '../stream/stream.ts'
import { toolQuestion } from '../stream/turns.ts'
import type { History } from '../history/history.ts'
import {
  conversationBefore,
  hasType,
  isCompleteTurn,
  replayIn,
  turnFramesIn,
} from './known-conversations.ts'
import { type OptionReading, observedNoOption, observedOption } from './look.ts'
import { type ObserverContext, type Observers, streamAsUser } from './observer.ts'
import { fieldsOf, isUnset } from '../session/request.ts'
import { isDateText } from '../history/response.ts'

/** The types of the events that report tool calls. */
const callEvents = ['step', 'step_progress']

/** Settings for observers of options that every turn shows, with or without tool calls. */
export const turnDefaults = { plan: 'turn', isShownEverywhere: true, provoke: liveTurns } as const

/** Settings for observers of options that only a turn with a tool call shows. */
const toolCallDefaults = { ...turnDefaults, provoke: toolTurns } as const

/** One observer for each choice about which events are sent and about their payloads (6). */
export const eventObservers = {
  'events.unlisted': {
    plan: 'turn',
    provoke: liveTurns,
    read: (exchange) => {
      const frames = turnFramesIn(exchange)
      if (hasType(frames, 'heartbeat')) return 'heartbeat'
      return isCompleteTurn(frames) && hasType(frames, 'answer') ? 'no' : undefined
    },
  },
  'events.answer-names': {
    ...turnDefaults,
    read: eachFrame(['answer'], (payload) => {
      if (hasField(payload, 'type')) return 'documented'
      return hasField(payload, 'status') ? 'status' : undefined
    }),
  },
  'events.step-names': {
    ...toolCallDefaults,
    read: eachFrame(callEvents, (payload) => {
      if (hasField(payload, 'tool')) return 'documented'
      return hasField(payload, 'tool_name') ? 'prefixed' : undefined
    }),
  },
  'events.extra-fields': {
    ...toolCallDefaults,
    read: eachFrame(['answer', ...callEvents], (payload, type) => {
      const [own, extra] = type === 'answer' ? ['type', 'status'] : ['tool', 'tool_name']
      if (!hasField(payload, own)) return undefined
      return hasField(payload, extra) ? 'both' : 'documented'
    }),
  },
  'events.call-fields': {
    ...toolCallDefaults,
    read: eachFrame(callEvents, (payload) => {
      const isResult = hasField(payload, 'tool') || hasField(payload, 'tool_name')
      if (!isResult || member(payload, 'status') !== 'done') return undefined
      const reasoning = member(payload, 'reasoning')
      if (reasoning === undefined) return undefined
      return reasoning === '' ? 'filled' : 'documented'
    }),
  },
  'events.step-usage': {
    ...turnDefaults,
    read: eachFrame(['step_progress'], (payload) => {
      if (member(payload, 'event') !== 'completed') return undefined
      return hasField(payload, 'usage') ? 'yes' : 'no'
    }),
  },
  'events.done-tokens': {
    ...turnDefaults,
    read: eachFrame(['done'], (payload) => {
      if (hasField(payload, 'tokens')) return 'present'
      // The `done` of a failed turn has neither `tokens` nor `usage`.
      return hasField(payload, 'usage') ? 'absent' : undefined
    }),
  },
  'events.step-moments': {
    plan: 'turn',
    provoke: async (context) => [
      ...(await toolTurns(context)),
      ...exchangesOf(await planReplay(context.session).catch(() => [])),
    ],
    read: (exchange) => {
      const frames = [...turnFramesIn(exchange), ...replayIn(exchange)]
      if (frames.length === 0) return undefined
      return frames.flatMap<OptionReading<'events.step-moments'>>(({ type, payload }) => {
        if (type !== 'step_progress' && type !== 'phase') return []
        const moment = walk(payload).find(({ key }) => key.endsWith('_at'))?.value
        // The choice only applies if the deployment writes all other timestamps as texts.
        const conditions = { 'records.timestamps': ['z', 'naive', 'offset', 'local'] }
        if (typeof moment === 'number') return { option: 'epoch', given: conditions }
        return isDateText(moment) ? { option: 'iso', given: conditions } : []
      })
    },
  },
  'events.suggestions': {
    plan: 'full',
    needsProvoking: 'a turn without suggestions that could have had some',
    observe: async ({ session }) => {
      const plain = await liveStreams(session)
      const always = plain
        .filter(suggests)
        .map(({ exchange }) => observedOption(exchange, 'always'))
      const others = plain.filter((stream) => !suggests(stream) && isCompleteTurn(stream.frames))
      if (others.length === 0) return always
      // If even a turn with an agent has no suggestions, this target may never send suggestions.
      if (!suggests((await agentTurn(session)).stream)) return always
      return [...always, ...others.map(({ exchange }) => observedOption(exchange, 'by-agent'))]
    },
    read: (exchange, before) => {
      if (!hasType(turnFramesIn(exchange), 'suggestions')) return undefined
      return lacksAgent(exchange, before) ? 'always' : undefined
    },
  },
  'events.suggestions-shape': {
    plan: 'full',
    isShownEverywhere: true,
    provoke: suggestingTurns,
    read: eachFrame(['suggestions'], (payload) => {
      if (Array.isArray(payload)) return 'array'
      return hasField(payload, 'items') ? 'items' : undefined
    }),
  },
  'events.post-processing': {
    plan: 'full',
    provoke: suggestingTurns,
    read: (exchange) => {
      const frames = turnFramesIn(exchange)
      if (!hasType(frames, 'suggestions')) return undefined
      return hasType(frames, 'post_processing') ? 'yes' : 'no'
    },
  },
  'events.tool-selection': {
    plan: 'full',
    provoke: async ({ session }) => {
      const plain = exchangesOf(await liveStreams(session)).filter(isReact)
      if (plain.some(selectsTools)) return plain
      const { exchange } = (await agentTurn(session)).stream
      return selectsTools(exchange) ? [exchange] : plain
    },
    read: (exchange, before) => {
      if (selectsTools(exchange)) return 'yes'
      const frames = turnFramesIn(exchange)
      // A turn without an agent has all tools; the tools of an agent may be too few to select from.
      const isShown = isReact(exchange) && lacksAgent(exchange, before)
      return isShown && isCompleteTurn(frames) && hasType(frames, 'answer') ? 'no' : undefined
    },
  },
  'events.title': {
    plan: 'full',
    needsProvoking: 'a conversation that is read again and again until it has a title',
    observe: async ({ session }) => {
      const { stream, conversation } = await agentTurn(session)
      const { frames, exchange } = stream
      if (hasType(frames, 'title')) {
        const option = titlePlace(exchange) ?? skip('the turn with a title has no suggestions')
        return observedOption(exchange, option)
      }
      return isCompleteTurn(frames)
        ? titleAfterEnd(session, conversation, exchange)
        : observedNoOption(exchange, 'a stream without `end`')
    },
    read: (exchange) =>
      hasType(turnFramesIn(exchange), 'title') ? (titlePlace(exchange) ?? []) : undefined,
  },
} as const satisfies Observers

/** Whether a turn is without an agent: neither the request nor the conversation names one. */
const lacksAgent = (exchange: Exchange, before: History): boolean =>
  isUnset(fieldsOf(exchange)['agent_id']) &&
  (conversationInBody(exchange) === undefined ||
    conversationBefore(exchange, before).lacksAgent === true)

const exchangesOf = (streams: readonly Stream[]): readonly Exchange[] =>
  streams.map(({ exchange }) => exchange)

/** Returns the streams of the turns that each calibration with the plan `turn` runs. */
async function liveTurns({ session }: ObserverContext): Promise<readonly Exchange[]> {
  return exchangesOf(await liveStreams(session))
}

/** Returns the streams of `liveTurns`, and a turn that may call a tool. */
async function toolTurns(context: ObserverContext): Promise<readonly Exchange[]> {
  return [...(await liveTurns(context)), (await secondTurn(context.session)).stream.exchange]
}

async function suggestingTurns({ session }: ObserverContext): Promise<readonly Exchange[]> {
  const plain = (await liveStreams(session)).filter(suggests)
  return exchangesOf(
    plain.length > 0 ? plain : [(await agentTurn(session)).stream].filter(suggests),
  )
}

/** Runs the first turn of a conversation. It may send tool calls, suggestions and a title. */
const agentTurn = sharedSetUp('a turn with an agent', async (session) => {
  const items = itemsOf(await requireList(session, 'agents')) ?? []
  const agent = items.find((item) => item['suggest_followups'] === true) ?? items[0]
  const id = agent?.['id'] ?? skip('there is no agent')
  const conversation = await untitledConversation(session)
  const body = { q: toolQuestion, agent_id: id, conversation_id: conversation }
  const exchange = await streamAsUser(session, '/api/react', body)
  return { conversation, stream: readStream('POST /api/react with an agent', true, exchange) }
})

/** Observes if and when a conversation gets its title after a stream without a title event. */
async function titleAfterEnd(session: TestSession, id: string, ended: Exchange) {
  const read = () => readConversation(session, id)
  const later = await pollUntil(session, read, (seen) => (titleIn(seen) ?? '') !== '', { ms: 5000 })
  if (!isAccepted(later.exchange)) return observedNoOption(later.exchange)
  return later.settled
    ? observedOption(later.exchange, 'after-end', Math.max(1, Math.floor(later.delay / 1000)))
    : observedOption(ended, 'never')
}

/** Whether a title comes before or after the suggestions; `undefined` without suggestions. */
function titlePlace(exchange: Exchange) {
  const types = framesIn(exchange).map(({ type }) => type)
  const suggestions = types.indexOf('suggestions')
  if (suggestions < 0) return undefined
  return types.indexOf('title') < suggestions ? 'before-suggestions' : 'after-suggestions'
}

const suggests = ({ frames }: Stream): boolean => hasType(frames, 'suggestions')

const isReact = (exchange: Exchange): boolean => pathOf(exchange) === '/api/react'

const selectsTools = (exchange: Exchange): boolean =>
  turnFramesIn(exchange).some(
    ({ type, payload }) => type === 'phase' && hasField(payload, 'total_tools'),
  )

function hasField(payload: unknown, name: string | undefined): boolean {
  return name !== undefined && member(payload, name) !== undefined
}

/** Creates a `Reading` that returns the options of all events of these types. */
function eachFrame<Option extends string>(
  types: readonly string[],
  optionOf: (payload: unknown, type: string) => Option | undefined,
) {
  return (exchange: Exchange): readonly Option[] | undefined =>
    isStream(exchange)
      ? framesIn(exchange).flatMap(({ type = '', payload }) =>
          types.includes(type) ? (optionOf(payload, type) ?? []) : [],
        )
      : undefined
}

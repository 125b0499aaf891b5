import { conversationInBody, pathOf } from '../../contract/exchange.ts'
import type { JsonObject } from '../../contract/json.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member, valueAt } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import {
  conversationIdFor,
  createdConversation,
  readConversation,
  titleIn,
  untitledConversation,
} from '../setup/conversations.ts'
import { lists } from '../setup/lists.ts'
import { unknownUuid } from '../setup/unknown-resources.ts'
import { resumeToEnd } from '../stream/later-turns.ts'
import { besideStream, type Frame, framesIn, isStream, framesNotIn } from '../stream/stream.ts'
import { dagTurn, question, reactTurn } from '../stream/turns.ts'
import { sendAsUser, userCredential } from '../setup/credentials.ts'
import {
  subjectOrCredential,
  subjectOf,
  fieldsOf,
  isCall,
  isTurn,
  isUnset,
} from '../session/request.ts'
import type { History, HistoryIndex } from '../history/history.ts'
import { conversationBefore, hasType, isCompleteTurn, turnFramesIn } from './known-conversations.ts'
import { optionByStatus, observedNoOption, observedOption } from './look.ts'
import { type Observers, requireInput, streamAsUser } from './observer.ts'
import {
  anyErrorCode,
  complaintAbout,
  isAboutFields,
  isInvalid,
  isMissingRecord,
} from '../history/response.ts'

/** One observer for each choice about turns (specification, 4.2). */
export const turnObservers = {
  'turn.on-disconnect': {
    plan: 'full',
    needsProvoking: 'a client that certainly leaves before the turn is over, and comes back',
    observe: async ({ session }) => {
      const { complete, resumed, full, earlier } = await resumeToEnd(session)
      const at = { method: 'POST', path: '/api/dag' }
      if (complete) return { ...observedOption(resumed, 'goes-on'), at }
      if (full.status === 404) return { ...observedOption(full, 'cancels'), at }
      // If no event of the cut turn is stored, the target has cancelled the turn.
      const isGone = isStream(full) && framesNotIn(framesIn(full), earlier).length === 0
      return isGone
        ? { ...observedOption(full, 'cancels'), at }
        : observedNoOption(full, 'a part of the turn, which does not grow')
    },
  },
  'turn.concurrent': {
    plan: 'full',
    needsProvoking: 'a second turn while the first one certainly runs',
    observe: async ({ session }) => {
      await reactTurn(session)
      const body = { q: question, conversation_id: await conversationIdFor(session, 'react') }
      let second: Promise<Exchange> | undefined
      await streamAsUser(session, '/api/react', body, () => {
        second ??= besideStream(streamAsUser(session, '/api/react', body))
        return false
      })
      const exchange = (await second) ?? skip('the first turn had no event')
      if (isStream(exchange)) return observedOption(exchange, 'side-by-side')
      return optionByStatus(exchange, { 409: 'refused' })
    },
    read: (exchange, before) =>
      isTurn(exchange) &&
      exchange.status === 409 &&
      ownConversation(exchange, before)?.hasTurn === true &&
      /conflict|running|busy|in_progress/.test(anyErrorCode(exchange) ?? 'conflict')
        ? 'refused'
        : undefined,
  },
  'turn.unknown-agent': {
    plan: 'full',
    provoke: async ({ session }) => {
      const id = await untitledConversation(session)
      // This 404 proves that the agent does not exist. The function `read` needs the proof.
      await sendAsUser(session, { method: 'GET', path: `${lists.agents}/${unknownUuid}` })
      const body = { q: question, agent_id: unknownUuid, conversation_id: id }
      return streamAsUser(session, '/api/react', body, () => true)
    },
    read: (exchange, before) => {
      const { agent_id: agent } = fieldsOf(exchange)
      if (!isTurn(exchange) || typeof agent !== 'string') return undefined
      if (!isMissing(`/api/agents/${agent}`, exchange, before)) return undefined
      if (isStream(exchange)) return 'ignored'
      // If the conversation is not known to exist, the 404 may be about the conversation.
      const isReachable =
        conversationInBody(exchange) === undefined ||
        ownConversation(exchange, before) !== undefined
      return isReachable && exchange.status === 404 ? 'refused' : undefined
    },
  },
  'turn.failure': {
    plan: 'full',
    provoke: async ({ session, inputs }) => {
      const q = requireInput(inputs.failingQuery, '--failing-query')
      const conversation_id = await untitledConversation(session)
      return streamAsUser(session, '/api/react', { q, conversation_id })
    },
    read: (exchange) => {
      const frames = turnFramesIn(exchange)
      if (hasType(frames, 'error')) return 'error-event'
      if (frames.some(isFailure)) return 'done-text'
      return hasType(frames, 'done') ? [] : undefined
    },
  },
  'turn.given-title': {
    plan: 'full',
    needsProvoking: 'a conversation that is read again and again, although its title stays',
    observe: async ({ session, option }) => {
      if ((await option('events.title')) === 'never') skip('no title is ever generated')
      const { title } = await createdConversation(session, 'react')
      const { conversationId: id } = await reactTurn(session)
      if (title === '') skip('the conversation of the turn was created without a title')
      const { exchange, settled } = await pollUntil(
        session,
        () => readConversation(session, id),
        (seen) => titleIn(seen) !== title,
        { ms: 5000 },
      )
      if (titleIn(exchange) === undefined) return observedNoOption(exchange, 'no `title`')
      return observedOption(exchange, settled ? 'replaced' : 'kept')
    },
    read: (exchange, before) => {
      if (exchange.request.method !== 'GET' || !isAccepted(exchange)) return undefined
      const { hasTurn, givenTitle } = conversationBefore(exchange, before)
      const title = titleIn(exchange) ?? ''
      if (!hasTurn || givenTitle === undefined || title === '') return undefined
      return title === givenTitle ? undefined : 'replaced'
    },
  },
  'chat.query': {
    provoke: ({ session }) => sendInvalidTurn(session, {}),
    read: (exchange) => {
      if (!isTurn(exchange) || fieldsOf(exchange)['q'] !== undefined) return undefined
      if (complaintAbout(exchange, 'q')) return 'required'
      // A validation error names all invalid fields. If it does not name `q`, `q` is optional.
      return isStream(exchange) || isAboutFields(exchange) ? 'optional' : undefined
    },
  },
  'chat.query-length': {
    provoke: ({ session }) => sendInvalidTurn(session, { q: 'x'.repeat(maxQueryLength) }),
    read: (exchange) => {
      const { q } = fieldsOf(exchange)
      if (!isTurn(exchange) || typeof q !== 'string') return undefined
      const complaint = complaintAbout(exchange, 'q')
      const limit = complaint && greatestLength(complaint)
      if (limit !== undefined && limit > 0) return { option: 'characters', value: limit }
      if (complaint !== undefined || q.length < maxQueryLength) return undefined
      return isStream(exchange) || isAboutFields(exchange) ? 'unlimited' : undefined
    },
  },
  'chat.routing-event': {
    plan: 'turn',
    provoke: async ({ session }) => (await autoTurn(session)).exchange,
    read: (exchange) => {
      const frames = turnFramesIn(exchange)
      if (pathOf(exchange) !== '/api/auto' || frames.length === 0) return undefined
      if (frames[0]?.type === 'routing') return 'first'
      if (hasType(frames, 'routing')) return { came: '`routing`, but not as the first event' }
      return isCompleteTurn(frames) ? 'absent' : { came: 'a stream without `end`' }
    },
  },
  'chat.inject-without-turn': {
    provoke: async ({ session }) => sendInject(session, await conversationIdFor(session)),
    read: (exchange, before) => {
      if (!isInject(exchange) || ownConversation(exchange, before) === undefined) return undefined
      if (anyErrorCode(exchange) === 'conversation_not_found') return undefined
      if (exchange.status === 409) return 'conflict'
      return isMissingRecord(exchange) ? 'not_found' : undefined
    },
  },
  'chat.inject-elsewhere': {
    provoke: async ({ session }) => {
      // This 404 proves that the conversation does not exist. The function `read` needs the proof.
      await readConversation(session, unknownUuid)
      return sendInject(session, unknownUuid)
    },
    read: (exchange, before) => {
      const path = `${lists.conversations}/${conversationInBody(exchange)}`
      if (!isInject(exchange) || !isMissing(path, exchange, before)) return undefined
      if (isMissingRecord(exchange)) return 'conversation_not_found'
      // A 403 for an API key may be about its scopes, so only the 403 for a user counts.
      const isUser = subjectOf(exchange) !== undefined
      return isUser && exchange.status === 403 ? 'forbidden' : undefined
    },
  },
  'events.inject': {
    plan: 'full',
    provoke: async ({ session }) => {
      await dagTurn(session)
      const conversation_id = await untitledConversation(session)
      const path = '/api/chat/inject'
      const body = { conversation_id, content: question }
      let injected: Promise<Exchange> | undefined
      const turn = { q: question, conversation_id }
      const exchange = await streamAsUser(session, '/api/dag', turn, (events) => {
        if (events.some(({ event }) => event === 'phase'))
          injected ??= besideStream(sendAsUser(session, { method: 'POST', path, body }))
        return false
      })
      await injected
      const isShown = exchange.events.some(({ event }) => event === 'inject')
      if (isStream(exchange) && !isShown) skip('the turn shows no injected text')
      return exchange
    },
    read: (exchange) => {
      const frames = turnFramesIn(exchange)
      const injected = frames.find(({ type }) => type === 'inject')?.payload
      if (injected === undefined) return undefined
      if (isUnset(member(injected, 'id'))) return 'by-mode'
      // In a `react` turn, an `inject` event with an `id` and no `phase` fits both options.
      const isPlan = hasType(frames, 'step_progress')
      return isPlan || !isUnset(member(injected, 'phase')) ? 'id-and-phase' : []
    },
  },
} as const satisfies Observers

/** Runs a turn with `POST /api/auto` in a new conversation. */
export const autoTurn = sharedSetUp('a turn of auto', async (session) => {
  const conversation_id = await untitledConversation(session)
  const exchange = await streamAsUser(session, '/api/auto', { q: question, conversation_id })
  if (!isStream(exchange)) skip(`status ${exchange.status} instead of an event stream`)
  return { exchange, conversation_id }
})

/** Sends a turn with an invalid conversation id. The validation error also lists a wrong `q`. */
async function sendInvalidTurn(session: TestSession, query: object): Promise<Exchange> {
  const token = await userCredential(session)
  const body = { ...query, conversation_id: { a: 1 }, token }
  const exchange = await session.send({ method: 'POST', path: '/api/react', bearer: token, body })
  if (!isInvalid(exchange)) skip(`status ${exchange.status} for an object as conversation_id`)
  return exchange
}

// If this many characters are accepted, the length is treated as unlimited.
const maxQueryLength = 100_000

/** Returns the maximum length in an item of a validation error; undefined if the item has none. */
function greatestLength(complaint: JsonObject): number | undefined {
  const limit = valueAt(complaint, ['ctx', 'max_length'])
  if (typeof limit === 'number') return limit
  if (!/too_long|max_length/.test(String(complaint['type']))) return undefined
  const [digits] = /\d+/.exec(String(complaint['msg'])) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const sendInject = (session: TestSession, id: string): Promise<Exchange> =>
  streamAsUser(session, '/api/chat/inject', { conversation_id: id, content: question })

const isInject = (exchange: Exchange): boolean => isCall(exchange, 'POST', '/api/chat/inject')

/** Returns the conversation of an exchange, if the caller has reached this conversation before. */
function ownConversation(exchange: Exchange, before: History) {
  const known = conversationBefore(exchange, before)
  return known.owner !== undefined && known.owner === subjectOrCredential(exchange)
    ? known
    : undefined
}

/** Whether an event is the `done` of a failed turn: an error text as answer, and no `usage`. */
const isFailure = ({ type, payload }: Frame): boolean =>
  type === 'done' &&
  member(payload, 'usage') === undefined &&
  /^\w+ error: /i.test(String(member(payload, 'answer')))

/** Paths that returned 404 with an error code, by caller and path. */
const missingPaths: HistoryIndex<true> = {
  changes: (exchange) => {
    const caller = subjectOrCredential(exchange)
    return exchange.request.method === 'GET' && isMissingRecord(exchange) && caller !== undefined
      ? [[`${caller} ${pathOf(exchange)}`, true]]
      : []
  },
}

/** Whether the caller of an exchange got a 404 for this path before. */
const isMissing = (path: string, exchange: Exchange, before: History): boolean =>
  before.get(missingPaths, `${subjectOrCredential(exchange)} ${path}`) !== undefined

export const turnIndices = [missingPaths]

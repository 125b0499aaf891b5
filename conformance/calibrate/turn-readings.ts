import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { titleIn } from '../setup/conversations.ts'
import { type Frame, framesIn, isStream } from '../stream/stream.ts'
import { callerOf, fieldsOf, isUnset, userOf } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'
import {
  areAboutFields,
  complaintAbout,
  complaintsIn,
  greatestLength,
  isAbout,
} from './complaints.ts'
import { conversationInBody, conversationInPath } from './known-conversations.ts'
import { anyErrorCode, byStatus, noOption, observed } from './look.ts'
import type { Readings } from './observer.ts'
import type { SeenTraffic } from './seen-traffic.ts'

export const isTurn = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && /^\/api\/(?:react|dag|auto)$/.test(pathOf(exchange))

/** The events of a turn; empty for any other exchange. */
export const turnFramesIn = (exchange: Exchange): readonly Frame[] =>
  isTurn(exchange) && isStream(exchange) ? framesIn(exchange) : []

const isInject = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && pathOf(exchange) === '/api/chat/inject'

/** The conversation of an exchange, if its caller has reached it before. */
function ownConversation(exchange: Exchange, before: SeenTraffic) {
  const known = before.conversations.get(conversationInBody(exchange))
  return known?.owner === callerOf(exchange) ? known : undefined
}

/** Whether the caller of an exchange was told that its conversation is missing. */
const isElsewhere = (exchange: Exchange, before: SeenTraffic): boolean =>
  before.conversations.isMissing(`/api/conversations/${conversationInBody(exchange)}`, exchange)

/** Whether a `done` is that of a turn that failed: it has the error as its answer, and no usage. */
const isFailure = ({ type, payload }: Frame): boolean =>
  type === 'done' &&
  member(payload, 'usage') === undefined &&
  /^\w+ error: /i.test(String(member(payload, 'answer')))

/** Turns (4.2), from any exchange. */
export const turnReadings = {
  'turn.unknown-agent': (exchange, before) => {
    const { agent_id: agent } = fieldsOf(exchange)
    if (!isTurn(exchange) || typeof agent !== 'string') return undefined
    if (!before.conversations.isMissing(`/api/agents/${agent}`, exchange)) return undefined
    if (isStream(exchange)) return observed(exchange, 'ignored')
    // Otherwise the conversation may be what is missing.
    const isReachable =
      conversationInBody(exchange) === undefined || ownConversation(exchange, before) !== undefined
    return isReachable && exchange.status === 404 ? observed(exchange, 'refused') : undefined
  },
  'turn.concurrent': (exchange, before) =>
    isTurn(exchange) &&
    exchange.status === 409 &&
    ownConversation(exchange, before)?.hasTurn === true &&
    /conflict|running|busy|in_progress/.test(anyErrorCode(exchange) ?? 'conflict')
      ? observed(exchange, 'refused')
      : undefined,
  'turn.failure': (exchange) => {
    const frames = turnFramesIn(exchange)
    if (frames.some(({ type }) => type === 'error')) return observed(exchange, 'error-event')
    if (frames.some(isFailure)) return observed(exchange, 'done-text')
    return frames.some(({ type }) => type === 'done') ? [] : undefined
  },
  'turn.given-title': (exchange, before) => {
    const known = before.conversations.get(conversationInPath(exchange))
    const given = known?.hasTurn ? known.givenTitle : undefined
    const title = titleIn(exchange)
    if (exchange.request.method !== 'GET' || given === undefined || !isAccepted(exchange))
      return undefined
    return title === undefined || title === '' || title === given
      ? undefined
      : observed(exchange, 'replaced')
  },
  'chat.query': (exchange) => {
    if (!isTurn(exchange) || fieldsOf(exchange)['q'] !== undefined) return undefined
    const complaints = complaintsIn(exchange)
    if (complaints.some((complaint) => isAbout(complaint, 'q')))
      return observed(exchange, 'required')
    // A validation error names all fields.
    return isStream(exchange) || areAboutFields(complaints)
      ? observed(exchange, 'optional')
      : undefined
  },
  'chat.query-length': (exchange) => {
    const { q } = fieldsOf(exchange)
    if (!isTurn(exchange) || typeof q !== 'string') return undefined
    const complaint = complaintAbout(exchange, 'q')
    const limit = complaint && greatestLength(complaint)
    if (limit !== undefined && limit > 0) return observed(exchange, 'characters', limit)
    if (complaint !== undefined || q.length < longestQuery) return undefined
    return isStream(exchange) || areAboutFields(complaintsIn(exchange))
      ? observed(exchange, 'unlimited')
      : undefined
  },
  'chat.routing-event': (exchange) => {
    if (pathOf(exchange) !== '/api/auto') return undefined
    const types = turnFramesIn(exchange).map(({ type }) => type)
    if (types.length === 0) return undefined
    if (types[0] === 'routing') return observed(exchange, 'first')
    if (types.includes('routing'))
      return noOption(exchange, '`routing`, but not as the first event')
    return types.at(-1) === 'end'
      ? observed(exchange, 'absent')
      : noOption(exchange, 'a stream without `end`')
  },
  'chat.inject-without-turn': (exchange, before) => {
    if (!isInject(exchange) || ownConversation(exchange, before) === undefined) return undefined
    if (anyErrorCode(exchange) === 'conversation_not_found') return undefined
    return exchange.status === 404 || exchange.status === 409
      ? byStatus(exchange, { 409: 'conflict', 404: 'not_found' })
      : undefined
  },
  'chat.inject-elsewhere': (exchange, before) => {
    if (!isInject(exchange) || !isElsewhere(exchange, before)) return undefined
    if (exchange.status === 404) return observed(exchange, 'conversation_not_found')
    // An API key may be refused for its scopes.
    const isUser = userOf(exchange) !== undefined
    return isUser && exchange.status === 403 ? observed(exchange, 'forbidden') : undefined
  },
  'events.inject': (exchange) => {
    const inject = turnFramesIn(exchange).find(({ type }) => type === 'inject')?.payload
    if (inject === undefined) return undefined
    if (isUnset(member(inject, 'id'))) return observed(exchange, 'by-mode')
    const isPlan = turnFramesIn(exchange).some(({ type }) => type === 'step_progress')
    // On react, an id alone is of either option.
    return isPlan || !isUnset(member(inject, 'phase')) ? observed(exchange, 'id-and-phase') : []
  },
} as const satisfies Readings

// A higher limit would have no effect in practice.
export const longestQuery = 100_000

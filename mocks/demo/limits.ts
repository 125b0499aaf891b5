import { type FrameStream, type PlainResponse } from '../../contract/plain-http.ts'
import { frameText } from '../../contract/sse.ts'
import { ownLimits } from '../../contract/limits.ts'
import { ApiError } from '../world/api-error.ts'
import {
  hasStream,
  type LimitedRequest,
  type VisitorLimiter,
} from '../server/request/incoming-request.ts'
import type { Visitor, Visitors } from './visitors.ts'

const { visitor: visitorLimits } = ownLimits

/** The message for a visitor whose world has reached its memory limit. */
export const worldFullMessage =
  'This world has reached its memory limit: delete some records, or reset the world.'

/** Counts requests towards the rate limit of a visitor. Throws `ApiError` if the limit is exceeded. */
export function limitRate(visitors: Visitors, visitor: Visitor, calls?: number): void {
  const wait = visitors.takeTokens(visitor, calls)
  if (wait > 0)
    throw new ApiError('rate-limited', `Too many requests by one visitor: wait ${wait} s.`, {
      headers: { 'retry-after': String(wait) },
    })
}

/** Creates the limiter of a demo server, which limits each visitor's platform requests. */
export const createVisitorLimiter = (visitors: Visitors): VisitorLimiter => ({
  async run(incoming, answer) {
    const { world, body } = incoming
    const visitor = visitors.inWorld(world.name)
    if (visitor === undefined) return answer()
    // A long body costs more, because its text is repeated in events, messages and the journal.
    limitRate(visitors, visitor, 1 + Math.floor(body.bytes / visitorLimits.requestBytes))
    visitors.touch(visitor)
    const says = findLimitProblem(visitors, visitor, incoming)
    if (says !== undefined) throw new ApiError('overloaded', says)
    visitor.pendingRequests++
    try {
      // Without this check, a visitor who was removed during the request would come back.
      return chargeResponse(visitor, await answer(), () => {
        if (visitors.inWorld(world.name) === visitor) visitors.touch(visitor)
      })
    } finally {
      visitor.pendingRequests--
    }
  },
})

/**
 * Counts the sent bytes of a response towards the rate limit, so that later requests have to wait.
 * `onEnd` is called when a stream ends.
 */
export function chargeResponse(
  visitor: Visitor,
  response: PlainResponse,
  onEnd?: () => void,
): PlainResponse {
  const { body } = response
  let sent = 0
  const add = (bytes: number) => {
    const before = Math.floor(sent / visitorLimits.responseBytes)
    sent += bytes
    visitor.tokenBucket.charge(Math.floor(sent / visitorLimits.responseBytes) - before)
  }
  if (typeof body === 'string') add(body.length)
  return typeof body === 'object'
    ? { ...response, body: withLengthReports(body, add, onEnd) }
    : response
}

/** Reports the length of each part of a stream. */
const withLengthReports = (
  frames: FrameStream,
  add: (length: number) => void,
  onEnd = () => {},
): FrameStream => ({
  async pull() {
    const part = await frames.pull()
    if (part !== undefined) add(Array.isArray(part) ? frameText(part).length : part.length)
    if (part === undefined || frames.isDone) onEnd()
    return part
  },
  get isDone() {
    return frames.isDone ?? false
  },
  cancel() {
    onEnd()
    frames.cancel()
  },
})

function findLimitProblem(
  visitors: Visitors,
  visitor: Visitor,
  incoming: LimitedRequest,
): string | undefined {
  const { world, operationId: asked } = incoming
  const { method } = incoming.request
  if (visitor.pendingRequests >= visitorLimits.underWay)
    return `This visitor has ${visitorLimits.underWay} requests in progress: wait until one completes.`
  const streams = hasStream(incoming)
  if (streams && world.openStreams >= visitorLimits.streams)
    return `A visitor can have ${visitorLimits.streams} open streams: end one first.`
  if (streams && asked && asked !== 'chat.resume' && world.runningTurns.size >= visitorLimits.turns)
    return `A visitor can have ${visitorLimits.turns} running turns: unfreeze the clock, or reset the world.`
  const adds = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE'
  return adds && visitors.isFull(world) ? worldFullMessage : undefined
}

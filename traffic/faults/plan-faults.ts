import { memoizeByObject } from '../../contract/memoize.ts'
import type { FaultEffect } from '../../contract/fault.ts'
import { operations } from '../../contract/operations.ts'
import {
  type CalledOperation,
  toOperationPattern,
} from '../../contract/operations/operation-pattern.ts'
import type { PlainResponse } from '../../contract/plain-http.ts'
import { damageResponse, type FaultClock } from './damage-response.ts'
import {
  type Faults,
  type FaultWithId,
  type PersistentRequest,
  replacesResponse,
} from './faults.ts'

/** The combined effect of the faults of one request. */
export type FaultPlan = {
  /** The ids of the faults that affect the request; final when `after` was called. */
  readonly ids: readonly string[]
  /** Delays the request. Returns the fault's response, if it replaces the real response. */
  before(): Promise<PlainResponse | undefined>
  /** Returns the response to send: the real response, changed by the faults. */
  after(response: PlainResponse): PlainResponse
}

/** The properties of a request that faults match. */
type FaultSubject = CalledOperation & {
  /** Whether an operation outside of the contract may respond with a stream. */
  readonly mayStream?: boolean
  /** The time of the request, in milliseconds since 1970. */
  readonly now: number
  /** Whether this name in a fault, such as an email, means the caller of the request. */
  readonly isCaller: (name: string) => boolean
  /** The session or the API key of the caller; empty without both. */
  readonly session: () => string
  /** The credential of the caller; empty without a credential. */
  readonly credential: () => string
  /** Whether the clock is frozen, so that a client can't wait for the end of a fault. */
  readonly isFrozen?: boolean
  /** Whether the body of the response may be compressed. */
  readonly canCompress?: boolean
  /** The query without its question mark. */
  readonly query?: string
}

/** The properties of a request and its server that faults use. */
export type FaultContext = {
  readonly faults: Faults
  readonly subject: FaultSubject
  readonly clock: FaultClock
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Returns a random number from 0 up to 1, for a purpose and a fault. */
  draw(purpose: string, fault: FaultWithId): number
  /** Whether the server has closed, so that no response can be sent. */
  isClosed(): boolean
  /** The response for an injected error. */
  fail(error: NonNullable<FaultEffect['error']>): PlainResponse
}

/** Finds the faults that affect a request; `undefined` if there are none. */
export function createFaultPlan(context: FaultContext): FaultPlan | undefined {
  const { subject, clock, draw } = context
  const faults = context.faults.takeMatching(
    (fault) => matchesFault(fault, subject),
    (fault) => draw('fault', fault),
    subject.session,
    persistentRequest(subject),
  )
  if (faults.length === 0) return undefined
  const effects = faults.map(({ effect }) => effect)
  const decisive = faults.find(replacesResponse)?.effect
  let affecting: readonly FaultWithId[] = faults

  return {
    get ids() {
      return affecting.map(({ id }) => id)
    },
    async before() {
      // One wait for all latencies, so that a frozen clock has to be moved only once.
      const ms = faults
        .map((fault) => drawLatency(fault.effect.latency, () => draw('fault-latency', fault)))
        .reduce((sum, latency) => sum + latency, 0)
      if (ms > 0) await clock.wait(ms, context.signal)
      if (context.isClosed() || decisive?.connection === 'refused') return noResponse
      if (decisive?.gateway) return gatewayResponse(decisive.gateway, subject)
      return decisive?.error && context.fail(decisive.error)
    },
    after(response) {
      // A request that was refused has no stream, so its retry must meet the fault.
      if (typeof response.body !== 'object')
        affecting = faults.filter((fault) => {
          if (!damagesOnlyStreams(fault)) return true
          context.faults.takeBack(fault, subject.session)
          return false
        })
      if (decisive?.connection !== 'reset') return damageResponse(response, effects, clock)
      if (typeof response.body === 'object') response.body.cancel()
      return noResponse
    },
  }
}

const noResponse: PlainResponse = { status: 0, headers: {}, body: undefined, reset: true }

/** The `Retry-After` header of a fault; absent without a time. `now` converts it to a date. */
const retryAfter = (seconds: number | undefined, now?: number) =>
  seconds === undefined
    ? undefined
    : {
        'retry-after':
          now === undefined
            ? String(seconds)
            : new Date(Math.ceil(now / 1000 + seconds) * 1000).toUTCString(),
      }

/** The body data and headers of an injected error; `now` is the present time. */
export const readInjectedError = (
  {
    code,
    message = `This error was injected by a fault: \`${code}\`.`,
    retry_after,
    retry_date,
  }: NonNullable<FaultEffect['error']>,
  now: number,
) => ({ code, message, headers: retryAfter(retry_after, retry_date && now) })

/** The fields of a request that a persistent fault compares; `undefined` for other faults. */
function persistentRequest(subject: FaultSubject): PersistentRequest | undefined {
  const { id, method, path, now, credential, isFrozen = false } = subject
  const isPublic =
    id !== undefined && 'access' in operations[id] && operations[id].access === 'public'
  return isPublic
    ? undefined
    : { credential: credential(), target: `${method} ${path}`, now, isFrozen }
}

const gatewayReasons = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Time-out' }

/** The response of a proxy whose platform is down. It does not have the form of the API. */
function gatewayResponse(
  { status, body = 'html', retry_after }: NonNullable<FaultEffect['gateway']>,
  { path, query = '' }: FaultSubject,
): PlainResponse {
  // The location is relative, because a proxy in front of the server may add a path prefix.
  const location = `./${path.slice(path.lastIndexOf('/') + 1)}${query && `?${query}`}`
  if (status === 307) return { status, headers: { location }, body: '' }
  const title = `${status} ${gatewayReasons[status]}`
  return {
    status,
    headers: {
      ...(body === 'html' && { 'content-type': 'text/html' }),
      ...retryAfter(retry_after),
    },
    body:
      body === 'html'
        ? `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`
        : '',
  }
}

const damagesOnlyStreams = ({ effect }: FaultWithId): boolean =>
  Object.keys(effect).every((kind) => kind === 'stream')

/** Whether a fault applies to a request. Faults that only change streams apply to streams only. */
function matchesFault(fault: FaultWithId, subject: FaultSubject): boolean {
  const { caller, from, until } = fault.match ?? {}
  const { id, now, isCaller, mayStream } = subject
  const streams = mayStream ?? (id !== undefined && operations[id].answer === 'stream')
  return (
    (streams || !damagesOnlyStreams(fault)) &&
    (fault.effect.compression === undefined || (subject.canCompress === true && !streams)) &&
    (from === undefined || now >= Date.parse(from)) &&
    (until === undefined || now < Date.parse(until)) &&
    patternOf(fault)(subject) &&
    (caller === undefined || [caller].flat().some(isCaller))
  )
}

type Pattern = ReturnType<typeof toOperationPattern>

/** Caches the compiled pattern of each fault, because faults never change. */
const patternOf = memoizeByObject((fault: FaultWithId): Pattern => {
  const any = [fault.match?.endpoint ?? '/*'].flat().map(toOperationPattern)
  return (called) => any.some((one) => one(called))
})

/** Computes a delay in milliseconds; `draw` returns random numbers from 0 up to 1. */
function drawLatency(latency: FaultEffect['latency'] = 0, draw: () => number): number {
  if (typeof latency === 'number') return latency
  if ('from' in latency) return latency.from + draw() * (latency.to - latency.from)
  // The Box-Muller transform: two uniform numbers give one with a normal distribution.
  const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  return Math.max(0, latency.mean + latency.deviation * normal)
}

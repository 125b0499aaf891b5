import type { PlainRequest, PlainResponse } from '../../recording/exchange.ts'
import { explainHeaderName } from './request-log/refused-request.ts'
import type { Clock } from '../world/clock.ts'

const allowedMethods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'

/** Answers the preflight of a browser, so that a page of any origin can call. */
export function answerPreflight(call: PlainRequest): PlainResponse | undefined {
  if (call.method !== 'OPTIONS') return undefined
  const headers = {
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers':
      call.header('access-control-request-headers') ?? 'authorization, content-type',
    'access-control-max-age': '600',
  }
  return withCors(call, { status: 204, headers, body: undefined })
}

/** The reply with what a browser asks of a cross-origin answer. */
export function withCors(call: PlainRequest, reply: PlainResponse): PlainResponse {
  const origin = call.header('origin')
  if (origin === undefined) return reply
  const headers = {
    ...reply.headers,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
    ...(explainHeaderName in reply.headers && {
      'access-control-expose-headers': explainHeaderName,
    }),
  }
  return { ...reply, headers }
}

/** The reply with the date of the world it comes from, which a test may have moved. */
export function withDate(
  { status, headers, body, source, reset }: PlainResponse,
  clock: Clock,
): PlainResponse {
  const date = dateOf(clock.now())
  return { status, headers: { ...headers, date }, body, source, ...(reset && { reset }) }
}

/** The date as HTTP writes it; that of the last second is kept, since most calls share it. */
function dateOf(now: number): string {
  const second = Math.floor(now / 1000)
  if (last?.second !== second) last = { second, text: new Date(now).toUTCString() }
  return last.text
}

let last: { readonly second: number; readonly text: string } | undefined

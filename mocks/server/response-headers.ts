import type { PlainRequest, PlainResponse } from '../world/exchange.ts'
import { explainHeaderName } from './request-log/refused-request.ts'
import type { Clock } from '../world/clock.ts'

const allowedMethods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'

/** Answers the CORS preflight of a browser: pages of every origin may call. */
export function answerPreflight(request: PlainRequest): PlainResponse | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const headers = {
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers':
      request.header('access-control-request-headers') ?? 'authorization, content-type',
    'access-control-max-age': '600',
  }
  return withCors(request, { status: 204, headers, body: undefined })
}

/** Adds the CORS headers that a browser needs for a page of another origin. */
export function withCors(request: PlainRequest, response: PlainResponse): PlainResponse {
  const origin = request.header('origin')
  if (origin === undefined) return response
  const headers = {
    ...response.headers,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
    ...(explainHeaderName in response.headers && {
      'access-control-expose-headers': explainHeaderName,
    }),
  }
  return { ...response, headers }
}

/** Adds the date of the world, which a test may have moved. */
export function withDate(response: PlainResponse, clock: Clock): PlainResponse {
  const date = new Date(clock.now()).toUTCString()
  return { ...response, headers: { ...response.headers, date } }
}

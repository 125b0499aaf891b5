import type { RecordedExchange } from '../har/read-entry.ts'
import { parseBody } from '../replay/shape-differences.ts'
import { isStream } from '../replay/recorded-request.ts'

/** Why no collector can use an exchange; `undefined` if one may. */
export function reasonNotToRead({ request, response }: RecordedExchange): string | undefined {
  if (response.status === 0) return 'the client left before the response'
  return /^\/api(\/|$)/.test(request.path) ? undefined : 'not a call of the API'
}

/** Whether the recording has the body of a response, and JSON is whole. */
export const hasAnswer = (exchange: RecordedExchange): boolean =>
  exchange.response.body !== undefined && !isBrokenJson(exchange)

const isBrokenJson = ({ response: { body, mimeType } }: RecordedExchange): boolean =>
  typeof body === 'string' && body !== '' && /json/i.test(mimeType) && parseBody(body) === undefined

/** Why an exchange gave nothing, if no collector says it better. */
export function reasonUnused(exchange: RecordedExchange): string {
  const { request, response } = exchange
  if (request.method === 'OPTIONS') return 'a preflight request, which says nothing new'
  if (response.body === undefined)
    return isStream(exchange)
      ? 'the recording lacks the body of the stream: browsers do not keep it'
      : 'the recording lacks the body of the response'
  if (isBrokenJson(exchange)) return 'the body of the response is no complete JSON'
  if (response.status === 304) return 'the response was not modified, so it has no body'
  if (response.status >= 300 && response.status < 400) return 'a redirect'
  if (response.status >= 400) return `an error (${response.status}), which says nothing new`
  if (response.body === '') return 'the response is empty, and the request changes no known record'
  if (typeof response.body !== 'string') return 'the body of the response is binary'
  return /json/i.test(response.mimeType)
    ? 'its JSON has no records, and it is no operation that can be played'
    : `the response is ${response.mimeType.split(';')[0] || 'of no known type'}, which is not read`
}

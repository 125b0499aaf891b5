import { isEventStream, type RecordedExchange } from '../../contract/exchange.ts'

/** Why no collector can use an exchange; `undefined` if one may. */
export function reasonNotToRead({ request, status }: RecordedExchange): string | undefined {
  if (status === 0) return 'the client left before the response'
  return /^\/api(\/|$)/.test(request.path) ? undefined : 'not a call of the API'
}

/** Whether the recording has the body of a response, and JSON is whole. */
export const hasAnswer = (exchange: RecordedExchange): boolean =>
  exchange.content !== undefined && !isBrokenJson(exchange)

const isBrokenJson = ({ content, mimeType, json }: RecordedExchange): boolean =>
  typeof content === 'string' && content !== '' && /json/i.test(mimeType) && json === undefined

/** Why an exchange gave nothing, if no collector says it better. */
export function reasonUnused(exchange: RecordedExchange): string {
  const { request, status, content, mimeType } = exchange
  if (request.method === 'OPTIONS') return 'a preflight request, which says nothing new'
  if (content === undefined)
    return isEventStream(exchange)
      ? 'the recording lacks the body of the stream: browsers do not keep it'
      : 'the recording lacks the body of the response'
  if (isBrokenJson(exchange)) return 'the body of the response is no complete JSON'
  if (status === 304) return 'the response was not modified, so it has no body'
  if (status >= 300 && status < 400) return 'a redirect'
  if (status >= 400) return `an error (${status}), which says nothing new`
  if (content === '') return 'the response is empty, and the request changes no known record'
  if (typeof content !== 'string') return 'the body of the response is binary'
  return /json/i.test(mimeType)
    ? 'its JSON has no records, and it is no operation that can be played'
    : `the response is ${mimeType.split(';')[0] || 'of no known type'}, which is not read`
}

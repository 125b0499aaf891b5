import { toExchange } from '../conformance/passive/passing-exchange.ts'
import type { Exchange } from '../conformance/session/exchange.ts'
import type { RecordedExchange } from '../traffic/har/read-entry.ts'

/** A recorded exchange as the suite reads it; `undefined` without a response or one of its bodies. */
export function toReadable({
  request,
  response,
  ms,
  isClosedByClient,
}: RecordedExchange): Exchange | undefined {
  const [sent, received] = [textOf(request.body ?? ''), textOf(response.body)]
  if (sent === undefined || received === undefined || response.status === 0) return undefined
  return toExchange({
    method: request.method,
    url: request.url.href,
    headers: new Headers([...request.headers]),
    body: sent,
    response: {
      status: response.status,
      headers: new Headers([...response.headers]),
      parts: response.frames ?? [{ t: ms, text: received }],
      ended: isClosedByClient ? 'cut' : 'closed',
      ms,
    },
  })
}

/** Bodies of calls of the API are text. */
function textOf(body: string | Uint8Array | undefined): string | undefined {
  if (body === 'missing') return undefined
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : body
}

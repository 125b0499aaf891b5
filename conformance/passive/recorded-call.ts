import { isBytes } from '../../contract/realm-safe.ts'
import type { Exchange } from '../session/exchange.ts'
import { toExchange } from './passing-exchange.ts'

type Message = {
  readonly headers: Iterable<[name: string, value: string]>
  /** `undefined` without a body; `missing` if the recorder did not keep that of a request. */
  readonly body: string | Uint8Array | undefined
}

/** A call as a proxy or a recording has it. */
export type RecordedCall = {
  readonly index: number
  readonly ms: number
  readonly request: Message & { readonly method: string; readonly url: URL }
  readonly response: Message & {
    readonly status: number
    readonly frames: readonly { readonly t: number; readonly text: string }[] | undefined
  }
  readonly isClosedByClient: boolean
  /** Whether the deployment broke the connection before the end of its response. */
  readonly isBroken?: boolean | undefined
  /** Whether the recorder kept only the beginning of a body. */
  readonly isTruncated?: boolean | undefined
}

/**
 * A recorded call as the suite reads it; `undefined` without a response, or if one of its bodies was
 * not kept as a whole.
 */
export function toReadable({
  request,
  response,
  ms,
  isClosedByClient,
  isBroken,
  isTruncated,
}: RecordedCall): Exchange | undefined {
  const [sent, received] = [textOf(request.body ?? ''), textOf(response.body)]
  if (sent === undefined || received === undefined) return undefined
  if (isTruncated === true || response.status === 0) return undefined
  return toExchange({
    method: request.method,
    url: request.url.href,
    headers: new Headers([...request.headers]),
    body: sent,
    response: {
      status: response.status,
      headers: new Headers([...response.headers]),
      parts: response.frames ?? [{ t: ms, text: received }],
      ended: isClosedByClient ? 'cut' : isBroken === true ? 'error' : 'closed',
      ms,
    },
  })
}

/** Bodies of calls of the API are text. */
function textOf(body: string | Uint8Array | undefined): string | undefined {
  if (body === 'missing') return undefined
  return isBytes(body) ? new TextDecoder().decode(body) : body
}

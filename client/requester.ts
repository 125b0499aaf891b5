import { isCredentialError } from './errors.ts'
import { isObject, parseJson } from './json.ts'
import { normalizeTimestamps } from './timestamps.ts'
import {
  rejectOnAbort,
  type Method,
  type OutgoingRequest,
  type Query,
  type Transport,
} from './transport.ts'
import type { SessionManager } from './session.ts'

/** What may go with any call. */
export type CallOptions = {
  /** Calls it off; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export type RequestOptions = CallOptions & {
  readonly query?: Query | undefined
  /** Sent as JSON. */
  readonly body?: unknown
}

/** Calls the platform with the credential there is. Throws an `ApiError` where it is refused. */
export type Requester = {
  /** The answer, its body unread. */
  open(order: OutgoingRequest): Promise<Response>
  /** The same for a stream, for which some deployments look for the token in the body alone. */
  openStream(
    order: OutgoingRequest & { readonly body: object },
    tokenInBody: boolean,
  ): Promise<Response>
  /** What an answer carries: the `data` of an envelope, or all; `undefined` where it is empty. */
  request<Data>(method: Method, path: string, options?: RequestOptions): Promise<Data>
}

export function createRequester(
  transport: Transport,
  session: SessionManager,
  apiKey: string | undefined,
): Requester {
  const { send, readError: errorOf } = transport

  /** Sends a call; where its token is refused, once more with another. */
  async function open(order: OutgoingRequest, tokenInBody = false): Promise<Response> {
    const { signal } = order
    signal?.throwIfAborted()
    const token = apiKey ?? (await rejectOnAbort(session.getToken(), signal))
    const first = await attempt(order, token, tokenInBody)
    if (first.ok) return first
    const refusal = await errorOf(order, first)
    if (apiKey !== undefined || token === undefined || !isCredentialError(refusal)) throw refusal
    const other = await rejectOnAbort(session.replaceToken(token), signal)
    if (other === undefined) throw refusal
    const second = await attempt(order, other, tokenInBody)
    if (second.ok) return second
    throw await errorOf(order, second)
  }

  const attempt = (order: OutgoingRequest, token: string | undefined, tokenInBody: boolean) =>
    rejectOnAbort(send(tokenInBody ? withBodyToken(order, token) : order, token), order.signal)

  return {
    open,
    async openStream(order, tokenInBody) {
      const response = await open(order, tokenInBody)
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response
      const type = response.headers.get('content-type') ?? 'nothing'
      void response.body?.cancel().catch(() => undefined)
      throw new Error(
        `${order.method} ${order.path} was answered with ${type} instead of text/event-stream. Is the base URL that of the platform?`,
      )
    },
    async request<Data>(method: Method, path: string, options: RequestOptions = {}) {
      const response = await open({ method, path, ...options })
      const text = await rejectOnAbort(response.text(), options.signal)
      return normalizeTimestamps(text === '' ? undefined : unwrapEnvelope(parseJson(text))) as Data
    },
  }
}

const withBodyToken = (order: OutgoingRequest, token: string | undefined): OutgoingRequest =>
  token === undefined ? order : { ...order, body: { ...(order.body as object), token } }

/** What stands in the success envelope, or the value itself where there is none around it. */
export const unwrapEnvelope = (value: unknown): unknown =>
  isObject(value) && value['success'] === true && 'data' in value ? value['data'] : value

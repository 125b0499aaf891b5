import { isCredentialError } from './errors.ts'
import { isObject, parseJson } from '../contract/json.ts'
import { normalizeTimestamps } from './timestamps.ts'
import {
  rejectOnAbort,
  type Method,
  type OutgoingRequest,
  type Query,
  type Transport,
} from './transport.ts'
import type { SessionManager } from './session.ts'

/** Options of every method. */
export type CallOptions = {
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Options of `client.request`. */
export type RequestOptions = CallOptions & {
  readonly query?: Query | undefined
  /** The body, sent as JSON. */
  readonly body?: unknown
}

/** Sends requests with the session's token or the API key. Rejects with `ApiError` on an error. */
export type Requester = ReturnType<typeof createRequester>

export function createRequester(
  { send, readError }: Transport,
  session: SessionManager,
  apiKey: string | undefined,
) {
  /** Sends a request. If its token is refused, sends it once more with a fresh one. */
  async function open(request: OutgoingRequest, tokenInBody = false): Promise<Response> {
    const { signal } = request
    signal?.throwIfAborted()
    const { owner, current } = session
    const token = apiKey ?? (await rejectOnAbort(session.getToken(), signal))
    const first = await attempt(request, token, tokenInBody)
    if (first.ok) return first
    const refusal = await readError(request, first)
    if (apiKey !== undefined || token === undefined || !isCredentialError(refusal)) throw refusal
    // A token that was refreshed for this call is not refreshed again.
    if (token !== current?.accessToken) throw refusal
    const isExpired = refusal.code === 'token_expired'
    const other = await rejectOnAbort(session.replaceToken(owner, token, isExpired), signal)
    if (other === undefined) throw refusal
    const second = await attempt(request, other, tokenInBody)
    if (second.ok) return second
    throw await readError(request, second)
  }

  const attempt = (request: OutgoingRequest, token: string | undefined, tokenInBody: boolean) =>
    rejectOnAbort(
      send(tokenInBody ? withBodyToken(request, token) : request, token),
      request.signal,
    )

  return {
    /** Opens a stream. `tokenInBody` adds the token to the body for deployments that need it. */
    async openStream(
      request: OutgoingRequest & { readonly body: object },
      tokenInBody: boolean,
    ): Promise<Response> {
      const response = await open(request, tokenInBody)
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response
      const type = response.headers.get('content-type') ?? 'nothing'
      void response.body?.cancel().catch(() => undefined)
      throw new Error(
        `${request.method} ${request.path} got a response with the content type ${type} instead of text/event-stream. Check that \`baseUrl\` is the root of the platform.`,
      )
    },
    /** Sends a request and returns its content: the `data` of an envelope, or the whole body. */
    async request<Data>(method: Method, path: string, options: RequestOptions = {}): Promise<Data> {
      const response = await open({ method, path, ...options })
      const text = await rejectOnAbort(response.text(), options.signal)
      return normalizeTimestamps(
        text === '' ? undefined : unwrapEnvelope(parseJson(text, text)),
      ) as Data
    },
  }
}

const withBodyToken = (request: OutgoingRequest, token: string | undefined): OutgoingRequest =>
  token === undefined ? request : { ...request, body: { ...(request.body as object), token } }

/** Returns the `data` of a success envelope, or the value itself if it has no envelope. */
export const unwrapEnvelope = (value: unknown): unknown =>
  isObject(value) && value['success'] === true && 'data' in value ? value['data'] : value

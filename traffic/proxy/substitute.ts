import type { CalledOperation } from '../../contract/operations/operation-pattern.ts'
import type { RawHeaders } from './raw-headers.ts'

/** A request of the proxy to a target on behalf of a client. */
export type TargetRequest = {
  readonly method: string
  /** The path with its query, as a client of the proxy would send it. */
  readonly path: string
  readonly headers: RawHeaders
  readonly body?: Uint8Array
}

/** A request that a substitute may answer. Its body was read to the end. */
export type SubstitutableCall = CalledOperation & {
  /** The path with its query. */
  readonly url: string
  readonly headers: RawHeaders
  readonly body: Uint8Array
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /**
   * Sends a request to the target of its path. The response has the headers that a client of the
   * proxy would receive. Rejects if the target does not respond.
   */
  ask(request: TargetRequest): Promise<Response>
}

/** Answers some requests instead of the targets, such as a fake that plays turns. */
export type Substitute = {
  /** Whether the substitute may answer a request. If so, the proxy first reads the whole body. */
  mayAnswer(called: CalledOperation): boolean
  /** Resolves to a response, or to `undefined` to forward the request. */
  answer(call: SubstitutableCall): Promise<Response | undefined>
}

/** Marks responses that a substitute created or changed: `fake` or `fake-messages`. */
export const substituteHeader = 'x-understudy-proxy'

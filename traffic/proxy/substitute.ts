import type { CalledOperation } from '../../contract/operations/operation-pattern.ts'
import type { RawHeaders } from './raw-headers.ts'

/** A request of the proxy to a target on behalf of a client. */
export type TargetRequest = {
  readonly method: string
  /** The path with its query, as clients of the proxy write it. */
  readonly path: string
  readonly headers: RawHeaders
  readonly body?: Uint8Array
}

/** A call that a substitute may answer, with its whole body. */
export type SubstitutableCall = CalledOperation & {
  /** The path with its query. */
  readonly url: string
  readonly headers: RawHeaders
  readonly body: Uint8Array
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal
  /**
   * Sends a request to the target of its path. The response has the headers that a client of the
   * proxy would get. Rejects if the target does not respond.
   */
  ask(request: TargetRequest): Promise<Response>
}

/** Answers some requests in place of the targets, such as a fake that plays turns. */
export type Substitute = {
  /** Whether it may answer a request. If so, the request is read as a whole before it passes. */
  mayAnswer(called: CalledOperation): boolean
  /** Resolves to a response, or to `undefined` to pass the request on. */
  answer(call: SubstitutableCall): Promise<Response | undefined>
}

/** The header of responses that a substitute made or changed: `fake` or `fake-messages`. */
export const substituteHeader = 'x-understudy-proxy'

import type { OperationId } from '../../contract/operations.ts'

/** Headers as sent: alternating names and values, with duplicates and in order. */
export type RawHeaders = readonly string[]

/** A request of a client, as the proxy received it. */
export type ProxyRequest = {
  readonly method: string
  readonly path: string
  /** The query without its question mark. */
  readonly query: string
  readonly headers: RawHeaders
  readonly operation: OperationId | undefined
}

/** Finds the value of a header by its lower-case name. */
export function headerOf(headers: RawHeaders, name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.toLowerCase() === name) return headers[at + 1]
  return undefined
}

/** Converts headers to pairs of name and value. */
export const pairsOf = (headers: RawHeaders): [name: string, value: string][] =>
  Array.from({ length: headers.length / 2 }, (_, at) => [
    headers[at * 2] ?? '',
    headers[at * 2 + 1] ?? '',
  ])

/** The headers as pairs, without those whose lower-case name matches. */
export const withoutHeaders = (headers: RawHeaders, names: RegExp): ReturnType<typeof pairsOf> =>
  pairsOf(headers).filter(([name]) => !names.test(name.toLowerCase()))

export const isEventStream = (headers: RawHeaders): boolean =>
  /^text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? '')

/** Whether a response is an event stream without compression, so that its bytes are text. */
export const isPlainEventStream = (headers: RawHeaders): boolean =>
  isEventStream(headers) && /^(identity)?$/i.test(headerOf(headers, 'content-encoding') ?? '')

/** The credential in the request headers, without its scheme such as `Bearer`. */
export const credentialOf = (headers: RawHeaders): string =>
  headerOf(headers, 'authorization')?.replace(/^\S+ +/, '') ?? ''

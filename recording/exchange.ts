/** A request, as every adapter hands it to the core. */
export type PlainRequest = {
  readonly method: string
  /** The path as sent, percent-encoded, without the query. */
  readonly path: string
  /** The query as sent, without `?`. */
  readonly query: string
  /** The address that it came in at, if others than this machine can reach that. */
  readonly exposedAt?: string | undefined
  /** A header by its lower-case name. */
  header(name: string): string | undefined
  /** All headers, their names in lower case. */
  headers(): Iterable<readonly [name: string, value: string]>
  /** Aborts when the caller leaves; where it can be known. */
  readonly signal: AbortSignal
  /** The whole body, or `too-large` once it exceeds `limit` bytes. */
  read(limit: number): Promise<Uint8Array | 'too-large'>
}

/** The frames of a stream: pulled by whoever sends them, so that production stops with the reader. */
export type FrameStream = {
  /**
   * Waits for the next frames and gives all that are due, as text, or as bytes where a fault cut
   * them; `undefined` at the end. Throws `ConnectionReset` where the connection shall break.
   */
  pull(): Promise<string | Uint8Array | undefined>
  /** Whether what was pulled last is the last that there is, where a stream knows that by then. */
  readonly isDone?: boolean
  /** The reader has left. */
  cancel(): void
}

/** An answer as plain data: every adapter renders it in its own way. */
export type PlainResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FrameStream | undefined
  /** No answer at all: the connection breaks before its first byte. */
  readonly reset?: true
}

/** A connection that breaks on purpose: adapters reset it, or do the nearest that they can. */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset'
}

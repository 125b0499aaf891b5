/** A request, as every adapter hands it to the core. */
export type Call = {
  readonly method: string
  /** The path as sent, percent-encoded, without the query. */
  readonly path: string
  /** The query as sent, without `?`. */
  readonly query: string
  /** A header by its lower-case name. */
  header(name: string): string | undefined
  /** The whole body, or `too-large` once it exceeds `limit` bytes. */
  read(limit: number): Promise<Uint8Array | 'too-large'>
}

/** The frames of a stream: pulled by whoever sends them, so that production stops with the reader. */
export type FrameStream = {
  /** Waits for the next frames and gives all that are due, as text; `undefined` at the end. */
  pull(): Promise<string | undefined>
  /** The reader has left. */
  cancel(): void
}

/** An answer as plain data: every adapter renders it in its own way. */
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FrameStream | undefined
}

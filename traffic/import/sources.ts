import type { RecordedExchange } from '../../contract/exchange.ts'

/** A recording to import. */
export type Recording = {
  /** The name of its file, for the report. */
  readonly name: string
  readonly exchanges: AsyncIterable<RecordedExchange>
}

/** An entry of a recording, for the report. */
export type ImportedEntry = {
  readonly recording: string
  /** Its number in the file, from 0. */
  readonly entry: number
  readonly method: string
  /** Without the query, which may have secrets. */
  readonly path: string
  readonly status: number
}

export const entryOf = (
  recording: string,
  { index, request: { method, url }, status }: RecordedExchange,
): ImportedEntry => ({ recording, entry: index, method, path: url.pathname, status })

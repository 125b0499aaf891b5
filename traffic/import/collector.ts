import type { RecordedExchange } from '../../contract/exchange.ts'

/** The use of an entry in the imported folder: a record, a pick, a script or an operation. */
export type EntryUse = {
  /** The `index` of the exchange that was used. */
  readonly entry: number
  readonly as: 'record' | 'pick' | 'script' | 'operation'
  /** The added item, such as `agents 3f2c…` or `turn "Which boats are free?"`. */
  readonly what: string
}

/** The reason why an entry added nothing, as a sentence for the report. */
export type UnusedEntry = { readonly entry: number; readonly reason: string }

/** The result of one part of an import, with the entries that it came from. */
export type CollectorResult<Result> = {
  readonly result: Result
  readonly uses: readonly EntryUse[]
  readonly unused: readonly UnusedEntry[]
}

/**
 * Collects one part of an import from the exchanges of all recordings, in the order of the files.
 * The `index` of an exchange is unique over all files. A collector stores its results, and only a
 * bounded number of bodies.
 */
export type Collector<Result> = {
  add(exchange: RecordedExchange): void
  finish(): CollectorResult<Result>
}

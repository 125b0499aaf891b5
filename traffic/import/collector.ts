import type { RecordedExchange } from '../../contract/exchange.ts'

/** The part of an entry that the imported folder has: a record, a pick, a script or an operation. */
export type Use = {
  /** The `index` of the exchange. */
  readonly entry: number
  readonly as: 'record' | 'pick' | 'script' | 'operation'
  /** What it added, such as `agents 3f2c…` or `turn "Which boats are free?"`. */
  readonly what: string
}

/** Why an entry added nothing, as a sentence for the report. */
export type Unused = { readonly entry: number; readonly reason: string }

/** The result of one part of an import, with the entries that it came from. */
export type Collected<Result> = {
  readonly result: Result
  readonly uses: readonly Use[]
  readonly unused: readonly Unused[]
}

/**
 * Collects one part of an import from the exchanges of all recordings, in the order of the files.
 * The `index` of an exchange is unique over all files. A collector keeps what it learned, and no
 * bodies without a bound.
 */
export type Collector<Result> = {
  add(exchange: RecordedExchange): void
  finish(): Collected<Result>
}

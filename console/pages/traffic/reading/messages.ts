import type { ExchangeDetails } from './exchange-details.ts'
import type { ImportedWorld } from './import-traffic.ts'
import type { Cause, ExchangeRow } from './recorded-traffic.ts'

/** A request from the page to the worker that reads a recording. */
export type Request =
  | { readonly kind: 'open'; readonly file: Blob; readonly name: string }
  | { readonly kind: 'details'; readonly id: number; readonly index: number }
  | { readonly kind: 'search'; readonly id: number; readonly text: string }
  | { readonly kind: 'import'; readonly id: number }

/** What the rules found, after the worker has read the whole recording. */
export type ReadResult = {
  readonly causes: readonly Cause[]
  readonly judged: number
  readonly rules: { readonly reached: number; readonly of: number }
  /** Sentences about the parts of the file that could not be read. */
  readonly problems: readonly string[]
  readonly isRedacted: boolean
}

export type AnswerByKind = {
  readonly details: ExchangeDetails | undefined
  readonly search: readonly number[]
  readonly import: ImportedWorld
}

/** A message from the worker to the page. */
export type Response =
  | { readonly kind: 'rows'; readonly rows: readonly ExchangeRow[]; readonly position: number }
  | { readonly kind: 'read'; readonly result: ReadResult }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly answer: AnswerByKind[keyof AnswerByKind]
    }
  | { readonly kind: 'refused'; readonly id: number; readonly message: string }

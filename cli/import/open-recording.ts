import type { RecordedExchange } from '../../contract/exchange.ts'
import { HarError } from '../../traffic/har/read-har.ts'
import type { Recording } from '../../traffic/import/import.ts'
import { UsageError } from '../command-line.ts'
import { noProgress, type ProgressLine } from '../progress.ts'
import { readEntries } from '../read-recording.ts'

/** Receives a sentence about a part of a recording that can't be read. */
type OnProblem = (sentence: string) => void

/**
 * Opens a recording to import. Entries that can't be read are reported and left out. Its exchanges
 * throw a `UsageError` if there is none.
 */
export const openToImport = (
  file: string,
  onProblem: OnProblem,
  progress: ProgressLine,
): Recording => ({ name: file, exchanges: lenient(file, onProblem, progress) })

async function* lenient(
  file: string,
  onProblem: OnProblem,
  progress: ProgressLine,
): AsyncGenerator<RecordedExchange> {
  let count = 0
  const onWrongEntry = (error: HarError) => onProblem(`${file}: ${error.message} It was left out.`)
  try {
    for await (const exchange of readEntries(file, progress, { onWrongEntry })) {
      count++
      yield exchange
    }
  } catch (error) {
    if (!(error instanceof HarError)) throw error
    if (count === 0) throw new UsageError(`${file}: ${error.message}`)
    onProblem(`${file}: ${error.message} The ${count} entries before are imported.`)
  }
}

/** When the first exchange of a recording was sent, in milliseconds since 1970; 0 without one. */
export async function firstTime(file: string): Promise<number> {
  for await (const { startedAt } of lenient(file, () => {}, noProgress)) return startedAt
  return 0
}

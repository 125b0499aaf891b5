import { stat } from 'node:fs/promises'
import type { RecordedExchange } from '../contract/exchange.ts'
import { HarError, type HarOptions, readHar } from '../traffic/har/read-har.ts'
import { UsageError } from './command-line.ts'
import type { ProgressLine } from './progress.ts'
import { fileError, openRecording } from './recording-file.ts'

/** Entries between two states of the progress. */
const stepEntries = 50

/** Reads the exchanges of a recording, and shows how far its file is read. Throws `UsageError`. */
export async function* readRecording(
  file: string,
  progress: ProgressLine,
): AsyncGenerator<RecordedExchange> {
  try {
    yield* readEntries(file, progress)
  } catch (error) {
    if (error instanceof HarError) throw new UsageError(`${file}: ${error.message}`)
    throw error
  }
}

/** Like `readRecording`, but throws `HarError` for wrong content. */
export async function* readEntries(
  file: string,
  progress: ProgressLine,
  options?: HarOptions,
): AsyncGenerator<RecordedExchange> {
  try {
    const bytes = openRecording(file)
    const { size } = await stat(file)
    let entries = 0
    for await (const exchange of readHar(bytes, undefined, options)) {
      if (entries++ % stepEntries === 0)
        progress.show({
          text: `${file}: ${entries} entries`,
          share: shareOf(bytes.bytesRead(), size),
        })
      yield exchange
    }
  } catch (error) {
    throw fileError(error, file)
  } finally {
    progress.end()
  }
}

const shareOf = (read: number | undefined, size: number) =>
  read === undefined ? undefined : read / size

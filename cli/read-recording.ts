import { stat } from 'node:fs/promises'
import type { RecordedExchange } from '../traffic/har/read-entry.ts'
import { type HarOptions, readHar } from '../traffic/har/read-har.ts'
import type { ProgressLine } from './progress.ts'
import { openRecording } from './recording-file.ts'

/** Entries between two states of the progress. */
const stepEntries = 50

/** Reads the exchanges of a recording, and shows how far its file is read. Throws `HarError`. */
export async function* readRecording(
  file: string,
  progress: ProgressLine,
  options?: HarOptions,
): AsyncGenerator<RecordedExchange> {
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
}

const shareOf = (read: number | undefined, size: number) =>
  read === undefined ? undefined : read / size

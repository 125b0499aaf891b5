import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { isObject, parseJson } from '../../contract/json.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { HarEntry } from './har-entry.ts'

/** A recording that can't be written or finished. The message says why. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/** A finished recording. */
export type FinishedRecording = {
  readonly file: string
  readonly entries: number
  /** Lines of the part that were not complete, because the proxy was killed while it wrote. */
  readonly damaged: number
}

/** The file to which a recording is written while it lasts. */
export const partOf = (file: string): string => `${file}.part`

/** Replacements of one secret may happen to form another one. */
const maxRounds = 3

/**
 * Writes the HAR file of a part, with all secrets replaced that were learned until the end, and
 * removes the part. Rejects with `RecordingError`, and removes both, if a known secret is still in it.
 */
export async function finishRecording(
  file: string,
  redactor: Redactor,
): Promise<FinishedRecording> {
  const part = partOf(file)
  const draft = `${file}.draft`
  if (existsSync(file))
    throw new RecordingError(`${file} exists: move it away, and finish ${part} with --repair.`)
  let entries = 0
  let damaged = 0
  async function* text() {
    yield '{"log":{"version":"1.2","creator":{"name":"agent-understudy","version":"1"},"pages":[],"entries":[\n'
    for await (const entry of entriesIn(part)) {
      if (entry === undefined) {
        damaged++
        continue
      }
      yield `${entries++ === 0 ? '' : ',\n'}${JSON.stringify(replaceAll(entry, redactor))}`
    }
    yield '\n]}}\n'
  }
  try {
    // The part is opened first, so that a wrong name leaves nothing behind.
    await (await open(part)).close()
    await pipeline(text, createWriteStream(draft, { mode: 0o600 }))
  } catch (error) {
    await rm(draft, { force: true })
    throw new RecordingError(
      `${file} can't be written from ${part} (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
    )
  }
  const leak = await findLeak(draft, redactor)
  if (leak !== undefined) {
    await Promise.all([rm(draft), rm(part)])
    throw new RecordingError(
      `A secret was still in ${leak}, so the recording was removed. Please report this.`,
    )
  }
  await rename(draft, file)
  await rm(part)
  return { file, entries, damaged }
}

function replaceAll(entry: HarEntry, redactor: Redactor): HarEntry {
  let replaced = redactor.replace(entry)
  for (let round = 1; round < maxRounds && redactor.findSecret(replaced) !== undefined; round++)
    replaced = redactor.replace(replaced)
  return replaced
}

/** The last check of a finished file: the place of the first secret in it. */
async function findLeak(file: string, redactor: Redactor): Promise<string | undefined> {
  let number = 0
  for await (const entry of entriesIn(file)) {
    if (entry === undefined) continue
    const place = redactor.findSecret(entry)
    if (place !== undefined) return `entry ${number}, ${place}`
    number++
  }
  return undefined
}

/** The entries of a file with one a line; `undefined` for a line that has none, or not a whole one. */
export async function* entriesIn(file: string): AsyncGenerator<HarEntry | undefined> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  for await (const line of lines) {
    if (line === '') continue
    const value = parseJson(line.endsWith(',') ? line.slice(0, -1) : line)
    yield isEntry(value) ? value : undefined
  }
}

const isEntry = (value: unknown): value is HarEntry =>
  isObject(value) &&
  isObject(value['request']) &&
  Array.isArray(value['request']['queryString']) &&
  isObject(value['response']) &&
  isObject(value['response']['content'])

import {
  closeSync,
  existsSync,
  openSync,
  rmSync,
  writeFileSync,
  createReadStream,
  createWriteStream,
} from 'node:fs'
import type { RecordedExchange } from '../../contract/exchange.ts'
import type { Redactor } from '../redact/redactor.ts'
import { type HarEntry, toHarEntry } from './har-entry.ts'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { isObject, parseJson } from '../../contract/json.ts'

/**
 * The maximum number and bytes of exchanges in memory. The newest stay there, so that a secret that
 * a later exchange reveals never reaches the disk.
 */
export const memoryLimits = { entries: 200, bytes: 32 * 1024 * 1024 }

/** The maximum bytes of a line, less than the 64 MB that `readHar` takes. */
const maxLineBytes = 60 * 1024 * 1024

/** An open recording. */
export type Recorder = {
  /**
   * Adds a finished exchange to the recording. If the part can't be written, throws
   * `RecordingError` once, and drops later exchanges silently.
   */
  add(exchange: RecordedExchange): void
  /**
   * The recording so far, one JSON line for each exchange, in the order of the requests. Known
   * secrets are replaced. Throws `RecordingError` at the end if exchanges could not be written.
   */
  soFar(): AsyncIterable<string>
  /** Writes the HAR file. Rejects with `RecordingError` if a part of it could not be written. */
  finish(): Promise<FinishedRecording>
  /** Removes the recording, for example when the proxy could not start. */
  discard(): void
}

type HeldEntry = { readonly entry: HarEntry; readonly bytes: number }

/**
 * Begins a recording. Until `finish` writes `FILE`, exchanges go to `FILE.part`: a JSON line each,
 * readable by the owner only. Throws `RecordingError` if one of the files exists, or can't be
 * written.
 *
 * @example
 * const recorder = openRecorder('session.har', createRedactor({ key }))
 * const proxy = await startProxy({ to, onExchange: recorder.add })
 * await proxy.close()
 * await recorder.finish()
 */
export function openRecorder(file: string, redactor: Redactor): Recorder {
  const part = partFileOf(file)
  if (existsSync(file)) throw new RecordingExistsError(`${file} exists: choose another file.`)
  const out = openPart(part)
  const held: HeldEntry[] = []
  let bytes = 0
  let failure: string | undefined
  let isFinished = false
  let written = 0
  const write = ({ entry }: HeldEntry) => {
    if (failure !== undefined) return
    try {
      const line = `${lineOf(redactor.replace(entry))}\n`
      writeFileSync(out, line)
      written += Buffer.byteLength(line)
    } catch (error) {
      failure = `${part} can't be written (${(error as NodeJS.ErrnoException).code}).`
    }
  }
  const writeDown = (limit: typeof memoryLimits) => {
    while (held.length > limit.entries || bytes > limit.bytes) {
      const [oldest] = held.splice(0, 1)
      if (oldest === undefined) return
      bytes -= oldest.bytes
      write(oldest)
    }
  }
  return {
    add(exchange) {
      if (isFinished) return
      const entry = redactor.learn(toHarEntry(exchange))
      const { request, response } = entry
      const sent = request.postData?.text.length ?? 0
      // Counted twice, because a stream also has the texts of its frames.
      const size = 2000 + sent + (response.content.text?.length ?? 0) * 2
      held.push({ entry, bytes: size })
      bytes += size
      const hadFailed = failure !== undefined
      writeDown(memoryLimits)
      if (failure !== undefined && !hadFailed)
        throw new RecordingError(
          `${failure} The proxy goes on, but the recording gets no more exchanges.`,
        )
    },
    async *soFar() {
      // No `await` between these lines, so that no exchange moves from memory to disk.
      const rest = held.map(({ entry }) => entry)
      const entries = readInOrder(part, written, rest)
      for await (const entry of entries)
        if (entry !== undefined) yield `${lineOf(replaceAllSecrets(entry, redactor))}\n`
      if (failure !== undefined) throw new RecordingError(failure)
    },
    async finish() {
      isFinished = true
      writeDown({ entries: 0, bytes: 0 })
      closeSync(out)
      if (failure !== undefined)
        throw new RecordingError(`${failure} --repair finishes it with the earlier exchanges.`)
      return finishRecording(file, redactor)
    },
    discard() {
      isFinished = true
      closeSync(out)
      rmSync(part)
    },
  }
}

function openPart(part: string): number {
  try {
    return openSync(part, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new RecordingError(`${part} can't be written (${code}).`)
    throw new RecordingExistsError(
      `${part} exists: finish that recording with --repair, or choose another file.`,
    )
  }
}

/**
 * The error for a recording that can't be written or finished. The message has the reason.
 *
 * @example
 * if (error instanceof RecordingError) console.error(error.message)
 */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/** The error for a new recording whose file or part exists. */
export class RecordingExistsError extends RecordingError {}

/** A finished recording. */
export type FinishedRecording = {
  readonly file: string
  readonly entries: number
  /** The number of incomplete lines in the `.part` file, if the proxy was killed during a write. */
  readonly damaged: number
}

/** The file name of an unfinished recording. */
const partFileOf = (file: string): string => `${file}.part`

/** The maximum number of passes over the file: replacing a secret may form another secret. */
const maxRounds = 3

/**
 * Writes the HAR file from a part with all known secrets replaced, and removes the part. If the
 * file still contains a known secret, removes both and rejects with `RecordingError`. Also rejects
 * if the proxy was killed before an exchange reached the part.
 */
export async function finishRecording(
  file: string,
  redactor: Redactor,
  end: 'stopped' | 'killed' = 'stopped',
): Promise<FinishedRecording> {
  const part = partFileOf(file)
  const draft = `${file}.draft`
  if (existsSync(file))
    throw new RecordingError(`${file} exists: move it away, and finish ${part} with --repair.`)
  let entries = 0
  let damaged = 0
  async function* text() {
    yield '{"log":{"version":"1.2","creator":{"name":"agent-understudy","version":"1"},"pages":[],"entries":[\n'
    for await (const entry of readInOrder(part)) {
      if (entry === undefined) {
        damaged++
        continue
      }
      yield `${entries++ === 0 ? '' : ',\n'}${lineOf(replaceAllSecrets(entry, redactor))}`
    }
    yield '\n]}}\n'
  }
  try {
    // Opens the `.part` file first, so that a wrong name creates no file.
    await (await open(part)).close()
    await pipeline(text, createWriteStream(draft, { mode: 0o600 }))
  } catch (error) {
    await rm(draft, { force: true })
    throw new RecordingError(
      `${part} can't be renamed to ${file} (${(error as NodeJS.ErrnoException).code ?? String(error)}): check both paths.`,
    )
  }
  if (entries === 0 && end === 'killed') {
    await rm(draft)
    throw new RecordingError(
      `${part} has no complete exchange: the newest ${memoryLimits.entries} exchanges were only in memory. Save \`GET /__control/recording\` while the proxy runs.`,
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

/** Writes an entry as JSON; without its bodies, if escaping makes them too long to be read again. */
function lineOf(entry: HarEntry): string {
  const line = JSON.stringify(entry)
  if (Buffer.byteLength(line) <= maxLineBytes) return line
  const { request, response } = entry
  const { size, mimeType } = response.content
  return JSON.stringify({
    ...entry,
    request: { ...request, postData: undefined },
    response: { ...response, content: { size, mimeType } },
    _truncated: true,
  })
}

function replaceAllSecrets(entry: HarEntry, redactor: Redactor): HarEntry {
  let replaced = redactor.replace(entry)
  for (let round = 1; round < maxRounds && redactor.findSecret(replaced) !== undefined; round++)
    replaced = redactor.replace(replaced)
  return replaced
}

/** Searches a finished file for secrets. Returns the place of the first one. */
async function findLeak(file: string, redactor: Redactor): Promise<string | undefined> {
  let number = 0
  for await (const line of readLines(createReadStream(file, { encoding: 'utf8' }))) {
    const entry = parseEntry(line)
    if (entry === undefined) continue
    const place = redactor.findSecret(entry)
    if (place !== undefined) return `entry ${number}, ${place}`
    number++
  }
  return undefined
}

/** An entry that is in memory, or its line in a part. */
type EntryPlace = { readonly startedAt: number } & (
  | { readonly entry: HarEntry }
  | { readonly line: { readonly start: number; readonly bytes: number } }
)

/**
 * Reads a part up to a number of bytes, and the entries that are still in memory. The part has them
 * in the order of the responses; they are read in the order of the requests, as HAR advises: an
 * approval follows its turn. Only the positions of the lines are kept in memory. Yields `undefined`
 * for a line without a complete entry.
 */
export async function* readInOrder(
  part: string,
  bytes = Number.POSITIVE_INFINITY,
  held: readonly HarEntry[] = [],
): AsyncGenerator<HarEntry | undefined> {
  const places: EntryPlace[] = []
  const file = await open(part)
  try {
    let start = 0
    // In Latin-1, each character is one byte, so the length of a line is its number of bytes.
    const options = { end: bytes - 1, encoding: 'latin1', autoClose: false } as const
    for await (const text of bytes === 0 ? [] : readLines(file.createReadStream(options))) {
      const entry = parseEntry(Buffer.from(text, 'latin1').toString())
      const line = { start, bytes: text.length }
      if (entry !== undefined) places.push({ startedAt: Date.parse(entry.startedDateTime), line })
      else if (text !== '') yield undefined
      start += text.length + 1
    }
    for (const entry of held) places.push({ startedAt: Date.parse(entry.startedDateTime), entry })
    for (const place of places.toSorted((a, b) => a.startedAt - b.startedAt)) {
      if ('entry' in place) yield place.entry
      else {
        const { buffer } = await file.read(Buffer.alloc(place.line.bytes), {
          position: place.line.start,
        })
        yield parseEntry(buffer.toString())
      }
    }
  } finally {
    await file.close()
  }
}

/** The entry in a line, with a comma at its end in a HAR file; `undefined` for any other line. */
function parseEntry(line: string): HarEntry | undefined {
  const value = parseJson(line.endsWith(',') ? line.slice(0, -1) : line)
  return isEntry(value) ? value : undefined
}

/** Splits text at `\n` alone. `readline` also splits at U+2028, which JSON may contain. */
async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = []
  for await (const chunk of chunks) {
    const [first = '', ...more] = chunk.split('\n')
    parts.push(first)
    for (const next of more) {
      yield parts.join('')
      parts = [next]
    }
  }
  yield parts.join('')
}

const isEntry = (value: unknown): value is HarEntry =>
  isObject(value) &&
  isObject(value['request']) &&
  Array.isArray(value['request']['queryString']) &&
  isObject(value['response']) &&
  isObject(value['response']['content'])

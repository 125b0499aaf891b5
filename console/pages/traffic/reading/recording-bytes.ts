import { isError } from '../../../../contract/realm-safe.ts'
import { parseJson } from '../../../../contract/json.ts'
import { HarError } from '../../../../traffic/har/read-har.ts'

/** The most bytes of an unpacked recording: the page keeps all bodies in memory. */
const largestUnpacked = 256 * 1024 * 1024

/** The bytes of a recording while they are read. */
type RecordingBytes = AsyncIterable<string> & {
  /** The bytes of the file that were read so far; fewer than unpacked ones. */
  readonly position: number
  /** Whether `agent-understudy proxy` wrote the file, which replaces secrets. Known after the start. */
  readonly isRedacted: boolean
}

/**
 * Reads a file as the text of a HAR file: plain, packed with gzip, or the part of a recording that was
 * not finished. Throws `HarError` for a file of another kind, and for one that is too large.
 */
export function openRecording(
  file: Blob,
  name: string,
  mostBytes = largestUnpacked,
): RecordingBytes {
  const state = { position: 0, isRedacted: false }
  async function* read(): AsyncGenerator<string> {
    const kind = await kindOf(file, name)
    if (kind === 'zip')
      throw new HarError(
        'This is a zip file. Unpack it; or read it on the command line: `agent-understudy conform --traffic`, `agent-understudy import`.',
      )
    const bytes = counted(file, state)
    const unpacked = kind === 'gzip' ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes
    const text = limitedText(unpacked, mostBytes)
    if (kind === 'part') {
      state.isRedacted = true
      yield* partAsHar(text)
      return
    }
    let start = ''
    for await (const chunk of text) {
      if (start.length < startLength) {
        start += chunk.slice(0, startLength)
        state.isRedacted = creator.test(start)
      }
      yield chunk
    }
  }
  return {
    [Symbol.asyncIterator]: read,
    get position() {
      return state.position
    },
    get isRedacted() {
      return state.isRedacted
    },
  }
}

/** The characters in which a recorder names itself. */
const startLength = 2000
const creator = /"creator"\s*:\s*\{\s*"name"\s*:\s*"agent-understudy"/

async function kindOf(file: Blob, name: string) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (first === 0x50 && second === 0x4b) return 'zip'
  if (first === 0x1f && second === 0x8b) return 'gzip'
  return name.endsWith('.part') ? 'part' : 'har'
}

const counted = (
  file: Blob,
  state: { position: number },
): ReadableStream<Uint8Array<ArrayBuffer>> =>
  file.stream().pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        state.position += chunk.length
        controller.enqueue(chunk)
      },
    }),
  )

async function* limitedText(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  mostBytes: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let count = 0
  try {
    for await (const chunk of bytes) {
      count += chunk.length
      if (count > mostBytes)
        throw new HarError(
          `This recording is larger than ${Math.round(mostBytes / 1024 / 1024)} MB, which is the most that a page keeps. Read it on the command line: \`agent-understudy conform --traffic\`, \`agent-understudy import\`.`,
        )
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    // A packed file that was cut off, or that is damaged.
    if (isError(error, 'TypeError'))
      throw new HarError(`This file can't be unpacked: it is damaged.`)
    throw error
  }
  yield decoder.decode()
}

/** One entry a line; the last line may be incomplete. */
async function* partAsHar(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"log":{"entries":['
  let separator = ''
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const entry = wholeEntry(line)
      if (entry === undefined) continue
      yield separator + entry
      separator = ','
    }
  }
  const last = wholeEntry(rest)
  yield last === undefined ? ']}}' : `${separator}${last}]}}`
}

function wholeEntry(line: string): string | undefined {
  const text = line.trim().replace(/,$/, '')
  return text === '' || parseJson(text) === undefined ? undefined : text
}

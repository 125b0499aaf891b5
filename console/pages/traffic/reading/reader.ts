import { formatCount } from '../../../../contract/format-count.ts'
import { messageOf, isError } from '../../../../contract/realm-safe.ts'
import { TrafficCheck } from '../../../../conformance/passive/traffic-check.ts'
import { HarError, readHar } from '../../../../traffic/har/read-har.ts'
import { describeExchange } from './exchange-details.ts'
import { importTraffic } from './import-traffic.ts'
import type { AnswerByKind, Request, Response } from './messages.ts'
import { type ExchangeRow, RecordedTraffic } from './recorded-traffic.ts'
import { parseJson } from '../../../../contract/json.ts'

/** The number of rows that are sent together. The page is drawn once for each group of rows. */
const rowsPerMessage = 200

/** The maximum number of unreadable entries that are reported. */
const maxProblems = 20

/**
 * Creates a function that handles the page's requests about one recording. The function must run in
 * a worker, because reading would block the page.
 */
export function createReader(send: (response: Response) => void): (request: Request) => void {
  let traffic = new RecordedTraffic(new TrafficCheck())
  let name = ''
  let problems: string[] = []

  async function read(file: Blob): Promise<void> {
    const bytes = openRecording(file, name)
    let rows: ExchangeRow[] = []
    const sendRows = () => {
      send({ kind: 'rows', rows, position: bytes.position })
      rows = []
    }
    const onWrongEntry = ({ message }: HarError) => {
      if (problems.push(`${message.replace(/\.?$/, '.')} It was left out.`) > maxProblems)
        problems.pop()
    }
    try {
      for await (const exchange of readHar(bytes, undefined, { onWrongEntry })) {
        rows.push(await traffic.add(exchange))
        if (rows.length >= rowsPerMessage) sendRows()
      }
    } catch (error) {
      const count = traffic.exchanges.length
      if (!(error instanceof HarError) || count === 0) throw error
      problems.push(
        `${error.message} The ${formatCount(count, 'exchange before it is', 'exchanges before it are')} shown.`,
      )
    }
    if (traffic.exchanges.length === 0) throw new HarError(problems[0] ?? 'It has no exchanges.')
    sendRows()
    const { causes, judged } = traffic
    const { isRedacted } = bytes
    send({ kind: 'read', result: { causes, ...judged, problems, isRedacted } })
  }

  async function answerRequest(
    request: Exclude<Request, { kind: 'open' }>,
  ): Promise<AnswerByKind[keyof AnswerByKind]> {
    if (request.kind === 'search') return traffic.search(request.text)
    if (request.kind === 'import') return importTraffic(name, traffic.exchanges, problems)
    const exchange = traffic.find(request.index)
    return exchange && describeExchange(exchange, traffic.streamsOfTurn(exchange))
  }

  return (request) => {
    if (request.kind === 'open') {
      traffic = new RecordedTraffic(new TrafficCheck())
      problems = []
      name = request.name
      read(request.file).catch((error: unknown) =>
        send({ kind: 'failed', message: messageOf(error) }),
      )
      return
    }
    const { id } = request
    answerRequest(request).then(
      (result) => send({ kind: 'answer', id, answer: result }),
      (error: unknown) => send({ kind: 'refused', id, message: messageOf(error) }),
    )
  }
}

/** The maximum size of an unpacked recording in bytes. The page keeps all bodies in memory. */
const maxUnpackedBytes = 256 * 1024 * 1024

/** The text of a recording, while the recording is being read. */
type RecordingBytes = AsyncIterable<string> & {
  /** The number of bytes of the file that were read so far, before unpacking. */
  readonly position: number
  /**
   * Whether a proxy wrote the file and replaced secrets. This is known once the start of the file
   * is read.
   */
  readonly isRedacted: boolean
}

/**
 * Returns the text of a HAR file, which may be plain, packed with gzip, or an unfinished recording.
 * Throws a `HarError` for a file of another kind, and for a file that is too large.
 */
export function openRecording(
  file: Blob,
  name: string,
  mostBytes = maxUnpackedBytes,
): RecordingBytes {
  const state = { position: 0, isRedacted: false }
  async function* read(): AsyncGenerator<string> {
    const kind = await fileKindOf(file, name)
    if (kind === 'zip')
      throw new HarError(
        'This is a zip file. Unpack it; or read it on the command line: `agent-understudy conform --traffic`, `agent-understudy import`.',
      )
    const bytes = countBytes(file, state)
    const unpacked = kind === 'gzip' ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes
    const text = limitedText(unpacked, mostBytes)
    if (kind === 'part') {
      state.isRedacted = true
      yield* unfinishedAsHar(text)
      return
    }
    let start = ''
    for await (const chunk of text) {
      if (start.length < searchedStartLength) {
        start += chunk.slice(0, searchedStartLength)
        state.isRedacted = ownCreatorPattern.test(start)
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

/** The name of the recorder is searched in this many characters at the start of the file. */
const searchedStartLength = 2000
const ownCreatorPattern = /"creator"\s*:\s*\{\s*"name"\s*:\s*"agent-understudy"/

async function fileKindOf(file: Blob, name: string) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (first === 0x50 && second === 0x4b) return 'zip'
  if (first === 0x1f && second === 0x8b) return 'gzip'
  return name.endsWith('.part') ? 'part' : 'har'
}

const countBytes = (
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
    // The packed file is incomplete or damaged.
    if (isError(error, 'TypeError'))
      throw new HarError(`This file can't be unpacked: it is damaged.`)
    throw error
  }
  yield decoder.decode()
}

/** Reads an unfinished recording as HAR. Each line is an entry; the last line may be incomplete. */
async function* unfinishedAsHar(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"log":{"entries":['
  let separator = ''
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const entry = parseCompleteEntry(line)
      if (entry === undefined) continue
      yield separator + entry
      separator = ','
    }
  }
  const last = parseCompleteEntry(rest)
  yield last === undefined ? ']}}' : `${separator}${last}]}}`
}

function parseCompleteEntry(line: string): string | undefined {
  const text = line.trim().replace(/,$/, '')
  return text === '' || parseJson(text) === undefined ? undefined : text
}

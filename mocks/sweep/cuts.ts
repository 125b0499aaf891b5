import type { StreamFault } from '../../contract/fault.ts'
import { createRandom } from '../world/random.ts'
import { isContinuationByte, listPieces, type Pieces } from './pieces.ts'

type CutPoint = NonNullable<StreamFault['cut']>

/** How a stream breaks: the connection is reset, or the stream ends as if it were complete. */
const cutKinds = ['reset', 'close'] as const

/** One place at which a stream is cut. */
export type Cut = {
  readonly cut: CutPoint
  /** The place in words, such as `inside the data of event 7 (\`answer\`), byte 1203`. */
  readonly description: string
  /** The number, from 1, of the damaged event, or else of the next event. */
  readonly event: number
  /** The minimum and the maximum number of bytes that the client receives. */
  readonly bytes: readonly [number, number]
}

/** Lists every kind of place at which a stream can be cut: after each event, and inside each. */
export function listCuts(bytes: Uint8Array, spans: readonly EventSpan[]): Cut[] {
  const opening = spans[0]?.start ?? 0
  const first: Cut = {
    cut: { after_event: 0 },
    description: 'before the first event',
    event: 1,
    // The preamble is not an event, so the client need not receive it.
    bytes: [0, opening],
  }
  const cuts = [first, ...spans.flatMap((span, index) => listEventCuts(bytes, span, index + 1))]
  return cuts.flatMap((one) => cutKinds.map((how) => ({ ...one, cut: { ...one.cut, how } })))
}

function listEventCuts(bytes: Uint8Array, span: EventSpan, event: number): Cut[] {
  const called = `event ${event} (\`${span.name}\`)`
  const byte = (at: number, where: string): Cut => ({
    cut: { at_byte: at },
    description: `${where} ${called}, byte ${at}`,
    event,
    bytes: [at, at],
  })
  const inside = (
    part: 'fields' | 'data' | 'character' | 'blank-line',
    where: string,
    range: Cut['bytes'],
  ): Cut => ({
    cut: { event, inside: part },
    description: `${where} ${called}`,
    event,
    bytes: range,
  })
  const data = span.lines.find(({ field }) => field === 'data')
  const last = span.lines.at(-1)
  if (data === undefined || last === undefined) return []
  return [
    ...cutsBetweenLines(span, byte),
    ...cutsInsideLines(span, byte),
    ...positionsInCharacter(bytes, data).map((at) => byte(at, 'inside a character of')),
    byte(last.end, 'before the line end of the data of'),
    ...cutsInsideLineEnd(last, byte),
    byte(last.next, 'between the two line ends of'),
    inside('fields', 'between the fields of', [data.start, data.start]),
    inside('data', 'in the middle of the data of', [data.value, data.end]),
    inside('character', 'inside a character of the data of', [data.value, data.end]),
    inside('blank-line', 'before the blank line of', [last.next, last.next]),
    {
      cut: { after_event: event },
      description: `after ${called}`,
      event: event + 1,
      bytes: [span.next, span.next],
    },
  ]
}

type CreateByteCut = (at: number, where: string) => Cut

const cutsBetweenLines = ({ lines }: EventSpan, byte: CreateByteCut) =>
  lines.slice(1).map(({ field, start }, index) => {
    const before = lines[index]?.field ?? ''
    return byte(start, `between \`${before}:\` and \`${field}:\` of`)
  })

/** Cuts in the middle of each value that has two or more bytes. */
const cutsInsideLines = ({ lines }: EventSpan, byte: CreateByteCut) =>
  lines
    .filter(({ value, end }) => end - value > 1)
    .map(({ field, value, end }) => byte((value + end) >> 1, `inside \`${field}:\` of`))

const cutsInsideLineEnd = ({ end, next }: StreamLine, byte: CreateByteCut) =>
  next - end > 1 ? [byte(end + 1, 'between the CR and the LF of')] : []

/** Lists the positions inside the first multi-byte character. */
function positionsInCharacter(bytes: Uint8Array, { value, end }: StreamLine): number[] {
  const first = bytes.subarray(value, end).findIndex((byte) => byte >= 0xc0)
  if (first < 0) return []
  const inner: number[] = []
  for (let at = value + first + 1; at < end && isContinuationByte(bytes[at]); at++) inner.push(at)
  return inner
}

/**
 * One test run: the cuts of the turn and of its resumes, and the pieces in which all streams
 * arrive.
 */
export type RunPlan = Pieces & { readonly cut?: Cut; readonly resumes?: readonly CutPoint[] }

type PlanOptions = { readonly sample?: number; readonly twice?: boolean }

/**
 * Plans one test run per possible cut of a stream, or per cut of a sample. Further runs are always
 * played: cuts of resumes, and the stream in other pieces.
 */
export function planRuns(
  bytes: Uint8Array,
  seed: string,
  { sample, twice }: PlanOptions,
): { readonly cuts: readonly RunPlan[]; readonly further: readonly RunPlan[] } {
  const spans = parseStreamLayout(bytes)
  const random = createRandom(seed)
  const draw = (purpose: string, below: number) =>
    Math.floor(random.fraction('sweep', purpose) * below)
  const all = listCuts(bytes, spans)
  const plans = all.map((cut): RunPlan => {
    const description = describeCut(cut)
    if (twice !== true) return { cut, description }
    const second = drawSecondCut(spans.length - cut.event + 1, draw)
    return {
      cut,
      resumes: [second.cut],
      description: `${description}, and in its resume ${describeCut(second)}`,
    }
  })
  // The loop uses indexes, because removing items is faster in an array of small numbers than in an
  // array of plans.
  const indexes = [...plans.keys()]
  while (indexes.length > (sample ?? indexes.length))
    indexes.splice(draw('sample', indexes.length), 1)
  return {
    cuts: indexes.flatMap((index) => plans[index] ?? []),
    further: [...planResumeCuts(all, spans.length), ...listPieces(bytes)],
  }
}

/** Cuts a turn in its middle, and then cuts its resume at each stage. */
function planResumeCuts(all: readonly Cut[], events: number): readonly RunPlan[] {
  const middle = Math.ceil(events / 2)
  const cut = all.find((one) => 'after_event' in one.cut && one.cut.after_event === middle)
  // A resume sends `resume_done` in place of the last event.
  const left = events - middle - 1
  if (cut === undefined || left < 1) return []
  const stages: readonly (readonly [description: string, ...CutPoint[]])[] = [
    ['before its first event', { after_event: 0 }],
    ['inside its first event', { event: 1, inside: 'data' }],
    ['after its first event', { after_event: 1 }],
    ['after its first event, twice', { after_event: 1 }, { after_event: 1 }],
    ['before its `resume_done`', { after_event: left }],
  ]
  return stages.flatMap(([stage, ...resumes]) =>
    cutKinds.map((how) => ({
      cut,
      resumes: resumes.map((one) => ({ ...one, how })),
      description: `${describeCut(cut)}, and the resume ${how === 'close' ? 'ended' : 'reset'} ${stage}`,
    })),
  )
}

const describeCut = ({ cut, description }: Pick<Cut, 'cut' | 'description'>) =>
  `${cut.how === 'close' ? 'stream ended' : 'connection reset'} ${description}`

const cutParts = ['fields', 'data', 'character', 'blank-line'] as const

/** Draws a cut of a resume that replays `left` events and then sends `resume_done`. */
function drawSecondCut(
  left: number,
  draw: (purpose: string, below: number) => number,
): Pick<Cut, 'cut' | 'description'> {
  const event = 1 + draw('event', Math.max(1, left))
  const how = cutKinds[draw('how', cutKinds.length)] ?? 'reset'
  const part = cutParts[draw('part', cutParts.length + 1)]
  const cut = part === undefined ? { after_event: event - 1, how } : { event, inside: part, how }
  const description =
    part === undefined ? `after ${event - 1} events` : `inside event ${event} (${part})`
  return { cut, description }
}

/** A line of a stream. Positions are bytes from the start of the stream. */
type StreamLine = {
  /** The name before the colon. */
  readonly field: string
  readonly start: number
  /** The offset of the value, after the colon and the space. */
  readonly value: number
  /** The offset after the last character. */
  readonly end: number
  /** The offset after the end of the line. */
  readonly next: number
}

/** The position of an event in the bytes of a stream. */
type EventSpan = {
  readonly name: string
  /** The text without the blank line. */
  readonly lines: readonly StreamLine[]
  readonly start: number
  /** The offset after the blank line. */
  readonly next: number
}

const [lineFeed, carriageReturn, colon, blank] = [10, 13, 58, 32]

/** Finds the events in the bytes of a complete stream. Comments and blocks without a name are left out. */
export function parseStreamLayout(bytes: Uint8Array): EventSpan[] {
  const spans: EventSpan[] = []
  let lines: StreamLine[] = []
  for (const line of readLines(bytes)) {
    if (line.end > line.start) {
      lines.push(line)
      continue
    }
    const name = lines.find(({ field }) => field === 'event')
    if (name !== undefined)
      spans.push({
        name: new TextDecoder().decode(bytes.subarray(name.value, name.end)),
        lines,
        start: lines[0]?.start ?? line.start,
        next: line.next,
      })
    lines = []
  }
  return spans
}

function* readLines(bytes: Uint8Array): Generator<StreamLine> {
  let start = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, start)) {
    const end = at > start && bytes[at - 1] === carriageReturn ? at - 1 : at
    const behind = bytes.subarray(0, end).indexOf(colon, start)
    const named = behind < 0 ? end : behind
    const value = Math.min(end, named + (bytes[named + 1] === blank ? 2 : 1))
    const field = new TextDecoder().decode(bytes.subarray(start, named))
    yield { field, start, value, end, next: at + 1 }
    start = at + 1
  }
}

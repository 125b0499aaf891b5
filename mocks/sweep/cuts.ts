import type { StreamFault } from '../../contract/fault.ts'
import { type StreamLine, type EventSpan, parseStreamLayout } from './stream-layout.ts'
import { createRandom } from '../world/random.ts'

type CutPoint = NonNullable<StreamFault['cut']>

/** How a stream breaks: the connection is reset, or the stream ends as if it were over. */
const cutKinds = ['reset', 'close'] as const

/** One place at which a stream is cut. */
export type Cut = {
  readonly cut: CutPoint
  /** The place as a sentence has it, such as `inside the data of event 7 (\`answer\`), byte 1203`. */
  readonly description: string
  /** The event that is damaged or comes next, counted from 1. */
  readonly event: number
  /** How many bytes a reader gets: at least, and at most. */
  readonly bytes: readonly [number, number]
}

/** Every place at which a stream can be cut that differs in kind: per event, and inside of each. */
export function listCuts(bytes: Uint8Array, spans: readonly EventSpan[]): Cut[] {
  const opening = spans[0]?.start ?? 0
  const first: Cut = {
    cut: { after_event: 0 },
    description: 'before the first event',
    event: 1,
    // A preamble is no event: it may come or not.
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
    ...betweenLines(span, byte),
    ...insideLines(span, byte),
    ...positionsInCharacter(bytes, data).map((at) => byte(at, 'inside a character of')),
    byte(last.end, 'before the line end of the data of'),
    ...insideLineEnd(last, byte),
    byte(last.next, 'between the two line ends of'),
    inside('fields', 'between the fields of', [data.start, data.start]),
    inside('data', 'halfway in the data of', [data.value, data.end]),
    inside('character', 'inside a character of the data of', [data.value, data.end]),
    inside('blank-line', 'before the blank line of', [last.next, last.next]),
    {
      cut: { after_event: event },
      description: `behind ${called}`,
      event: event + 1,
      bytes: [span.next, span.next],
    },
  ]
}

type ByteCut = (at: number, where: string) => Cut

const betweenLines = ({ lines }: EventSpan, byte: ByteCut) =>
  lines.slice(1).map(({ field, start }, index) => {
    const before = lines[index]?.field ?? ''
    return byte(start, `between \`${before}:\` and \`${field}:\` of`)
  })

/** Halfway in each value, where a shorter value would be another. */
const insideLines = ({ lines }: EventSpan, byte: ByteCut) =>
  lines
    .filter(({ value, end }) => end - value > 1)
    .map(({ field, value, end }) => byte((value + end) >> 1, `inside \`${field}:\` of`))

const insideLineEnd = ({ end, next }: StreamLine, byte: ByteCut) =>
  next - end > 1 ? [byte(end + 1, 'between the CR and the LF of')] : []

/** The places between the bytes of the first character of more than one byte. */
function positionsInCharacter(bytes: Uint8Array, { value, end }: StreamLine): number[] {
  const first = bytes.subarray(value, end).findIndex((byte) => byte >= 0xc0)
  if (first < 0) return []
  const inner: number[] = []
  for (let at = value + first + 1; at < end && isContinuationByte(bytes[at]); at++) inner.push(at)
  return inner
}

const isContinuationByte = (byte: number | undefined) =>
  byte !== undefined && (byte & 0xc0) === 0x80

/** Where a run through a turn is cut: its stream, and then the stream of its resume. */
type CutPlan = { readonly cuts: readonly Cut[]; readonly description: string }

/** Which plans are wanted: so many, of two cuts each. */
type PlanOptions = { readonly sample?: number; readonly twice?: boolean }

/** The cuts of every run through a turn whose stream is `bytes`, or of as many as are wanted. */
export function planCuts(
  bytes: Uint8Array,
  seed: string,
  { sample, twice }: PlanOptions,
): CutPlan[] {
  const spans = parseStreamLayout(bytes)
  const random = createRandom(seed)
  const draw = (purpose: string, below: number) =>
    Math.floor(random.fraction('sweep', purpose) * below)
  const plans = listCuts(bytes, spans).map((cut): CutPlan => {
    const words = describeCut(cut)
    if (twice !== true) return { cuts: [cut], description: words }
    const second = secondCut(spans.length - cut.event + 1, draw)
    return {
      cuts: [cut, second],
      description: `${words}, and in its resume ${describeCut(second)}`,
    }
  })
  // Places and not plans: an array of small numbers moves faster where one is taken out.
  const places = [...plans.keys()]
  while (places.length > (sample ?? places.length)) places.splice(draw('sample', places.length), 1)
  return places.flatMap((at) => plans[at] ?? [])
}

const describeCut = ({ cut, description: words }: Cut) =>
  `${cut.how === 'close' ? 'stream ended' : 'connection reset'} ${words}`

const cutParts = ['fields', 'data', 'character', 'blank-line'] as const

/** A cut of a resume, which has so many events left to replay, and then `resume_done`. */
function secondCut(left: number, draw: (purpose: string, below: number) => number): Cut {
  const event = 1 + draw('event', Math.max(1, left))
  const how = cutKinds[draw('how', cutKinds.length)] ?? 'reset'
  const part = cutParts[draw('part', cutParts.length + 1)]
  const cut = part === undefined ? { after_event: event - 1, how } : { event, inside: part, how }
  const words =
    part === undefined ? `behind ${event - 1} events` : `inside event ${event} (${part})`
  return { cut, description: words, event, bytes: [0, Infinity] }
}

import type { EventReader } from './event-reader.ts'
import type { Exchange } from './exchange.ts'
import { jsonSize } from '../contract/json.ts'
import { type Limits, sizeText } from './limits.ts'

/** Why an answer, by what was read of it so far, is more than the suite keeps; else undefined. */
export function exceedsAnswer(
  limits: Limits,
  { bytes = 0, text = '' }: { readonly bytes?: number; readonly text?: string },
): string | undefined {
  if (bytes > limits.answerBytes) return cutAfter('answer', sizeText(limits.answerBytes))
  const { values, depth } = jsonSize(text)
  if (values > limits.values) return `the answer was not kept: ${tooMany(limits)}`
  return depth > limits.depth ? `the answer was not kept: it ${tooDeep(limits)}` : undefined
}

/** Watches a stream: told how many bytes came and what was read of them, it says when to cut it. */
export function exceedsStream(limits: Limits) {
  let bytes = 0
  let values = 0
  let seen = 0
  return (more: number, { events, lines }: EventReader): string | undefined => {
    bytes += more
    if (bytes > limits.streamBytes) return cutAfter('stream', sizeText(limits.streamBytes))
    if (events.length > limits.streamEvents)
      return cutAfter('stream', `${limits.streamEvents.toLocaleString('en')} events`)
    if (lines > limits.streamLines)
      return cutAfter('stream', `${limits.streamLines.toLocaleString('en')} lines`)
    for (; seen < events.length; seen += 1) {
      const size = jsonSize(events[seen]?.data ?? '')
      values += size.values
      if (size.depth > limits.depth) return `the stream was cut: an event ${tooDeep(limits)}`
    }
    return values > limits.values ? `the stream was cut: ${tooMany(limits)}` : undefined
  }
}

const cutAfter = (what: string, size: string): string => `the ${what} was cut after ${size}`

const tooMany = ({ values }: Limits): string =>
  `it holds more than ${values.toLocaleString('en')} JSON values`

const tooDeep = ({ depth }: Limits): string => `nests deeper than ${depth} levels`

// Measured on Node 24 for `[[],[],…]` and `[{},{},…]`: 24 to 56 bytes for each value.
const bytesPerValue = 40
// The record of an event beside its text, and that of an exchange with its headers.
const bytesPerEvent = 200
const bytesPerExchange = 4096

/** The memory that an exchange takes as long as it is kept, in bytes, estimated. */
export function weightOf({ ask, url, text, json, events }: Exchange): number {
  const sent = ask.text ?? (ask.body === undefined ? '' : JSON.stringify(ask.body))
  const streamed = events.reduce(
    (sum, { data }) => sum + 2 * textWeight(data) + jsonSize(data).values * bytesPerValue,
    events.length * bytesPerEvent,
  )
  // What is parsed has strings of its own.
  const received =
    json === undefined
      ? textWeight(text)
      : 2 * textWeight(text) + jsonSize(text).values * bytesPerValue
  return bytesPerExchange + 2 * url.length + sent.length + received + streamed
}

// A single character beyond Latin-1 makes a string take two bytes for each.
const textWeight = (text: string): number =>
  /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length

import type { EventReader } from './event-reader.ts'
import { type Exchange, type RequestSpec, operationOf } from '../session/exchange.ts'
import { jsonSize } from '../../contract/json.ts'
import { type Limits, formatBytes } from '../session/limits.ts'
import { TargetUnavailable } from '../session/outcomes.ts'

/** Why an answer, by what was read of it so far, is more than the suite keeps; else undefined. */
export function checkAnswerSize(
  limits: Limits,
  { bytes = 0, text = '' }: { readonly bytes?: number; readonly text?: string },
): string | undefined {
  if (bytes > limits.answerBytes) return cutAfter('answer', formatBytes(limits.answerBytes))
  const { values, depth } = jsonSize(text)
  if (values > limits.values) return `the answer was not kept: ${tooMany(limits)}`
  return depth > limits.depth ? `the answer was not kept: it ${tooDeep(limits)}` : undefined
}

/** Watches a stream: told how many bytes came and what was read of them, it says when to cut it. */
export function createStreamSizeCheck(limits: Limits) {
  let bytes = 0
  let values = 0
  let seen = 0
  return (more: number, { events, lines }: EventReader): string | undefined => {
    bytes += more
    if (bytes > limits.streamBytes) return cutAfter('stream', formatBytes(limits.streamBytes))
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
function estimateBytes({ ask, url, text, json, events }: Exchange): number {
  const sent = ask.text ?? (ask.body === undefined ? '' : JSON.stringify(ask.body))
  const streamed = events.reduce(
    (sum, { data }) => sum + 2 * textBytes(data) + jsonSize(data).values * bytesPerValue,
    events.length * bytesPerEvent,
  )
  // What is parsed has strings of its own.
  const received =
    json === undefined
      ? textBytes(text)
      : 2 * textBytes(text) + jsonSize(text).values * bytesPerValue
  return bytesPerExchange + 2 * url.length + sent.length + received + streamed
}

// A single character beyond Latin-1 makes a string take two bytes for each.
const textBytes = (text: string): number =>
  /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length

/** Counts what a run takes in, so that no target fills the memory of the suite. */
type AnswerBudget = {
  /** Throws once too much came for one more request. */
  check(): void
  /** The exchange as it is kept for the checks of all traffic: without its body once it is too much. */
  take(exchange: Exchange): Exchange
}

export function createAnswerBudget(limits: Limits): AnswerBudget {
  let cuts = 0
  let lastCut = ''
  let kept = 0
  return {
    check() {
      if (cuts >= limits.cutAnswers)
        throw new TargetUnavailable(
          `nothing more was asked after ${cuts} cut answers; the last was ${lastCut}`,
        )
      if (kept > limits.keptBytes)
        throw new TargetUnavailable(
          `nothing more was asked: the answers of the run fill ${formatBytes(limits.keptBytes)} of memory`,
        )
    },
    take(exchange) {
      if (exchange.excess !== undefined) {
        cuts += 1
        lastCut = `${operationOf(exchange.ask)}: ${exchange.excess}`
      }
      const weight = estimateBytes(exchange)
      // Requests of the clean-up go on; what they bring is not worth the memory.
      if (kept > limits.keptBytes) return { ...exchange, ...bodyless }
      kept += weight
      return exchange
    },
  }
}

const bodyless = {
  text: '',
  json: undefined,
  events: [],
  excess: 'its body was not kept: the run had filled its memory',
}

/** Throws where an id or a token of the target would make a request that no server takes. */
export function rejectOversizedRequest(
  { path, bearer = '', headers = {} }: RequestSpec,
  limits: Limits,
): void {
  const longest = Math.max(
    path.length,
    bearer.length,
    ...Object.values(headers).map((value) => value.length),
  )
  if (longest <= limits.requestCharacters) return
  const most = limits.requestCharacters.toLocaleString('en')
  throw new TargetUnavailable(
    `an id or a token of the target makes a request too long: over ${most} characters`,
  )
}

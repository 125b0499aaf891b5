import type { EventReader } from '../../contract/received-events.ts'
import { type Exchange, type RequestSpec, operationOf } from '../session/exchange.ts'
import { jsonSize } from '../../contract/json.ts'
import { type Limits, formatBytes } from '../session/limits.ts'
import { TargetUnavailable } from '../session/outcomes.ts'

/** Returns why a response exceeds the limits, as a sentence; `undefined` if it does not. */
export function checkResponseSize(
  limits: Limits,
  { bytes = 0, text = '' }: { readonly bytes?: number; readonly text?: string },
): string | undefined {
  if (bytes > limits.responseBytes) return cutAfter('response', formatBytes(limits.responseBytes))
  const { values, depth } = jsonSize(text)
  if (values > limits.values) return `the response was dropped: ${tooMany(limits)}`
  return depth > limits.depth ? `the response was dropped: it ${tooDeep(limits)}` : undefined
}

/** Creates a size check for one stream. Called for each chunk, it returns why to cut the stream. */
export function createStreamSizeCheck(limits: Limits) {
  let bytes = 0
  let values = 0
  let eventCount = 0
  return (more: number, { events, lines, openCharacters }: EventReader): string | undefined => {
    bytes += more
    if (bytes > limits.streamBytes) return cutAfter('stream', formatBytes(limits.streamBytes))
    // An unfinished line has a lower limit, because it may take two bytes per character, and
    // several streams are read at once.
    if (openCharacters > limits.responseBytes)
      return `the stream was cut: a line is longer than ${formatBytes(limits.responseBytes)}`
    if (events.length > limits.streamEvents)
      return cutAfter('stream', `${limits.streamEvents.toLocaleString('en')} events`)
    if (lines > limits.streamLines)
      return cutAfter('stream', `${limits.streamLines.toLocaleString('en')} lines`)
    for (; eventCount < events.length; eventCount += 1) {
      const size = jsonSize(events[eventCount]?.data ?? '')
      values += size.values
      if (size.depth > limits.depth) return `the stream was cut: an event ${tooDeep(limits)}`
    }
    return values > limits.values ? `the stream was cut: ${tooMany(limits)}` : undefined
  }
}

const cutAfter = (what: string, size: string): string => `the ${what} was cut after ${size}`

const tooMany = ({ values }: Limits): string =>
  `it has more than ${values.toLocaleString('en')} JSON values`

const tooDeep = ({ depth }: Limits): string => `nests deeper than ${depth} levels`

// The memory of one parsed JSON value: 24 to 56 bytes, measured on Node 24 with `[[],[],…]` and
// `[{},{},…]`.
const bytesPerValue = 40
// The estimated bytes of an event object and of an exchange object, without their texts.
const bytesPerEvent = 200
const bytesPerExchange = 4096

/** Estimates the memory of a recorded exchange in bytes. */
function estimateBytes({ request: spec, url, text, json, events }: Exchange): number {
  const sent = spec.text ?? (spec.body === undefined ? '' : JSON.stringify(spec.body))
  const streamed = events.reduce(
    (sum, { data }) => sum + 2 * textBytes(data) + jsonSize(data).values * bytesPerValue,
    events.length * bytesPerEvent,
  )
  // The text counts twice, because parsed JSON contains copies of all strings.
  const received =
    json === undefined
      ? textBytes(text)
      : 2 * textBytes(text) + jsonSize(text).values * bytesPerValue
  return bytesPerExchange + 2 * url.length + sent.length + received + streamed
}

// A single character beyond Latin-1 makes V8 store the string with two bytes per character.
const textBytes = (text: string): number =>
  /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length

/** Limits the memory that the responses of a run may take. */
type ResponseBudget = {
  /** Throws `TargetUnavailable` if too many responses were cut or too much memory is used. */
  throwIfExceeded(): void
  /** Counts the memory of an exchange. Returns the exchange; without body if memory is used up. */
  keep(exchange: Exchange): Exchange
}

export function createResponseBudget(limits: Limits): ResponseBudget {
  let cuts = 0
  let lastCut = ''
  let keptBytes = 0
  return {
    throwIfExceeded() {
      if (cuts >= limits.cutResponses)
        throw new TargetUnavailable(
          `no more requests were sent after ${cuts} cut responses; the last one was ${lastCut}`,
        )
      if (keptBytes > limits.keptBytes)
        throw new TargetUnavailable(
          `no more requests were sent: the responses of the run take ${formatBytes(limits.keptBytes)} of memory, the maximum`,
        )
    },
    keep(exchange) {
      if (exchange.cutReason !== undefined) {
        cuts += 1
        lastCut = `${operationOf(exchange.request)}: ${exchange.cutReason}`
      }
      const bytes = estimateBytes(exchange)
      // The clean-up still sends requests, but does not need the recorded bodies.
      if (keptBytes > limits.keptBytes) return { ...exchange, ...bodyless }
      keptBytes += bytes
      return exchange
    },
  }
}

const bodyless = {
  text: '',
  json: undefined,
  events: [],
  cutReason: 'its body was dropped: the run had used up its memory',
}

/** Throws if an id or token of the target makes a request longer than any server accepts. */
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
  const max = limits.requestCharacters.toLocaleString('en')
  throw new TargetUnavailable(
    `an id or token of the target makes the request longer than ${max} characters`,
  )
}

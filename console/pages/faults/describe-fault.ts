import type { FaultInput } from '../../../contract/fault.ts'

const durationUnits = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

/** Formats milliseconds, as in `1.5 s`, `2 h` or `20 ms`. Returns a text unchanged. */
function formatDuration(duration: number | string): string {
  if (typeof duration === 'string') return duration
  const [unit, size] = durationUnits.find(([, least]) => duration >= least) ?? ['ms', 1]
  return `${Number((duration / size).toFixed(duration >= 100 * size ? 0 : 2))} ${unit}`
}

/** Formats a difference in milliseconds, as in `1 d ahead` or `2 h behind`. */
export const formatShift = (ms: number): string =>
  `${formatDuration(Math.abs(Math.round(ms / 1000) * 1000))} ${ms < 0 ? 'behind' : 'ahead'}`

type Effect = FaultInput['effect']
type StreamEffect = NonNullable<Effect['stream']>

function describeLatency(latency: NonNullable<Effect['latency']>): string {
  if (typeof latency !== 'object') return `delayed by ${formatDuration(latency)}`
  return 'from' in latency
    ? `delayed by ${formatDuration(latency.from)} to ${formatDuration(latency.to)}`
    : `delayed by about ${formatDuration(latency.mean)}`
}

function describeCut(cut: NonNullable<StreamEffect['cut']>): string {
  const ends = cut.how === 'close' ? 'closed' : 'cut'
  if ('after_event' in cut) return `${ends} after event ${cut.after_event}`
  if ('at_byte' in cut) return `${ends} at byte ${cut.at_byte}`
  if (!('event' in cut)) return `${ends} inside a character`
  return `${ends} inside the ${cut.inside} of event ${cut.event}`
}

function* describeParts(effect: Effect) {
  const { latency, error, gateway, connection, body, compression, stream = {} } = effect
  if (latency !== undefined) yield describeLatency(latency)
  if (error !== undefined) yield `error ${error.code}`
  if (gateway !== undefined) yield `status ${gateway.status} of a proxy`
  if (connection !== undefined) yield `connection ${connection}`
  if (body !== undefined) yield body === 'empty' ? 'no body' : `body cut at ${body.truncate} bytes`
  if (compression !== undefined) yield `compressed with ${compression}`
  const { cut, stall, drip, duplicate, reorder, drop, malform, split, merge } = stream
  if (duplicate !== undefined) yield `event ${duplicate.event} twice`
  if (reorder !== undefined) yield `event ${reorder.event} swapped with the next`
  if (drop !== undefined) yield `without event ${drop.event}`
  if (malform !== undefined) yield `event ${malform.event} malformed (${malform.as})`
  if (stream.without_end === true) yield 'without its end event'
  if (stream.crlf === true) yield 'CRLF line ends'
  if (stream.comments === true) yield 'comments between events'
  if (stream.data_lines !== undefined) yield `data on ${stream.data_lines} lines`
  if (cut !== undefined) yield describeCut(cut)
  if (stall !== undefined)
    yield `stalled after event ${stall.after_event} for ${formatDuration(stall.for)}`
  if (drip !== undefined) yield `${drip.bytes} bytes every ${formatDuration(drip.every)}`
  if (split !== undefined) yield `chunks of ${split.bytes} bytes`
  if (merge !== undefined) yield `${merge.events} events per write`
}

export const describeEffect = ({ effect }: FaultInput): string =>
  [...describeParts(effect)].join(', ')

export function describeMatch({ match = {}, times, per }: FaultInput): string {
  const { endpoint, caller, nth, every, probability, from, until } = match
  const parts = [
    endpoint === undefined ? 'any call' : [endpoint].flat().join(', '),
    caller !== undefined && `by ${[caller].flat().join(', ')}`,
    nth !== undefined && `number ${[nth].flat().join(', ')}`,
    every !== undefined && `one in ${every}`,
    probability !== undefined && `${Number((probability * 100).toFixed(1))} % of them`,
    from !== undefined && `from ${from}`,
    until !== undefined && `until ${until}`,
    times !== undefined && (times === 1 ? 'once' : `${times} times`),
    per !== undefined && 'in each session',
  ]
  return parts.filter((part) => part !== false).join(' · ')
}

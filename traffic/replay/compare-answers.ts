import { isEventStream, type RecordedExchange, type Exchange } from '../../contract/exchange.ts'
import type { FreshResponse } from './send-request.ts'
import { type FreeMaps, shapeDifferences, kindOf } from './shape-differences.ts'
import type { ReceivedEvent } from '../../contract/received-events.ts'

/**
 * How a new response differs from the recorded one: its status, else its shape. Undefined if the
 * recording has no body to compare.
 */
export function compareAnswers(
  exchange: RecordedExchange,
  fresh: FreshResponse,
  isFree?: FreeMaps,
): readonly string[] | undefined {
  const { status, content, mimeType, json } = exchange
  if (fresh.status !== status) return [`${fresh.status} instead of ${status}`]
  if (content === undefined || exchange.isTruncated) return undefined
  const [type, other] = [essence(mimeType), essence(fresh.mimeType)]
  const otherType = [`${other || 'nothing'} instead of ${type}`]
  if (isEventStream(exchange)) {
    if (!isEventStream(fresh)) return content === '' ? [] : otherType
    const [before, after] = [eventsOf(exchange), eventsOf(fresh)]
    const isOtherCut = isCut(after, fresh)
    const compared = isOtherCut ? upToStep(before, after) : before
    return streamDifferences(compared, after, isOtherCut || isCut(before, exchange), isFree)
  }
  if (json === undefined)
    return typeof content === 'string' && content !== '' && type !== other ? otherType : []
  return fresh.json === undefined
    ? ['the body is not JSON']
    : shapeDifferences(json, fresh.json, isFree)
}

const essence = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? ''

/** One event of a stream: what kind it is, such as `step thinking start`, and its data. */
type StreamEvent = { readonly kind: string; readonly data: unknown }

/** The events of a stream with their kinds; none of any other response. */
export const eventsOf = ({ events }: Pick<Exchange, 'events'>): readonly StreamEvent[] =>
  events.map(toEvent)

export const toEvent = ({ event = 'message', data, json }: ReceivedEvent): StreamEvent => {
  const value = json ?? data
  return { kind: kindOf({ event, data: value }), data: value }
}

/**
 * Whether a stream ended before its last event. A client also closes finished streams, so that alone
 * is no cut.
 */
export const isCut = (
  events: readonly StreamEvent[],
  { ended }: Pick<Exchange, 'ended'>,
): boolean => ended !== 'closed' && !events.some(({ kind }) => /^(end|resume_done)\b/.test(kind))

/**
 * How a new stream differs from a recorded one: the sequence of events, in which repetitions count
 * once, and the fields of each kind of event. A stream that was cut is compared as far as it goes.
 */
function streamDifferences(
  recorded: readonly StreamEvent[],
  fresh: readonly StreamEvent[],
  wasCut: boolean,
  isFree?: FreeMaps,
): readonly string[] {
  const kinds = Map.groupBy(fresh, ({ kind }) => kind)
  const fields = [...Map.groupBy(recorded, ({ kind }) => kind)].flatMap(([kind, events]) =>
    shapeDifferences(dataOf(events), dataOf(kinds.get(kind) ?? []), isFree).map(
      (difference) => `event ${kind}: ${difference.replace(/^\[[^\]]*\]\.?/, '')}`,
    ),
  )
  return [...orderDifference(sequence(recorded), sequence(fresh), wasCut), ...fields]
}

const dataOf = (events: readonly StreamEvent[]) => events.map(({ data }) => data)

const sequence = (events: readonly StreamEvent[]): readonly string[] =>
  events.map(({ kind }) => kind).filter((kind, index, all) => kind !== all[index - 1])

/** The events of a stream up to the step that another one reached, which was cut. */
function upToStep(
  events: readonly StreamEvent[],
  cut: readonly StreamEvent[],
): readonly StreamEvent[] {
  const most = sequence(cut).length
  let steps = 0
  const end = events.findIndex(({ kind }, index) => {
    if (kind !== events[index - 1]?.kind) steps += 1
    return steps > most
  })
  return end < 0 ? events : events.slice(0, end)
}

function orderDifference(
  recorded: readonly string[],
  fresh: readonly string[],
  wasCut: boolean,
): readonly string[] {
  const at = recorded.findIndex((kind, index) => kind !== fresh[index])
  if (at >= 0) return [`event ${at + 1} is ${fresh[at] ?? 'missing'} instead of ${recorded[at]}`]
  if (wasCut || fresh.length === recorded.length) return []
  return [`event ${recorded.length + 1} is ${fresh[recorded.length]} instead of the end`]
}

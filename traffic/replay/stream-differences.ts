import { isObject, parseJson } from '../../contract/json.ts'
import { decodeSse, SseSplitter } from '../../contract/sse.ts'
import { type FreeMaps, shapeDifferences } from './shape-differences.ts'

/** One event of a stream: what kind it is, and its data. */
export type StreamEvent = {
  /** The event, with its type, status or phase if it has them, such as `step thinking start`. */
  readonly kind: string
  readonly data: unknown
}

/** Splits the text of a stream into events; comments are left out. */
export function eventsOf(text: string): readonly StreamEvent[] {
  const splitter = new SseSplitter()
  const frames = splitter.add(text)
  return [...frames, ...(splitter.rest.trim() === '' ? [] : [splitter.rest])].flatMap(toEvent)
}

/** Reads one frame; nothing for a comment. */
export function toEvent(frame: string): readonly StreamEvent[] {
  const { event, data } = decodeSse(frame)
  if (event === undefined && data === undefined) return []
  const value = parseJson(data ?? '', data)
  const payload =
    isObject(value) && isObject(value['data']) && 'cursor' in value ? value['data'] : value
  const marks = isObject(payload)
    ? ['type', 'name', 'phase', 'status'].map((field) => payload[field])
    : []
  const words = marks.filter((mark) => typeof mark === 'string' && /^[a-z_]{1,30}$/.test(mark))
  return [
    {
      kind: [event ?? 'message', ...words.filter((word) => word !== event)].join(' '),
      data: value,
    },
  ]
}

/**
 * How a new stream differs from a recorded one: the sequence of events, in which repetitions count
 * once, and the fields of each kind of event. A stream that the client cut is compared as far as it
 * goes.
 */
export function streamDifferences(
  recorded: readonly StreamEvent[],
  fresh: readonly StreamEvent[],
  isCut: boolean,
  isFree?: FreeMaps,
): readonly string[] {
  const differences: string[] = []
  const [before, after] = [sequence(recorded), sequence(fresh)]
  const at = before.findIndex((kind, index) => kind !== after[index])
  if (at >= 0)
    differences.push(`event ${at + 1} is ${after[at] ?? 'missing'} instead of ${before[at]}`)
  else if (after.length > before.length && !isCut)
    differences.push(`event ${before.length + 1} is ${after[before.length]} instead of the end`)
  const kinds = Map.groupBy(fresh, ({ kind }) => kind)
  for (const [kind, events] of Map.groupBy(recorded, (event) => event.kind)) {
    const others = kinds.get(kind)
    if (others === undefined) continue
    const data = (all: readonly StreamEvent[]) => all.map((event) => event.data)
    for (const difference of shapeDifferences(data(events), data(others), isFree))
      differences.push(`event ${kind}: ${difference.replace(/^\[\]\.?/, '')}`)
  }
  return differences
}

const sequence = (events: readonly StreamEvent[]): readonly string[] =>
  events.map(({ kind }) => kind).filter((kind, index, all) => kind !== all[index - 1])

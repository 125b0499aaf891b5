import { isObject, type JsonObject } from '../../contract/json.ts'
import { isEventStream, type RecordedExchange, type Exchange } from '../../contract/exchange.ts'
import type { FreshResponse } from './send-request.ts'
import type { ReceivedEvent } from '../../contract/received-events.ts'

/** Whether the keys of the object at a path, such as `data.items[].inputs`, are data. */
export type HasFreeKeys = (place: string) => boolean

/** The fields whose keys are chosen by users and models. */
export const fieldsWithFreeKeys = [
  'arguments',
  'error_args',
  'input_schema',
  'inputs',
  'node_results',
  'output_mapping',
  'output_schema',
  'outputs',
  'parameters_schema',
  'properties',
  'tool_args',
]

/** Creates a test that is true for a path if the path, or its last field, is in the list. */
export function createFreeKeyTest(fields: readonly string[]): HasFreeKeys {
  const names = new Set([...fieldsWithFreeKeys, ...fields])
  return (place) => names.has(place) || names.has(place.slice(place.lastIndexOf('.') + 1))
}

/**
 * Describes how the shape of a new value differs from the recorded shape: missing and new fields,
 * and JSON types. `null` is compatible with any type, and an empty list with any list. The items of
 * a list are merged by kind (`type` or `event`). A field that some recorded items lack is optional.
 */
export function shapeDifferences(
  recorded: unknown,
  fresh: unknown,
  isFree: HasFreeKeys = createFreeKeyTest([]),
): readonly string[] {
  return compareValues([recorded], [fresh], '', isFree)
}

const jsonTypeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'list'
      : isObject(value)
        ? 'object'
        : typeof value

/**
 * The kind of an item or event: its `type`, or its `event` with the words that distinguish events
 * of one name. Empty for anything else.
 */
function itemKind(item: unknown): string {
  if (!isObject(item)) return ''
  const { event, data, type } = item
  if (typeof event !== 'string') return isKindWord(type) ? type : ''
  const payload = isObject(data) && 'cursor' in data && isObject(data['data']) ? data['data'] : data
  if (!isObject(payload)) return event
  const marks = ['type', 'name', 'phase', 'status'].map((field) => payload[field])
  return [event, ...marks.filter(isKindWord).filter((word) => word !== event)].join(' ')
}

const isKindWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z_]{1,30}$/i.test(value)

/** Compares all values at one path, such as the items of a list. */
function compareValues(
  recorded: readonly unknown[],
  fresh: readonly unknown[],
  place: string,
  isFree: HasFreeKeys,
): string[] {
  const [known, found] = [jsonTypesOf(recorded), jsonTypesOf(fresh)]
  if (known.length === 0 || found.length === 0) return []
  const wrong = found.filter((type) => !known.includes(type))
  if (wrong.length > 0)
    return [`${place || 'the body'} is ${wrong.join(' or ')} instead of ${known.join(' or ')}`]
  const items = compareItems(itemsOfLists(recorded), itemsOfLists(fresh), `${place}[]`, isFree)
  const [before, after] = [recorded.filter(isObject), fresh.filter(isObject)]
  if (after.length === 0 || isFree(place)) return items
  const [fields, others] = [fieldsOf(before), fieldsOf(after)]
  if (hasDataKeys(fields)) return items
  const at = (key: string) => (place === '' ? key : `${place}.${key}`)
  const differences = [...fields].flatMap(([key, values]) => {
    const other = others.get(key)
    if (other !== undefined)
      return compareValues(valuesOf(values), valuesOf(other), at(key), isFree)
    return values.length === before.length ? [`${at(key)} is missing`] : []
  })
  const extra = [...others.keys()].filter((key) => !fields.has(key))
  return [...items, ...differences, ...extra.map((key) => `${at(key)} is new`)]
}

/** Compares items of each kind that both lists contain, or all items if they share no kind. */
function compareItems(
  recorded: readonly unknown[],
  fresh: readonly unknown[],
  place: string,
  isFree: HasFreeKeys,
): string[] {
  if (recorded.length === 0 || fresh.length === 0) return []
  const [known, found] = [Map.groupBy(recorded, itemKind), Map.groupBy(fresh, itemKind)]
  const kinds = [...known.keys()].filter((kind) => found.has(kind))
  if (kinds.length === 0) return compareValues(recorded, fresh, place, isFree)
  const differences = kinds.flatMap((kind) => {
    const name = kind === '' ? place : place.replace(/\[\]$/, `[${kind}]`)
    return compareValues(known.get(kind) ?? [], found.get(kind) ?? [], name, isFree)
  })
  return [...new Set(differences)]
}

const jsonTypesOf = (values: readonly unknown[]): readonly string[] =>
  [...new Set(values.map(jsonTypeOf))].filter((type) => type !== 'null')

const itemsOfLists = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((value) => Array.isArray(value)).flat()

type Field = readonly [name: string, value: unknown]

/** The fields of several objects by name, with the values of each field. */
const fieldsOf = (objects: readonly JsonObject[]): ReadonlyMap<string, readonly Field[]> =>
  Map.groupBy(
    objects.flatMap((one) => Object.entries(one)),
    ([name]) => name,
  )

const valuesOf = (fields: readonly Field[]): readonly unknown[] => fields.map(([, value]) => value)

/** Whether the keys are data, such as ids, dates or numbers. */
const hasDataKeys = (fields: ReadonlyMap<string, unknown>): boolean =>
  fields.size > 0 &&
  [...fields.keys()].every((key) => /^([0-9a-f-]{36}|\d{4}-\d\d.*|\d+)$/.test(key))

/**
 * Describes how a new response differs: in its status, or else in its shape. Undefined if the
 * recording has no body to compare.
 */
export function compareAnswers(
  exchange: RecordedExchange,
  fresh: FreshResponse,
  isFree?: HasFreeKeys,
): readonly string[] | undefined {
  const { status, content, mimeType, json } = exchange
  if (fresh.status !== status) return [`${fresh.status} instead of ${status}`]
  if (content === undefined || exchange.isTruncated) return undefined
  const [type, other] = [mediaType(mimeType), mediaType(fresh.mimeType)]
  const otherType = [`${other || 'nothing'} instead of ${type}`]
  if (isEventStream(exchange)) {
    if (!isEventStream(fresh)) return content === '' ? [] : otherType
    const [before, after] = [eventsOf(exchange), eventsOf(fresh)]
    const isOtherCut = isCut(after, fresh)
    const compared = isOtherCut ? upToStep(before, after) : before
    return streamDifferences(compared, after, isOtherCut || isCut(before, exchange), isFree)
  }
  if (json === undefined) return content.length > 0 && type !== other ? otherType : []
  return fresh.json === undefined
    ? ['the body is not JSON']
    : shapeDifferences(json, fresh.json, isFree)
}

const mediaType = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? ''

/** One event of a stream: its kind, such as `step thinking start`, and its data. */
type StreamEvent = { readonly kind: string; readonly data: unknown }

/** The events of a stream with their kinds; empty for any other response. */
export const eventsOf = ({ events }: Pick<Exchange, 'events'>): readonly StreamEvent[] =>
  events.map(toEvent)

export const toEvent = ({ event = 'message', data, json }: ReceivedEvent): StreamEvent => {
  const value = json ?? data
  return { kind: itemKind({ event, data: value }), data: value }
}

/**
 * Whether a stream ended before its last event. Clients also close finished streams, so a closed
 * stream is not always a cut.
 */
export const isCut = (
  events: readonly StreamEvent[],
  { ended }: Pick<Exchange, 'ended'>,
): boolean => ended !== 'closed' && !events.some(({ kind }) => /^(end|resume_done)\b/.test(kind))

/**
 * Compares a new stream with a recorded one: the sequence of events, where repetitions count once,
 * and the fields of each kind. A cut stream is compared up to its cut.
 */
function streamDifferences(
  recorded: readonly StreamEvent[],
  fresh: readonly StreamEvent[],
  wasCut: boolean,
  isFree?: HasFreeKeys,
): readonly string[] {
  const kinds = Map.groupBy(fresh, ({ kind }) => kind)
  const fields = [...Map.groupBy(recorded, ({ kind }) => kind)].flatMap(([kind, events]) =>
    shapeDifferences(eventDataOf(events), eventDataOf(kinds.get(kind) ?? []), isFree).map(
      (difference) => `event ${kind}: ${difference.replace(/^\[[^\]]*\]\.?/, '')}`,
    ),
  )
  return [...orderDifference(kindSequence(recorded), kindSequence(fresh), wasCut), ...fields]
}

const eventDataOf = (events: readonly StreamEvent[]) => events.map(({ data }) => data)

const kindSequence = (events: readonly StreamEvent[]): readonly string[] =>
  events.map(({ kind }) => kind).filter((kind, index, all) => kind !== all[index - 1])

/** The first events of a stream, up to the number of kind changes in the stream that was cut. */
function upToStep(
  events: readonly StreamEvent[],
  cut: readonly StreamEvent[],
): readonly StreamEvent[] {
  const most = kindSequence(cut).length
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

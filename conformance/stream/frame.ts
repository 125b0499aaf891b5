import type { SeenEvent } from '../exchange.ts'
import { type JsonObject, isObject } from '../json.ts'

/** Where an event holds its cursor: the spec names no place, so all of these are legal. */
export type Carrier = 'wrapper' | 'data' | 'id'

/** An event read: what it says, apart from how it carries its cursor. */
export type Frame = {
  readonly type: string | undefined
  /** The payload out of its wrapper and without its cursor; `undefined` where it is no JSON. */
  readonly payload: unknown
  /** `undefined` where there is none, or none that is an integer. */
  readonly cursor: number | undefined
  /** Every place that holds a cursor, the one that counts first. */
  readonly carriers: readonly Carrier[]
  readonly seen: SeenEvent
}

/** Reads one event: JSON, then the `{cursor, data}` wrapper, `data.cursor`, or the `id:` line. */
export function readFrame(seen: SeenEvent): Frame {
  const json = parseJson(seen.data)
  const found: { carrier: Carrier; value: unknown }[] = []
  let payload = json
  if (isWrapper(json)) {
    found.push({ carrier: 'wrapper', value: json['cursor'] })
    payload = json['data']
  } else if (isObject(json) && 'cursor' in json) {
    const { cursor, ...rest } = json
    found.push({ carrier: 'data', value: cursor })
    payload = rest
  }
  if (seen.id !== undefined) found.push({ carrier: 'id', value: idNumber(seen.id) })
  return {
    type: seen.event,
    payload,
    cursor: integer(found[0]?.value),
    carriers: found.map(({ carrier }) => carrier),
    seen,
  }
}

/** Whether the places of an event that hold a cursor hold the same one. */
export function carriersAgree({ carriers, cursor, seen }: Frame): boolean {
  return carriers.length < 2 || idNumber(seen.id ?? '') === cursor
}

/** The same text for the same type, cursor and payload, however carried and however ordered. */
export const fingerprint = ({ type, cursor, payload }: Frame): string =>
  JSON.stringify([type ?? null, cursor ?? null, sorted(payload) ?? null])

/** How a report names an event. */
export const label = ({ type, cursor }: Frame): string => `${type ?? 'nameless'}@${cursor ?? '-'}`

/** How a report names a row of events. */
export const labels = (frames: readonly Frame[]): string => frames.map(label).join(' ') || 'nothing'

const isWrapper = (json: unknown): json is JsonObject =>
  isObject(json) && Object.keys(json).toSorted().join() === 'cursor,data'

const integer = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined

const idNumber = (id: string): number | undefined => (/^-?\d+$/.test(id) ? Number(id) : undefined)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, inner]) => [key, sorted(inner)]))
}

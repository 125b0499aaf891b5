import { quoteMasked } from './evidence.ts'
import { type Exchange, operationOf } from '../session/exchange.ts'
import { entriesOf } from '../session/json.ts'
import type { Mask } from './mask.ts'
import type { Shapes } from './report.ts'
import { parseJson } from '../../contract/json.ts'

// A report must not swell with whatever a target puts into its replies: so many places of a reply,
// kinds of replies, and places in all. A run of the whole suite has 200 kinds and 3,000 places.
const mostPlaces = 500
const mostNames = 1000
const mostInAll = 20_000
const longestPointer = 300
const longestEvent = 100

/** The shapes of all replies of the API in a run, in the order of their names. */
export function collectShapes(exchanges: readonly Exchange[], mask: Mask): Shapes {
  const seen = new Map<string, Map<string, Set<string>>>()
  let inAll = 0
  const see = (name: string, document: unknown) => {
    const places = seen.get(name) ?? new Map<string, Set<string>>()
    if (!seen.has(name) && seen.size >= mostNames) return
    seen.set(name, places)
    for (const [pointer, type] of typesIn(document)) {
      const types = places.get(pointer)
      if (types) types.add(type)
      else if (places.size < mostPlaces && inAll < mostInAll) {
        places.set(pointer, new Set([type]))
        inAll += 1
      }
    }
  }
  for (const { request, status, json, text, events } of exchanges) {
    if (!request.path.startsWith('/api/')) continue
    const name = `${operationOf(request)} ${status}`
    for (const { event = '', data } of events)
      see(`${name} ${event.slice(0, longestEvent)}`, parseJson(data) ?? data)
    if (events.length === 0) see(name, json ?? (text === '' ? undefined : text))
  }
  const known = remembered(mask)
  return masked(seen, known, (places) => masked(places, known, (types) => [...types].toSorted()))
}

/** Every place of a document, outermost first, with its type. */
function* typesIn(document: unknown): Generator<readonly [string, string], void> {
  const open = [{ pointer: '', value: document }]
  yield ['', typeOf(document)]
  // It grows while it is iterated over.
  for (const { pointer, value } of open) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of entriesOf(value)) {
      const step = Array.isArray(value) ? '*' : stepOf(key)
      if (pointer.length + step.length >= longestPointer) continue
      const place = `${pointer}/${step}`
      yield [place, typeOf(inner)]
      if (typeof inner === 'object') open.push({ pointer: place, value: inner })
    }
  }
}

// Members that are named by ids are one and the same: theirs is a map.
const stepOf = (key: string): string =>
  uuid.test(key) ? '{id}' : key.replaceAll('~', '~0').replaceAll('/', '~1')

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The same places recur from operation to operation, and a mask looks for every secret in each. */
function remembered(mask: Mask): Mask {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text) ?? quoteMasked(text, mask)
    known.set(text, found)
    return found
  }
}

const masked = <In, Out>(
  map: ReadonlyMap<string, In>,
  mask: Mask,
  change: (value: In) => Out,
): Readonly<Record<string, Out>> =>
  Object.fromEntries(
    [...map]
      .map(([key, value]) => [mask(key), change(value)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

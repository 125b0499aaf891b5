import { quoteMasked } from './evidence.ts'
import { type Exchange, operationOf } from '../session/exchange.ts'
import { entriesOf } from '../session/json.ts'
import type { MaskText } from '../../secrets/mask.ts'
import type { Shapes } from './report.ts'

// Limits for what a target may add to a report: pointers per response, kinds of responses, and
// pointers in total. A run of the whole suite has 200 kinds and 3,000 pointers.
const maxPlaces = 500
const maxNames = 1000
const maxTotal = 20_000
const maxPointer = 300
const maxEvent = 100

/** Collects the shapes of all API responses of a run, sorted by name. */
export function collectShapes(exchanges: readonly Exchange[], mask: MaskText): Shapes {
  const seen = new Map<string, Map<string, Set<string>>>()
  let inAll = 0
  const see = (name: string, document: unknown) => {
    const places = seen.get(name) ?? new Map<string, Set<string>>()
    if (!seen.has(name) && seen.size >= maxNames) return
    seen.set(name, places)
    for (const [pointer, type] of typesIn(document)) {
      const types = places.get(pointer)
      if (types) types.add(type)
      else if (places.size < maxPlaces && inAll < maxTotal) {
        places.set(pointer, new Set([type]))
        inAll += 1
      }
    }
  }
  for (const { request, status, json, text, events } of exchanges) {
    if (!request.path.startsWith('/api/')) continue
    const name = `${operationOf(request)} ${status}`
    for (const { event = '', data, json: sent } of events)
      see(`${name} ${event.slice(0, maxEvent)}`, sent ?? data)
    if (events.length === 0) see(name, json ?? (text === '' ? undefined : text))
  }
  const known = cached(mask)
  return masked(seen, known, (places) => masked(places, known, (types) => [...types].toSorted()))
}

/** Visits every value of a document, outermost first, with its type. */
function* typesIn(document: unknown): Generator<readonly [string, string], void> {
  const open = [{ pointer: '', value: document }]
  yield ['', typeOf(document)]
  // The list grows during the iteration, so that nested values are visited, too.
  for (const { pointer, value } of open) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of entriesOf(value)) {
      const step = Array.isArray(value) ? '*' : stepOf(key)
      if (pointer.length + step.length >= maxPointer) continue
      const place = `${pointer}/${step}`
      yield [place, typeOf(inner)]
      if (typeof inner === 'object') open.push({ pointer: place, value: inner })
    }
  }
}

// Members named by ids are the entries of a map and share one pointer.
const stepOf = (key: string): string =>
  uuid.test(key) ? '{id}' : key.replaceAll('~', '~0').replaceAll('/', '~1')

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/**
 * Caches masked texts: the same names recur in many operations, and masking searches for every
 * secret.
 */
function cached(mask: MaskText): MaskText {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text) ?? quoteMasked(text, mask)
    known.set(text, found)
    return found
  }
}

const masked = <In, Out>(
  map: ReadonlyMap<string, In>,
  mask: MaskText,
  change: (value: In) => Out,
): Readonly<Record<string, Out>> =>
  Object.fromEntries(
    [...map]
      .map(([key, value]) => [mask(key), change(value)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

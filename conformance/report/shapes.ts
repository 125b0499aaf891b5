import type { JsonObject } from '../../contract/json.ts'
import { quoteMasked } from './evidence.ts'
import { type Exchange, operationOf } from '../session/exchange.ts'
import { pointerStep, stepsOf } from '../session/json.ts'
import type { MaskText } from '../../secrets/mask.ts'
import type { Shapes } from './report.ts'

// Limits for what a target may add to a report: pointers per response, kinds of responses, and
// pointers in total. A run of the whole suite has 200 kinds and 3,000 pointers.
const maxPlaces = 500
const maxNames = 1000
const maxTotal = 20_000
const maxPointer = 300
const maxEvent = 100

/** The types that were seen at each place of a document, by its pointer. */
type Places = Map<string, Set<string>>

/** Collects the shapes of all API responses of a run, sorted by name. */
export function collectShapes(exchanges: readonly Exchange[], mask: MaskText): Shapes {
  const seen = new Map<string, Places>()
  let inAll = 0
  const see = (name: string, document: unknown) => {
    const places = seen.get(name) ?? new Map()
    if (!seen.has(name) && seen.size >= maxNames) return
    seen.set(name, places)
    inAll += addTypes(document, places, maxTotal - inAll)
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

/** Adds the type of every value of a document, outermost first. Returns the number of new places. */
function addTypes(document: unknown, places: Places, most: number): number {
  const before = places.size
  const add = (pointer: string, value: unknown) => {
    const type = Array.isArray(value) ? 'array' : (nameless.get(value) ?? typeof value)
    const types = places.get(pointer)
    if (types) types.add(type)
    else if (places.size < Math.min(maxPlaces, before + most)) places.set(pointer, new Set([type]))
  }
  const open = [{ pointer: '', value: document }]
  add('', document)
  // The list grows during the iteration, so that nested values are visited, too.
  for (const { pointer, value } of open) {
    if (typeof value !== 'object' || value === null) continue
    for (const key of stepsOf(value)) {
      const step = typeof key === 'number' ? '*' : uuid.test(key) ? idStep : pointerStep(key)
      if (pointer.length + step.length >= maxPointer) continue
      const place = `${pointer}/${step}`
      const inner = (value as JsonObject)[key]
      add(place, inner)
      if (typeof inner === 'object') open.push({ pointer: place, value: inner })
    }
  }
  return places.size - before
}

// Members named by ids are the entries of a map and share one pointer.
const idStep = '{id}'
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const nameless = new Map<unknown, string>([
  [undefined, 'nothing'],
  [null, 'null'],
])

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
): Readonly<Record<string, Out>> => {
  const changed = new Map<string, Out>()
  for (const [name, value] of map) changed.set(mask(name), change(value))
  const sorted = new Map<string, Out>()
  for (const name of [...changed.keys()].toSorted()) sorted.set(name, changed.get(name) as Out)
  return Object.fromEntries(sorted)
}

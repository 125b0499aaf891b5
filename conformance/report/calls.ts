import { type Exchange, operationOf, type RequestSpec } from '../session/exchange.ts'
import { member, pointerStep, stepsOf } from '../session/json.ts'
import type { Target } from '../session/test-session.ts'
import type { CallSummary, Shapes } from './report.ts'
import { readTokens } from '../setup/credentials.ts'
import { findFullKey, findKeyRecord, keyCreations } from '../setup/keys.ts'
import { idOf } from '../setup/lists.ts'
import type { JsonObject } from '../../contract/json.ts'
import { quoteMasked } from './evidence.ts'
import type { MaskText } from '../../secrets/mask.ts'
import { isUuid } from '../../contract/uuid.ts'

/** Summarizes the calls of each operation with each kind of credential: statuses and durations. */
export function summarizeCalls(principals: Principals): readonly CallSummary[] {
  const called = [...principals].map(([exchange, principal]) => ({
    principal,
    operation: operationOf(exchange.request),
    exchange,
  }))
  const groups = Map.groupBy(called, ({ principal, operation }) => `${operation} ${principal}`)
  return [...groups.values()].flatMap((group) => {
    const [{ principal, operation } = { principal: '', operation: '' }] = group
    const times = group.map(({ exchange }) => exchange.ms)
    return {
      principal,
      operation,
      statuses: countEach(group.map(({ exchange }) => String(exchange.status))),
      totalMs: Math.round(times.reduce((sum, ms) => sum + ms, 0)),
      slowestMs: Math.round(Math.max(...times)),
    }
  })
}

/** The kind of credential of each exchange of a run, in the order of the exchanges. */
export type Principals = ReadonlyMap<Exchange, string>

/** Finds the kind of credential of each exchange, such as `chat key`, from earlier exchanges. */
export function findPrincipals(target: Target, exchanges: readonly Exchange[]): Principals {
  const { holderOf, learn } = createCredentialRegistry(target)
  const principals = new Map<Exchange, string>()
  for (const exchange of exchanges) {
    const principal = holderOf(exchange.request)
    principals.set(exchange, principal)
    learn(exchange, principal)
  }
  return principals
}

const countEach = (words: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]),
  )

/** Creates a registry of credential kinds, from the target's credentials and past exchanges. */
function createCredentialRegistry(target: Target) {
  const holders = new Map<unknown, string>([
    [target.apiKey, 'given key'],
    [target.expiredToken, 'expired token'],
  ])
  const valuesById = new Map<unknown, unknown>()
  const states = new Map<unknown, string>()

  const holderOf = (request: RequestSpec): string => {
    const credential = credentialOf(request)
    if (credential === undefined) return 'no credential'
    return states.get(credential) ?? holders.get(credential) ?? 'unknown credential'
  }

  const learnTokens = (exchange: Exchange) => {
    const { request } = exchange
    const tokens = readTokens(exchange)
    const isOther =
      request.path === '/api/auth/login' && member(request.body, 'email') !== target.email
    holders.set(tokens?.accessToken, isOther ? 'other user' : 'user')
    holders.set(tokens?.refreshToken, 'refresh token')
  }

  const learnKey = ({ request, json }: Exchange, maker: string) => {
    const value = findFullKey(json)?.value
    holders.set(value, maker === 'other user' ? `key of the other user` : kindOfKey(request.body))
    valuesById.set(idOf(findKeyRecord(json)), value)
  }

  const learnState = ({ request }: Exchange) => {
    const [, id, change] = /\/api-keys\/([^/]+)(?:\/(\w+))?$/.exec(request.path) ?? []
    const value = valuesById.get(id)
    if (value === undefined) return
    if (change !== 'active') states.set(value, 'deleted key')
    else if (member(request.body, 'is_active') === true) states.delete(value)
    else states.set(value, 'disabled key')
  }

  return {
    holderOf,
    learn(exchange: Exchange, maker: string): void {
      if (exchange.status >= 300) return
      if (exchange.request.path.startsWith('/api/auth/')) learnTokens(exchange)
      if (keyCreations([exchange]).length > 0) learnKey(exchange, maker)
      if (exchange.request.method !== 'GET') learnState(exchange)
    },
  }
}

function kindOfKey(body: unknown): string {
  const scope = member(body, 'scopes')
  return typeof scope === 'string' && scope !== '' ? `${scope} key` : 'full key'
}

/** Returns the credential in the header of a request, else the field `token` of its body. */
function credentialOf({ bearer, headers = {}, body }: RequestSpec): unknown {
  const header = headers['authorization'] ?? headers['Authorization']
  return bearer ?? header?.replace(/^bearer +/i, '') ?? member(body, 'token')
}

// Limits of the shapes in a report: pointers per kind of response, kinds of responses, and pointers
// in total. A run of the whole suite has 200 kinds and 3,000 pointers.
const maxPlaces = 500
const maxNames = 1000
const maxTotal = 20_000
const maxPointer = 300
const maxEvent = 100

/** The JSON types of the values at each place of a document, by JSON pointer. */
type Places = Map<string, Set<string>>

/** Collects the shapes of all API responses of a run, sorted by name. */
export function collectShapes(exchanges: readonly Exchange[], mask: MaskText): Shapes {
  const placesByName = new Map<string, Places>()
  let inAll = 0
  const see = (name: string, document: unknown) => {
    const places = placesByName.get(name) ?? new Map()
    if (!placesByName.has(name) && placesByName.size >= maxNames) return
    placesByName.set(name, places)
    inAll += addTypes(document, places, maxTotal - inAll)
  }
  for (const { request, status, json, text, events } of exchanges) {
    if (!request.path.startsWith('/api/')) continue
    const name = `${operationOf(request)} ${status}`
    for (const { event = '', data, json: sent } of events)
      see(`${name} ${event.slice(0, maxEvent)}`, sent ?? data)
    if (events.length === 0) see(name, json ?? (text === '' ? undefined : text))
  }
  const maskName = cachedMask(mask)
  return maskKeys(placesByName, maskName, (places) =>
    maskKeys(places, maskName, (types) => [...types].toSorted()),
  )
}

/** Adds the type of each value of a document to `places`. Returns the number of new places. */
function addTypes(document: unknown, places: Places, max: number): number {
  const before = places.size
  const add = (pointer: string, value: unknown) => {
    const type = Array.isArray(value) ? 'array' : (specialTypeNames.get(value) ?? typeof value)
    const types = places.get(pointer)
    if (types) types.add(type)
    else if (places.size < Math.min(maxPlaces, before + max)) places.set(pointer, new Set([type]))
    else return false
    return true
  }
  const open = [{ pointer: '', value: document }]
  add('', document)
  // The loop adds nested values to the list, so that it visits them too.
  for (const { pointer, value } of open) {
    if (typeof value !== 'object' || value === null) continue
    for (const key of stepsOf(value)) {
      // Tests the length first, because few names have 36 characters and `isUuid` is slower.
      const step =
        typeof key === 'number' ? '*' : key.length === 36 && isUuid(key) ? idStep : pointerStep(key)
      if (pointer.length + step.length >= maxPointer) continue
      const place = `${pointer}/${step}`
      const inner = (value as JsonObject)[key]
      // Beyond the limit, a place is not added, and neither are the places inside of it.
      if (add(place, inner) && typeof inner === 'object')
        open.push({ pointer: place, value: inner })
    }
  }
  return places.size - before
}

// Members whose names are ids are entries of a map. They all get the same pointer.
const idStep = '{id}'
const specialTypeNames = new Map<unknown, string>([
  [undefined, 'nothing'],
  [null, 'null'],
])

/**
 * Caches masked texts, because masking searches for every secret, and many operations have the same
 * names.
 */
function cachedMask(mask: MaskText): MaskText {
  const maskedTexts = new Map<string, string>()
  return (text) => {
    const maskedText = maskedTexts.get(text) ?? quoteMasked(text, mask)
    maskedTexts.set(text, maskedText)
    return maskedText
  }
}

const maskKeys = <In, Out>(
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

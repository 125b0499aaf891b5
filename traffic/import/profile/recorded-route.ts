import { decodeSegment, methodTable } from '../../../contract/operations/path-table.ts'
import { isIdByForm } from '../../replay/id-map.ts'
import { pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { readJwt } from '../../../contract/jwt.ts'
import type { UnusedEntry } from '../collector.ts'
import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Profile } from '../../../contract/picks.ts'
import {
  type FamilyOperation,
  itemPath,
  operationsOf,
} from '../../../contract/profile/family-paths.ts'
import type { Families } from '../../../contract/profile/own-operations.ts'
import { type ContractKind, kindOfFamily, resourceKinds } from '../../../contract/kinds.ts'

/** The segments of a path; `{}` replaces a segment that differs between records. */
export type PathPattern = readonly string[]

/** The placeholder in a pattern for a segment that differs between records. */
export const anySegment = '{}'

/** Matches a segment with only characters that a path in a profile can have. */
const literalSegment = /^[\w.~-]{1,60}$/

/** Whether a segment must be a parameter: an id, a date, or characters that profile paths lack. */
const isParameterByForm = (segment: string): boolean =>
  !literalSegment.test(segment) || isIdByForm(segment) || /^\d{4}-\d\d(-\d\d)?$/.test(segment)

/** Replaces path segments that look like ids. Returns the pattern, and the replaced segments. */
export function pathPatternOf(path: string): {
  readonly pattern: PathPattern
  readonly values: readonly string[]
} {
  const values: string[] = []
  const segments = path.split('/').slice(1)
  while (segments.at(-1) === '') segments.pop()
  const pattern = segments.map((segment) => {
    if (!isParameterByForm(segment)) return segment
    values.push(decodeSegment(segment))
    return anySegment
  })
  return { pattern, values }
}

/** The parameter names in a path with `{name}` segments. */
export const parametersIn = (path: string): readonly string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)

export const patternText = (pattern: PathPattern): string => `/${pattern.join('/')}`

/**
 * The parameter names of a pattern, each unique. `known` gives names that a longer path already
 * uses; else a name comes from the segment before it: `skill_id`.
 */
export function parametersOf(
  pattern: PathPattern,
  known: (prefix: string) => string | undefined,
): readonly string[] {
  const names: string[] = []
  for (const [at, segment] of pattern.entries()) {
    if (segment !== anySegment) continue
    const before = pattern[at - 1] ?? ''
    const word = before === anySegment || before === '' ? 'part' : toSingular(before)
    const base = known(patternText(pattern.slice(0, at + 1))) ?? `${word}_id`
    let name = base
    for (let number = 2; names.includes(name); number += 1) name = `${base}_${number}`
    names.push(name)
  }
  return names
}

function toSingular(segment: string): string {
  const word = segment.toLowerCase().replaceAll(/\W+/g, '_')
  if (word.endsWith('ies')) return word.replace(/ies$/, 'y')
  return /(?:ses|xes|ches)$/.test(word) ? word.replace(/es$/, '') : word.replace(/(?<!s)s$/, '')
}

/**
 * Writes a pattern as the path of a profile: each `{}` becomes `{name}` with the parameter's name.
 */
export function namedPath(pattern: PathPattern, names: readonly string[]): string {
  const left = [...names]
  return patternText(
    pattern.map((segment) => (segment === anySegment ? `{${left.shift() ?? ''}}` : segment)),
  )
}

/** One successful exchange of a route. */
export type Sample = {
  readonly entry: number
  /** The decoded values of the path parameters. */
  readonly values: readonly string[]
  readonly query: string
  readonly status: number
  /** The content type of the response, without its parameters. */
  readonly type: string
  /** The JSON of the response; undefined if the response is not JSON. */
  readonly json: unknown
  /** The text of a response that is not JSON. */
  readonly text: string
  /** The JSON of the request; undefined if there is none. */
  readonly sent: unknown
  /** The credential of the request, to identify the user; undefined without one. */
  readonly caller: string | undefined
  /** The events of an event stream, and whether their times are known. */
  readonly events: RecordedExchange['events']
  readonly isTimed: boolean
  readonly location: string | undefined
  /** The number of characters of the body. */
  readonly characters: number
  /** The types of the values in the body. */
  readonly form: string
}

/** The body of a response: its JSON, which may be `null`, or its text. */
export const bodyOf = ({ json, text }: Sample): unknown => (json === undefined ? text : json)

/** A refused request: its body, and the response. */
export type RecordedRefusal = {
  readonly entry: number
  readonly status: number
  readonly sent: unknown
  readonly json: JsonObject
}

/** The exchanges with one method and one path pattern. */
export type RecordedRoute = {
  readonly method: string
  readonly pattern: PathPattern
  /** The number and the status of each exchange. */
  readonly entries: { readonly entry: number; readonly status: number }[]
  /** Success responses: the latest for each path, query and user. */
  readonly samples: Sample[]
  /** Refused requests: 400 and 422, which the input can cause, and 403, 404 and 409. */
  readonly refusals: RecordedRefusal[]
}

/** The maximum number of samples of one route, and of characters of one body. */
export const sampleLimits = { samples: 60, characters: 512 * 1024 } as const

/** Whether a request of a route succeeded. There may be no sample of it: recordings lose bodies. */
export const hasSucceeded = ({ entries }: Pick<RecordedRoute, 'entries'>): boolean =>
  entries.some(({ status }) => status >= 200 && status < 400)

/** Reads a successful exchange; undefined for a refusal, or if its body is too long. */
function toSample(exchange: RecordedExchange, values: readonly string[]): Sample | undefined {
  const { index, request, status, content, frames, events } = exchange
  if (!isSuccess(exchange)) return undefined
  if (content === undefined && frames === undefined) return undefined
  const text = typeof content === 'string' ? content : ''
  if (text.length > sampleLimits.characters) return undefined
  const type = exchange.mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  const { json } = exchange
  return {
    entry: index,
    values,
    query: request.url.search,
    status,
    type,
    json,
    text: json === undefined ? text : '',
    sent: request.body,
    caller: credentialIn(exchange),
    events,
    isTimed: frames !== undefined,
    location: exchange.headers.get('location') ?? undefined,
    characters: text.length,
    form: typeSignature(json, 3),
  }
}

/** The credential of a request: from the header, the cookie, or the body field `token`. */
function credentialIn({ request }: RecordedExchange): string | undefined {
  const { headers, url, body } = request
  const header = headers['authorization'] ?? headers['x-api-key'] ?? headers['cookie']
  if (header !== undefined) return header
  const inUrl = url.searchParams.get('ticket') ?? url.searchParams.get('token')
  if (inUrl !== null) return inUrl
  return isObject(body) && typeof body['token'] === 'string' ? body['token'] : undefined
}

/** The user of a request: the subject of the token, or else the credential (no user id). */
export function userIdOf({ caller }: Sample): string {
  const payload = readJwt((caller ?? '').replace(/^Bearer /i, ''))
  const subject = payload?.['sub'] ?? payload?.['user_id'] ?? payload?.['email']
  return typeof subject === 'string' || typeof subject === 'number'
    ? String(subject)
    : `with ${caller ?? ''}`
}

/** The names of the fields that clients sent. */
export const sentNames = (samples: readonly Pick<Sample, 'sent'>[]): ReadonlySet<string> =>
  new Set(samples.flatMap(({ sent }) => (isObject(sent) ? Object.keys(sent) : [])))

/** Whether a response shows the form of its operation's responses. */
export const isSuccess = ({ status }: { readonly status: number }): boolean =>
  status >= 200 && status < 400

/** The name of a route, for a report. */
export const routeNameOf = ({ method, pattern }: RecordedRoute): string =>
  `${method} ${patternText(pattern)}`

/** The key of a route in a map of routes. */
export const routeKey = (method: string, pattern: PathPattern): string =>
  `${method} /${pattern.join('/')}`

/** The types in a value, down to a number of levels. They differ if a field is null. */
function typeSignature(value: unknown, levels: number): string {
  if (Array.isArray(value)) return `[${typeSignature(value[0], levels)}]`
  if (!isObject(value) || levels === 0) return value === null ? '-' : (typeof value).slice(0, 1)
  return `{${Object.values(value).map((part) => typeSignature(part, levels - 1))}}`
}

/**
 * Stores a sample: the latest for each path, query, form, request body and user, up to the limit.
 * Returns the growth in characters, and whether another sample was lost.
 */
function storeSample({ samples }: RecordedRoute, sample: Sample) {
  const same = samples.findIndex(
    (one) =>
      one.query === sample.query &&
      one.values.length === sample.values.length &&
      one.values.every((value, at) => value === sample.values[at]) &&
      one.form === sample.form &&
      // Keeps samples with different request bodies, because their responses may differ.
      JSON.stringify(one.sent) === JSON.stringify(sample.sent) &&
      // Each user may have other records.
      userIdOf(one) === userIdOf(sample),
  )
  const isOtherLost = same < 0 && samples.length >= sampleLimits.samples
  const at = same >= 0 ? same : isOtherLost ? 0 : samples.length
  const [removed] = samples.splice(at, 1)
  samples.push(sample)
  return { growth: sample.characters - (removed?.characters ?? 0), isOtherLost }
}

const compareEntries = (a: { readonly entry: number }, b: { readonly entry: number }) =>
  a.entry - b.entry

/** Merges two routes and their samples. */
export const joinRoutes = (first: RecordedRoute, second: RecordedRoute): RecordedRoute => ({
  ...first,
  entries: [...first.entries, ...second.entries].toSorted(compareEntries),
  samples: [...first.samples, ...second.samples]
    .toSorted(compareEntries)
    .slice(-sampleLimits.samples),
  refusals: [...first.refusals, ...second.refusals]
    .toSorted(compareEntries)
    .slice(0, sampleLimits.samples),
})

/** The maximum number of different paths without ids, and of characters of stored bodies. */
export const logLimits = { routes: 2000, characters: 32 * 1024 * 1024 } as const

/** The exchanges of a recording by method and path. */
export type RouteLog = {
  add(exchange: RecordedExchange): void
  readonly routes: () => readonly RecordedRoute[]
  readonly unused: readonly UnusedEntry[]
  /** Losses beyond a limit: `routes` counts exchanges, `bodies` and `samples` count bodies. */
  readonly limited: { routes: number; bodies: number; samples: number }
}

const recordedMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

export function createRouteLog(): RouteLog {
  const routes = new Map<string, RecordedRoute>()
  const unused: UnusedEntry[] = []
  const limited = { routes: 0, bodies: 0, samples: 0 }
  let characters = 0
  return {
    unused,
    limited,
    routes: () => [...routes.values()],
    add(exchange) {
      const { index: entry, status } = exchange
      // With 304, the client had the response already, so there is no body to learn from.
      if (status === 304) return
      const { method } = exchange.request
      const path = pathOf(exchange)
      if (!recordedMethods.has(method) || !/^\/api\/./.test(path)) return
      const { pattern, values } = pathPatternOf(path)
      const key = routeKey(method, pattern)
      const route = routes.get(key) ?? { method, pattern, entries: [], samples: [], refusals: [] }
      if (!routes.has(key) && routes.size >= logLimits.routes) {
        limited.routes += 1
        unused.push({ entry, reason: `more than ${logLimits.routes} different paths` })
        return
      }
      routes.set(key, route)
      route.entries.push({ entry, status })
      const { json, request } = exchange
      if ([400, 403, 404, 409, 422].includes(status) && isObject(json))
        if (route.refusals.filter((one) => one.status === status).length < sampleLimits.samples)
          route.refusals.push({ entry, status, sent: request.body, json })
      const sample = toSample(exchange, values)
      if (sample === undefined) return
      const isFull = characters + sample.characters > logLimits.characters
      if (isFull && route.samples.length > 0) limited.bodies += 1
      else {
        const stored = storeSample(route, sample)
        characters += stored.growth
        if (stored.isOtherLost) limited.samples += 1
      }
    },
  }
}

/** An operation that a profile plays: of the contract, or of a family. */
export type KnownRoute = FamilyOperation & {
  readonly operation?: OperationId
  readonly family?: string
}

/** A recorded route with the base operation that plays it. */
export type PlayedRoute = { readonly route: RecordedRoute; readonly known: KnownRoute }

/** The operations of a profile, and the names and kinds of their path parameters. */
export type RouteTable = {
  find(method: string, pattern: PathPattern): KnownRoute | undefined
  /** The name of the parameter at the end of a pattern such as `/api/skills/{}`. */
  parameterAt(prefix: string): string | undefined
  /** The kind of the records that the parameter at the end of a pattern identifies. */
  kindAt(prefix: string): string | undefined
}

const isParameter = (segment: string) => segment.startsWith('{')
const segmentsOf = (path: string) => path.split('/').slice(1)

/** All operations that a profile's families have. */
const familyRoutes = (families: Families): KnownRoute[] =>
  Object.entries(families).flatMap(([name, family]) =>
    operationsOf(name, family).map((row) => ({ ...row, family: name })),
  )

const contractRoutes: readonly KnownRoute[] = operationIds.map((id) => ({
  method: operations[id].method,
  path: operations[id].path,
  operation: id,
}))

/** The operations that a profile plays. Family operations come before contract operations. */
export function createRouteTable({
  operations: families = {},
}: Pick<Profile, 'operations'>): RouteTable {
  const all = [...familyRoutes(families), ...contractRoutes]
  const table = methodTable(all.toReversed().map((route) => [route.method, route.path, route]))
  const parameters = new Map<string, string>()
  const kinds = new Map<string, string>()
  for (const { path, operation } of all) {
    const segments = segmentsOf(path)
    for (const [at, segment] of segments.entries()) {
      const prefix = toPatternText(segments.slice(0, at + 1))
      if (!isParameter(segment)) continue
      if (!parameters.has(prefix)) parameters.set(prefix, segment.slice(1, -1))
      const kind = operation && kindOfParameter(operations[operation], segment.slice(1, -1))
      if (kind !== undefined && !kinds.has(prefix)) kinds.set(prefix, kind)
    }
  }
  for (const [name, family] of Object.entries(families))
    if (family.kind === 'collection' || family.kind === 'files')
      kinds.set(patternTextOf(itemPath(name, family)), kindOfFamily(name))
  return {
    find(method, pattern) {
      const { value, params = {} } = table.find(patternText(pattern)) ?? {}
      const route = value?.get(method)
      const words = Object.values(params).filter((text) => text !== anySegment)
      return words.length === 0 || acceptsWords(route) ? route : undefined
    },
    parameterAt: (prefix) => parameters.get(prefix),
    kindAt: (prefix) => kinds.get(prefix),
  }
}

/** The pattern of a path with `{name}` segments, as text. */
export const patternTextOf = (path: string): string => toPatternText(segmentsOf(path))

/** The method and path of an operation, without the names of parameters. */
export const routeName = ({ method, path }: Pick<FamilyOperation, 'method' | 'path'>): string =>
  `${method} ${patternTextOf(path)}`

const toPatternText = (segments: readonly string[]) =>
  `/${segments.map((segment) => (isParameter(segment) ? anySegment : segment)).join('/')}`

/**
 * Whether a parameter can be a word. Otherwise, a word in its place is another operation of the
 * deployment, such as `templates` in `/api/workflows/templates`.
 */
function acceptsWords(route: KnownRoute | undefined): boolean {
  const row: Operation | undefined = route?.operation && operations[route.operation]
  return row?.loads === undefined && route?.action === undefined
}

function kindOfParameter({ loads }: Operation, parameter: string): ContractKind | undefined {
  if (loads === undefined || loads.in === 'body' || loads.by !== parameter) return undefined
  return resourceKinds[loads.kind].kind
}

import { pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { isObject } from '../../../contract/json.ts'
import type { Unused } from '../collector.ts'
import { type PathPattern, patternOf } from './path-patterns.ts'

/** One successful exchange of a route. */
export type Sample = {
  readonly entry: number
  /** The values of the parameters of the path, decoded. */
  readonly values: readonly string[]
  readonly query: string
  readonly status: number
  /** The content type of the response, without parameters. */
  readonly type: string
  /** The JSON of the response; undefined if it is none. */
  readonly json: unknown
  /** The text of a response that is not JSON. */
  readonly text: string
  /** The JSON of the request; undefined without one. */
  readonly sent: unknown
  /** Identifies the user: the credential of the request; undefined without one. */
  readonly caller: string | undefined
  /** The events of an event stream, and whether their times are known. */
  readonly events: RecordedExchange['events']
  readonly isTimed: boolean
  readonly location: string | undefined
  /** The length of its body. */
  readonly characters: number
}

/** The exchanges of a recording with one method and one pattern of a path. */
export type RecordedRoute = {
  readonly method: string
  readonly pattern: PathPattern
  /** The numbers and statuses of all exchanges. */
  readonly entries: { readonly entry: number; readonly status: number }[]
  /** Successes: the latest of each path and query. */
  readonly samples: Sample[]
}

/** The most samples of one route, and the most characters of one body. */
const sampleLimits = { samples: 60, characters: 512 * 1024 } as const

/** Reads a successful exchange; undefined if it is none, or its body is too long to keep. */
function sampleOf(exchange: RecordedExchange, values: readonly string[]): Sample | undefined {
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
    caller: callerOf(exchange),
    events,
    isTimed: frames !== undefined,
    location: exchange.headers.get('location') ?? undefined,
    characters: text.length,
  }
}

/** The credential of a request, from its header, its cookie, or the field `token` of its body. */
function callerOf({ request }: RecordedExchange): string | undefined {
  const { headers, url, body } = request
  const header = headers['authorization'] ?? headers['x-api-key'] ?? headers['cookie']
  if (header !== undefined) return header
  const inUrl = url.searchParams.get('ticket') ?? url.searchParams.get('token')
  if (inUrl !== null) return inUrl
  return isObject(body) && typeof body['token'] === 'string' ? body['token'] : undefined
}

/** The names of the fields that clients sent. */
export const sentNames = (samples: readonly Sample[]): ReadonlySet<string> =>
  new Set(samples.flatMap(({ sent }) => (isObject(sent) ? Object.keys(sent) : [])))

/** Whether a response shows how its operation answers. */
export const isSuccess = ({ status }: { readonly status: number }): boolean =>
  status >= 200 && status < 400

/** The keys that routes are found by. */
export const routeKey = (method: string, pattern: PathPattern): string =>
  `${method} /${pattern.join('/')}`

/**
 * Keeps a sample: the latest for each path and query, up to the limit. Returns by how many characters
 * the kept bodies grow.
 */
function keepSample({ samples }: RecordedRoute, sample: Sample): number {
  const same = samples.findIndex(
    (one) =>
      one.query === sample.query &&
      one.values.length === sample.values.length &&
      one.values.every((value, at) => value === sample.values[at]) &&
      // What a client sends differs, and so does what it made.
      JSON.stringify(one.sent) === JSON.stringify(sample.sent),
  )
  const at = same >= 0 ? same : samples.length >= sampleLimits.samples ? 0 : samples.length
  const [removed] = samples.splice(at, 1)
  samples.push(sample)
  return sample.characters - (removed?.characters ?? 0)
}

const byEntry = (a: { readonly entry: number }, b: { readonly entry: number }) => a.entry - b.entry

/** Two routes as one, with the samples of both. */
export const joinRoutes = (one: RecordedRoute, other: RecordedRoute): RecordedRoute => ({
  ...one,
  entries: [...one.entries, ...other.entries].toSorted(byEntry),
  samples: [...one.samples, ...other.samples].toSorted(byEntry).slice(-sampleLimits.samples),
})

/** The most different paths, after ids were taken out, and the most characters of kept bodies. */
export const logLimits = { routes: 2000, characters: 32 * 1024 * 1024 } as const

/** The exchanges of a recording by method and path. */
export type RouteLog = {
  add(exchange: RecordedExchange): void
  readonly routes: () => readonly RecordedRoute[]
  readonly unused: readonly Unused[]
  /** How many exchanges a limit left out: their paths, or only their bodies. */
  readonly limited: { routes: number; bodies: number }
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

export function createRouteLog(): RouteLog {
  const routes = new Map<string, RecordedRoute>()
  const unused: Unused[] = []
  const limited = { routes: 0, bodies: 0 }
  let characters = 0
  return {
    unused,
    limited,
    routes: () => [...routes.values()],
    add(exchange) {
      const { index: entry, status } = exchange
      const { method } = exchange.request
      const path = pathOf(exchange)
      if (!methods.has(method) || !/^\/api\/./.test(path)) return
      const { pattern, values } = patternOf(path)
      const key = routeKey(method, pattern)
      const route = routes.get(key) ?? { method, pattern, entries: [], samples: [] }
      if (!routes.has(key) && routes.size >= logLimits.routes) {
        limited.routes += 1
        unused.push({ entry, reason: `more than ${logLimits.routes} different paths` })
        return
      }
      routes.set(key, route)
      route.entries.push({ entry, status })
      const sample = sampleOf(exchange, values)
      if (sample === undefined) return
      const isFull = characters + sample.characters > logLimits.characters
      if (isFull && route.samples.length > 0) limited.bodies += 1
      else characters += keepSample(route, sample)
    },
  }
}

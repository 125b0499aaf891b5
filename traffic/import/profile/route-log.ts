import type { RecordedExchange } from '../../har/read-entry.ts'
import type { Unused } from '../collector.ts'
import { type PathPattern, patternOf } from './path-patterns.ts'
import { keepSample, type RecordedRoute, routeKey, sampleOf } from './recorded-route.ts'

/** The most different paths, after ids were taken out, and the most characters of kept bodies. */
export const logLimits = { routes: 2000, characters: 64 * 1024 * 1024 } as const

/** The exchanges of a recording by host, method and path. */
export type RouteLog = {
  add(exchange: RecordedExchange): void
  /** The routes of one host. */
  routesOf(host: string): readonly RecordedRoute[]
  /** The hosts, with the number of their exchanges below `/api/`. */
  readonly hosts: ReadonlyMap<string, number>
  readonly unused: readonly Unused[]
  /** Whether a limit left paths or bodies out. */
  readonly limited: { routes: number; bodies: number }
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

export function createRouteLog(): RouteLog {
  const routes = new Map<string, Map<string, RecordedRoute>>()
  const hosts = new Map<string, number>()
  const unused: Unused[] = []
  const limited = { routes: 0, bodies: 0 }
  let count = 0
  let characters = 0

  function routeFor(host: string, method: string, pattern: PathPattern): RecordedRoute | undefined {
    const ofHost = routes.get(host) ?? new Map<string, RecordedRoute>()
    routes.set(host, ofHost)
    const key = routeKey(method, pattern)
    const known = ofHost.get(key)
    if (known !== undefined) return known
    if (count >= logLimits.routes) return undefined
    count += 1
    const route: RecordedRoute = { method, pattern, entries: [], samples: [] }
    ofHost.set(key, route)
    return route
  }

  return {
    hosts,
    unused,
    limited,
    routesOf: (host) => [...(routes.get(host)?.values() ?? [])],
    add(exchange) {
      const { index: entry, request, response } = exchange
      const leave = (reason: string) => void unused.push({ entry, reason })
      const { method, url } = request
      if (!/^\/api\/./.test(url.pathname)) return leave('its path is not below /api/')
      if (method === 'OPTIONS') return leave('a preflight of CORS')
      if (!methods.has(method)) return leave(`the method ${method} is not played`)
      if (response.status === 0) return leave('the client left before the response')
      const { pattern, values } = patternOf(url.pathname)
      const route = routeFor(url.host, method, pattern)
      if (route === undefined) {
        limited.routes += 1
        return leave(`more than ${logLimits.routes} different paths`)
      }
      hosts.set(url.host, (hosts.get(url.host) ?? 0) + 1)
      route.entries.push({ entry, status: response.status })
      const sample = sampleOf(exchange, values)
      if (sample === undefined) return
      characters += typeof response.body === 'string' ? response.body.length : 0
      if (characters > logLimits.characters && route.samples.length > 0) limited.bodies += 1
      else keepSample(route, sample)
    },
  }
}

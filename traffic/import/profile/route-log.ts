import { pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import type { Unused } from '../collector.ts'
import { patternOf } from './path-patterns.ts'
import { keepSample, type RecordedRoute, routeKey, sampleOf } from './recorded-route.ts'

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

import { findOperation } from '../../../recording/find-operation.ts'
import type { Unused } from '../collector.ts'
import { patternText } from './path-patterns.ts'
import { joinRoutes, type RecordedRoute, routeKey } from './recorded-route.ts'
import type { RouteLog } from './route-log.ts'

/**
 * The routes of the hosts that are the platform: those that played an operation of the contract. Of
 * a recording without any, those of the host with the most exchanges. The same route at two hosts is
 * one, because a web client often reaches the platform through its own host.
 */
export function apiHost({ hosts, routesOf }: Pick<RouteLog, 'hosts' | 'routesOf'>): {
  readonly routes: readonly RecordedRoute[]
  readonly unused: readonly Unused[]
} {
  const names = [...hosts].toSorted(([, a], [, b]) => b - a).map(([host]) => host)
  const isPlatform = (host: string) =>
    routesOf(host).some(
      ({ method, pattern, samples }) =>
        samples.length > 0 && findOperation(method, patternText(pattern)) !== undefined,
    )
  const found = names.filter(isPlatform)
  const taken = new Set(found.length > 0 ? found : names.slice(0, 1))
  const unused = names
    .filter((host) => !taken.has(host))
    .flatMap((host) =>
      routesOf(host).flatMap(({ entries }) =>
        entries.map(({ entry }) => ({
          entry,
          reason: `${host} is another host than the platform`,
        })),
      ),
    )
  const routes = new Map<string, RecordedRoute>()
  for (const host of taken)
    for (const route of routesOf(host)) {
      const key = routeKey(route.method, route.pattern)
      const other = routes.get(key)
      routes.set(key, other === undefined ? route : joinRoutes(other, route))
    }
  return { routes: [...routes.values()], unused }
}

import type { Route } from '../call.ts'
import { isStream, onEvents, onResponse, type Wrap } from '../wrap.ts'
import type { WireFrame } from '../wire-frame.ts'
import { parseJson } from '../../../contract/json.ts'

/** All replies of a route with one status, as they were recorded. */
export type ResponseKind = {
  /** Route and status. */
  readonly name: string
  readonly route: Route
  readonly status: number
  /** The JSON bodies, each different one once. */
  readonly bodies: readonly unknown[]
  /** The frames of its streams by event type. */
  readonly events: ReadonlyMap<string, readonly WireFrame[]>
}

type Recorded = { route: Route; status: number; texts: Set<string>; frames: WireFrame[] }

/** Writes down what goes through it: `wrap` is put around a server, `kinds` is asked afterwards. */
export function recordTraffic(): { readonly wrap: Wrap; kinds(): readonly ResponseKind[] } {
  const recorded = new Map<string, Recorded>()
  const kindOf = (route: Route, status: number) => {
    const name = nameOf(route, status)
    const kind = recorded.get(name) ?? { route, status, texts: new Set<string>(), frames: [] }
    recorded.set(name, kind)
    return kind
  }
  const bodies = onResponse(everywhere, async (response, { method, path }) => {
    const { texts } = kindOf(toRoute(method, path), response.status)
    if (!isStream(response)) texts.add(await response.clone().text())
    return undefined
  })
  const frames = onEvents(everywhere, () => (frame, { method, path }) => {
    kindOf(toRoute(method, path), 200).frames.push(frame)
    return frame
  })
  return {
    wrap: (fetch, hit) => frames(bodies(fetch, hit), hit),
    kinds: () => [...recorded.values()].map(toKind),
  }
}

const everywhere: Route = 'GET * | POST * | PATCH * | DELETE * | PUT *'

const nameOf = (route: Route, status: number): string => `${route} ${status}`

/** The route of a call: a part of its path that holds a digit is an id. */
const toRoute = (method: string, path: string): Route =>
  `${method} ${path.replaceAll(/\/[^/]*\d[^/]*/g, '/*')}`

const toKind = ({ route, status, texts, frames }: Recorded): ResponseKind => ({
  name: nameOf(route, status),
  route,
  status,
  bodies: [...texts].map(parseJson).filter((body) => body !== undefined),
  events: Map.groupBy(frames, ({ event = '' }) => event),
})

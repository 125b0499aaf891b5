import { anyRoute, type Route } from '../../../conformance/mutants/call.ts'
import { isStream, onEvents, onResponse, type Wrap } from '../../../conformance/mutants/wrap.ts'
import type { WireFrame } from '../../../conformance/mutants/wire-frame.ts'
import { parseJson } from '../../../contract/json.ts'

/** All recorded responses of a route with one status. */
export type ResponseKind = {
  /** Route and status. */
  readonly name: string
  readonly route: Route
  readonly status: number
  /** The distinct JSON bodies. */
  readonly bodies: readonly unknown[]
  /** The frames of its streams, by event type. */
  readonly events: ReadonlyMap<string, readonly WireFrame[]>
}

type Recorded = { route: Route; status: number; texts: Set<string>; frames: WireFrame[] }

/** Records the responses of a server: wrap it with `wrap`, then read `kinds`. */
export function recordTraffic(): { readonly wrap: Wrap; kinds(): readonly ResponseKind[] } {
  const recorded = new Map<string, Recorded>()
  const kindOf = (route: Route, status: number) => {
    const name = nameOf(route, status)
    const kind = recorded.get(name) ?? { route, status, texts: new Set<string>(), frames: [] }
    recorded.set(name, kind)
    return kind
  }
  const bodies = onResponse(anyRoute, async (response, { operation }) => {
    const { texts } = kindOf(operation, response.status)
    if (!isStream(response)) texts.add(await response.clone().text())
    return undefined
  })
  const frames = onEvents(anyRoute, () => (frame, { operation }) => {
    kindOf(operation, 200).frames.push(frame)
    return frame
  })
  return {
    wrap: (fetch, hit) => frames(bodies(fetch, hit), hit),
    kinds: () => [...recorded.values()].map(toKind),
  }
}

const nameOf = (route: Route, status: number): string => `${route} ${status}`

const toKind = ({ route, status, texts, frames }: Recorded): ResponseKind => ({
  name: nameOf(route, status),
  route,
  status,
  bodies: [...texts].map(parseJson).filter((body) => body !== undefined),
  events: Map.groupBy(frames, ({ event = '' }) => event),
})

import { expect, it } from 'vitest'
import { runConformance } from '../../../conformance/runner/runner.ts'
import { defaultWorld } from '../../../mocks/world/world-config.ts'
import { target } from '../../support/virtual-fake.ts'
import { type Edge, startEdge } from './workers/edge.ts'
import { isProving } from '../../support/proving.ts'

const plan = 'full'
/** The number of requests between evictions. */
const interval = 2

/** A `fetch` that evicts the world every few requests, unless a stream is open. */
function evictingFetch(edge: Edge) {
  const count = { requests: 0, evictions: 0, streams: 0 }
  async function send(request: Request): Promise<Response> {
    if (count.requests++ % interval === 0 && count.streams === 0) {
      count.evictions++
      await edge.evict(defaultWorld)
    }
    const response = await edge.fetch(request)
    const { body, status, headers } = response
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
      return response
    count.streams++
    let isOpen = true
    const close = () => {
      if (isOpen) count.streams--
      isOpen = false
    }
    const counted = new TransformStream<Uint8Array, Uint8Array>({ flush: close, cancel: close })
    return new Response(body.pipeThrough(counted), { status, headers })
  }
  return { fetch: send, count }
}

it.runIf(isProving)(
  `the plan ${plan} of the conformance suite passes on a Worker whose Durable Object is evicted all the time`,
  async () => {
    await using edge = await startEdge()
    const { fetch, count } = evictingFetch(edge)
    const report = await runConformance({
      target: { ...target, baseUrl: edge.baseUrl },
      plan,
      fetch,
    })
    const trouble = report.results.filter(({ verdict }) =>
      /fail|blocked|error|inconclusive/.test(verdict),
    )
    expect(trouble.map(({ id, verdict }) => [id, verdict])).toEqual([])
    expect(report.summary.pass).toBeGreaterThan(50)
    expect(count.evictions).toBeGreaterThan(count.requests / interval / 2)
  },
  300_000,
)

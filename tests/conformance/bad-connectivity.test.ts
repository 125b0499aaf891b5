import { describe, expect, it } from 'vitest'
import type { Report } from '../../conformance/report/report.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import { drawn } from '../support/proving.ts'
import { target, usualReport, virtualFake } from '../support/virtual-fake.ts'
import type { VirtualClock } from '../support/virtual-clock.ts'

type Connectivity = (fetch: Fetch, systemClock: VirtualClock) => Fetch

const slow: Connectivity = (fetch, systemClock) => async (request) => {
  await systemClock.sleep(2000)
  return fetch(request)
}

const flaky =
  (seed: number): Connectivity =>
  (fetch) => {
    const draw = createDraw(seed)
    return async (request) =>
      draw() < 0.05 ? new Response('<h1>Back soon</h1>', busy(503)) : fetch(request)
  }

const limited: Connectivity = (fetch, systemClock) => {
  let left = 30
  let until = Number.POSITIVE_INFINITY
  return async (request) => {
    if (systemClock.now() >= until) [left, until] = [30, Number.POSITIVE_INFINITY]
    if (left > 0) {
      left -= 1
      return fetch(request)
    }
    if (until === Number.POSITIVE_INFINITY) until = systemClock.now() + 20_000
    const seconds = Math.ceil((until - systemClock.now()) / 1000)
    return Response.json({ detail: 'slow down' }, busy(429, { 'retry-after': String(seconds) }))
  }
}

const busy = (status: number, headers = {}) => ({ status, headers })

/** A seeded generator of numbers from 0 to 1. */
function createDraw(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const conditions: Record<string, Connectivity> = {
  'slow: 2 s per call': slow,
  'flaky: 5 % of calls get 503': flaky(7),
  'flaky, with another seed': flaky(2026),
  'limited: 429 after 30 calls, for 20 s': limited,
}

async function runSuite(condition: Connectivity, picks = {}): Promise<Report> {
  const { fake, systemClock } = virtualFake(picks)
  const fetch = condition((request) => fake.fetch(request), systemClock)
  const { now, sleep } = systemClock
  return runConformance({ target, plan: 'full', fetch, now, sleep, tag: 'test' })
}

const verdicts = ({ results }: Report) =>
  new Map(results.filter(({ id }) => id !== ofTime).map(({ id, verdict }) => [id, verdict]))

// The duration of a turn decides whether this check is decided.
const ofTime = 'sse.events-arrive-while-the-turn-runs'

const calm = await usualReport('full')

const wrong = { 'errors.envelope': 'detail' }
/** The results of a target that breaks a rule, with good connectivity. */
const calmWrong = virtualFake(wrong).runSuite('full')

describe.each(drawn(Object.entries(conditions), 1))(
  'a target with bad connectivity (%s)',
  (_, condition) => {
    it('a target with bad connectivity gets the same verdicts as with good connectivity', async () => {
      const report = await runSuite(condition)
      expect(verdicts(report)).toEqual(verdicts(calm))
      expect(report.leftovers).toEqual(calm.leftovers)
      expect(report.spent.turns).toBe(calm.spent.turns)
    })

    it('a target with bad connectivity is still distinguished from a target that breaks a rule', async () => {
      const report = await runSuite(condition, wrong)
      expect(verdicts(report)).toEqual(verdicts(await calmWrong))
      expect(report.summary.fail).toBeGreaterThan(0)
    })
  },
)

const outages = [
  ['POST', '/api/conversations', 90],
  ['POST', '/api/me/api-keys', 80],
] as const

it.each(drawn(outages, 1))(
  'an outage of a single operation, %s %s, takes one line of the report',
  async (method, path, least) => {
    const down: Connectivity = (fetch) => async (request) =>
      request.method === method && new URL(request.url).pathname === path
        ? new Response('', busy(503))
        : fetch(request)
    const report = await runSuite(down)
    const blocked = report.results.filter(({ verdict }) => verdict === 'blocked')
    const reasons = new Set(blocked.map(({ message }) => message))
    expect([...reasons]).toEqual([`${method} ${path}: 503 from the target`])
    expect(blocked.length).toBeGreaterThan(least)
    expect(report.summary.fail).toBe(0)
  },
)

import { describe, expect, it } from 'vitest'
import { exitCode } from '../conformance/report/report.ts'
import { runConformance } from '../conformance/runner/runner.ts'
import type { RunOptions } from '../conformance/runner/runner.ts'
import type { Fetch } from '../conformance/http/transport.ts'
import { target, virtualFake } from './virtual-fake.ts'

/** Runs the suite against the fake, or a wrapper of it, and counts the turns that really started. */
async function runSuite(options: Partial<RunOptions>, wrap = (fetch: Fetch): Fetch => fetch) {
  const { fake, systemClock } = virtualFake()
  const wrapped = wrap((request) => fake.fetch(request))
  let begun = 0
  const fetch: Fetch = async (request) => {
    const response = await wrapped(request)
    if (isTurn(request) && response.ok) begun += 1
    return response
  }
  const { now, sleep } = systemClock
  const report = await runConformance({ target, plan: 'full', fetch, now, sleep, ...options })
  return { report, begun }
}

const isTurn = ({ url }: Request): boolean => /\/api\/(?:react|dag|auto)$/.test(url)

describe('a budget of turns', () => {
  it.each([0, 1, 2, 3, 4])(
    'a budget of %i turns is never exceeded, and the report names the checks left out',
    async (most) => {
      const { report, begun } = await runSuite({ maxTurns: most })
      expect(begun).toBe(most)
      expect(report.spent).toMatchObject({ turns: most, overBudget: true })
      expect(report.summary).toMatchObject({ fail: 0, warn: 0, blocked: 0, error: 0 })
      const left = report.results.filter(({ message }) => message.includes('--max-turns'))
      expect(left.length).toBeGreaterThan(0)
      expect(left.filter(({ verdict }) => verdict !== 'skipped')).toEqual([])
      expect(exitCode(report)).toBe(5)
    },
  )

  it('a budget of turns that is large enough changes no verdict', async () => {
    const { report } = await runSuite({ maxTurns: 5 })
    expect(report.spent).toMatchObject({ turns: 5, overBudget: false })
    expect(exitCode(report)).toBe(0)
  })

  it('a budget of turns counts turns that a target runs instead of refusing them, and stops at the limit', async () => {
    let cut = 0
    const runsAll =
      (fetch: Fetch): Fetch =>
      async (request) =>
        isTurn(request) ? endless(() => (cut += 1)) : fetch(request)
    const { report, begun } = await runSuite({ plan: 'core', maxTurns: 1 }, runsAll)
    expect(begun).toBe(1)
    expect(cut).toBe(1)
    expect(report.spent).toMatchObject({ turns: 1, overBudget: true })
  })
})

/** A turn that never ends until its reader disconnects. */
function endless(onLeft: () => void): Response {
  const body = new ReadableStream({ cancel: onLeft })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

describe('a rate limit of the suite', () => {
  it('a rate limit of the suite spreads its requests evenly', async () => {
    const { fake, systemClock } = virtualFake()
    const times: number[] = []
    const fetch: Fetch = (request) => {
      times.push(systemClock.now())
      return fake.fetch(request)
    }
    const { now, sleep } = systemClock
    await runConformance({ target, plan: 'smoke', fetch, now, sleep, rate: 4 })
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
    expect(gaps.length).toBeGreaterThan(100)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(249)
  })
})

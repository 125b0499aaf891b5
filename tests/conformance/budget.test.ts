import { describe, expect, it } from 'vitest'
import { exitCode } from '../../conformance/report/report.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import type { RunOptions } from '../../conformance/runner/runner.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import { drawn } from '../support/proving.ts'
import { rewritingFetch, type Rewrites } from '../support/rewriting-proxy.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

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
  it.each(drawn([0, 1, 2, 3, 4], 1))(
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

  it('a budget of turns that is large enough for the plan changes no verdict', async () => {
    const { report } = await runSuite({ maxTurns: 5 })
    expect(report.spent).toMatchObject({ turns: 5, overBudget: false })
    expect(exitCode(report)).toBe(0)
  })

  it.each(drawn([0, 3], 1))(
    'a budget of %i turns is never exceeded on a target that refuses nothing',
    async (most) => {
      const { report, begun } = await runSuite({ plan: 'turn', maxTurns: most }, refusesNoTurn)
      expect(begun).toBe(most)
      expect(report.spent).toMatchObject({ turns: most, overBudget: true })
      expect(exitCode(report)).toBe(most === 0 ? 5 : 1)
    },
  )

  it('a budget of turns is enough for the checks even if the target fails to refuse a turn', async () => {
    const { report } = await runSuite({ plan: 'turn', maxTurns: 4 }, refusesNoTurn)
    expect(report.spent).toMatchObject({ turns: 4, unexpectedTurns: 1 })
    const used = report.results.filter(({ message }) => message.includes('is used up'))
    expect(used).toEqual([])
  })

  it('a run whose budget has no turn for a second concurrent turn skips the check, and still reports', async () => {
    const { report } = await runSuite({
      plan: 'destructive',
      only: ['chat.concurrent-turns'],
      maxTurns: 2,
    })
    expect(report.leftovers).toEqual([])
    expect(report.results).toMatchObject([{ verdict: 'skipped' }])
  })

  it('a budget of 0 turns starts no turn on a target that enforces no scopes, and says why checks are skipped', async () => {
    const { fake, systemClock } = virtualFake({ 'scopes.enforced': 'ignored' })
    const turns: string[] = []
    const { results, spent } = await runConformance({
      target,
      plan: 'core',
      maxTurns: 0,
      fetch: async (request) => {
        if (isTurn(request)) turns.push(request.url)
        return fake.fetch(request)
      },
      now: systemClock.now,
      sleep: systemClock.sleep,
    })
    expect(turns).toEqual([])
    expect(spent).toMatchObject({ turns: 0, unexpectedTurns: 0 })
    const skipped = results.filter(({ id }) => /^scopes\.\w+-may-not-(react|dag)$/.test(id))
    expect(skipped).toHaveLength(6)
    for (const { verdict, message } of skipped) {
      expect([verdict, message]).toEqual([
        'skipped',
        'a target that does not refuse its request would start a turn, and --max-turns 0 allows no more',
      ])
    }
  })

  it('a turn that a target runs instead of refusing it is cut, and counts towards the budget of turns', async () => {
    let cut = 0
    const runsAll =
      (fetch: Fetch): Fetch =>
      async (request) =>
        isTurn(request) ? endless(() => (cut += 1)) : fetch(request)
    const { report, begun } = await runSuite({ plan: 'core', maxTurns: 1 }, runsAll)
    expect(begun).toBe(1)
    expect(cut).toBe(1)
    expect(report.spent).toMatchObject({ turns: 1, unexpectedTurns: 1, overBudget: true })
  })

  it('a budget of turns counts a turn whose response did not arrive', async () => {
    const loses =
      (fetch: Fetch): Fetch =>
      async (request) => {
        const response = await fetch(request)
        if (isTurn(request) && response.ok) throw new TypeError('fetch failed')
        return response
      }
    const { report } = await runSuite({ plan: 'turn', maxTurns: 1 }, loses)
    expect(report.spent).toMatchObject({ turns: 1, overBudget: true })
  })
})

/** A target that refuses no turn: it runs each one as if the user had sent a valid request. */
const refusesNoTurn =
  (fetch: Fetch): Fetch =>
  async (request) => {
    if (!isTurn(request)) return fetch(request)
    const frames = [
      'id: 1\nevent: answer\ndata: {"type":"start"}',
      'id: 2\nevent: done\ndata: {"answer":"","tokens":1}',
      'id: 3\nevent: end\ndata: {}',
    ]
    const headers = { 'content-type': 'text/event-stream' }
    return new Response(frames.map((frame) => `${frame}\n\n`).join(''), { headers })
  }

/** A turn that never ends until its reader disconnects. */
function endless(onLeft: () => void): Response {
  const body = new ReadableStream({ cancel: onLeft })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

describe('a rate limit of the suite', () => {
  it('the suite spreads its requests evenly if a rate limit is set', async () => {
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

/** Runs plan core behind a proxy; returns its report and its virtual time in seconds. */
async function secondsOf(rewrites: Rewrites) {
  const { fake, systemClock } = virtualFake()
  const start = systemClock.now()
  const report = await runConformance({
    target,
    plan: 'core',
    fetch: rewritingFetch((request) => fake.fetch(request), rewrites),
    now: systemClock.now,
    sleep: systemClock.sleep,
    tag: 'test',
  })
  return { report, seconds: (systemClock.now() - start) / 1000 }
}

let calm: ReturnType<typeof secondsOf> | undefined
/** The virtual time in seconds of a run against a fake whose effects show at once. */
const usual = async () => (await (calm ??= secondsOf({}))).seconds

/** Targets on which the suite waits for effects. Each needs a run, so `npm test` picks one. */
const lags: Readonly<Record<string, () => Promise<void>>> = {
  'is spent once if `forbidden` is sent as 401, however many checks fail': async () => {
    const { report, seconds } = await secondsOf({
      response: ({ status }) => (status === 403 ? { status: 401 } : undefined),
    })
    expect(report.summary.fail).toBeGreaterThan(25)
    expect(seconds - (await usual())).toBeLessThanOrEqual(3)
  },
  'is spent once if no new key is ever accepted': async () => {
    const { report, seconds } = await secondsOf({
      request: ({ headers }) =>
        headers.get('authorization')?.startsWith('Bearer svc_') ? unauthorized() : undefined,
    })
    expect(report.summary.fail).toBeGreaterThan(0)
    expect(seconds - (await usual())).toBeLessThanOrEqual(3)
  },
  'is long enough for each new key on a target where a key is known after two seconds':
    async () => {
      const { fake, systemClock } = virtualFake()
      const knownAt = new Map<string, number>()
      const { results } = await runConformance({
        target,
        plan: 'core',
        fetch: async (request) => {
          const credential = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
          if (systemClock.now() < (knownAt.get(credential) ?? 0)) return unauthorized()
          const response = await fake.fetch(request)
          const [key] = /svc_[\w-]{20,}/.exec(await response.clone().text()) ?? []
          if (key && !knownAt.has(key)) knownAt.set(key, systemClock.now() + 2000)
          return response
        },
        now: systemClock.now,
        sleep: systemClock.sleep,
        tag: 'test',
      })
      const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'blocked')
      expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
    },
}

describe('the wait for an effect that lags behind its cause', () => {
  it.each(drawn(Object.entries(lags), 1))('the grace period for late effects %s', (_what, wait) => {
    expect.hasAssertions()
    return wait()
  })
})

const unauthorized = () =>
  Response.json({ success: false, error: 'unauthorized', message: 'No.' }, { status: 401 })

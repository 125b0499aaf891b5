import { describe, expect, it } from 'vitest'
import type { Target } from '../../conformance/session/test-session.ts'
import { type DegenerateServer, degenerateServers } from './degenerate-servers.ts'
import { type Report, exitCode, isMostlyBlocked } from '../../conformance/report/report.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { parseJson } from '../../contract/json.ts'
import { member } from '../../conformance/session/json.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const credentials: Readonly<Record<string, Target>> = {
  'two users': target,
  // A key needs no login, so no failed login blocks the other checks.
  'a key': { baseUrl: target.baseUrl, apiKey: 'svc_0123456789abcdef', expiredToken: 'e30.e30.e30' },
}

const cases = degenerateServers.flatMap((server) =>
  Object.keys(credentials).map((by) => ({ ...server, by })),
)

const reports = new Map<string, Promise<Report>>()

/** The report of a server with a credential. Tests share it, because a run takes time. */
function reportOf({ id, fetch }: DegenerateServer, by: string): Promise<Report> {
  const { now, sleep } = createVirtualClock()
  const given = credentials[by] ?? target
  const key = `${id}, by ${by}`
  const report =
    reports.get(key) ??
    runConformance({ target: given, plan: 'full', fetch, now, sleep, timeout: 20, tag: 'test' })
  reports.set(key, report)
  return report
}

const passedMusts = ({ results }: Report): readonly string[] =>
  results.filter(({ level, verdict }) => level === 'must' && verdict === 'pass').map(({ id }) => id)

describe('a server that responds to every request in the same way', () => {
  it.each(cases)(
    'a server with constant responses passes no must check whose rule its response breaks: $id, by $by',
    async (server) => {
      const report = await reportOf(server, server.by)
      expect(passedMusts(report).filter((id) => !server.mayPass.includes(id))).toEqual([])
      expect(report.summary.error).toBe(0)
    },
  )

  it.each(cases)(
    'a run against a server with constant responses ends with exit code 1 or 4: $id, by $by',
    async (server) => {
      const report = await reportOf(server, server.by)
      expect(isMostlyBlocked(report)).toBe(true)
      expect(exitCode(report)).toBe(report.summary.fail > 0 ? 1 : 4)
    },
  )

  it.each(degenerateServers)(
    'a server with constant responses passes all checks that are listed for it: $id',
    async (server) => {
      const both = await Promise.all(Object.keys(credentials).map((by) => reportOf(server, by)))
      const passed = both.flatMap(passedMusts)
      expect(server.mayPass.filter((id) => !passed.includes(id))).toEqual([])
    },
  )
})

/** Runs the checks that compare with the clock of a fake, whose `Date` header this changes. */
async function runWithDate(dateFor: (date: string) => string) {
  const { fake, systemClock } = virtualFake()
  const fetch = async (request: Request) => {
    const response = await fake.fetch(request)
    const headers = new Headers(response.headers)
    headers.set('date', dateFor(headers.get('date') ?? ''))
    return new Response(response.body, { status: response.status, headers })
  }
  const { now, sleep } = systemClock
  const only = ['keys.expir*', 'keys.expired*', 'timestamps.*', 'login.exp-claim*']
  return runConformance({ target, plan: 'core', only, fetch, now, sleep, tag: 'test' })
}

describe('a server whose Date header is unusual', () => {
  it('two equal dates in `Date`, one from the application and one from its proxy, are read as one date', async () => {
    const report = await runWithDate((date) => `${date}, ${date}`)
    const usual = await runWithDate((date) => date)
    expect(report.summary).toEqual(usual.summary)
    expect(report.summary.pass).toBeGreaterThan(5)
  })

  it('a `Date` header that cannot be read makes checks undecided, and is no error of the suite', async () => {
    const { summary, results } = await runWithDate(() => 'yesterday')
    expect(summary).toMatchObject({ error: 0, fail: 0 })
    const reasons = results.filter((each) => JSON.stringify(each).includes('no readable Date'))
    expect(reasons.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'login.exp-claim-is-two-hours-away',
        'timestamps.agree-with-the-clock',
      ]),
    )
  })

  it('an expiry that the target refuses because its time has passed is sent again with a later time', async () => {
    const { fake, systemClock } = virtualFake()
    await systemClock.sleep(600)
    let refusals = 0
    const { results } = await runConformance({
      target,
      plan: 'core',
      only: ['keys.expir*'],
      fetch: async (request) => {
        await systemClock.sleep(150)
        const expiry = member(parseJson(await request.clone().text()), 'expires_at')
        if (!(Date.parse(String(expiry)) <= systemClock.now())) return fake.fetch(request)
        refusals += 1
        return new Response('{"detail":[]}', {
          status: 422,
          headers: { date: new Date(systemClock.now()).toUTCString() },
        })
      },
      now: systemClock.now,
      sleep: systemClock.sleep,
    })
    expect(refusals).toBe(1)
    expect(results.map(({ verdict }) => verdict)).toEqual(['observed', 'pass', 'pass', 'pass'])
  })
})

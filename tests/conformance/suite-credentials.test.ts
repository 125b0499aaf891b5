import { describe, expect, it } from 'vitest'
import type { Target } from '../../conformance/session/test-session.ts'
import type { Report } from '../../conformance/report/report.ts'
import { exitCode } from '../../conformance/report/report.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { drawn } from '../support/proving.ts'
import { shippedFixture, target, virtualFake } from '../support/virtual-fake.ts'

const fixture = await shippedFixture('demo')
const { baseUrl, email, password, otherEmail, otherPassword } = target
const user = { email, password }
const other = { otherEmail, otherPassword }

/** Sets of credentials, and the flags that their undecided checks name. */
const combinations = {
  nobody: { given: {}, wants: ['--email'] },
  'a user': { given: user, wants: ['--other-email', '--expired-token'] },
  'two users': { given: { ...user, ...other }, wants: ['--expired-token'] },
  'a key': { given: {}, hasKey: true, wants: ['--email', '--other-email', '--expired-token'] },
  'a key and a user': { given: user, hasKey: true, wants: ['--other-email', '--expired-token'] },
  'a key and another user': { given: other, hasKey: true, wants: ['--email', '--expired-token'] },
  'a key and two users': {
    given: { ...user, ...other },
    hasKey: true,
    wants: ['--expired-token'],
  },
} satisfies Record<string, { given: Partial<Target>; hasKey?: true; wants: readonly string[] }>

function runSuite(given: Partial<Target>, hasKey: boolean): Promise<Report> {
  const { fake, systemClock } = virtualFake()
  const apiKey = fake.world('default').keyring.valueOf(fixture.showcase.keys['full'] ?? '')
  const { now, sleep } = systemClock
  return runConformance({
    target: { baseUrl, ...given, ...(hasKey && { apiKey }) },
    plan: 'full',
    fetch: (request) => fake.fetch(request),
    now,
    sleep,
    tag: 'test',
  })
}

// Reasons that no flag changes: turns that end too soon, and responses that did not occur.
const ofTheTarget = /took no longer than|this run has no response/

describe.each(drawn(Object.entries(combinations), 1))(
  'the conformance suite with %s',
  (_, combination) => {
    const { given, wants } = combination
    const hasKey = 'hasKey' in combination

    it('the suite runs the checks that it can, and names the flags that the other checks need', async () => {
      const { results, summary } = await runSuite(given, hasKey)
      expect(summary).toMatchObject({ fail: 0, warn: 0, blocked: 0, inconclusive: 0, error: 0 })
      const skipped = results.filter(({ verdict }) => verdict === 'skipped')
      const named = skipped.map(({ message }) => /^needs (--[\w-]+)/.exec(message)?.[1] ?? message)
      expect(new Set(named.filter((reason) => !ofTheTarget.test(reason)))).toEqual(new Set(wants))
    })
  },
)

it('checks that need a second user are skipped if both logins sign in the same user', async () => {
  const same = { otherEmail: ` ${email}`, otherPassword: password }
  const { fake, systemClock } = virtualFake()
  const { results, summary } = await runConformance({
    target: { baseUrl, ...user, ...same },
    plan: 'core',
    // A platform that trims the name of a user.
    fetch: async (request) => {
      if (!request.url.endsWith('/api/auth/login')) return fake.fetch(request)
      const body = (await request.text()).replaceAll('" ', '"')
      return fake.fetch(new Request(request, { method: 'POST', body }))
    },
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  expect(summary.fail).toBe(0)
  const reasons = results.map(({ verdict, message }) => `${verdict}: ${message}`)
  expect(reasons).toContain('skipped: --email and --other-email sign in the same user')
})

it('a run without any credential ends with exit code 6', async () => {
  expect(exitCode(await runSuite({}, false))).toBe(6)
})

it('a run with a single API key decides most checks', async () => {
  const { results } = await runSuite({}, true)
  const musts = results.filter(({ level }) => level === 'must')
  const passed = musts.filter(({ verdict }) => verdict === 'pass')
  expect(passed.length / musts.length).toBeGreaterThan(0.8)
})

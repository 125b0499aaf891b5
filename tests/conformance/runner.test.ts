import { expect, test } from 'vitest'
import type { ActiveCheck, Check, PassiveCheck, Plan } from '../../conformance/session/check.ts'
import type { TestSession } from '../../conformance/session/test-session.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { requireBaseline, checkEach, assert, skip } from '../../conformance/session/assertions.ts'
import { exitCode } from '../../conformance/report/report.ts'
import type { Report } from '../../conformance/report/report.ts'
import { sendAsUser } from '../../conformance/setup/credentials.ts'
import { runConformance, selectChecks } from '../../conformance/runner/runner.ts'
import type { RunOptions } from '../../conformance/runner/runner.ts'

const active = (id: string, run: ActiveCheck['run'], more: Partial<ActiveCheck> = {}): Check => ({
  id,
  level: 'must',
  rule: 'bodies.json',
  plan: 'smoke',
  run,
  ...more,
})

const run = (checks: readonly Check[], more: Partial<RunOptions> = {}): Promise<Report> =>
  runConformance({
    target: { baseUrl: 'http://target.test' },
    plan: 'core',
    checks,
    fetch: async () => Response.json({ answer: 42 }),
    sleep: async () => {},
    grace: 0,
    ...more,
  })

const verdicts = (report: Report) =>
  Object.fromEntries(report.results.map(({ id, verdict }) => [id, verdict]))

const request = (session: TestSession) => session.send({ method: 'GET', path: '/api/agents' })
const breaks = async (session: TestSession) => assert.status(await request(session), 201)

test('the level of a check, not the assertion, decides the verdict of a violation', async () => {
  const report = await run([
    active('a.must', breaks),
    active('a.should', breaks, { level: 'should' }),
    active('a.observe', breaks, { level: 'observe' }),
  ])
  expect(verdicts(report)).toEqual({
    'a.must': 'fail',
    'a.should': 'warn',
    'a.observe': 'observed',
  })
  expect(report.results[0]).toMatchObject({
    clause: '1.G1',
    message: 'expected status 201, got status 200',
    evidence: [{ method: 'GET', path: '/api/agents', status: 200, body: '{"answer":42}' }],
  })
})

test('each reason for an undecided check has a verdict of its own', async () => {
  const report = await run([
    active('a.skipped', async () => skip('nothing there')),
    active('a.inconclusive', async () => requireBaseline(false, 'no control')),
    active('a.error', async () => {
      throw new TypeError('a bug of the suite')
    }),
    active('a.pass', async (session) => assert.status(await request(session), 200)),
  ])
  expect(verdicts(report)).toEqual({
    'a.skipped': 'skipped',
    'a.inconclusive': 'inconclusive',
    'a.error': 'error',
    'a.pass': 'pass',
  })
})

test('a failed set-up blocks the checks that use it, and fails the check that tests the set-up', async () => {
  let made = 0
  const setUp = (session: TestSession) =>
    session.once('the set-up', async () => {
      made += 1
      return breaks(session)
    })
  const above = (session: TestSession) => session.once('the room', () => setUp(session))
  const report = await run([
    active('a.judge', (session) => assert.setUpSucceeds(setUp(session))),
    active('a.user', (session) => setUp(session)),
    active('a.judge-above', (session) => assert.setUpSucceeds(above(session))),
  ])
  expect(verdicts(report)).toEqual({
    'a.judge': 'fail',
    'a.user': 'blocked',
    'a.judge-above': 'blocked',
  })
  expect(report.results[1]?.message).toBe('the set-up: expected status 201, got status 200')
  expect(report.results[2]?.message).toBe(report.results[1]?.message)
  expect(made).toBe(1)
})

test('a bug in the code of a set-up gives its checks the verdict error, not blocked', async () => {
  const user = active('a.user', (session) =>
    session.once('the set-up', async () => JSON.parse('{')),
  )
  expect(verdicts(await run([user]))).toEqual({ 'a.user': 'error' })
})

test('a busy target blocks a check and does not fail it', async () => {
  const report = await run([active('a.check', breaks)], {
    fetch: async () => new Response(null, { status: 429 }),
  })
  expect(verdicts(report)).toEqual({ 'a.check': 'blocked' })
})

test('a check tests all its instances, and its result counts all violations', async () => {
  const judge = (session: TestSession) =>
    checkEach([200, 201, 202], async (status) => assert.status(await request(session), status))
  const report = await run([active('a.check', judge)])
  expect(report.results[0]).toMatchObject({ verdict: 'fail', instances: 2 })
  expect(report.causes).toEqual([{ rule: 'bodies.json', instances: 2, checks: ['a.check'] }])
})

test('a check with one undecided instance does not pass', async () => {
  const check = active('a.check', () =>
    checkEach([true, false], (holds) => requireBaseline(holds, 'why')),
  )
  expect(verdicts(await run([check]))).toEqual({ 'a.check': 'inconclusive' })
})

test('a check with a skipped instance can pass, unless all its instances are skipped', async () => {
  const report = await run([
    active('a.some', () => checkEach([1, 0], (there) => there || skip('not there'))),
    active('a.none', () => checkEach([0, 0], (there) => there || skip('not there'))),
  ])
  expect(verdicts(report)).toEqual({ 'a.some': 'pass', 'a.none': 'skipped' })
})

test('a check passes without a message or an observation if none of its instances observes anything', async () => {
  const nothing = active('a.nothing', () => checkEach([1, 2], () => undefined))
  const something = active('a.something', () => checkEach([1, 2], (each) => each))
  const { results } = await run([nothing, something])
  expect(results[0]).toMatchObject({ verdict: 'pass', message: '' })
  expect(results.map(({ observation }) => observation)).toEqual([undefined, [1, 2]])
})

test('an API key is used if the email has no password, because no login is possible', async () => {
  const reads = active('a.reads', (session) =>
    sendAsUser(session, { method: 'GET', path: '/api/agents' }),
  )
  let sent: string | null = null
  await run([reads], {
    target: { baseUrl: 'http://t', email: 'me@example.com', apiKey: 'svc_key' },
    fetch: async ({ headers }) => {
      sent = headers.get('authorization')
      return Response.json({})
    },
  })
  expect(sent).toBe('Bearer svc_key')
})

const passive: PassiveCheck = {
  id: 'p.passive',
  level: 'must',
  rule: 'bodies.json',
  applies: ({ request: { path } }) => path === '/api/agents',
  verify: (exchange) => assert.status(exchange, 201),
  trafficFrom: ['a.feeder'],
}

test('a passive check verifies the exchanges of all other checks', async () => {
  const report = await run([passive, active('a.one', request), active('a.two', request)])
  expect(report.results.find(({ id }) => id === passive.id)).toMatchObject({
    verdict: 'fail',
    instances: 2,
  })
})

test('a passive check without a matching exchange is skipped', async () => {
  expect(verdicts(await run([passive]))).toEqual({ 'p.passive': 'skipped' })
})

test('a passive check that is selected alone gets traffic from checks that are not reported', async () => {
  const checks = [passive, active('a.feeder', request), active('a.other', request)]
  const report = await run(checks, { only: ['p.*'] })
  expect(verdicts(report)).toEqual({ 'p.passive': 'fail' })
  expect(report.results[0]?.instances).toBe(1)
})

test('a check with a missing credential is skipped with the flag that supplies it', async () => {
  const needy = active('a.check', request, { needs: ['user', 'other-user'] })
  const [result] = (await run([needy], { target: { baseUrl: 'http://t', apiKey: 'svc_key' } }))
    .results
  expect(result).toMatchObject({
    verdict: 'skipped',
    message: 'needs --other-email and --other-password',
  })
})

test('a plan includes the smaller plans, and a glob selects checks by their ids', () => {
  const checks = [
    active('keys.one', request),
    active('keys.two', request, { plan: 'core' }),
    active('lists.one', request, { plan: 'turn' }),
    { ...passive, id: 'keysXthree' },
  ]
  const ids = (plan: Plan, only?: readonly string[]) =>
    selectChecks(checks, plan, only).map(({ id }) => id)
  expect(ids('smoke')).toEqual(['keys.one', 'keysXthree'])
  expect(ids('core')).toEqual(['keys.one', 'keys.two', 'keysXthree'])
  expect(ids('full', ['keys.*'])).toEqual(['keys.one', 'keys.two'])
  expect(ids('full', ['*.one'])).toEqual(['keys.one', 'lists.one'])
})

const report = (counts: Record<string, number>): Promise<Report> => {
  const outcomes: Record<string, () => Promise<unknown>> = {
    pass: async () => undefined,
    fail: async () => assert.equal(1, 2),
    blocked: async () => assert.code({ json: {} } as never, 'any'),
    skipped: async () => skip('why'),
    inconclusive: async () => requireBaseline(false, 'why'),
    error: async () => JSON.parse('{'),
  }
  const checks = Object.entries(counts).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, index) =>
      active(`${name}.${index}`, async () => outcomes[name]?.()),
    ),
  )
  return run(checks)
}

test.each([
  [0, { pass: 3, skipped: 9, inconclusive: 1 }],
  [1, { pass: 9, fail: 1 }],
  [1, { fail: 1, blocked: 90, skipped: 50, error: 1 }],
  [4, { pass: 1, blocked: 3 }],
  [6, { pass: 5, inconclusive: 5 }],
  [6, { skipped: 5 }],
  [6, { pass: 2, skipped: 9 }],
  [7, { pass: 9, error: 1 }],
  [1, { pass: 9, error: 1, fail: 1 }],
] as const)('a run ends with exit code %i if it has %j', async (code, counts) => {
  expect(exitCode(await report(counts))).toBe(code)
})

test('warnings fail a run only with --strict', async () => {
  const warned = await run([
    active('a.pass', async () => undefined),
    active('a.should', breaks, { level: 'should' }),
  ])
  expect([exitCode(warned), exitCode(warned, true)]).toEqual([0, 1])
})

const login = (reply: object) => ({
  target: { baseUrl: 'http://target.test', email: 'me@example.com', password: 'pass' },
  only: ['login.answers-200'],
  fetch: async () => Response.json(reply),
})

test('a login that requests a second factor blocks checks, but a login that only mentions one does not', async () => {
  const asked = await run(allChecks, login({ requires_2fa: true, temp_token: 'x' }))
  expect(verdicts(asked)).toEqual({ 'login.answers-200': 'blocked' })
  const without = await run(allChecks, login({ user: { totp_enabled: false } }))
  expect(verdicts(without)).toEqual({ 'login.answers-200': 'fail' })
})

test('each check is reported as soon as it is decided, with all secrets masked that are known by then', async () => {
  const decisions: string[] = []
  const secret = 'correct horse battery staple'
  const { results } = await run(
    [
      active('a.passes', async (session) => assert.status(await request(session), 200)),
      active('a.fails', async () => assert.holds(false, 'no password', secret)),
    ],
    {
      target: { baseUrl: 'http://target.test', email: 'a@example.com', password: secret },
      onDecided: ({ id, verdict, result }) =>
        decisions.push(`${id} ${verdict}: ${result().message}`),
    },
  )
  expect(decisions).toEqual([
    'a.passes pass: ',
    'a.fails fail: expected no password, got <PASSWORD>',
  ])
  expect(results.map(({ message }) => message)).toEqual(['', decisions[1]?.split(': ')[1]])
})

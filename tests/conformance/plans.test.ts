import { expect, test } from 'vitest'
import { conformFlags, conformOptions } from '../../cli/conform/flags.ts'
import { readFlags } from '../../cli/flags.ts'
import { dryRunText } from '../../conformance/reporters/dry-run.ts'
import { type Plan, plans } from '../../conformance/session/check.ts'
import { maxUnexpectedTurns, planCosts } from '../../conformance/runner/plan-costs.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import type { Fake } from '../../mocks/fake.ts'
import { recordsOf } from '../support/created-records.ts'
import { drawn } from '../support/proving.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

/**
 * Runs a plan on a deployment that follows the specification, and counts the records that it
 * creates.
 */
async function measure(plan: Plan) {
  const { fake, systemClock } = virtualFake()
  const created = { keys: 0, conversations: 0 }
  const fetch = async (request: Request) => {
    const response = await fake.fetch(request)
    const deed = `${request.method} ${new URL(request.url).pathname}`
    if (response.ok && deed === 'POST /api/me/api-keys') created.keys += 1
    if (response.ok && deed === 'POST /api/conversations') created.conversations += 1
    return response
  }
  const { now, sleep } = systemClock
  return { report: await runConformance({ target, plan, fetch, now, sleep, tag: 'test' }), created }
}

const trouble = { fail: 0, warn: 0, blocked: 0, inconclusive: 0, error: 0 }

test.each(drawn(plans, 1))(
  'plan %s passes on the fake, and stays within its documented cost',
  async (plan) => {
    const { report, created } = await measure(plan)
    const { requests, turns, ...creates } = planCosts[plan]
    expect(report.summary).toMatchObject(trouble)
    expect(report.leftovers).toEqual([])
    expect(report.spent.turns).toBe(turns)
    expect(report.spent.requests).toBeLessThanOrEqual(requests)
    expect(report.spent.requests).toBeGreaterThan(requests * 0.9)
    expect(created).toEqual(creates)
  },
)

test('plan full removes the conversation that a target makes for a turn without one', async () => {
  const { fake, runSuite } = virtualFake({ 'turn.without-conversation': 'makes-one' })
  const before = recordsOf(fake)
  const { results } = await runSuite('full')
  const observed = results.find(({ id }) => id === 'chat.turn-without-conversation')
  expect(JSON.stringify(observed)).toContain('makes-one')
  expect([...recordsOf(fake)].filter(([id]) => !before.has(id))).toEqual([])
})

/** Runs a turn without a conversation, for which a target makes one; `wrap` changes the target. */
async function turnWithoutConversation(wrap: (fake: Fake) => Fetch) {
  const { fake, systemClock } = virtualFake({ 'turn.without-conversation': 'makes-one' })
  const before = recordsOf(fake)
  const { leftovers } = await runConformance({
    target,
    plan: 'full',
    only: ['chat.turn-without-conversation'],
    fetch: wrap(fake),
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  return { leftovers, left: [...recordsOf(fake)].filter(([id]) => !before.has(id)) }
}

const isReading = ({ method, url }: Request): boolean =>
  method === 'GET' && /\/conversations\/[^/]+$/.test(url)

test('the conversation that a target makes for a turn is removed, and a conversation of another client stays', async () => {
  const { leftovers, left } = await turnWithoutConversation((fake) => async (request) => {
    const response = await fake.fetch(request.clone())
    const { headers } = request
    if (request.url.endsWith('/react'))
      await fake.fetch(
        new Request(`${target.baseUrl}/api/conversations`, { method: 'POST', headers, body: '{}' }),
      )
    return isReading(request) ? new Response(null, { status: 404 }) : response
  })
  expect(leftovers).toEqual([])
  expect(left).toHaveLength(1)
})

test('the conversation that a target makes for a turn is reported if it cannot be recognized', async () => {
  const { leftovers, left } = await turnWithoutConversation((fake) => async (request) => {
    const response = await fake.fetch(request)
    if (isReading(request)) return new Response(null, { status: 404 })
    if (!request.url.includes('/conversations?')) return response
    return new Response((await response.text()).replaceAll('[conformance]', ''), response)
  })
  expect(leftovers).toEqual(['a conversation (its id was not found)'])
  expect(left).toHaveLength(1)
})

test('the conversation that a target makes for a turn is also found on the last page of a list, and removed', async () => {
  const { leftovers, left } = await turnWithoutConversation((fake) => async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method !== 'GET' || pathname !== '/api/conversations') return fake.fetch(request)
    // The oldest come first, and a page has at most five.
    const whole = new Request(`${target.baseUrl}${pathname}?size=100`, request)
    const list = (await (await fake.fetch(whole)).json()) as { items: object[]; total: number }
    const page = Number(searchParams.get('page') ?? 1)
    const items = list.items.toReversed().slice(5 * (page - 1), 5 * page)
    return Response.json({ ...list, items, page, size: 5, pages: Math.ceil(list.total / 5) })
  })
  expect({ leftovers, left }).toEqual({ leftovers: [], left: [] })
})

const lax = { 'turn.without-conversation': 'makes-one', 'scopes.enforced': 'ignored' }

test('a run removes the conversations of turns that the target should have refused', async () => {
  const { fake, runSuite } = virtualFake(lax)
  const before = recordsOf(fake)
  const { leftovers, spent } = await runSuite('core')
  expect(spent.unexpectedTurns).toBeGreaterThan(0)
  expect(leftovers).toEqual([])
  expect(recordsOf(fake)).toEqual(before)
})

test('a run reports a possible conversation of a turn that the target should have refused, if no list shows its question', async () => {
  const { fake, systemClock } = virtualFake(lax)
  const before = recordsOf(fake).size
  const { leftovers } = await runConformance({
    target,
    plan: 'core',
    only: ['scopes.agents-may-not-react'],
    fetch: async (request) => {
      const response = await fake.fetch(request)
      if (!request.url.includes('/conversations?')) return response
      return new Response((await response.text()).replaceAll('[conformance]', ''), response)
    },
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  expect(leftovers).toEqual([
    'a conversation (the record may exist, but the list does not show it)',
  ])
  expect(recordsOf(fake).size).toBe(before + 1)
})

test('plan core starts no turn, and plan full starts at most five', () => {
  expect(planCosts.core.turns).toBe(0)
  expect(planCosts.full.turns).toBeLessThanOrEqual(5)
})

test('plan smoke only reads, except for its logins', async () => {
  const { fake, systemClock } = virtualFake()
  const writes = new Set<string>()
  const fetch = (request: Request) => {
    if (request.method !== 'GET') writes.add(`${request.method} ${new URL(request.url).pathname}`)
    return fake.fetch(request)
  }
  const { now, sleep } = systemClock
  await runConformance({ target, plan: 'smoke', fetch, now, sleep })
  expect([...writes]).toEqual(['POST /api/auth/login'])
})

test('a run reports no leftover records if the target answers invalid input with a server error', async () => {
  const { fake, systemClock } = virtualFake()
  let crashes = 0
  const fetch = async (request: Request) => {
    const response = await fake.fetch(request)
    if (request.method !== 'POST' || response.status < 400 || response.status === 401)
      return response
    crashes += 1
    return new Response('Internal Server Error', { status: 500 })
  }
  const { now, sleep } = systemClock
  const { leftovers } = await runConformance({ target, plan: 'destructive', fetch, now, sleep })
  expect(crashes).toBeGreaterThan(10)
  expect(leftovers).toEqual([])
})

const startsTurn = ({ method, url }: Request): boolean =>
  method === 'POST' && /\/api\/(?:react|dag|auto)$/.test(url)

test.each([
  ['smoke', 0],
  ['core', maxUnexpectedTurns],
] as const)(
  'plan %s sends at most %i requests that start a turn on a target that refuses nothing',
  async (plan, most) => {
    const { fake, systemClock } = virtualFake()
    let sent = 0
    const fetch = (request: Request) => {
      if (startsTurn(request)) sent += 1
      return fake.fetch(request)
    }
    const { now, sleep } = systemClock
    const { spent } = await runConformance({ target, plan, fetch, now, sleep })
    expect(sent).toBe(most)
    expect(spent).toMatchObject({ turns: 0, unexpectedTurns: 0 })
  },
)

test('plan core waits for less than one and a half seconds in total', async () => {
  const { systemClock, runSuite } = virtualFake()
  const startedAt = systemClock.now()
  await runSuite('core')
  expect(systemClock.now() - startedAt).toBeLessThan(1500)
})

function dryRun(...args: readonly string[]) {
  const line = ['--base-url', 'http://target.test', ...args]
  const given = readFlags(line, { flags: conformFlags }, {})
  if (given === undefined) throw new Error('The flags ask for help instead of a run.')
  return dryRunText(conformOptions(given))
}

test('a dry run prints the cost of each plan without a request', () => {
  const text = dryRun('--plan', 'turn', '--email', 'me@example.com', '--password', 'secret')
  expect(text).toContain('Plan turn on http://target.test. Nothing was sent.')
  expect(text).toMatch(/^ {2}core +\d+ +≤ 640 +0 +17 +3$/m)
  expect(text).toMatch(/^> turn +\d+ +≤ 680 +3 +17 +5$/m)
  expect(text).toMatch(/^\d+ checks are skipped without --other-email and --other-password\.$/m)
  expect(text).not.toContain('without --email')
})

test('a dry run of selected checks names them, and warns if --max-turns is too small for them', () => {
  const text = dryRun('--only', 'keys.deleted-is-*', '--plan', 'full', '--max-turns', '2')
  expect(text).toMatch(/^ {2}must +keys\.deleted-is-rejected$/m)
  expect(text).toContain('--max-turns 2 is less than the 5 of this plan')
  expect(text).toContain(`can start up to ${maxUnexpectedTurns} more turns`)
})

import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { CalibrationInputs } from '../../conformance/calibrate/observer.ts'
import { calibrate } from '../../conformance/calibrate/calibrate.ts'
import { calibrationCosts } from '../../conformance/runner/plan-costs.ts'
import {
  type ChoiceId,
  choiceIds,
  choices,
  maskingChoice,
  maskingChoices,
} from '../../contract/choices.ts'
import type { Fixture } from '../../contract/fixture.ts'
import type { Picks } from '../../contract/picks.ts'
import { readProfile } from '../../contract/profile.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { recordsOf } from '../support/created-records.ts'
import { drawnPicks, pickOf, picksUnderWhich } from '../support/drawn-picks.ts'
import { expiredToken } from '../support/expired-token.ts'
import { shippedFixture, target, virtualFake } from '../support/virtual-fake.ts'
import { drawn } from '../support/proving.ts'

const token = await expiredToken()

const demo = await shippedFixture('demo')
const restricted = demo.users.find(({ is_restricted }) => is_restricted)
const desk = demo.agents.find(({ name }) => name.includes('Support Desk'))
const restrictedKey = 'c0ffee00-0000-4000-8000-000000000001'

/** The demo fixture, in which the restricted user still has an API key. */
const fixture: Fixture = {
  ...demo,
  api_keys: [
    ...demo.api_keys,
    { ...demo.api_keys[0]!, id: restrictedKey, scopes: null, user_id: restricted!.id },
  ],
}

/** A script whose turn fails. No shipped script fails. */
const failing: Scenario = {
  name: 'model-down',
  match: { endpoint: 'react', query: 'ask the model that is down' },
  script: [{ fail: { error: 'TimeoutError', message: 'The model is down.' } }],
}

/** All inputs, so that every choice can be observed. */
const inputs: CalibrationInputs = {
  restrictedEmail: restricted?.email,
  restrictedPassword: restricted?.password ?? undefined,
  approvalQuery: 'Pay back the two crushed gateways of order FH-20388',
  approvalAgent: desk?.id,
  failingQuery: 'Ask the model that is down',
  workflow: demo.workflows[0]?.id,
  endSessions: true,
}

/** Calibrates a fake with these picks, for all or some of its choices. */
const calibrated = (picks: object, only?: readonly ChoiceId[]) => {
  const { fake, systemClock } = virtualFake(picks, fixture, [failing])
  return calibrate({
    target: { ...target, expiredToken: token },
    plan: 'full',
    inputs: { ...inputs, restrictedKey: fake.world().keyring.valueOf(restrictedKey) },
    fetch: (request) => fake.fetch(request),
    now: systemClock.now,
    sleep: systemClock.sleep,
    tag: 'test',
    ...(only && { only }),
  })
}

const cases = choiceIds.flatMap((id) =>
  Object.keys(choices[id].options).map((option) => ({ id, option })),
)

const isDecided = (left: string): boolean => /^confirmation \S+ \(rejected, and /.test(left)

describe('a single pick that differs from the defaults', () => {
  it.each(drawn(cases, 5))(
    '`calibrate` finds a single pick that differs from the defaults, and shows its evidence: $id $option',
    async ({ id, option }) => {
      const picks = { ...picksUnderWhich(id), [id]: pickOf(id, option) }
      const { observations, profile, leftovers } = await calibrated(picks, [id])
      const { picks: wanted } = readProfile({ picks })
      expect(profile.picks[id]).toEqual(wanted[id])
      const own = observations.find((each) => each.id === id)
      expect(own?.state === 'seen' && own.evidence[0]).toMatch(/^[A-Z]+ \S+: \d{3}$/)
      // A decided confirmation cannot be deleted, and its line in the report says so.
      const others = leftovers.filter((left) => !isDecided(left))
      expect(leftovers.filter(isDecided)).toHaveLength(id.startsWith('approvals.') ? 1 : 0)
      expect(id === 'keys.delete-operation' ? [] : others).toEqual([])
    },
  )
})

describe('a choice that needs more than a login', () => {
  it('a choice that needs a flag is reported as unknown without the flag, and the reason names the flag', async () => {
    const { fake, systemClock } = virtualFake()
    const { now, sleep } = systemClock
    const { fetch } = fake
    const { observations } = await calibrate({ target, plan: 'full', fetch, now, sleep })
    const unknown = observations.flatMap((each) =>
      each.state === 'unknown' ? [[each.id, each.reason]] : [],
    )
    const restrictedFlags = 'needs --restricted-email and --restricted-password'
    expect(Object.fromEntries(unknown)).toMatchObject({
      'errors.expired-token-code': 'needs --expired-token',
      'errors.limit-codes': 'needs --workflow',
      'login.restricted-account': restrictedFlags,
      'login.restricted-on-chat': 'needs --restricted-key',
      'approvals.wait': 'needs --approval-query',
      'approvals.arguments': 'needs --approval-query',
      'turn.failure': 'needs --failing-query',
      'sessions.revocation': 'needs --end-sessions',
      'workflows.run-started': 'needs --workflow',
    })
    expect(observations.map(({ id }) => id)).toEqual(choiceIds)
  })
})

const seeds = drawn([...Array.from({ length: 200 }).keys()], 2)

describe('a turn without a conversation', () => {
  it('`calibrate` deletes the conversation that a target made for a turn without one, even if the list shows it late', async () => {
    const { fake, systemClock } = virtualFake({ 'turn.without-conversation': 'makes-one' })
    const before = recordsOf(fake)
    let hidden: { readonly until: number; readonly list: Response } | undefined
    const fetch = async (request: Request) => {
      const { pathname } = new URL(request.url)
      const isList = request.method === 'GET' && pathname === '/api/conversations'
      if (isList && hidden !== undefined && systemClock.now() < hidden.until)
        return hidden.list.clone()
      const response = await fake.fetch(request)
      // A list is cached for a second, so it misses a conversation that was just created.
      if (isList && response.ok)
        hidden = { until: systemClock.now() + 1000, list: response.clone() }
      return response
    }
    const { now, sleep } = systemClock
    const only: ChoiceId[] = ['turn.without-conversation']
    const { profile } = await calibrate({ target, plan: 'full', fetch, now, sleep, only })
    expect(profile.picks).toEqual({ 'turn.without-conversation': { option: 'makes-one' } })
    expect([...recordsOf(fake)].filter(([id]) => !before.has(id))).toEqual([])
  })
})

describe('random picks over all options', () => {
  it.each(seeds)(
    '`calibrate` finds random picks over all options, or reports them as hidden: seed %i',
    async (seed) => {
      const picks = drawnPicks(seed)
      const { observations, spent } = await calibrated(picks)
      const wanted = readProfile({ picks }).picks as Partial<Picks>
      const optionOf = (id: ChoiceId) => wanted[id]?.option ?? choices[id].default
      const expected = choiceIds.map((id) => {
        const by = maskingChoice(id, optionOf)
        if (by !== undefined) return { id, state: 'masked', by }
        return { id, state: 'seen', pick: wanted[id] ?? { option: choices[id].default } }
      })
      expect(observations).toMatchObject(expected)
      expect(observations).toHaveLength(expected.length)
      expect(spent.requests).toBeLessThanOrEqual(calibrationCosts.full.requests)
      expect(spent.turns).toBeLessThanOrEqual(calibrationCosts.full.turns)
    },
  )
})

describe('the cost of a calibration', () => {
  it.each(drawn(['smoke', 'core', 'turn'] as const, 1))(
    'a calibration stays within the documented maximum of requests and turns: %s',
    async (plan) => {
      const { fake, systemClock } = virtualFake()
      const { now, sleep } = systemClock
      const { spent } = await calibrate({ target, plan, fetch: fake.fetch, now, sleep })
      expect(spent.requests).toBeLessThanOrEqual(calibrationCosts[plan].requests)
      expect(spent.turns).toBeLessThanOrEqual(calibrationCosts[plan].turns)
    },
  )

  it('docs/calibrate.md states the maximum cost of each plan', async () => {
    const page = await readFile('docs/calibrate.md', 'utf8')
    for (const plan of ['core', 'turn', 'full'] as const) {
      const { requests, turns, keys, conversations } = calibrationCosts[plan]
      expect(page).toContain(
        `| \`${plan}\` | ${requests} | ${turns} | ${keys} | ${conversations} |`,
      )
    }
  })
})

describe('the conditions that hide a choice', () => {
  const rows = choiceIds.flatMap((id) =>
    (choices[id].unobservableWhen ?? []).map((row, place) => ({ id, row, place })),
  )

  it.each(rows)(
    'the conditions that hide a choice name existing choices and options: $id $place',
    ({ id, row }) => {
      expect(maskingChoices(id)).not.toContain(id)
      expect(Object.keys(row)[0]).not.toBe(id)
      for (const [other, options] of Object.entries(row))
        expect(Object.keys(choices[other as ChoiceId].options)).toEqual(
          expect.arrayContaining([...options]),
        )
    },
  )
})

/** Calibrates one choice of a fake whose responses are changed on the way. */
async function calibratedBehind(
  change: (request: Request, response: Response) => Response,
  only: readonly ChoiceId[],
) {
  const { fake, systemClock } = virtualFake()
  const fetch = async (request: Request) => change(request, await fake.fetch(request))
  const { now, sleep } = systemClock
  return calibrate({ target, plan: 'core', fetch, now, sleep, tag: 'test', only })
}

function withCharset(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('content-type', 'application/json; charset=utf-8')
  return new Response(response.body, { status: response.status, headers })
}

const isAgentList = ({ url }: Request) => new URL(url).pathname === '/api/agents'

describe('operations that differ from each other', () => {
  it('`calibrate` gives an operation that differs from the others a pick of its own, with its evidence', async () => {
    const { observations, profile } = await calibratedBehind(
      (request, response) => (isAgentList(request) ? withCharset(response) : response),
      ['records.content-type'],
    )
    expect(observations).toMatchObject([
      {
        state: 'seen',
        pick: { option: 'plain' },
        at: { 'GET /api/agents': { pick: { option: 'charset' } } },
      },
    ])
    expect(profile.at).toEqual({ 'agents.list': { 'records.content-type': { option: 'charset' } } })
  })
})

describe('a target that contradicts itself', () => {
  it('`calibrate` reports an operation that contradicts itself as a conflict with both options, without a pick', async () => {
    let count = 0
    const { observations, profile } = await calibratedBehind(
      (request, response) =>
        isAgentList(request) && (count += 1) % 2 === 0 ? withCharset(response) : response,
      ['records.content-type'],
    )
    expect(observations).toMatchObject([
      { state: 'conflict', seen: { plain: expect.anything(), charset: expect.anything() } },
    ])
    expect(profile.picks).toEqual({})
  })
})

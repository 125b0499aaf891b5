import { describe, expect, it } from 'vitest'
import { calibrate } from '../../conformance/calibrate/calibrate.ts'
import { toCalibrationText } from '../../conformance/calibrate/profile-text.ts'
import { unknownShare } from '../../conformance/calibrate/observation.ts'
import type { LedgerEntry } from '../../conformance/runner/residue.ts'
import { unknownUuid } from '../../conformance/setup/unknown-resources.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import { drawn, isProving } from '../support/proving.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

/** Answers a request to a fake, or passes it on. */
type Proxy = (request: Request, passOn: () => Promise<Response>) => Promise<Response>

/** Calibrates a fake behind a proxy. `npm test` uses the smaller plan. */
async function calibratedBehind(proxy: Proxy, picks: object = {}) {
  const { fake, systemClock } = virtualFake(picks)
  const fetch = (request: Request) => proxy(request, async () => fake.fetch(request))
  const { now, sleep } = systemClock
  return calibrate({ target, plan: isProving ? 'full' : 'core', fetch, now, sleep, tag: 'test' })
}

/** Calibrates a fake behind a proxy that changes statuses. */
const calibrated = (statusFor: (status: number, request: Request) => number) =>
  calibratedBehind(async (request, passOn) => {
    const response = await passOn()
    const status = statusFor(response.status, request)
    if (status === response.status) return response
    return new Response(response.body, { status, headers: response.headers })
  })

const refusals = new Map<number, ReturnType<typeof calibrated>>()

/** The calibration of a fake that answers every refusal with this status. */
function refusedWith(status: number) {
  const calibration =
    refusals.get(status) ?? calibrated((before) => (before >= 400 ? status : before))
  refusals.set(status, calibration)
  return calibration
}

/** Choices whose options are refusals with a known status. */
const byRefusal: readonly ChoiceId[] = [
  'errors.unreadable-body',
  'errors.content-type',
  'errors.wrong-method',
  'errors.validation-status',
  'errors.invalid-token-status',
  'errors.login-failed',
  'errors.missing-resource-code',
  'auth.disabled-key-code',
  'auth.deleted-key-code',
  'auth.refresh-token-as-bearer',
  'chat.inject-without-turn',
  'chat.inject-elsewhere',
  'connections.of-others',
  'connectors.missing-base-url',
  'conversations.modes',
  'conversations.ownership',
  'keys.ownership',
  'lists.oversize',
  'order.stages',
  'resume.cursor-required',
  'resume.below-minus-one',
  'resume.non-integer-cursor',
  'resume.body-token',
  'scopes.enforced',
  'scopes.admin-reach',
]

const refusing = drawn([418, 501], 1)

describe('a response that matches no option', () => {
  it.each(refusing)(
    'calibrating a target that answers every refusal with %i leaves the choices of refusals without a pick',
    async (status) => {
      const { observations, profile } = await refusedWith(status)
      expect(byRefusal.filter((id) => profile.picks[id] !== undefined)).toEqual([])
      const validation = observations.find(({ id }) => id === 'errors.validation-status')
      expect(validation).toEqual({
        id: 'errors.validation-status',
        state: 'unknown',
        reason: `none of the options (400, 422) was seen, but POST /api/conversations: status ${status}`,
      })
    },
  )

  it('if a target answers a creation with 202, the choice of the status of creations stays unknown', async () => {
    const { profile, observations } = await calibrated((before, { method }) =>
      method === 'POST' && (before === 200 || before === 201) ? 202 : before,
    )
    for (const id of ['keys.creation-status', 'conversations.create-status'] as const) {
      expect(profile.picks[id]).toBeUndefined()
      const observation = observations.find((each) => each.id === id)
      expect(observation).toMatchObject({ reason: expect.stringContaining('status 202') })
    }
  })

  it('if one operation has a different status, the status is reported, and the pick applies to all other operations', async () => {
    const { observations, profile } = await calibrated((before, { method, url }) =>
      method === 'POST' && before === 422 && url.endsWith('/api/connectors') ? 418 : before,
    )
    expect(profile.picks['errors.validation-status']).toEqual({ option: '422' })
    expect(observations.find(({ id }) => id === 'errors.validation-status')).toMatchObject({
      others: ['POST /api/connectors: status 418'],
    })
  })
})

/** Operations that some deployments do not have. */
const optional = /^\/api\/(?:connectors|mcp-servers|channels|confirmations|workflows|chat\/inject)/

/** Has none of the operations in `optional`, but refuses each request without a credential first. */
const withoutOptional: Proxy = async (request, passOn) => {
  const { pathname } = new URL(request.url)
  if (!optional.test(pathname) && pathname !== '/api/__nope__') return passOn()
  if (request.headers.has('authorization'))
    return Response.json({ detail: 'Not Found' }, { status: 404 })
  const refusal = { success: false, error: 'unauthorized', message: 'Sign in first.' }
  return Response.json(refusal, { status: 401 })
}

describe('a deployment without some operations', () => {
  it.each(['credential-first', 'validation-first'])(
    'calibrating a deployment without some operations takes no 404 of these operations as evidence for an option: %s',
    async (stages) => {
      const picks = { 'order.stages': stages }
      const { profile } = await calibratedBehind(withoutOptional, picks)
      expect(profile.picks).toMatchObject({
        'order.stages': { option: stages },
        'scopes.enforced': { option: 'enforced' },
      })
      expect(profile.picks['chat.inject-without-turn']).toBeUndefined()
      expect(profile.picks['chat.inject-elsewhere']).toBeUndefined()
      const placed = Object.entries(profile.at).filter(
        ([, there]) => 'order.stages' in there || 'scopes.enforced' in there,
      )
      expect(placed).toEqual([])
    },
  )
})

describe('the plan core', () => {
  it('`calibrate` with plan core starts at most one turn, even if the target accepts unknown conversations', async () => {
    const { fake, systemClock } = virtualFake()
    const fetch = async (request: Request) => {
      if (!/\/api\/(?:react|dag|auto)$/.test(request.url)) return fake.fetch(request)
      const given = (await request.json()) as Record<string, unknown>
      const { conversation_id: id, ...rest } = given
      const body = id === unknownUuid ? rest : given
      const { url, method, headers } = request
      return fake.fetch(new Request(url, { method, headers, body: JSON.stringify(body) }))
    }
    const { now, sleep } = systemClock
    const { spent } = await calibrate({ target, plan: 'core', fetch, now, sleep, tag: 'test' })
    expect(spent.turns).toBe(1)
  })
})

describe('a ledger on a full disk', () => {
  it('`calibrate` still removes its records and returns what it saw if the ledger cannot be written any more', async () => {
    const { fake, systemClock } = virtualFake()
    const { records } = fake.control()
    const before = records.list('conversations').total
    let isFull = false
    const ledger = {
      write({ step }: LedgerEntry) {
        if (isFull) throw new Error('ENOSPC: no space left on device')
        isFull = step === 'made'
      },
    }
    const calibration = await calibrate({
      target,
      plan: 'core',
      only: ['errors.success-error-field'],
      ledger,
      fetch: (request) => fake.fetch(request),
      now: systemClock.now,
      sleep: systemClock.sleep,
      tag: 'test',
    })
    expect(Object.keys(calibration.profile.picks)).toEqual(['errors.success-error-field'])
    expect(toCalibrationText(calibration)).toContain('ended early: ENOSPC')
    expect(records.list('conversations').total).toBe(before)
  })
})

describe('the share of unknown choices', () => {
  it('the share of unknown choices counts only choices that the plan and the flags can observe', async () => {
    const { observations } = await calibrated((status) => status)
    expect(observations.some(({ state }) => state === 'unknown')).toBe(true)
    expect(unknownShare(observations)).toBeLessThan(0.05)
    const strange = await refusedWith(refusing[0] ?? 418)
    expect(unknownShare(strange.observations)).toBeGreaterThan(0.2)
  })
})

import { describe, expect, it } from 'vitest'
import type { Fetch } from '../../conformance/http/transport.ts'
import { allMutants } from '../../conformance/mutants/all-mutants.ts'
import { type PassiveFinding, PassiveJudge } from '../../conformance/passive/passive-judge.ts'
import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import { picksUnderWhich } from '../support/drawn-picks.ts'
import { optionValues } from '../support/option-values.ts'
import type { Exchange } from '../../conformance/session/exchange.ts'
import { createExchange } from '../../contract/exchange.ts'
import { inTimeZone } from '../support/time-zone.ts'
import { clientJourney, judged } from './passive-journey.ts'
import { virtualFake } from '../support/virtual-fake.ts'
import { drawn } from '../support/proving.ts'

const idsOf = (findings: readonly PassiveFinding[]) => findings.map(({ rule }) => rule)

async function judgeJourney(picks: object = {}, wrap = (fetch: Fetch) => fetch) {
  const { fake } = virtualFake(picks)
  const judge = new PassiveJudge()
  await clientJourney(
    judged(
      wrap((request) => fake.fetch(request)),
      judge,
    ),
  )
  return judge
}

/**
 * Mutants whose fault is not visible in a single call of the client. To see it, a rule needs an
 * earlier record, a second read after the grace, or an invalid request.
 */
const beyondOneCall = new Set([
  'refresh-returns-the-old-token',
  'total-of-the-page-alone',
  'one-page-too-many',
  'size-100-refused',
  'access-token-useless',
  'refreshed-token-useless',
  'no-key-for-anyone',
  'one-key-for-all',
  'full-access-as-a-scope',
  'new-key-inactive',
  'key-named-by-us',
  'enabling-shows-the-old-state',
  'requests-count-ten-times',
  'no-use-dated',
  'creation-counts-as-a-request',
  'created-at-of-each-read',
  'enabled-key-listed-as-inactive',
  'new-key-used-at-its-creation',
  'no-request-counted',
  'request-count-falls',
  'access-token-works-once',
  'created-title-cut',
  'starring-has-no-effect',
  'unknown-agent-is-null',
  'resume-of-the-unknown-is-not-found',
  'resume-tells-that-a-foreign-conversation-exists',
  'invalid-cursor-is-a-bad-request',
  'full-replay-refused',
])

describe('the passive rules', () => {
  it('the passive rules report nothing wrong in the traffic of a correct client session, and most rules apply', async () => {
    const judge = await judgeJourney()
    expect(judge.findings).toEqual([])
    expect(judge.reached.size).toBeGreaterThan(90)
  })

  it.each(drawn(allMutants, 9).map((mutant) => [mutant.id, mutant] as const))(
    'the passive rules report the mutant %s if the client session receives its wrong bytes',
    async (id, { wrap }) => {
      let isSeen = false
      const judge = await judgeJourney({}, (fetch) => wrap(fetch, () => (isSeen = true)))
      const isFound = judge.findings.length > 0
      expect(isFound).toBe(isSeen && !beyondOneCall.has(id))
    },
  )

  const allowed = choiceIds.flatMap((id: ChoiceId) =>
    Object.entries(choices[id].options)
      .filter(([option, { grade }]) => option !== choices[id].default && grade !== 'deviates')
      .map(([option, { value }]) => ({
        id,
        option,
        picks: {
          ...picksUnderWhich(id),
          [id]: value === undefined ? option : { [option]: optionValues[option] },
        },
      })),
  )

  it.each(drawn(allowed, 5))(
    'the passive rules accept traffic with the allowed option $option of $id',
    async ({ picks }) => {
      const { findings } = await judgeJourney(picks)
      expect(idsOf(findings.filter(({ level }) => level === 'must'))).toEqual([])
    },
  )
})

describe('the passive rules in a conversation', () => {
  const startedAt = Date.parse('2026-10-02T12:00:00Z')
  /** A turn of 50 ms in one conversation, with an event for each cursor. */
  const turn = (startsAfter: number, cursors: readonly number[], data: object = {}) =>
    createExchange({
      startedAt: startedAt + startsAfter,
      ms: 50,
      method: 'POST',
      url: new URL('http://platform.test/api/react'),
      requestHeaders: [],
      requestContent: JSON.stringify({ q: 'Hello', conversation_id: 'one' }),
      status: 200,
      responseHeaders: [['content-type', 'text/event-stream']],
      content: cursors
        .map((cursor) => `id: ${cursor}\nevent: step\ndata: ${JSON.stringify(data)}\n\n`)
        .join(''),
    })
  const rulesBrokenBy = async (exchanges: readonly Exchange[]) => {
    const judge = new PassiveJudge()
    for (const exchange of exchanges) await judge.judge(exchange)
    return idsOf(judge.findings)
  }
  const rule = 'cursor.rises-over-turns'

  it('the passive rules compare the cursors of a turn with the cursors of the last turn that ended before it', async () => {
    expect(await rulesBrokenBy([turn(0, [4, 5]), turn(50, [1, 2])])).toContain(rule)
    expect(await rulesBrokenBy([turn(0, [4, 5]), turn(50, [6, 7])])).not.toContain(rule)
    const sideBySide = turn(100, [8, 9])
    expect(await rulesBrokenBy([turn(0, [4, 5]), sideBySide, turn(101, [1])])).toContain(rule)
  })

  it('the passive rules do not compare the cursors of turns that ran at the same time', async () => {
    expect(await rulesBrokenBy([turn(0, [4, 5]), turn(49, [1, 2])])).not.toContain(rule)
    expect(await rulesBrokenBy([turn(10, [4, 5]), turn(0, [1, 2])])).not.toContain(rule)
  })

  const ofTools = ['input', 'tool_args', 'output', 'result', 'observation', 'tool_result']
  it.each([...ofTools, 'tool_output'])(
    'the passive rules take no field in the %s of a tool for a timestamp, whatever the field is called',
    async (field) => {
      const free = { starts_at: 'tomorrow, 9 am', reminders: [{ remind_at: 15 }] }
      const call = { type: 'iteration', tool: 'calendar', input: {}, [field]: free }
      const isoRule = 'timestamps.are-iso-8601'
      expect(await rulesBrokenBy([turn(0, [1], call)])).not.toContain(isoRule)
      expect(await rulesBrokenBy([turn(0, [1], { ...call, ...free })])).toContain(isoRule)
    },
  )
})

it('a date without a time zone is read as UTC in every time zone, so that a valid key does not count as expired', async () => {
  const key = 'svc_abcdefghijklmnopqrstuvwxyz0123456789'
  const startedAt = Date.parse('2026-10-02T12:00:00Z')
  const exchange = (bearer: string, operation: string, status: number, body: object) => {
    const [method = '', path = ''] = operation.split(' ')
    return createExchange({
      startedAt,
      ms: 5,
      method,
      url: new URL(`http://platform.test${path}`),
      requestHeaders: [['authorization', `Bearer ${bearer}`]],
      requestContent: undefined,
      status,
      responseHeaders: [['content-type', 'application/json']],
      content: JSON.stringify(body),
    })
  }
  const record = {
    id: '0d9f6a52-1111-4222-8333-944444444444',
    name: 'A script',
    key_prefix: 'svc_abcd',
    scopes: null,
    is_active: true,
    expires_at: '2026-10-02T18:00:00',
    created_at: '2026-10-02T12:00:00',
    last_used_at: null,
    total_requests: 0,
  }
  const page = { items: [], total: 0, page: 1, size: 20, pages: 0 }
  const judge = new PassiveJudge()
  await inTimeZone('Asia/Tokyo', async () => {
    await judge.judge(exchange('a.b.c', 'POST /api/me/api-keys', 201, { ...record, key }))
    await judge.judge(exchange(key, 'GET /api/agents', 200, page))
  })
  expect(idsOf(judge.findings).filter((id) => id.includes('expired'))).toEqual([])
})

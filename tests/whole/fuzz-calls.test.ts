import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { drawnPicks } from '../support/drawn-picks.ts'
import { sampleSeed } from '../support/proving.ts'
import { hold, testTime } from './fuzz/cases.ts'
import { playSession } from './fuzz/play-session.ts'
import { sessions, type Step } from './fuzz/steps.ts'
import { shippedFixture } from '../support/virtual-fake.ts'
import { shippedScenarios as scenarios } from '../support/transports.ts'

const fixture = await shippedFixture('demo')
const deployed = JSON.parse(readFileSync('generated/profiles/deployed-0.8.json', 'utf8')).picks

/**
 * A random deployment that shows no secret and nothing of other users, so that leaks can be detected.
 */
const drawnWith = (seed: number): object => ({
  ...drawnPicks(seed),
  'keys.ownership': 'own',
  'conversations.ownership': 'own',
  'mcp-servers.stored-credentials': 'names',
})

describe('random platform calls', () => {
  let calls = 0
  afterAll(() => {
    process.stdout.write(`${calls} random calls, seed ${sampleSeed}\n`)
  })
  const play = async (steps: readonly Step[], picks?: object) => {
    const played = await playSession({ fixture, scenarios, ...(picks && { picks }) }, steps)
    calls += played.calls
    expect(played.problems).toEqual([])
  }

  it(
    'random platform calls get responses that match the OpenAPI document, and never data of another user',
    testTime,
    async () => {
      const count = { sample: 10, all: 2500 }
      const tried = await hold(sessions(30), count, (steps) => play(steps))
      expect(tried).toBeGreaterThanOrEqual(count.sample)
    },
  )

  it('random platform calls do not crash the profile deployed-0.8', testTime, async () => {
    const count = { sample: 8, all: 600 }
    const tried = await hold(sessions(30), count, (steps) => play(steps, deployed))
    expect(tried).toBeGreaterThanOrEqual(count.sample)
  })

  it('random platform calls do not crash a deployment with random picks', testTime, async () => {
    const count = { sample: 8, all: 1200 }
    const cases = fc.tuple(fc.nat(100_000), sessions(30))
    const tried = await hold(cases, count, ([drawn, steps]) => play(steps, drawnWith(drawn)))
    expect(tried).toBeGreaterThanOrEqual(count.sample)
  })
})

it.each(['lf', 'crlf'])(
  'a reader that disconnects from a stream with a frozen clock and %s line ends causes no problem',
  async (ends) => {
    const ask: Step = {
      does: 'call',
      id: 'chat.react',
      caller: 'full',
      leadsTo: 0,
      query: {},
      text: '{"q":"Where is my order?"}',
      type: 'application/json',
      patience: 40,
    }
    const stage = { fixture, scenarios, picks: { 'events.line-ends': ends } }
    const { calls, problems } = await playSession(stage, [{ does: 'stop' }, ask])
    expect([calls, problems]).toEqual([1, []])
  },
)

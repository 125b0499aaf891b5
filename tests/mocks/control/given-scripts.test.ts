import { describe, expect, it } from 'vitest'
import type { SentScenario } from '../../../contract/scripts/scenario.ts'
import { createFake } from '../../../mocks/fake.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { demo, mountInProcess, shippedScenarios } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const fakeOf = (scenarios: readonly SentScenario[]) => createFake({ fixture: demo, scenarios })

describe('the scripts that a fake is given when it is created', () => {
  it('scripts written as in a file are played, without an endpoint and with durations as texts', async () => {
    const mounted = mountInProcess({
      scenarios: [
        {
          name: 'paid',
          match: { query: 'refund' },
          script: [{ pause: '2s' }, { answer: 'Paid.' }],
        },
        {
          name: 'planned',
          match: { query: 'plan' },
          script: [{ replan: 'Once more.' }],
        },
      ],
    })
    const visitor = await signIn(mounted)
    expect(answerIn(await visitor.stream('POST /api/react', { body: { q: 'a refund' } }))).toBe(
      'Paid.',
    )
    expect(mounted.fake.world().scenarios.map(({ match }) => match.endpoint)).toEqual([
      'react',
      'dag',
    ])
  })

  it.each([
    [{ name: 'no-match', script: [{ answer: 'x' }] }, 'scenarios.0.match'],
    [{ name: 'typo', match: { query: 'a' }, script: [{ anser: 'x' }] }, 'scenarios.0.script.0'],
  ])('a script with a mistake is refused with its place: %j', (script, place) => {
    expect(() => fakeOf([script as unknown as SentScenario])).toThrow(place)
  })

  it('a script that was changed after a fake was created plays as changed in the next fake', () => {
    const answer = { answer: 'First.' }
    const own = { name: 'own', match: { query: 'a' }, script: [answer] }
    fakeOf([own])
    answer.answer = 'Second.'
    expect(fakeOf([own]).world().scenarios[0]?.script).toEqual([{ answer: 'Second.' }])
  })

  it('a script that a fake is given may have longer lists than a script that a client sends', () => {
    const pace = { by: 'character' as const, size: Array.from({ length: 2000 }, () => 2) }
    const long = { name: 'long', match: { query: 'a' }, script: [{ answer: 'x' }], pace }
    expect(fakeOf([long]).world().scenarios[0]?.pace?.size).toHaveLength(2000)
  })

  it('of two scripts with the same name, the first script plays, also if the second is a shipped script', () => {
    const own = { name: 'refund-check', match: { query: 'a' }, script: [{ answer: 'Own.' }] }
    const { scenarios } = fakeOf([own, ...shippedScenarios]).world()
    expect(scenarios.filter(({ name }) => name === 'refund-check')[0]?.script).toEqual(own.script)
  })
})

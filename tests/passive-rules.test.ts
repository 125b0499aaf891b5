import { describe, expect, it } from 'vitest'
import { allMutants } from '../conformance/mutants/all-mutants.ts'
import { PassiveJudge } from '../conformance/passive/passive-judge.ts'
import { clientJourney, judged } from './passive-journey.ts'
import { virtualFake } from './virtual-fake.ts'

describe('the passive rules', () => {
  it('find nothing wrong in the journey of a client', async () => {
    const { fake } = virtualFake()
    const judge = new PassiveJudge()
    await clientJourney(judged((request) => fake.fetch(request), judge))
    expect(judge.findings).toEqual([])
    console.log(judge.reached.size)
  })

  it('find the mutants whose wrong bytes the journey sees', async () => {
    const seen: string[] = []
    const missed: string[] = []
    for (const { id, killedBy, wrap } of allMutants) {
      const { fake } = virtualFake()
      const judge = new PassiveJudge()
      let hit = false
      const fetch = wrap((request) => fake.fetch(request), () => (hit = true))
      await clientJourney(judged(fetch, judge))
      if (!hit) continue
      if (judge.findings.length > 0) seen.push(id)
      else missed.push(`${id} (${killedBy})`)
    }
    console.log(seen.length, missed.length)
    console.log(missed.join('\n'))
  })
})

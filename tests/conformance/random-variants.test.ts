import { afterAll, describe, expect, it } from 'vitest'
import { virtualFake } from '../support/virtual-fake.ts'
import { randomVariant } from './random-variant.ts'
import { drawn } from '../support/proving.ts'

const seeds = drawn([...Array.from({ length: 200 }).keys()], 2)

describe('a deployment with random allowed picks', () => {
  let checked = 0
  let alarms = 0
  afterAll(() => {
    process.stdout.write(`${alarms} of ${checked} random variants raised an alarm\n`)
  })

  it.each(seeds)(
    'a deployment with random allowed picks fails no check of the suite: seed %i',
    async (seed) => {
      const { results } = await virtualFake(randomVariant(seed)).runSuite('full')
      const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      checked++
      if (failed.length > 0) alarms++
      expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
    },
  )

  it('random deployments have many picks that differ from the defaults, for each seed', () => {
    const variants = seeds.map(randomVariant)
    expect(new Set(variants.map((picks) => JSON.stringify(picks))).size).toBe(seeds.length)
    expect(Math.min(...variants.map((picks) => Object.keys(picks).length))).toBeGreaterThan(10)
  })
})

import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { sampleSeed } from '../support/proving.ts'
import { hold, testTime } from './fuzz/cases.ts'
import { controlSteps } from './fuzz/control-steps.ts'
import { playControl } from './fuzz/play-control.ts'
import { shippedFixture } from '../support/virtual-fake.ts'
import { shippedScenarios as scenarios } from '../support/transports.ts'

const fixture = await shippedFixture('demo')
const sessions = fc.array(controlSteps(fixture), { minLength: 1, maxLength: 12, size: 'max' })

describe('random calls of the control API', () => {
  let calls = 0
  afterAll(() => {
    process.stdout.write(`${calls} random control calls, seed ${sampleSeed}\n`)
  })

  it(
    'random calls of the control API succeed or are refused with a reason, and the platform keeps working',
    testTime,
    async () => {
      const before = Object.getOwnPropertyNames(Object.prototype)
      const count = { sample: 30, all: 2500 }
      const tried = await hold(sessions, count, async (steps) => {
        calls += steps.length
        expect(await playControl({ fixture, scenarios }, steps)).toEqual([])
      })
      expect(tried).toBeGreaterThanOrEqual(count.sample)
      expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
    },
  )
})

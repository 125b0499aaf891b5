import { describe, expect, it } from 'vitest'
import { hold, testTime } from './fuzz/cases.ts'
import { lives } from './fuzz/commands.ts'
import { followModel } from './fuzz/model.ts'

describe('random commands on keys, conversations and turns', () => {
  it(
    'random commands on keys, conversations and turns leave the fake in the same state as a simple model',
    testTime,
    async () => {
      const count = { sample: 25, all: 1500 }
      expect(await hold(lives, count, followModel)).toBeGreaterThanOrEqual(count.sample)
    },
  )
})

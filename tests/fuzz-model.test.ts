import { describe, expect, it } from 'vitest'
import { hold, seeds, testTime } from './fuzz/cases.ts'
import { lives } from './fuzz/commands.ts'
import { followModel } from './fuzz/model.ts'

describe.each(seeds)('keys, conversations and turns, by the seed %i', (seed) => {
  it('are at every moment as a small model of them says', testTime, async () => {
    const count = { sample: 25, all: 1500 }
    expect(await hold(seed, lives, count, followModel)).toBeGreaterThanOrEqual(count.sample)
  })
})

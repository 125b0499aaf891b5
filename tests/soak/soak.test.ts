import { expect, it } from 'vitest'
import { soak } from './soak.ts'
import { isProving } from '../support/proving.ts'

it.runIf(isProving)(
  'a server under mixed load loses no write or event, and releases all memory when the load ends',
  async () => {
    const { problems, tally } = await soak({ rounds: 2, roundMs: 4000, seed: 20_261_121 })
    expect(problems).toEqual([])
    // Every kind of load was really created.
    expect(Object.entries(tally).filter(([, count]) => count === 0)).toEqual([])
  },
  120_000,
)

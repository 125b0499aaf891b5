import { expect, it } from 'vitest'
import { soak } from './soak.ts'

it('a server under everything at once loses nothing, and is left with nothing', async () => {
  const { problems, tally } = await soak({ rounds: 2, roundMs: 4000, seed: 20_261_121 })
  expect(problems).toEqual([])
  // It was under load indeed, of every kind.
  expect(Object.entries(tally).filter(([, count]) => count === 0)).toEqual([])
}, 120_000)

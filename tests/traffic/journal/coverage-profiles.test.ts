import { expect, it } from 'vitest'
import { documented } from '../../../contract/picks.ts'
import { CoverageCounter } from '../../../traffic/journal/journal.ts'

const seen = { endpoint: 'agents.list', outcome: 'success', events: [], fields: [] } as const

it('coverage of many short-lived worlds is counted together if their profiles are equal', () => {
  const coverage = new CoverageCounter()
  const other = { ...documented, picks: { 'errors.envelope': { option: 'detail' } } } as const
  for (let number = 1; number <= 3; number++) {
    coverage.count(seen, structuredClone(documented), { world: `world-${number}`, number })
    coverage.count(seen, structuredClone(other), { world: `other-${number}`, number })
  }
  const tallies = [...coverage.tallies()].map(({ profile, calls }) => [profile, calls])
  expect(tallies).toEqual([
    [documented, 3],
    [other, 3],
  ])
})

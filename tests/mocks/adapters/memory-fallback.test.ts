import { expect, it } from 'vitest'
import { browserStorage } from '../../../mocks/adapters/browser/browser-storage.ts'
import { MemoryFallback } from '../../../mocks/adapters/browser/page-storage.ts'
import { createFake } from '../../../mocks/fake.ts'
import { demo } from '../../support/transports.ts'
import { BoundedStorage } from './page-storage.ts'

/** A fake that stores its worlds in `area`, and the error of a refused write. */
function fakeOver(area: BoundedStorage | undefined) {
  const refusals: string[] = []
  const storage = new MemoryFallback(area, (error) => refusals.push(String(error)))
  const fake = createFake({
    fixture: demo,
    storage: browserStorage({ storage, onNotice: (sentence) => refusals.push(sentence) }),
  })
  return { clock: fake.world().clock, faults: fake.control().faults, refusals }
}

const fault = {
  match: { endpoint: 'GET /api/agents' },
  effect: { error: { code: 'internal_error' } },
} as const

it('a fake whose storage is full continues in memory, and a new page loads the last stored state', () => {
  const area = new BoundedStorage()
  const { faults, refusals } = fakeOver(area)
  faults.add(fault)
  area.most = 0
  const stored = new Map(area.texts)
  faults.add(fault)
  faults.add(fault)
  expect(faults.list().length).toBe(3)
  expect(refusals).toEqual(['Error: The quota has been exceeded.'])
  expect(area.texts).toEqual(stored)
  area.most = 5_000_000
  expect(fakeOver(area).faults.list().length).toBe(1)
})

it('a fake without browser storage keeps its worlds in memory', () => {
  const { faults, refusals } = fakeOver(undefined)
  faults.add(fault)
  expect([faults.list().length, refusals]).toEqual([1, []])
})

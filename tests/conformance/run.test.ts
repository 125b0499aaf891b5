import { expect, it } from 'vitest'
import { startRun } from '../../cli/serve/conformance/run.ts'
import { ownLimits } from '../../contract/limits.ts'
import { createFake } from '../../mocks/fake.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { shippedFixture } from '../support/virtual-fake.ts'

it('a conformance run ends at its time limit, and reports what was decided until then', async () => {
  const systemClock = createManualClock(Date.UTC(2026, 0, 1))
  const fake = createFake({ fixture: await shippedFixture('demo'), systemClock })
  const world = fake.world('own')
  const run = startRun({
    plan: 'turn',
    only: [],
    like: 'red',
    world,
    baseUrl: 'http://platform.test/w/own',
    fetch: (request) => fake.fetch(request),
  })
  // The first turn waits forever, because the clock is frozen.
  await expect.poll(() => world.openStreams, { timeout: 15_000 }).toBe(1)
  expect(run.status()).toMatchObject({ state: 'running', stopped: null, report: null, ms: 0 })
  systemClock.pass(ownLimits.conformanceSeconds * 1000)
  expect(run.status()).toMatchObject({ state: 'stopping', stopped: 'too-long' })
  await run.finished
  const { state, done, checks, ms, conclusion } = run.status()
  expect({ state, done, ms }).toEqual({ state: 'over', done: checks, ms: 300_000 })
  expect(conclusion).toMatch(/^Stopped before its end\. /)
  expect(run.report?.leftovers).toEqual([])
  expect(run.report?.summary.pass).toBeGreaterThan(100)
  run.stop('asked')
  expect(run.status().stopped).toBe('too-long')
  fake.close()
})

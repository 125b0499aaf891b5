import type { Fixture } from '../../../contract/fixture.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createFake, type Fake } from '../../../mocks/fake.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { createFastClock } from './fast-system-clock.ts'

/** The options of every mount of the parity suite; a page receives them as JSON. */
export type Stock = { readonly fixture: Fixture; readonly scenarios: readonly Scenario[] }

const moment = Date.parse('2026-11-21T08:00:00.000Z')

/** A fake with a fixed seed and a frozen clock: the same calls get the same bytes. */
export const frozenFake = (stock: Stock): Fake =>
  createFake({ ...stock, seed: 'parity', speed: Infinity, systemClock: createManualClock(moment) })

/** The factor by which time passes faster for both the tested fake and the conformance suite. */
const pace = 2

/** A fake with slow turns, which the suite can interrupt. */
export const checkedFake = (stock: Stock): Fake =>
  createFake({ ...stock, seed: 'parity', systemClock: createFastClock(pace) })

/** Options of a conformance run at the same speed. A busy machine may be slow to show an effect. */
export function openConformanceServer() {
  const { now, sleep } = createFastClock(pace)
  return { now, sleep, plan: 'full', tag: 'parity', grace: 30_000 } as const
}

/** This check is not compared: timing depends on the load of the machine, not on the mount. */
export const timed = 'sse.events-arrive-while-the-turn-runs'

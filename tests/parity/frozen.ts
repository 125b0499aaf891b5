import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { createFake, type Fake } from '../../mocks/fake.ts'
import { createHandWall } from '../hand-wall.ts'
import { createFastWall } from './fast-wall.ts'

/** What every mount of the parity suite is made with; a page is given it as JSON. */
export type Stock = { readonly fixture: Fixture; readonly scenarios: readonly Scenario[] }

const moment = Date.parse('2026-11-21T08:00:00.000Z')

/** A fake of one seed whose time stands still: the same calls get the same bytes. */
export const frozenFake = (stock: Stock): Fake =>
  createFake({ ...stock, seed: 'parity', speed: Infinity, systemClock: createHandWall(moment) })

/** How many times as fast time passes for a judged fake and its judge alike. */
const pace = 2

/** A fake whose turns take their time, so that a judge can interrupt them. */
export const judgedFake = (stock: Stock): Fake =>
  createFake({ ...stock, seed: 'parity', systemClock: createFastWall(pace) })

/** How a judge goes about it who lives as fast. */
export function judging() {
  const { now, sleep } = createFastWall(pace)
  return { now, sleep, plan: 'full', tag: 'parity' } as const
}

/** Left out of what is compared: how soon things come is a matter of a busy machine, not of a mount. */
export const timed = 'sse.events-arrive-while-the-turn-runs'

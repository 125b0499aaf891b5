import { createFake, type Fake } from '../fake.ts'
import type { FakeOptions } from '../fake-options.ts'
import { systemClock } from '../world/clock.ts'
import { moveToPresent } from '../world/dates.ts'

/** A way to make fakes that are alike: all of them begin at the same moment. */
export function freshFakes(given: FakeOptions | (() => Fake)): () => Fake {
  const moment = systemClock.now()
  const make = typeof given === 'function' ? given : makerFrom(given, moment)
  return () => {
    const fake = make()
    fake.world().clock.freeze(moment)
    return fake
  }
}

function makerFrom(options: FakeOptions, moment: number): () => Fake {
  // Once instead of for every fake, as is the moment that they begin at.
  const fixture = moveToPresent(options.fixture, moment)
  const wall = { ...systemClock, now: () => moment }
  return () => createFake({ ...options, fixture, wall })
}

import type { Fixture } from '../contract/fixture.ts'
import { documented, type Profile } from '../contract/picks.ts'
import { readProfile } from '../contract/profile.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { type Speed, toFactor } from '../mocks/control/speed.ts'
import { unknownName } from '../mocks/control/stock.ts'
import { createFake, type Fake } from '../mocks/fake.ts'
import type { FakeOptions } from '../mocks/fake-options.ts'
import {
  type ShippedFixture,
  shippedFixtures,
  shippedProfiles,
  shippedScenarios,
} from './shipped.ts'

/** What a fake for tests plays. */
export type PlayOptions = Pick<FakeOptions, 'wall' | 'streams' | 'worlds'> & {
  /** The records that worlds begin with: a shipped fixture, `demo` unless given, or one as data. */
  readonly fixture?: ShippedFixture | Fixture
  /** Scripts of turns that go before the shipped ones. */
  readonly scenarios?: readonly Scenario[]
  /** How the deployment answers: `documented` unless given, `deployed-0.8`, or a document of picks. */
  readonly profile?: string | object
  readonly seed?: string
  /** Divides the pauses of streams; `max`, the default, leaves none. */
  readonly speed?: Speed
}

/** A fake with all that ships with Understudy. Throws `ControlError` for a name that is none. */
export function openFake(options: PlayOptions = {}): Fake {
  const {
    fixture = 'demo',
    scenarios = [],
    profile = 'documented',
    speed = 'max',
    ...rest
  } = options
  return createFake({
    ...rest,
    fixture: typeof fixture === 'string' ? fixtureOf(fixture) : fixture,
    fixtures: shippedFixtures,
    scenarios: [...scenarios, ...shippedScenarios()],
    profile: profileOf(profile),
    profiles: shippedProfiles,
    speed: toFactor(speed),
  })
}

function fixtureOf(name: ShippedFixture): Fixture {
  if (!Object.hasOwn(shippedFixtures, name))
    throw unknownName('fixture', name, Object.keys(shippedFixtures))
  return shippedFixtures[name]()
}

function profileOf(given: string | object): Profile {
  if (typeof given !== 'string') return readProfile(given)
  if (given === documented.name) return documented
  const shipped: Readonly<Record<string, () => unknown>> = shippedProfiles
  const read = Object.hasOwn(shipped, given) ? shipped[given] : undefined
  if (read === undefined)
    throw unknownName('profile', given, [documented.name, ...Object.keys(shipped)])
  return readProfile(read())
}

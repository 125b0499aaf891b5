import type { Fixture } from '../contract/fixture.ts'
import { documented, type Profile } from '../contract/picks.ts'
import { readProfile } from '../contract/profile.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { type Speed, toSpeedFactor } from '../mocks/control/clock.ts'
import { createFake, type Fake } from '../mocks/fake.ts'
import type { FakeOptions } from '../mocks/fake-options.ts'
import { createRequire } from 'node:module'
import { unknownNameError } from '../mocks/control/control-error.ts'

/** What a fake for tests plays. */
export type TestFakeOptions = Pick<FakeOptions, 'systemClock' | 'maxStreams' | 'maxWorlds'> & {
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
export function createTestFake(options: TestFakeOptions = {}): Fake {
  const {
    fixture = 'demo',
    scenarios = [],
    profile = 'documented',
    speed = 'max',
    ...rest
  } = options
  return createFake({
    ...rest,
    fixture: typeof fixture === 'string' ? resolveFixture(fixture) : fixture,
    fixtures: shippedFixtures,
    scenarios: [...scenarios, ...shippedScenarios()],
    profile: resolveProfile(profile),
    profiles: shippedProfiles,
    speed: toSpeedFactor(speed),
  })
}

function resolveFixture(name: ShippedFixture): Fixture {
  if (!Object.hasOwn(shippedFixtures, name))
    throw unknownNameError('fixture', name, Object.keys(shippedFixtures))
  return shippedFixtures[name]()
}

function resolveProfile(given: string | object): Profile {
  if (typeof given !== 'string') return readProfile(given)
  if (given === documented.name) return documented
  const shipped: Readonly<Record<string, () => unknown>> = shippedProfiles
  const read = Object.hasOwn(shipped, given) ? shipped[given] : undefined
  if (read === undefined)
    throw unknownNameError('profile', given, [documented.name, ...Object.keys(shipped)])
  return readProfile(read())
}

// What the package exports is at the same name in the sources and wherever it is installed.
const requireShipped = createRequire(import.meta.url)

/** The fixtures that come with Understudy. */
type ShippedFixture = 'demo' | 'empty' | 'crowded'

const readFixture = (name: ShippedFixture) =>
  requireShipped(`understudy/fixtures/${name}.json`) as Fixture

/** The fixtures by name, each read when it is first asked for. */
const shippedFixtures = {
  demo: () => readFixture('demo'),
  empty: () => readFixture('empty'),
  crowded: () => readFixture('crowded'),
}

/** The profiles by name, besides `documented`, as plain data. */
const shippedProfiles = {
  'deployed-0.8': (): unknown => requireShipped('understudy/profiles/deployed-0.8.json'),
}

/** The scripts that come with Understudy. */
const shippedScenarios = (): Scenario[] => requireShipped('understudy/scenarios.json') as Scenario[]

import type { Fixture } from '../contract/fixture.ts'
import type { FixtureInput } from '../contract/fixture-input.ts'
import { ownField } from '../contract/json.ts'
import { documented, type Profile } from '../contract/picks.ts'
import { readProfile } from '../contract/profile.ts'
import type { SentScenario } from '../contract/scripts/scenario.ts'
import type { Speed } from '../contract/duration.ts'
import { createFake, type Fake } from '../mocks/fake.ts'
import type { FakeOptions } from '../mocks/fake-options.ts'
import { activeRun } from './run/active-run.ts'
import type { ConfiguredFake } from './configured.ts'
import { ControlError, unknownNameError } from '../mocks/control/control-error.ts'
import {
  type ShippedFixture,
  shippedFixtures,
  shippedProfiles,
  shippedScenarios,
} from './shipped-data.ts'

/** Options of a fake for tests. */
export type TestFakeOptions = Pick<
  FakeOptions,
  'systemClock' | 'maxStreams' | 'maxWorlds' | 'allowOrigins'
> & {
  /** The initial records of worlds: the name of a shipped fixture, or your own. Default: `demo`. */
  readonly fixture?: ShippedFixture | Fixture | FixtureInput
  /** Scripts of turns, which take precedence over the shipped ones. */
  readonly scenarios?: readonly SentScenario[]
  /**
   * A shipped profile (`documented`, the default, or `deployed-0.8`), or a profile as an object, whose
   * `base` can be a shipped one.
   */
  readonly profile?: string | object
  /** The seed of random values: the same seed and calls give the same responses. */
  readonly seed?: string
  /** The factor by which streams are faster than in production; `max`, the default, has no pauses. */
  readonly speed?: Speed
}

/**
 * Creates a fake with the shipped fixtures, profiles and scripts. A run of `agent-understudy
 * tolerance` sets the profile, the faults and the seed, unless the options set them. `configured`
 * has the settings of the config file; options and run override them. Throws `ControlError` for an
 * unknown name.
 */
export function createTestFake(
  options: TestFakeOptions = {},
  configured: ConfiguredFake = {},
): Fake {
  const run = activeRun()
  const {
    fixture = configured.fixture ?? 'demo',
    scenarios = configured.scenarios ?? [],
    profile = run?.profile ?? configured.profile ?? 'documented',
    speed = 'max',
    allowOrigins = configured.allowOrigins,
    ...rest
  } = options
  if (!Array.isArray(scenarios)) throw filesError('scenarios', 'a list of scripts')
  if (options.profile !== undefined) run?.pin(profileName(options.profile))
  return createFake({
    ...(run && { seed: run.seed, faults: run.faults, onCall: run.record.bind(run) }),
    ...rest,
    allowOrigins,
    fixture: typeof fixture === 'string' ? resolveFixture(fixture) : fixture,
    fixtures: shippedFixtures,
    scenarios: [...scenarios, ...shippedScenarios()],
    profile: resolveProfile(profile),
    profiles: shippedProfiles,
    speed,
  })
}

/** The error for an option that has the path of a file or folder instead of data. */
const filesError = (option: string, form: string) =>
  new ControlError(
    422,
    `\`${option}\` takes ${form}. To use your files, name them in understudy.config.yaml.`,
  )

function resolveFixture(name: ShippedFixture): Fixture {
  if (/[./\\]/.test(name)) throw filesError('fixture', 'the name of a shipped fixture, or data')
  if (!Object.hasOwn(shippedFixtures, name))
    throw unknownNameError('fixture', name, Object.keys(shippedFixtures))
  return shippedFixtures[name]()
}

const profileName = (profileOption: string | object): string =>
  typeof profileOption === 'string'
    ? profileOption
    : 'name' in profileOption
      ? String(profileOption.name)
      : 'unnamed'

function resolveProfile(profileOption: string | object): Profile {
  if (typeof profileOption === 'string') return shippedProfile(profileOption)
  const base = 'base' in profileOption ? profileOption.base : undefined
  return readProfile(
    profileOption,
    undefined,
    typeof base === 'string' ? shippedProfile(base) : undefined,
  )
}

function shippedProfile(name: string): Profile {
  if (name === documented.name) return documented
  const read = ownField<() => unknown>(shippedProfiles, name)
  if (read === undefined)
    throw unknownNameError('profile', name, [documented.name, ...Object.keys(shippedProfiles)])
  return readProfile(read())
}

import type { Fixture } from '../contract/fixture.ts'
import type { FixtureInput } from '../contract/fixture-input.ts'
import { documented, type Profile } from '../contract/picks.ts'
import { readProfile } from '../contract/profile.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import type { fixtureNames } from '../contract/shipped-names.ts'
import { type Speed, toSpeedFactor } from '../contract/duration.ts'
import { createFake, type Fake } from '../mocks/fake.ts'
import type { FakeOptions } from '../mocks/fake-options.ts'
import { activeRun } from './run/active-run.ts'
import type { ConfiguredFake } from './configured.ts'
import { ControlError, unknownNameError } from '../mocks/control/control-error.ts'

/** Options of a fake for tests. */
export type TestFakeOptions = Pick<
  FakeOptions,
  'systemClock' | 'maxStreams' | 'maxWorlds' | 'allowOrigins'
> & {
  /** The initial records of worlds: the name of a shipped fixture, or your own. Default: `demo`. */
  readonly fixture?: ShippedFixture | Fixture | FixtureInput
  /** Scripts of turns, which take precedence over the shipped ones. */
  readonly scenarios?: readonly Scenario[]
  /** A shipped profile (`documented`, the default, or `deployed-0.8`), or a profile as an object. */
  readonly profile?: string | object
  /** The seed of random values: the same seed and calls give the same responses. */
  readonly seed?: string
  /** The factor by which streams are faster than in production; `max`, the default, has no pauses. */
  readonly speed?: Speed
}

/**
 * Creates a fake with the shipped fixtures, profiles and scripts. In a run of `agent-understudy
 * tolerance` it plays the profile, the faults and the seed of the run, unless the options set them.
 * `configured` is what the config file sets, unless the options or the run do.
 * Throws `ControlError` for an unknown name.
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
    speed: toSpeedFactor(speed),
  })
}

function resolveFixture(name: ShippedFixture): Fixture {
  if (!Object.hasOwn(shippedFixtures, name))
    throw unknownNameError('fixture', name, Object.keys(shippedFixtures))
  return shippedFixtures[name]()
}

const profileName = (given: string | object): string =>
  typeof given === 'string' ? given : 'name' in given ? String(given.name) : 'unnamed'

function resolveProfile(given: string | object): Profile {
  if (typeof given !== 'string') return readProfile(given)
  if (given === documented.name) return documented
  const shipped: Readonly<Record<string, () => unknown>> = shippedProfiles
  const read = Object.hasOwn(shipped, given) ? shipped[given] : undefined
  if (read === undefined)
    throw unknownNameError('profile', given, [documented.name, ...Object.keys(shipped)])
  return readProfile(read())
}

// The package's own name resolves both in the repository and after installation.
function requireShipped(name: string): unknown {
  const load = createShippedRequire()
  if (load !== undefined) return load(name)
  throw new ControlError(
    422,
    `A browser cannot read \`${name}\` by its name. Import it, and pass it as an option: ` +
      `\`import data from '${name}'\`.`,
  )
}

// Vitest runs tests in browsers, too, where an import of `node:module` fails.
const createShippedRequire = () =>
  globalThis.process?.getBuiltinModule?.('node:module')?.createRequire(import.meta.url)

/** Whether the runtime is Node or compatible with it, and not a browser. */
export const hasNodeModules = (): boolean => createShippedRequire() !== undefined

type ShippedFixture = (typeof fixtureNames)[number]

const readFixture = (name: ShippedFixture) =>
  requireShipped(`agent-understudy/fixtures/${name}.json`) as Fixture

/** The shipped fixtures by name; each is read on first use. */
const shippedFixtures = {
  demo: () => readFixture('demo'),
  empty: () => readFixture('empty'),
  crowded: () => readFixture('crowded'),
}

/** The shipped profiles by name, besides `documented`, as plain data. */
const shippedProfiles = {
  'deployed-0.8': (): unknown => requireShipped('agent-understudy/profiles/deployed-0.8.json'),
}

/** The shipped scripts; none in a browser, where a test passes those that it needs. */
const shippedScenarios = (): Scenario[] =>
  hasNodeModules() ? (requireShipped('agent-understudy/scenarios.json') as Scenario[]) : []

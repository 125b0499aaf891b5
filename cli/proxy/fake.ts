import { problemOfOperationPattern } from '../../contract/operations/operation-pattern.ts'
import { createCore } from '../../mocks/core.ts'
import { createRequestHandler } from '../../mocks/request-handler.ts'
import { createTurnFake } from '../../mocks/turn-fake.ts'
import { createFakeTurns } from '../../traffic/fake-turns/fake-turns.ts'
import type { Substitute } from '../../traffic/proxy/substitute.ts'
import { type Flags, type FlagValues, type Io, UsageError } from '../command-line.ts'
import { parseSpeed } from '../serve/flags.ts'
import { crashText } from '../serve/messages.ts'
import { fixtureNames, knownProfiles } from '../../contract/shipped-names.ts'
import { loadFixture, loadProfile, watchScenarioFolder } from '../world-data.ts'

/** The flags of the fake that a proxy uses. */
export const fakeFlags = {
  fake: {
    value: 'turns',
    values: ['turns'],
    help: 'plays turns from a fake, with resume, inject and approvals; all else comes from the deployment',
  },
  'fake-unsafe': {
    value: 'PATTERN',
    isRepeatable: true,
    help: 'further operations from the fake, such as `GET /api/agents*`; their ids do not match those of the deployment',
  },
  profile: {
    value: 'NAME|PATH',
    values: knownProfiles,
    help: 'the deployment that the fake plays (default: documented)',
  },
  fixture: {
    value: 'NAME|FILE',
    values: fixtureNames,
    help: 'the data of the fake for --fake-unsafe, as in `serve` (default: empty)',
  },
  scenarios: { value: 'DIR', help: 'your own scripts of turns, before the shipped ones' },
  speed: {
    value: 'N|max',
    values: ['max'],
    help: 'divides the pauses of the turns of the fake (default: 1)',
  },
  seed: { value: 'TEXT', help: 'derives the ids of the fake from this text (default: proxy)' },
} as const satisfies Flags

type FakeFlags = FlagValues<typeof fakeFlags>

const ofFakeOnly = ['profile', 'fixture', 'scenarios', 'speed', 'seed'] as const

/** Throws `UsageError` for flags of the fake that can't be used. */
export function checkFakeFlags(given: FakeFlags): void {
  const { fake, 'fake-unsafe': unsafe } = given
  if (fake !== undefined && fake !== 'turns')
    throw new UsageError(
      `--fake takes turns, not \`${fake}\`. For other operations, use --fake-unsafe PATTERN.`,
    )
  for (const pattern of unsafe) {
    const problem = problemOfOperationPattern(pattern)
    if (problem !== undefined) throw new UsageError(`--fake-unsafe: ${problem}`)
  }
  const alone = ofFakeOnly.find((name) => given[name] !== undefined)
  if (alone !== undefined && fake === undefined && unsafe.length === 0)
    throw new UsageError(`--${alone} only works together with --fake or --fake-unsafe.`)
}

/** The fake of a proxy; it stops when it is closed. */
export type ProxyFake = { readonly substitute: Substitute; close(): void }

/** Loads the fake of `--fake` and `--fake-unsafe`; throws `UsageError` for a wrong file. */
export async function loadProxyFake(
  given: FakeFlags & { readonly quiet: boolean },
  io: Io,
): Promise<ProxyFake | undefined> {
  const { fake: played, 'fake-unsafe': unsafe, profile = 'documented', fixture = 'empty' } = given
  if (played === undefined && unsafe.length === 0) return undefined
  const scenarios = await watchScenarioFolder(given.scenarios, io, given.quiet)
  const fake = createCore(
    {
      fixture: await loadFixture(fixture),
      profile: await loadProfile(profile),
      scenarios,
      speed: parseSpeed(given.speed ?? '1'),
      // Another fake may be the deployment: with the same seed, both would make the same ids.
      seed: given.seed ?? 'proxy',
      control: false,
      explain: true,
      onCrash: (error, place) => io.stderr.write(`${crashText(error, place)}\n`),
    },
    createRequestHandler,
  )
  if (unsafe.length > 0)
    io.stderr.write(
      `The ids in the responses to ${unsafe.join(', ')} are those of the fake: the deployment does not know them.\n`,
    )
  return {
    substitute: createFakeTurns(createTurnFake(fake), { turns: played !== undefined, unsafe }),
    close() {
      scenarios.close()
      fake.close()
    },
  }
}

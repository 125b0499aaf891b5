import { problemOfOperationPattern } from '../../contract/operations/operation-pattern.ts'
import { createCore } from '../../mocks/core.ts'
import { createRequestHandler } from '../../mocks/request-handler.ts'
import { createTurnFake } from '../../mocks/turn-fake.ts'
import { createFakeTurns } from '../../traffic/fake-turns/fake-turns.ts'
import { type Io, UsageError } from '../command-line.ts'
import { type Flags, type FlagValues, flagsNeeding } from '../flags.ts'
import { crashText } from '../serve/messages.ts'
import { fixtureFlag, playedFlags, profileFlag, speedFlag } from '../shared-flags.ts'
import { choiceOf, type ValueType } from '../value-types.ts'
import { loadFixture, loadProfile, watchScenarioFolder } from '../world-data.ts'

const pattern: ValueType<string> = {
  takes: 'an operation such as `GET /api/agents*`',
  read: (text) => {
    const problem = problemOfOperationPattern(text)
    if (problem !== undefined) throw new UsageError(`--fake-unsafe: ${problem}`)
    return text
  },
}

/** The flags of the fake that a proxy uses. */
export const fakeFlags = {
  fake: {
    value: 'turns',
    type: choiceOf(['turns'], 'For other operations, use --fake-unsafe PATTERN.'),
    help: 'plays turns from a fake, with resume, inject and approvals; all else comes from the deployment',
  },
  'fake-unsafe': {
    value: 'PATTERN',
    type: pattern,
    isRepeatable: true,
    help: 'further operations from the fake, such as `GET /api/agents*`; their ids do not match those of the deployment',
  },
  ...flagsNeeding(['fake', 'fake-unsafe'], {
    profile: {
      ...profileFlag,
      config: 'setting',
      help: 'the deployment that the fake plays (default: documented)',
    },
    fixture: {
      ...fixtureFlag,
      config: 'setting',
      help: 'the data of the fake for --fake-unsafe, as in `serve` (default: empty)',
    },
    scenarios: {
      ...playedFlags.scenarios,
      help: 'your own scripts of turns, before the shipped ones',
    },
    speed: { ...speedFlag, help: 'divides the pauses of the turns of the fake (default: 1)' },
    seed: { value: 'TEXT', help: 'derives the ids of the fake from this text (default: proxy)' },
  }),
} as const satisfies Flags

type FakeFlags = FlagValues<typeof fakeFlags>

/** The fake of a proxy; `close` stops the fake. */
export type ProxyFake = NonNullable<Awaited<ReturnType<typeof loadProxyFake>>>

/** Loads the fake of `--fake` and `--fake-unsafe`; throws `UsageError` for a wrong file. */
export async function loadProxyFake(given: FakeFlags & { readonly quiet: boolean }, io: Io) {
  const { fake: played, fakeUnsafe: unsafe, profile = 'documented', fixture = 'empty' } = given
  if (played === undefined && unsafe.length === 0) return undefined
  const scenarios = await watchScenarioFolder(given.scenarios, io, given.quiet)
  const fake = createCore(
    {
      fixture: await loadFixture(fixture, io.stderr),
      profile: await loadProfile(profile),
      scenarios,
      speed: given.speed ?? 1,
      // The deployment may be another fake. With the same seed, both would create the same ids.
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

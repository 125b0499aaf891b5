import { toMilliseconds } from '../../contract/duration.ts'
import {
  didYouMean,
  type Flags,
  helpText,
  parseInteger,
  quietFlag,
  readFlags,
  UsageError,
} from '../command-line.ts'
import { configFlags } from '../config/flags.ts'
import { fixtureNames, knownProfiles } from '../../contract/shipped-names.ts'
import { reportFlags } from './reports.ts'

async function behaviourIds(): Promise<readonly string[]> {
  const { documented } = await import('../../contract/picks.ts')
  const { selectVariants } = await import('../../tolerance/tolerance.ts')
  return selectVariants(documented, { only: [], faults: true }).variants.map(({ id }) => id)
}

export const toleranceFlags = {
  profile: {
    value: 'NAME|PATH',
    default: 'documented',
    values: knownProfiles,
    help: 'the deployment under which the tests pass; the runs differ from it',
  },
  only: {
    value: 'BEHAVIOUR',
    values: behaviourIds,
    isRepeatable: true,
    help: 'plays only these behaviours, such as errors.envelope=detail, lists.* or fault:cut-*',
  },
  faults: { help: 'also plays faults after which a correct client reaches the same result' },
  pairs: { help: 'also plays each two options together; takes up to 40 runs' },
  results: {
    value: 'FILE',
    help: 'the JUnit report that the command writes; {run} in it is the folder of the run. Vitest and Playwright need none',
  },
  budget: {
    value: 'TIME',
    help: 'ends the session after this time, such as 10m; the most telling runs come first',
  },
  timeout: {
    value: 'TIME',
    help: 'kills a run after this time (default: 10m for the first run, then ten times what it took)',
  },
  jobs: { value: 'N', default: '1', help: 'runs at a time' },
  fixture: {
    value: 'NAME|FILE',
    default: 'demo',
    values: fixtureNames,
    help: 'the data of the server of each run',
  },
  scenarios: { value: 'DIR', help: 'your own scripts of turns for that server' },
  speed: {
    value: 'N|max',
    default: 'max',
    values: ['max'],
    help: 'divides the pauses of its streams',
  },
  port: { value: 'N', default: '0', help: 'its port; by default a free one for each run' },
  seed: { value: 'TEXT', default: 'understudy', help: 'derives ids, tokens and keys' },
  keep: {
    value: 'DIR',
    help: 'keeps the folders of the runs here, with calls, results and output',
  },
  ...reportFlags,
  json: { help: 'prints the report as JSON' },
  ...quietFlag,
  ...configFlags,
} as const satisfies Flags

export type ToleranceFlags = Exclude<ReturnType<typeof readToleranceFlags>, 'help'>

/** Reads the flags of `tolerance`, and the test command after `--`. Throws `UsageError`. */
export function readToleranceFlags(argv: readonly string[]) {
  const end = argv.indexOf('--')
  const given = readFlags(end === -1 ? argv : argv.slice(0, end), toleranceFlags, argv.length)
  if (given.help) return 'help'
  const command = end === -1 ? [] : argv.slice(end + 1)
  const [first] = given.words
  if (first !== undefined)
    throw new UsageError(
      `\`${first}\` is no flag of tolerance: write the test command after --, as in \`tolerance -- npx vitest run\`.`,
    )
  if (command.length === 0)
    throw new UsageError(
      'The test command is missing: write it after --, as in `tolerance -- npx playwright test`.',
    )
  const jobs = parseInteger('jobs', given.jobs, 1, 64)
  const port = parseInteger('port', given.port, 0, 65_535)
  if (jobs > 1 && port !== 0)
    throw new UsageError('--port only works with --jobs 1: each run needs its own server.')
  if (jobs > 1 && given.results !== undefined && !given.results.includes('{run}'))
    throw new UsageError(
      '--jobs needs a report for each run: write it into the folder of the run, as in `--results {run}/junit.xml`. The variable UNDERSTUDY_RUN has that folder.',
    )
  return {
    ...given,
    command,
    jobs,
    port,
    budget: parseTime('budget', given.budget),
    timeout: parseTime('timeout', given.timeout),
  }
}

/** The longest time of a session: timers hold no more than 24 days. */
const longest = 20 * 24 * 3_600_000

function parseTime(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = toMilliseconds(text)
  if (ms !== undefined && ms > 0 && ms <= longest) return ms
  throw new UsageError(`--${flag} takes a time such as 90s, 10m or 2h, not \`${text}\`.`)
}

/** The error for a pattern of `--only` that matches no behaviour. */
export function unknownBehaviour(pattern: string, ids: readonly string[]): UsageError {
  const groups = new Set(ids.map((id) => id.replace(/^(\w+[.:]).*$/, '$1*')))
  return new UsageError(
    `--only: no behaviour that differs from the profile matches \`${pattern}\`. ${didYouMean(pattern, [...groups, ...ids])}`,
  )
}

export const toleranceHelp = () =>
  helpText(
    'agent-understudy tolerance [flags] -- COMMAND',
    `Runs the tests of a client while the fake plays every behaviour that the specification leaves open,
and reports which of them break the tests.`,
    toleranceFlags,
    `In the command, {url} stands for the address of the server of a run, and {run} for its folder. The
variables UNDERSTUDY_URL and UNDERSTUDY_RUN have them, too. Exit codes: 0 all tolerated, 1 a behaviour
breaks tests, 2 stale or expired entries in --baseline, 3 wrong command line, or tests that fail by themselves, 4 no request reached the fake,
or no behaviour was judged, 5 --budget used up, 7 error of this program, 130 interrupted.`,
  )

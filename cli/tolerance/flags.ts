import { didYouMean, UsageError } from '../command-line.ts'
import type { Flags, ParsedCommandLine, Grammar } from '../flags.ts'
import {
  configFlags,
  listenFlags,
  playedFlags,
  profileFlag,
  quietFlag,
  speedFlag,
} from '../shared-flags.ts'
import { duration, wholeNumber } from '../value-types.ts'
import { reportFlags } from './reports.ts'

/** A time limit. JavaScript timers support at most 24 days. */
const timeLimit = duration({ min: '1ms', max: '20d', example: '10m' })

async function behaviourIds(): Promise<readonly string[]> {
  const { documented } = await import('../../contract/picks.ts')
  const { selectVariants } = await import('../../testing/tolerance/tolerance.ts')
  return selectVariants(documented, { only: [], faults: true }).variants.map(({ id }) => id)
}

export const toleranceFlags = {
  profile: {
    ...playedFlags.profile,
    help: 'the deployment under which the tests pass; the runs differ from it',
  },
  to: {
    ...profileFlag,
    excludes: {
      faults: '--to plays only what differs between two profiles',
      pairs: '--to plays only what differs between two profiles',
    },
    help: 'plays only what differs between --profile and this profile: before an upgrade',
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
    help: 'the JUnit report that the command writes; {run} in it is the folder of the run. Vitest, Playwright, node --test, Jest and pytest need none',
  },
  budget: {
    value: 'TIME',
    type: timeLimit,
    help: 'ends the session after this time, such as 10m; the most telling runs come first',
  },
  timeout: {
    value: 'TIME',
    type: timeLimit,
    help: 'kills a run after this time (default: 10m for the first run, then ten times what it took)',
  },
  jobs: { value: 'N', type: wholeNumber(1, 64), default: '1', help: 'runs at a time' },
  fixture: { ...playedFlags.fixture, help: 'the data of the server of each run' },
  scenarios: { ...playedFlags.scenarios, help: 'your own scripts of turns for that server' },
  speed: { ...speedFlag, default: 'max', help: 'divides the pauses of its streams' },
  port: { ...listenFlags('0').port, help: 'its port; by default a free one for each run' },
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

export type ToleranceFlags = ParsedCommandLine<typeof toleranceFlags>

/** The rules by which a command line of `tolerance` is parsed. */
export const toleranceGrammar: Grammar<typeof toleranceFlags> = {
  flags: toleranceFlags,
  takesCommand: true,
  problem: ({ testCommand, jobs, port, results }) => {
    if (testCommand.length === 0)
      return 'The test command is missing: write it after --, as in `tolerance -- npx playwright test`.'
    if (jobs > 1 && port !== 0)
      return '--port only works with --jobs 1: each run needs its own server.'
    if (jobs > 1 && results !== undefined && !results.includes('{run}'))
      return '--jobs needs a report for each run: write it into the folder of the run, as in `--results {run}/junit.xml`. The variable UNDERSTUDY_RUN has that folder.'
    return undefined
  },
}

/** The error for a pattern of `--only` that matches no behaviour. */
export function unknownBehaviour(pattern: string, ids: readonly string[]): UsageError {
  const groups = new Set(ids.map((id) => id.replace(/^(\w+[.:]).*$/, '$1*')))
  return new UsageError(
    `--only: no behaviour that differs from the profile matches \`${pattern}\`. ${didYouMean(pattern, [...groups, ...ids])}`,
  )
}

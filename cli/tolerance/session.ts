import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { formatCount } from '../../contract/format-count.ts'
import { toGlob } from '../../contract/glob.ts'
import type { ToleranceReport } from '../../contract/tolerance-report.ts'
import { systemClock } from '../../mocks/world/clock.ts'
import type { Cause } from '../../testing/tolerance/causes.ts'
import { RunError, type RunOutcome, type RunServer } from '../../testing/tolerance/execute.ts'
import {
  runTolerance,
  selectVariants,
  type ToleranceOptions,
} from '../../testing/tolerance/tolerance.ts'
import { packageRoot } from '../schema-line.ts'
import { loadFixture, loadProfile, loadUserScenarios, shippedScenarios } from '../world-data.ts'
import { shellWord } from '../../contract/escape.ts'
import { UsageError } from '../command-line.ts'
import { speedText } from '../value-types.ts'
import { type ToleranceFlags, unknownBehaviour } from './flags.ts'

/** The folder and the environment of the test command. Default: those of this process. */
export type ToleranceDependencies = {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Monotonic time in milliseconds, for the progress. */
  readonly now?: () => number
}

type SessionDependencies = ToleranceDependencies &
  Pick<ToleranceOptions, 'onCause' | 'onRun'> & { readonly stop: AbortSignal }

/**
 * Finds mistakes in the flags before the first run, and returns the ids of all behaviours. Throws
 * `UsageError` for an unknown behaviour, profile or fixture.
 */
export async function checkSession(given: ToleranceFlags): Promise<readonly string[]> {
  const [profile, to] = await loadProfiles(given)
  const all = selectVariants(profile, { only: [], faults: true, to })
  const ids = [...all.variants, ...all.leftOut].map(({ id }) => id)
  if (all.variants.length === 0)
    throw new UsageError(
      `--to: \`${given.to}\` plays everything as \`${given.profile}\` does, so there is nothing to run.${ids.length === 0 ? '' : ` Only the shapes of ${ids.length} bodies differ: see \`compare --profile ${given.profile} --profile ${given.to}\`.`}`,
    )
  const unmatchedPattern = given.only.find((pattern) => !ids.some(toGlob(pattern)))
  if (unmatchedPattern !== undefined) throw unknownBehaviour(unmatchedPattern, ids)
  await loadFixture(given.fixture)
  if (given.scenarios !== undefined)
    await loadUserScenarios(given.scenarios, await shippedScenarios())
  return ids
}

/** The profiles of `--profile` and `--to`. */
async function loadProfiles({ profile, to }: ToleranceFlags) {
  const next = to === undefined ? undefined : await loadProfile(to)
  return [await loadProfile(profile), next] as const
}

/** Plays a session. Each run has its own server, and a folder inside `folder`. */
export async function playSession(
  given: ToleranceFlags,
  folder: string,
  { cwd = process.cwd(), environment = process.env, stop, ...events }: SessionDependencies,
): Promise<ToleranceReport> {
  const [profile, to] = await loadProfiles(given)
  return runTolerance({
    ...given,
    ...events,
    profile,
    to: to && { ...to, name: given.to ?? to.name },
    settings: {
      command: given.testCommand,
      cwd,
      environment,
      folder,
      seed: given.seed,
      results: given.results,
      startServer: (runFolder) => startRunServer(runFolder, given, environment),
      reporters: {
        vitest: inPackage('lib/vitest-reporter.js'),
        playwright: inPackage('lib/playwright-reporter.js'),
        node: inPackage('lib/node-reporter.js'),
      },
      time: systemClock,
      stop,
    },
    reproduce: (ids) => reproduceText(given, ids),
  })
}

/** The path of a built file of this package. */
const inPackage = (path: string) => join(packageRoot(), 'dist', path)

/** Runs a function with a new folder, and deletes it afterwards. */
export async function withTemporaryFolder<Result>(
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-tolerance-'))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Describes a run that has ended, in one line. */
export function progressText({
  name,
  variants,
  results,
  seconds,
  end,
  coverage,
}: RunOutcome): string {
  const failed = [...results.values()].filter(({ status }) => status === 'failed').length
  const tests =
    results.size === 0
      ? (end.problem ?? `exit code ${end.code}`)
      : `${formatCount(results.size, 'test')}, ${failed} failed`
  const [behaviours, requests] = [
    formatCount(variants.length, 'behaviour'),
    formatCount(coverage.calls, 'request'),
  ]
  return `${name}: ${behaviours}, ${tests}, ${requests}, ${seconds.toFixed(1)} s`
}

/** The line after the first run: how many runs are planned, and how to limit them. */
export const planText = ({ seconds }: RunOutcome, runs: number): string =>
  `The first run took ${seconds.toFixed(1)} s. At least ${runs} are planned, and each failure adds some. --budget, as in --budget 10m, limits them.`

/** Describes a cause that was found, in one line. */
export const causeText = ({ variants, failure }: Cause): string =>
  `✗ ${variants.map(({ id }) => id).join(' with ')} breaks ${failure.test}`

/** The command line of a session that plays only these behaviours. */
function reproduceText(given: ToleranceFlags, ids: readonly string[]): string {
  const { testCommand, profile, to, fixture, scenarios, results, seed, speed } = given
  const keptFlags = [
    ['profile', profile, 'documented'],
    ['to', to, undefined],
    ['fixture', fixture, 'demo'],
    ['scenarios', scenarios, undefined],
    ['speed', speedText(speed), 'max'],
    ['seed', seed, 'understudy'],
    ['results', results, undefined],
  ] as const
  const words = keptFlags.flatMap(([flag, value, usual]) =>
    value === undefined || value === usual ? [] : [`--${flag}`, value],
  )
  const only = ids.flatMap((id) => ['--only', id])
  const all = ['npx', 'agent-understudy', 'tolerance', ...words, ...only, '--', ...testCommand]
  return all.map(shellWord).join(' ')
}

/**
 * Starts `serve` in its own process: tests that crash or kill the server do not end the session.
 * The server plays the run that `folder` describes, and ends when this process ends. Throws
 * `RunError`.
 */
async function startRunServer(
  folder: string,
  { port, speed, fixture, scenarios }: ToleranceFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RunServer> {
  const values = [`--port=${port}`, `--speed=${speedText(speed)}`, `--fixture=${fixture}`]
  // The session has already applied the config file.
  const flags = ['--no-config', '--json', ...values]
  if (scenarios !== undefined) flags.push(`--scenarios=${scenarios}`)
  const program = inPackage('cli/understudy.js')
  const child = spawn(process.execPath, [program, 'serve', ...flags], {
    // Without UNDERSTUDY_URL, the server is not taken for a process of the tests.
    env: { ...environment, UNDERSTUDY_RUN: folder, UNDERSTUDY_URL: undefined },
    // The server gets its own process group, so that Ctrl-C only reaches this process.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)))
  const exitEvent = once(child, 'exit')
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const ready = await Promise.race([
    once(lines, 'line').then(([line]) => JSON.parse(String(line)) as { readonly url: string }),
    exitEvent.then(() => undefined),
  ])
  if (ready === undefined) throw new RunError(`The server of a run did not start: ${errors.trim()}`)
  let isClosed = false
  return {
    url: ready.url,
    died: new Promise((resolve) => {
      void exitEvent.then(([code, signal]) => {
        if (!isClosed) resolve(signal === null ? `exit code ${code}` : String(signal))
      })
    }),
    async close() {
      isClosed = true
      child.kill('SIGKILL')
      await exitEvent
    },
  }
}

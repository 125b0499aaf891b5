import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { escapeLines, escapeStack } from '../contract/escape.ts'
import { systemTime } from '../conformance/session/time.ts'
import { systemClock } from '../mocks/world/clock.ts'
import type { RunOutcome } from '../tolerance/execute.ts'
import type { ToleranceReport } from '../contract/tolerance-report.ts'
import { toTerminal } from '../tolerance/summary.ts'
import { runTolerance, selectVariants } from '../tolerance/tolerance.ts'
import { type OutputIo, UsageError } from './command-line.ts'
import {
  readToleranceFlags,
  type ToleranceFlags,
  toleranceHelp,
  unknownBehaviour,
} from './tolerance/flags.ts'
import { prepareReports, toJson } from './tolerance/reports.ts'
import { startRunServer } from './tolerance/run-server.ts'
import { loadProfile, loadFixture } from './world-data.ts'

const { createRequire } = process.getBuiltinModule('node:module')

/** The place and the environment of the test command. Default: those of this process. */
export type ToleranceDependencies = {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/**
 * `agent-understudy tolerance -- COMMAND`: runs the tests of a client under every behaviour that the
 * specification allows. Resolves to the exit code: 0 all tolerated, 1 a behaviour breaks tests, 2 a stale baseline, 3
 * tests that fail by themselves, 4 no request reached the fake, 5 budget used up, 7 error of this
 * program, 130 interrupted. Throws `UsageError` for a wrong command line.
 */
export async function tolerance(
  argv: readonly string[],
  io: OutputIo,
  dependencies: ToleranceDependencies = {},
): Promise<number> {
  const given = readToleranceFlags(argv)
  if (given === 'help') {
    io.stdout.write(toleranceHelp())
    return 0
  }
  const profile = await loadProfile(given.profile)
  const all = selectVariants(profile, { only: [], faults: true })
  const ids = [...all.variants, ...all.leftOut].map(({ id }) => id)
  refuseUnknown(given, ids)
  // Finds mistakes before the first run.
  await loadFixture(given.fixture)
  const finish = await prepareReports(given, ids, systemTime.today())
  const folder = await openFolder(given.keep)
  try {
    return await runSession(given, folder, finish, io, dependencies)
  } catch (error) {
    if (error instanceof UsageError) throw error
    io.stderr.write(`${escapeStack(error)}\n`)
    return 7
  } finally {
    if (given.keep === undefined) await rm(folder, { recursive: true, force: true })
  }
}

async function runSession(
  given: ToleranceFlags,
  folder: string,
  finish: (report: ToleranceReport) => Promise<ToleranceReport>,
  io: OutputIo,
  { cwd = process.cwd(), environment = process.env }: ToleranceDependencies,
): Promise<number> {
  const stop = new AbortController()
  void io.stopped?.then(() => stop.abort())
  const root = dirname(createRequire(import.meta.url).resolve('agent-understudy/package.json'))
  const inPackage = (path: string) => join(root, 'dist', path)
  const server = {
    program: inPackage('cli/understudy.js'),
    environment,
    fixture: given.fixture,
    scenarios: given.scenarios,
    speed: given.speed,
    port: given.port,
  }
  const made = await runTolerance({
    ...given,
    profile: await loadProfile(given.profile),
    settings: {
      command: given.command,
      cwd,
      environment,
      folder,
      seed: given.seed,
      results: given.results,
      startServer: (runFolder) => startRunServer(runFolder, server),
      reporters: {
        vitest: inPackage('lib/vitest-reporter.js'),
        playwright: inPackage('lib/playwright-reporter.js'),
      },
      time: systemClock,
      stop: stop.signal,
    },
    fixture: given.fixture,
    reproduce: (ids) => reproduceText(given, ids),
    onCause: ({ variants, failure }) =>
      io.stderr.write(
        escapeLines([`✗ ${variants.map(({ id }) => id).join(' with ')} breaks ${failure.test}`]),
      ),
    onRun: (outcome) => io.stderr.write(escapeLines([progressText(outcome)])),
  })
  const report = await finish(made)
  io.stdout.write(given.json ? toJson(report) : toTerminal(report))
  return report.exit
}

function refuseUnknown({ only }: ToleranceFlags, ids: readonly string[]): void {
  for (const pattern of only) {
    const isKnown = pattern.includes('*') || ids.includes(pattern)
    if (!isKnown) throw unknownBehaviour(pattern, ids)
  }
}

/** The folder for the runs: a new one, or an empty one of the user. */
async function openFolder(keep: string | undefined): Promise<string> {
  if (keep === undefined) return mkdtemp(join(tmpdir(), 'understudy-tolerance-'))
  const folder = resolve(keep)
  try {
    await mkdir(folder, { recursive: true })
    if ((await readdir(folder)).length === 0) return folder
  } catch (error) {
    throw new UsageError(
      `--keep: ${keep} can't be made (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  throw new UsageError(`--keep: ${keep} is not empty. Name a new folder, or empty it.`)
}

function progressText({ name, variants, results, seconds, end, coverage }: RunOutcome): string {
  const failed = [...results.values()].filter(({ status }) => status === 'failed').length
  const tests =
    results.size === 0
      ? (end.problem ?? `exit code ${end.code}`)
      : `${results.size} tests, ${failed} failed`
  return `${name}: ${variants.length} behaviours, ${tests}, ${coverage.calls} requests, ${seconds.toFixed(1)} s`
}

/** The command line that plays only some behaviours. */
function reproduceText(given: ToleranceFlags, ids: readonly string[]): string {
  const { command, profile, fixture, scenarios, results, seed, speed } = given
  const kept = [
    ['profile', profile, 'documented'],
    ['fixture', fixture, 'demo'],
    ['scenarios', scenarios, undefined],
    ['speed', speed, 'max'],
    ['seed', seed, 'understudy'],
    ['results', results, undefined],
  ] as const
  const words = kept.flatMap(([flag, value, usual]) =>
    value === undefined || value === usual ? [] : [`--${flag}`, value],
  )
  const only = ids.flatMap((id) => ['--only', id])
  const all = ['npx', 'agent-understudy', 'tolerance', ...words, ...only, '--', ...command]
  return all.map(quoteWord).join(' ')
}

const quoteWord = (word: string) =>
  /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

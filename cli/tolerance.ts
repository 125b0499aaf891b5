import { mkdir, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { systemTime } from '../conformance/session/time.ts'
import { escapeStack } from '../contract/escape.ts'
import type { ToleranceReport } from '../contract/tolerance-report.ts'
import { toTerminal } from '../testing/tolerance/summary.ts'
import { type OutputIo, UsageError } from './command-line.ts'
import { defineCommand } from './define-command.ts'
import { createProgress } from './progress.ts'
import { withColours } from './terminal.ts'
import { type ToleranceFlags, toleranceGrammar } from './tolerance/flags.ts'
import { jsonText } from './json-text.ts'
import { prepareReports } from './tolerance/reports.ts'
import {
  causeText,
  checkSession,
  planText,
  playSession,
  progressText,
  type ToleranceDependencies,
  withTemporaryFolder,
} from './tolerance/session.ts'

/**
 * `agent-understudy tolerance -- COMMAND`: runs the tests of a client under every behaviour that
 * the specification allows. Resolves to: 0 all tolerated, 1 a behaviour breaks tests, 2 a stale
 * baseline, 3 tests that fail by themselves, 4 no request reached the fake or no behaviour was
 * judged, 5 budget used up, 7 error of this program, 130 interrupted. Throws `UsageError`.
 */
export const tolerance = defineCommand(
  {
    ...toleranceGrammar,
    usage: 'tolerance [flags] -- COMMAND',
    about: `Runs the tests of a client while the fake plays every behaviour that the specification leaves open,
and reports which of them break the tests.`,
    notes: `In the command, {url} stands for the address of the server of a run, and {run} for its folder. The
variables UNDERSTUDY_URL and UNDERSTUDY_RUN have them, too. Exit codes: 0 all tolerated, 1 a behaviour
breaks tests, 2 stale or expired entries in --baseline, 3 wrong command line, or tests that fail by themselves, 4 no request reached the fake,
or no behaviour was judged, 5 --budget used up, 7 error of this program, 130 interrupted.`,
  },
  async (given, io: OutputIo, dependencies: ToleranceDependencies = {}) => {
    // Checks the flags, so that mistakes are found before the first run.
    const ids = await checkSession(given)
    const finish = await prepareReports(given, ids, systemTime.today())
    const play = (folder: string) => report(given, folder, finish, io, dependencies)
    try {
      if (given.keep === undefined) return await withTemporaryFolder(play)
      return await play(await openFolder(given.keep))
    } catch (error) {
      if (error instanceof UsageError) throw error
      io.stderr.write(`${escapeStack(error)}\n`)
      return 7
    }
  },
)

/** Plays a session, shows its progress, and prints its report. Resolves to the exit code. */
async function report(
  given: ToleranceFlags,
  folder: string,
  finish: (report: ToleranceReport) => Promise<ToleranceReport>,
  io: OutputIo,
  dependencies: ToleranceDependencies,
): Promise<number> {
  const stop = new AbortController()
  void io.interrupted?.then(() => stop.abort())
  const progress = createProgress(io.stderr, given.quiet, dependencies)
  const sessionReport = await playSession(given, folder, {
    ...dependencies,
    stop: stop.signal,
    onCause: (cause) => given.quiet || progress.write(causeText(cause)),
    onRun: (outcome, _purpose, { done, of, runs }) => {
      if (outcome.name === 'baseline-1' && !given.quiet) progress.write(planText(outcome, runs))
      progress.show({ text: progressText(outcome), share: done / of })
    },
  }).finally(progress.end)
  const finished = await finish(sessionReport)
  io.stdout.write(given.json ? jsonText(finished) : withColours(toTerminal(finished), io.stdout))
  return finished.exit
}

/** Creates the folder of `--keep` for the runs. An existing folder must be empty. */
async function openFolder(keep: string): Promise<string> {
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

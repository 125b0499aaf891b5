import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { toProfileDocument } from '../contract/profile.ts'
import type { Profile } from '../contract/picks.ts'
import {
  type RunDocument,
  runFiles,
  runVariable,
  type TestResult,
} from '../testing/run/run-document.ts'
import { readJunit, ResultsError } from './junit.ts'
import { readCoverage, readReported, type RunCoverage } from './read-run.ts'
import { type CommandEnd, runCommand, type Time } from './run-command.ts'
import { prepareCommand, type Reporters } from './runner-flags.ts'
import type { Variant } from './variant.ts'

/** The server that plays a run for tests in other processes. */
export type RunServer = {
  /** Its address, without a slash at the end. */
  readonly url: string
  /** Resolves with the reason if it ends before `close`. */
  readonly died: Promise<string>
  close(): Promise<void>
}

/** What all runs of a command have in common. */
export type RunSettings = {
  /** The words of the test command; `{url}` and `{run}` stand for server and folder of the run. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder in which each run gets a folder. */
  readonly folder: string
  readonly seed: string
  /** Starts the server of a run, whose document is in the folder. */
  readonly startServer: (runFolder: string) => Promise<RunServer>
  readonly reporters: Reporters
  /** The JUnit report that the command writes; `{run}` stands for the folder of the run. */
  readonly results?: string | undefined
  readonly time: Time
  readonly stop: AbortSignal
}

export type RunRequest = {
  /** Its name, which is that of its folder, such as `options-2`. */
  readonly name: string
  readonly profile: Profile
  readonly variants: readonly Variant[]
  /** The tests that matter; all by default. Others may run, too. */
  readonly selectors?: readonly string[] | undefined
  /** Milliseconds after which the command is killed. */
  readonly timeout: number
}

/** What happened in a run. */
export type RunOutcome = {
  readonly name: string
  readonly variants: readonly Variant[]
  /** The folder with the document, the calls, the results and the output. */
  readonly folder: string
  readonly seconds: number
  readonly end: CommandEnd
  /** The results of single tests by their ids; empty without a report. */
  readonly results: ReadonlyMap<string, TestResult>
  readonly coverage: RunCoverage
}

/** A run that cannot go on: the sentence says why and what to do. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

const outputFile = 'output.txt'

/** Runs the command once beside a fresh server. Throws a `RunError` if the server was killed. */
export async function executeRun(settings: RunSettings, request: RunRequest): Promise<RunOutcome> {
  const { name, variants } = request
  const folder = join(settings.folder, name)
  await mkdir(folder, { recursive: true })
  const document: RunDocument = {
    name,
    profile: toProfileDocument(request.profile) as object,
    faults: variants.flatMap(({ faults }) => faults),
    seed: settings.seed,
  }
  await writeFile(join(folder, runFiles.document), JSON.stringify(document, null, 2))
  const server = await settings.startServer(folder)
  let death: string | undefined
  const dead = new AbortController()
  void server.died.then((reason) => {
    death = reason
    dead.abort()
  })
  const place = (word: string) => word.replaceAll('{url}', server.url).replaceAll('{run}', folder)
  const { reporters, cwd, time } = settings
  const prepared = prepareCommand(settings.command.map(place), request.selectors, reporters, folder)
  const resultsFile = settings.results && resolve(cwd, place(settings.results))
  // An old report must not pass for that of this run.
  if (resultsFile !== undefined) await rm(resultsFile, { force: true })
  const began = time.now()
  try {
    const end = await runCommand({
      command: prepared.command,
      environment: {
        ...settings.environment,
        ...prepared.environment,
        [runVariable]: folder,
        UNDERSTUDY_URL: server.url,
      },
      cwd,
      timeout: request.timeout,
      outputFile: join(folder, outputFile),
      time,
      stop: AbortSignal.any([settings.stop, dead.signal]),
    })
    if (death !== undefined)
      throw new RunError(
        `The command ended the server of the run \`${name}\` (${death}). Tests must not kill processes that they did not start.`,
      )
    return {
      name,
      variants,
      folder,
      seconds: (time.now() - began) / 1000,
      end,
      results: await readResults(folder, resultsFile),
      coverage: await readCoverage(folder, variants),
    }
  } finally {
    await server.close()
  }
}

/** The results of single tests, from the JUnit report or from our reporters. */
async function readResults(
  folder: string,
  junitFile: string | undefined,
): Promise<ReadonlyMap<string, TestResult>> {
  const tests = junitFile === undefined ? await readReported(folder) : await readReport(junitFile)
  return new Map(tests.map((test) => [test.id, test]))
}

/** Throws a `RunError` for a file that is no JUnit report. */
async function readReport(file: string): Promise<readonly TestResult[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new RunError(`--results: ${file} can't be read (${error.code}).`)
  })
  if (text === undefined) return []
  try {
    return readJunit(text)
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error
    // A command that was killed may leave half a report.
    return []
  }
}

import { mkdir, readFile, rm, writeFile, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { toProfileDocument } from '../../contract/profile.ts'
import type { Profile } from '../../contract/picks.ts'
import {
  type RunDocument,
  runFiles,
  runVariable,
  type TestResult,
  type PinnedProfile,
  type RunCall,
} from '../run/run-document.ts'
import { type CommandEnd, type CommandOptions, runCommand, type Time } from './run-command.ts'
import { withoutColours } from '../run/run-lines.ts'
import { isEnvironment, variablesOf } from './environments.ts'
import type { Variant } from './variant.ts'
import { parseJson } from '../../contract/json.ts'
import { readJunit, ResultsError } from './results.ts'
import { type PreparedCommand, prepareCommand, type Reporters } from './runners.ts'

/** The server that plays a run for tests in other processes. */
export type RunServer = {
  /** The address of the server, without a slash at its end. */
  readonly url: string
  /** Resolves with the reason if the server ends before `close`. */
  readonly died: Promise<string>
  close(): Promise<void>
}

/** The settings that all runs of a command share. */
export type RunSettings = {
  /** The words of the test command. `{url}` is the server of the run, `{run}` its folder. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder in which each run gets a folder. */
  readonly folder: string
  readonly seed: string
  /** Starts the server of a run. The folder has the document of the run. */
  readonly startServer: (runFolder: string) => Promise<RunServer>
  readonly reporters: Reporters
  /** Runs the command. Default: as a process. */
  readonly runCommand?: ((options: CommandOptions) => Promise<CommandEnd>) | undefined
  /** The JUnit report that the command writes; `{run}` stands for the folder of the run. */
  readonly results?: string | undefined
  readonly time: Time
  readonly stop: AbortSignal
}

type RunRequest = {
  /** The name of the run and of its folder, such as `options-2`. */
  readonly name: string
  readonly profile: Profile
  readonly variants: readonly Variant[]
  /** The variants whose environment variables every run sets. */
  readonly environments: readonly Variant[]
  /** Selects the tests to run; all by default. Other tests may run, too. */
  readonly selectors?: readonly string[] | undefined
  /** Milliseconds after which the command is killed. */
  readonly timeout: number
}

/** The outcome of a run. */
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

/** Thrown if a run cannot continue. The message has the reason and the solution. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

const outputFile = 'output.txt'

/** Runs the command once, with a new server. Throws a `RunError` if the server was killed. */
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
  const resultsFile = settings.results && resolve(cwd, place(settings.results))
  const prepared = prepareCommand(settings.command.map(place), {
    selectors: request.selectors,
    reporters,
    folder,
    hasOwnReport: resultsFile !== undefined,
  })
  const began = time.now()
  try {
    if (resultsFile !== undefined) await deleteOldReport(resultsFile)
    const end = await (settings.runCommand ?? runCommand)({
      command: prepared.command,
      environment: {
        ...settings.environment,
        ...variablesOf([...request.environments, ...variants]),
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
    const results = await readResults(folder, cwd, prepared.results, resultsFile, end.code === 0)
    const isUnexplained = end.code !== 0 && results.size === 0
    const assertion = isUnexplained ? await readAssertion(join(folder, outputFile)) : undefined
    return {
      name,
      variants,
      folder,
      seconds: (time.now() - began) / 1000,
      end: assertion === undefined ? end : { ...end, tail: assertion },
      results,
      coverage: await readCoverage(folder, variants),
    }
  } finally {
    await server.close()
  }
}

/** Deletes the report of an earlier run, so that it is not read as the report of this run. */
async function deleteOldReport(file: string): Promise<void> {
  await rm(file, { force: true }).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'ERR_FS_EISDIR'
        ? 'is a folder: name the JUnit report that the command writes'
        : `can't be deleted before a run (${error.code})`
    throw new RunError(`--results: ${file} ${reason}.`)
  })
}

/**
 * The results of single tests: from the report of the user, of the runner, or of our reporters. A
 * command that passed must have written the report that `--results` names.
 */
async function readResults(
  folder: string,
  cwd: string,
  ofRunner: PreparedCommand['results'],
  file: string | undefined,
  isRequired: boolean,
): Promise<ReadonlyMap<string, TestResult>> {
  const tests =
    file !== undefined
      ? await readReport(file, readJunit, isRequired)
      : ofRunner !== undefined
        ? await readReport(join(folder, ofRunner.name), (text) => ofRunner.read(text, cwd))
        : await readLines<TestResult>(folder, runFiles.results)
  const byId = new Map<string, TestResult>()
  // Two tests may have the same name. Then the failure of one of them counts.
  for (const test of tests) if (byId.get(test.id)?.status !== 'failed') byId.set(test.id, test)
  return byId
}

/**
 * Reads a report of tests. Throws a `RunError` for a file that can't be read, and for a required
 * report that is missing or has another format.
 */
async function readReport(
  file: string,
  read: (text: string) => readonly TestResult[],
  isRequired = false,
): Promise<readonly TestResult[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new RunError(`--results: ${file} can't be read (${error.code}).`)
  })
  if (text === undefined) {
    if (!isRequired) return []
    throw new RunError(
      `--results: the command passed, but it did not write ${file}: name the JUnit report that it writes.`,
    )
  }
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error
    // A killed command may leave an incomplete report.
    if (!isRequired) return []
    throw new RunError(`--results: ${file} is not a JUnit report: ${error.message}`)
  }
}

/** Match the first line of a failed assertion, and the line of a runner about a failed test. */
const signsOfFailure = [
  /(?:Error|Exception)(?: \[\w+\])?: |^E {3}/,
  /^(?:●|✗|✘|✖|×|not ok|FAIL|--- FAIL)/,
]

/** Some lines of the output, from its first failed assertion on; `undefined` without one. */
async function readAssertion(file: string): Promise<string | undefined> {
  const output = await readFile(file, 'utf8').catch(() => '')
  const lines = withoutColours(output).split('\n')
  const starts = signsOfFailure.map((sign) => lines.findIndex((line) => sign.test(line.trim())))
  const start = starts.find((index) => index !== -1)
  // Starts one line earlier, because that line often names the test.
  return start === undefined
    ? undefined
    : lines.slice(Math.max(0, start - 1), start + maxShownLines).join('\n')
}

const maxShownLines = 11

/** Facts from the recorded requests of a run. */
type RunCoverage = {
  /** The number of recorded requests. When a file is large, some requests are not recorded. */
  readonly calls: number
  /** Marks of requests: `choice=option`, `operation:<id>`, `fault:<id>`, and marks of variants. */
  readonly marks: ReadonlySet<string>
  /** The ids of variants whose fault hit a call in such a way that no client can recover. */
  readonly unfairVariants: ReadonlySet<string>
  /** The profiles that tests set themselves. */
  readonly pinned: readonly string[]
  /** Whether the fakes know which test sends a request. */
  readonly namesTests: boolean
}

/** Reads the requests in the folder of a run, in the order in which each process got them. */
export async function readCalls(folder: string): Promise<readonly RunCall[]> {
  const lines = await readLines<RunCall | PinnedProfile>(folder, runFiles.calls)
  return lines.filter((line): line is RunCall => !('pinned' in line))
}

/** Reads which variants the tests of a run reached. */
async function readCoverage(folder: string, variants: readonly Variant[]): Promise<RunCoverage> {
  const marks = new Set<string>()
  const unfairVariants = new Set<string>()
  const pinned = new Set<string>()
  let namesTests = false
  const requests = new Set<string>()
  const lines = await readLines<RunCall | PinnedProfile>(folder, runFiles.calls)
  for (const line of lines) {
    if ('pinned' in line) {
      pinned.add(line.pinned)
      continue
    }
    const { shown, endpoint, status, faults } = line
    namesTests ||= line.test !== null
    requests.add(`${line.world}\n${line.number}\n${line.time}`)
    for (const mark of shown) marks.add(mark)
    for (const variant of variants)
      if (variant.isShownBy?.(line) === true) for (const mark of variant.marks) marks.add(mark)
    if (endpoint !== null && status !== null && status < 300) marks.add(`operation:${endpoint}`)
    for (const fault of faults) {
      marks.add(`fault:${fault}`)
      const variant = variants.find((one) => one.faults.some(({ id }) => id === fault))
      if (variant?.isFair?.(line) === false) unfairVariants.add(variant.id)
    }
  }
  // The environment of the run affects every request.
  const environments = requests.size > 0 ? variants.filter(isEnvironment) : []
  for (const variant of environments) for (const mark of variant.marks) marks.add(mark)
  return { calls: requests.size, marks, unfairVariants, pinned: [...pinned], namesTests }
}

/** The lines of all files whose names match. Omits an unfinished line of a killed process. */
async function readLines<Line extends object>(folder: string, kind: RegExp): Promise<Line[]> {
  const names = (await readdir(folder)).filter((name) => kind.test(name)).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => parseJson(line, undefined))
    .filter((line): line is Line => typeof line === 'object' && line !== null)
}

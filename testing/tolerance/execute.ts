import { mkdir, readFile, rm, writeFile, readdir } from 'node:fs/promises'
import { join, resolve, basename } from 'node:path'
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
import type { Variant } from './variant.ts'
import { parseJson } from '../../contract/json.ts'
import { SaxesParser } from 'saxes'

/** The server that plays a run for tests in other processes. */
export type RunServer = {
  /** Its address, without a slash at the end. */
  readonly url: string
  /** Resolves with the reason if it ends before `close`. */
  readonly died: Promise<string>
  close(): Promise<void>
}

/** The settings that all runs of a command share. */
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
  /** The tests that matter; all by default. Others may run, too. */
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
  // An old report must not pass for the report of this run.
  if (resultsFile !== undefined) await rm(resultsFile, { force: true })
  const began = time.now()
  try {
    const end = await (settings.runCommand ?? runCommand)({
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

/** The records of the fakes of a run. */
type RunCoverage = {
  /** The number of requests; beyond a limit not all are counted. */
  readonly calls: number
  /** Marks of the requests: `choice=option`, `operation:agents.list`, `fault:<id>`. */
  readonly marks: ReadonlySet<string>
  /** The variants whose faults struck a call from which no client can recover. */
  readonly unfair: ReadonlySet<string>
  /** The profiles that tests set themselves. */
  readonly pinned: readonly string[]
}

/** Reads the requests in the folder of a run, in the order in which each process got them. */
export async function readCalls(folder: string): Promise<readonly RunCall[]> {
  const lines = await readLines<RunCall | PinnedProfile>(folder, runFiles.calls)
  return lines.filter((line): line is RunCall => !('pinned' in line))
}

/** Reads what the tests of a run reached. */
async function readCoverage(folder: string, variants: readonly Variant[]): Promise<RunCoverage> {
  const marks = new Set<string>()
  const unfair = new Set<string>()
  const pinned = new Set<string>()
  const requests = new Set<string>()
  const lines = await readLines<RunCall | PinnedProfile>(folder, runFiles.calls)
  for (const line of lines) {
    if ('pinned' in line) {
      pinned.add(line.pinned)
      continue
    }
    const { shown, endpoint, status, faults } = line
    requests.add(`${line.world}\n${line.number}\n${line.time}`)
    for (const mark of shown) marks.add(mark)
    if (endpoint !== null && status !== null && status < 300) marks.add(`operation:${endpoint}`)
    for (const fault of faults) {
      marks.add(`fault:${fault}`)
      const variant = variants.find((one) => one.faults.some(({ id }) => id === fault))
      if (variant?.isFair?.(line) === false) unfair.add(variant.id)
    }
  }
  return { calls: requests.size, marks, unfair, pinned: [...pinned] }
}

/** Reads the results that the reporters for Vitest and Playwright wrote. */
const readReported = (folder: string): Promise<readonly TestResult[]> =>
  readLines<TestResult>(folder, runFiles.results)

/** The lines of all files of a kind. A line that a killed process did not finish is left out. */
async function readLines<Line extends object>(folder: string, kind: RegExp): Promise<Line[]> {
  const names = (await readdir(folder)).filter((name) => kind.test(name)).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => parseJson(line, undefined))
    .filter((line): line is Line => typeof line === 'object' && line !== null)
}

/** A test runner whose single tests can be selected and whose results a reporter of ours writes. */
type Runner = 'vitest' | 'playwright'

/** The paths of the reporters that write results into the folder of a run. */
type Reporters = Readonly<Record<Runner, string>>

/** Selections longer than this are left out: all tests run again. */
const maxSelection = 20_000

/** The words that may come before a runner, besides flags and variables. */
const launchers = /^(npx|pnpm|yarn|bun|bunx|node|npm|exec|dlx|x|env|cross-env|dotenv|-.*|\w+=.*)$/

/** Finds the runner that a command starts, also through `npx` and the like. */
function runnerOf(command: readonly string[]): Runner | undefined {
  const words = command.map((word) => basename(word).replace(/\.(m?js|cmd)$/, ''))
  const start = words.findIndex((word) => !launchers.test(word))
  // Without `--`, npm would take the flags for itself.
  if (words[0] === 'npm' && !words.slice(0, start).includes('--')) return undefined
  if (words[start] === 'vitest') return 'vitest'
  return words[start] === 'playwright' && words[start + 1] === 'test' ? 'playwright' : undefined
}

/** Whether single tests of a command can be run again. */
export const canSelect = (command: readonly string[]): boolean =>
  runnerOf(command) !== undefined &&
  !command.some((word) => /^(-t|-g|--grep|--testNamePattern)(=|$)/.test(word))

/**
 * Adds to a command what makes its runner write results and run only some tests. Other commands
 * stay as they are: all of their tests run.
 */
export function prepareCommand(
  command: readonly string[],
  selectors: readonly string[] | undefined,
  reporters: Reporters,
  folder: string,
): { readonly command: readonly string[]; readonly environment: Readonly<Record<string, string>> } {
  const runner = runnerOf(command)
  const environment = {
    // Playwright adds this reporter to those of the configuration; other runners ignore it.
    PW_TEST_REPORTER: reporters.playwright,
    // Parallel runs must not write into one folder.
    PLAYWRIGHT_HTML_OUTPUT_DIR: `${folder}/playwright-report`,
    PLAYWRIGHT_HTML_OPEN: 'never',
  }
  const pattern = selectors?.map(escapePattern).join('|') ?? ''
  const isSelected = pattern !== '' && pattern.length < maxSelection && canSelect(command)
  if (runner === 'vitest') {
    const hasReporter = command.some((word) => /^--reporter(=|$)/.test(word))
    return {
      command: [
        ...command,
        ...(hasReporter ? [] : ['--reporter=default']),
        `--reporter=${reporters.vitest}`,
        ...(isSelected ? ['-t', `^(${pattern.replaceAll(' > ', '(?: > | )')})$`] : []),
      ],
      environment,
    }
  }
  if (runner === undefined) return { command, environment }
  const hasOutput = command.some((word) => /^--output(=|$)/.test(word))
  return {
    command: [
      ...command,
      ...(hasOutput ? [] : [`--output=${folder}/test-results`]),
      ...(isSelected ? ['--grep', `(?:${pattern})(?:$| )`] : []),
    ],
    environment,
  }
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** The file of `--results` is not a JUnit report. */
export class ResultsError extends Error {
  override readonly name = 'ResultsError'
}

/** The characters of a message that are kept. */
const maxMessage = 1000

type Found = { -readonly [Key in keyof TestResult]: TestResult[Key] }

/**
 * Reads the test cases of a JUnit report. A test is named by file, class and title; of cases with
 * one name, the worst result counts. Throws a `ResultsError` for anything else.
 */
export function readJunit(text: string): TestResult[] {
  const parser = new SaxesParser()
  const tests = new Map<string, Found>()
  const suites: { readonly file: string }[] = []
  let current: Found | undefined
  let isInProblem = false
  let body = ''
  let hasRoot = false
  parser.on('error', (error) => {
    throw new ResultsError(`it is not well-formed XML: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const attribute = (key: string) => attributes[key] ?? ''
    if (name === 'testsuites' || name === 'testsuite') hasRoot = true
    if (name === 'testsuite') suites.push({ file: attribute('file') })
    if (name === 'testcase') {
      const file = attribute('file') || suites.at(-1)?.file || ''
      const names = [file, attribute('classname'), attribute('name')]
      const id = [...new Set(names.filter((one) => one !== ''))].join(' > ')
      current = { id, selector: attribute('name'), status: 'passed' }
    }
    if (current === undefined) return
    if (name === 'skipped') current.status = 'skipped'
    if (name === 'failure' || name === 'error') {
      current.status = 'failed'
      current.message ??= attribute('message')
      isInProblem = true
      body = ''
    }
  })
  const collect = (piece: string) => {
    if (isInProblem && body.length < maxMessage) body += piece
  }
  parser.on('text', collect)
  parser.on('cdata', collect)
  parser.on('closetag', ({ name }) => {
    if (name === 'testsuite') suites.pop()
    if ((name === 'failure' || name === 'error') && current !== undefined) {
      isInProblem = false
      current.message = (current.message || body.trim()).slice(0, maxMessage)
    }
    if (name !== 'testcase' || current === undefined) return
    const known = tests.get(current.id)
    if (known?.status !== 'failed') tests.set(current.id, current)
    current = undefined
  })
  parser.write(text).close()
  if (!hasRoot) throw new ResultsError('it has no `testsuite` element: write a JUnit report')
  return [...tests.values()]
}

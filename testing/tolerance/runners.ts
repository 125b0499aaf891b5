import { basename } from 'node:path'
import { escapePattern } from '../../contract/escape.ts'
import type { TestResult } from '../run/run-document.ts'
import { readJest, readPytest } from './results.ts'

/** The paths of the reporters that write results into the folder of a run. */
export type Reporters = Readonly<Record<'vitest' | 'playwright' | 'node', string>>

/** A file of results in the folder of a run. */
type ResultsFile = {
  readonly name: string
  readonly read: (text: string, cwd: string) => TestResult[]
}

/** A test runner that reports single tests and can select them. */
type Runner = {
  /** Matches flags by which the command of the user already selects tests. */
  readonly selects: RegExp
  /** Creates the pattern that selects these tests. */
  readonly pattern: (selectors: readonly string[]) => string
  /** Adds the flags for results and, with a pattern, for the selection of tests. */
  prepare(
    command: readonly string[],
    pattern: string | undefined,
    context: { readonly reporters: Reporters; readonly folder: string },
  ): readonly string[]
  /** The file that the runner writes; absent if a reporter of ours writes results. */
  readonly results?: ResultsFile
}

const anySelectorPattern = (selectors: readonly string[]) =>
  selectors.map((one) => escapePattern(one)).join('|')

/** The number of times that a command has a flag. */
const countFlags = (command: readonly string[], flag: string) =>
  command.filter((word) => word === flag || word.startsWith(`${flag}=`)).length

const runners = {
  vitest: {
    selects: /^(-t|--testNamePattern)(=|$)/,
    pattern: (selectors) => `^(${anySelectorPattern(selectors).replaceAll(' > ', '(?: > | )')})$`,
    prepare: (command, pattern, { reporters }) => [
      ...command,
      ...(countFlags(command, '--reporter') > 0 ? [] : ['--reporter=default']),
      `--reporter=${reporters.vitest}`,
      ...(pattern === undefined ? [] : ['-t', pattern]),
    ],
  },
  playwright: {
    selects: /^(-g|--grep)(=|$)/,
    pattern: (selectors) => `(?:${anySelectorPattern(selectors)})(?:$| )`,
    prepare: (command, pattern, { folder }) => [
      ...command,
      ...(countFlags(command, '--output') > 0 ? [] : [`--output=${folder}/test-results`]),
      ...(pattern === undefined ? [] : ['--grep', pattern]),
    ],
  },
  node: {
    selects: /^--test-(name|skip)-pattern(=|$)/,
    pattern: (selectors) => `^(${anySelectorPattern(selectors)})$`,
    prepare(command, pattern, { reporters }) {
      const reporterCount = countFlags(command, '--test-reporter')
      const hasTargets = countFlags(command, '--test-reporter-destination') > 0
      const toStdout = '--test-reporter-destination=stdout'
      // Flags must be before the first file: words after it are arguments of the tests.
      const at = command.indexOf('--test') + 1
      return [
        ...command.slice(0, at),
        `--test-reporter=${reporters.node}`,
        toStdout,
        ...(reporterCount === 0 ? ['--test-reporter=spec'] : []),
        // With several reporters, `node --test` requires a destination for each.
        ...(hasTargets ? [] : [toStdout]),
        ...(pattern === undefined ? [] : [`--test-name-pattern=${pattern}`]),
        ...command.slice(at),
      ]
    },
  },
  jest: {
    selects: /^(-t|--testNamePattern|--json|--outputFile)(=|$)/,
    pattern: (selectors) => `^(${anySelectorPattern(selectors)})$`,
    prepare: (command, pattern, { folder }) =>
      // Not added if the command has one of them: Jest accepts each flag only once.
      countFlags(command, '--json') + countFlags(command, '--outputFile') > 0
        ? command
        : [
            ...command,
            '--json',
            `--outputFile=${folder}/jest.json`,
            ...(pattern === undefined ? [] : ['-t', pattern]),
          ],
    results: { name: 'jest.json', read: readJest },
  },
  pytest: {
    selects: /^-k/,
    pattern: (selectors) => [...new Set(selectors)].map((one) => `(${one})`).join(' or '),
    prepare: (command, pattern, { folder }) => [
      ...command,
      // The format `xunit1` has the file of each test. With two report flags, pytest uses the
      // last one.
      '-o',
      'junit_family=xunit1',
      `--junitxml=${folder}/junit.xml`,
      ...(pattern === undefined ? [] : ['-k', pattern]),
    ],
    results: { name: 'junit.xml', read: readPytest },
  },
} as const satisfies Readonly<Record<string, Runner>>

type RunnerName = keyof typeof runners

/** The maximum length of a pattern, in characters. With a longer one, all tests run instead. */
const maxSelection = 20_000

/** Matches words that may come before the runner in a command: launchers, flags and variables. */
const launcherPattern =
  /^(npx|pnpm|yarn|bun|bunx|node|npm|exec|dlx|x|env|cross-env|dotenv|python[\d.]*|uv|poetry|pipenv|pdm|run|-.*|\w+=.*)$/

/** Matches flags of Node whose value is the next word. */
const flagWithValue = /^(-r|-C|--require|--import|--loader|--experimental-loader|--conditions)$/

/** The name of the program at a path. A flag or a variable stays whole: its value may be a path. */
const programName = (word: string) =>
  /^(-|\w+=)/.test(word) ? word : basename(word).replace(/\.(m?js|cmd|exe)$/, '')

/** Finds the runner that a command starts, directly or through a launcher such as `npx`. */
function findRunner(command: readonly string[]): RunnerName | undefined {
  const words = command.map(programName)
  const start = words.findIndex((word) => !launcherPattern.test(word))
  // Without `--`, npm would take the flags for itself.
  if (words[0] === 'npm' && !words.slice(0, start).includes('--')) return undefined
  if (isNodeTest(words)) return 'node'
  const name = words[start]
  if (name === 'vitest' || name === 'jest' || name === 'pytest') return name
  return name === 'playwright' && words[start + 1] === 'test' ? 'playwright' : undefined
}

/** Whether Node itself, or `tsx` for it, gets the flag `--test` before any file. */
function isNodeTest(words: readonly string[]): boolean {
  const node = words.findIndex((word) => word === 'node' || word === 'tsx')
  const flag = words.indexOf('--test')
  return (
    node !== -1 &&
    node < flag &&
    words
      .slice(node + 1, flag)
      .every((word, index) => word.startsWith('-') || flagWithValue.test(words[node + index] ?? ''))
  )
}

/** Whether single tests of a command can be run again. */
export function canSelect(command: readonly string[], hasOwnReport: boolean): boolean {
  const name = findRunner(command)
  if (name === undefined) return false
  // In a report of the user's command, tests may have names that cannot select them.
  const isNamed = !hasOwnReport || name === 'vitest' || name === 'playwright'
  return isNamed && !command.some((word) => runners[name].selects.test(word))
}

/** The values of a run that a runner needs. */
type RunContext = {
  /** The texts that select tests; all tests by default. */
  readonly selectors?: readonly string[] | undefined
  readonly reporters: Reporters
  /** The folder of the run. */
  readonly folder: string
  /** Whether the command writes a report that `--results` names. */
  readonly hasOwnReport?: boolean | undefined
}

/** A command with added flags, and the variables that its runner needs in a run. */
export type PreparedCommand = {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The file of results in the folder of the run; absent if a reporter of ours writes them. */
  readonly results?: ResultsFile | undefined
}

/**
 * Adds flags and variables to a command, so that its runner writes results and runs only the
 * selected tests. A command without a known runner stays unchanged, and runs all tests. A command
 * that writes its own report only gets reporters.
 */
export function prepareCommand(
  command: readonly string[],
  { selectors, reporters, folder, hasOwnReport = false }: RunContext,
): PreparedCommand {
  const environment = {
    // Playwright adds this reporter to those of the configuration; other runners ignore it.
    PW_TEST_REPORTER: reporters.playwright,
    // Parallel runs must not write into one folder.
    PLAYWRIGHT_HTML_OUTPUT_DIR: `${folder}/playwright-report`,
    PLAYWRIGHT_HTML_OPEN: 'never',
  }
  const name = findRunner(command)
  if (name === undefined) return { command, environment }
  const runner: Runner = runners[name]
  // A command that writes its own report keeps its flags unchanged.
  if (hasOwnReport && (runner.results !== undefined || name === 'node'))
    return { command, environment }
  const pattern =
    selectors === undefined || !canSelect(command, hasOwnReport) ? '' : runner.pattern(selectors)
  const isSelected = pattern !== '' && pattern.length < maxSelection
  return {
    command: runner.prepare(command, isSelected ? pattern : undefined, { reporters, folder }),
    environment,
    results: runner.results,
  }
}

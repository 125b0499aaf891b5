import { basename } from 'node:path'

/** A test runner whose single tests can be selected and whose results a reporter of ours writes. */
type Runner = 'vitest' | 'playwright'

/** The paths of the reporters that write results into the folder of a run. */
export type Reporters = Readonly<Record<Runner, string>>

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

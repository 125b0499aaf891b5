import { escapeLine, escapeLines } from '../contract/escape.ts'
import { nearestWord } from '../contract/nearest.ts'

/** The output of a command. */
export type Output = {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  /** The width of the terminal, in characters. */
  readonly columns?: number
}

/** The parts of the process that a command may use. */
export type Io = {
  readonly stdout: Output
  readonly stderr: Output
  /**
   * When a server must end: resolves at Ctrl-C or SIGTERM, or when the reader of stdout is gone.
   */
  readonly stopped: Promise<void>
  /** Resolves at Ctrl-C or SIGTERM only. A command with a result continues without a reader. */
  readonly interrupted?: Promise<void>
  /** Lets the next Ctrl-C end the process at once. `sentence` is written to stderr first. */
  exitOnNextStop?(sentence: () => string): void
}

/** `Io` for a command that only writes. The other properties are optional, which helps tests. */
export type OutputIo = Pick<Io, 'stdout' | 'stderr'> & Partial<Io>

/** Writes lines, and makes hidden characters in them visible. */
export const writeLines = (output: Output, ...lines: readonly string[]): unknown =>
  output.write(escapeLines(lines))

/** A mistake of the user: exit code 3, without a stack. Each argument is a line of the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'

  constructor(...lines: readonly string[]) {
    super(lines.map((line) => escapeLine(line)).join('\n'))
  }
}

export const usageExitCode = 3

/** Returns `Did you mean …?` with the nearest of these words, or `See --help.` if none is near. */
export function didYouMean(word: string, words: readonly string[], prefix = ''): string {
  const guess = nearestWord(word, words)
  return guess === undefined ? 'See --help.' : `Did you mean ${prefix}${guess}?`
}

/** Returns ` Did you mean …?` with the nearest of these words, or an empty text if none is near. */
export function guessText(word: string, words: readonly string[]): string {
  const guess = nearestWord(word, words)
  return guess === undefined ? '' : ` Did you mean ${guess}?`
}

/** The error for a command that does not exist. */
export function unknownCommand(name: string, commands: readonly string[], parent = ''): UsageError {
  const guess = nearestWord(name, commands)
  const hint = guess === undefined ? `There are: ${commands.join(', ')}` : `Did you mean ${guess}?`
  return new UsageError(`There is no command \`${parent}${name}\`. ${hint}`)
}

export function packageVersion(): string {
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)
  return (require('agent-understudy/package.json') as { readonly version: string }).version
}

/** Whether the word is a flag that asks for help. */
export const isHelp = (word: string): boolean => word === '--help' || word === '-h'

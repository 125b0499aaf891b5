import type { ParseArgsConfig } from 'node:util'
import { escapeLine } from '../contract/escape.ts'
import { nearest } from '../contract/nearest.ts'

// An `import` of node:util reads its every export, among them what draws differences: 20 ms.
const { parseArgs } = process.getBuiltinModule('node:util')

/** Something that the user gave and we can't use: exit code 3. Each argument is a line of the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'

  constructor(...lines: readonly string[]) {
    super(lines.map((line) => escapeLine(line)).join('\n'))
  }
}

/** The exit code of wrong usage. */
export const usageExitCode = 3

type Flags = NonNullable<ParseArgsConfig['options']>

/** Reads flags; throws `UsageError` for one that is unknown, lacks its value, or stands alone. */
export function readFlags<const Options extends Flags>(argv: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(explainParseError(error, options))
  }
}

/** Reads flags and up to so many words beside them; throws `UsageError` as `readFlags` does. */
export function readArguments<const Options extends Flags>(
  argv: readonly string[],
  options: Options,
  most: number,
) {
  const { values, positionals } = parse(argv, options)
  if (positionals.length > most)
    throw new UsageError(`There is one word too many: \`${positionals[most]}\`; see --help.`)
  return { values, words: positionals }
}

function parse<const Options extends Flags>(argv: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: true })
  } catch (error) {
    throw new UsageError(explainParseError(error, options))
  }
}

// An argument is never repeated in a message: it could be a password in the wrong place.
function explainParseError(error: unknown, options: Flags): string {
  const { code, message } = error as { readonly code?: string; readonly message: string }
  const name = /'(?:-\w, )?--?([\w-]+)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const guess = nearest(name, Object.keys(options))
    const hint = guess === undefined ? 'See --help.' : `Did you mean --${guess}?`
    return `There is no flag --${name}. ${hint}`
  }
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return options[name]?.type === 'boolean'
      ? `--${name} takes no value.`
      : `--${name} needs a value; one that begins with a dash is given as --${name}=VALUE.`
  return 'An argument has no flag before it; see --help.'
}

/** A whole number from a flag, within bounds; throws `UsageError`. */
export function parseInteger(flag: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new UsageError(`--${flag} takes a whole number from ${least} to ${most}, not \`${text}\`.`)
}

/** Where a command writes. */
export type Output = { write(text: string): unknown; readonly isTTY?: boolean | undefined }

/** What a command may touch of the process that runs it. */
export type Io = {
  readonly stdout: Output
  readonly stderr: Output
  /** Settles once the process is told to stop. */
  readonly stopped: Promise<void>
  /** Ends the process when it is told to stop once more, after this sentence on stderr. */
  exitOnNextStop?(sentence: () => string): void
}

/** Says that there is no such command, and which one may be meant. */
export function unknownCommand(name: string, commands: readonly string[]): UsageError {
  const guess = nearest(name, commands)
  const hint = guess === undefined ? `There are: ${commands.join(', ')}` : `Did you mean ${guess}?`
  return new UsageError(`There is no command \`${name}\`. ${hint}`)
}

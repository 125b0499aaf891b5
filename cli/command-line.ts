import { escapeLine } from '../contract/escape.ts'
import { nearest } from '../contract/nearest.ts'

// An import from node:util evaluates all its exports, which takes 20 ms.
const { parseArgs } = process.getBuiltinModule('node:util')

/** The output of a command. */
export type Output = {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  /** The width of the terminal. */
  readonly columns?: number
}

/** The parts of the process that a command may use. */
export type Io = {
  readonly stdout: Output
  readonly stderr: Output
  /** Resolves when the process receives Ctrl-C or SIGTERM. */
  readonly stopped: Promise<void>
  /** Lets the next Ctrl-C end the process at once, after writing this sentence to stderr. */
  exitOnNextStop?(sentence: () => string): void
}

/** The parts for a command that only writes. A test can leave out the others. */
export type OutputIo = Pick<Io, 'stdout' | 'stderr'> & Partial<Io>

/** A command: takes the words after its name, and resolves to the exit code. */
export type Command = (argv: readonly string[], io: Io) => Promise<number>

/** A command. Its code is loaded only when it is called: `serve` needs no code of the suite. */
export type CommandRow = {
  /** Its line in the help. */
  readonly about: string
  /** The words after its name: files such as `[DIR|FILE]`, or a list of words such as `bash|zsh`. */
  readonly words?: string
  readonly load: () => Promise<Command>
  /** Its flags, for the completion of shells. */
  readonly flags: () => Promise<Flags>
}

/** Commands below a common name, such as `scenarios check`. */
export type CommandGroup = {
  readonly about: string
  readonly intro: string
  readonly commands: Readonly<Record<string, CommandRow>>
}

/** Commands by name. */
export type CommandTable = Readonly<Record<string, CommandRow | CommandGroup>>

/** A mistake of the user: exit code 3, without a stack. Each argument is one line of the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'

  constructor(...lines: readonly string[]) {
    super(lines.map((line) => escapeLine(line)).join('\n'))
  }
}

export const usageExitCode = 3

/** A flag of a command: its type, and its line in the help. */
export type Flag = {
  /** The name of its value in the help, such as `FILE`. A flag without it is a switch. */
  readonly value?: string
  readonly default?: string
  /** The known values, which a shell completes. After one that ends with `=` follows a file. */
  readonly values?: readonly string[] | (() => Promise<readonly string[]>)
  readonly isRepeatable?: true
  readonly help: string
}

/** The flags of a command by name; every command also has `--help`. */
export type Flags = Readonly<Record<string, Flag>>

/** The flag of every command that shows its progress or writes notes. */
export const quietFlag = {
  quiet: { help: 'writes no progress and no notes; warnings and results stay' },
} as const satisfies Flags

export type FlagValues<Table extends Flags> = {
  readonly [Name in keyof Table]: FlagValue<Table[Name]>
} & { readonly help: boolean }

type FlagValue<One extends Flag> = One extends { readonly value: string }
  ? One extends { readonly isRepeatable: true }
    ? readonly string[]
    : One extends { readonly default: string }
      ? string
      : string | undefined
  : boolean

/**
 * Reads a command line: the flags of the table, and at most this many other words. Throws
 * `UsageError` for an unknown flag, a missing value, or an extra word.
 */
export function readFlags<const Table extends Flags>(
  argv: readonly string[],
  table: Table,
  mostWords = 0,
): FlagValues<Table> & { readonly words: readonly string[] } {
  const { values, positionals } = parse(argv, table)
  const [extra] = positionals.slice(mostWords)
  // The message does not repeat an unexpected word: it could be a misplaced password.
  if (extra !== undefined)
    throw new UsageError(
      mostWords === 0
        ? 'An argument has no flag before it; see --help.'
        : `This argument is unexpected: \`${extra}\`; see --help.`,
    )
  const empty = Object.entries(table).map(([name, { value, isRepeatable }]) => [
    name,
    value === undefined ? false : isRepeatable ? [] : undefined,
  ])
  return { help: false, ...Object.fromEntries(empty), ...values, words: positionals }
}

function parse(argv: readonly string[], table: Flags) {
  const options = Object.entries(table).map(([name, { value, isRepeatable, ...flag }]) => [
    name,
    {
      type: value === undefined ? 'boolean' : 'string',
      multiple: isRepeatable ?? false,
      ...(flag.default !== undefined && { default: flag.default }),
    },
  ])
  const help = { type: 'boolean', short: 'h' } as const
  try {
    return parseArgs({
      args: [...argv],
      options: { ...Object.fromEntries(options), help },
      strict: true,
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(explainParseError(error, table))
  }
}

/** The sentence for an error of `parseArgs`, whose own message would repeat the value. */
function explainParseError(error: unknown, table: Flags): string {
  const { code, message } = error as { readonly code?: string; readonly message: string }
  const name = /'(?:-\w, )?--?([\w-]+)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `There is no flag --${name}. ${didYouMean(name, Object.keys(table), '--')}`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return String(error)
  return table[name]?.value === undefined
    ? `--${name} does not accept a value.`
    : `--${name} needs a value. If it begins with a dash, write --${name}=VALUE.`
}

/** `Did you mean …?` with the nearest of these words, or where to look. */
export function didYouMean(word: string, words: readonly string[], prefix = ''): string {
  const guess = nearest(word, words)
  return guess === undefined ? 'See --help.' : `Did you mean ${prefix}${guess}?`
}

/** ` Did you mean …?` with the nearest of these words, or an empty text. */
export function guessText(word: string, words: readonly string[]): string {
  const guess = nearest(word, words)
  return guess === undefined ? '' : ` Did you mean ${guess}?`
}

/** Reads the value of a flag such as `--plan`, one of these words. Throws `UsageError`. */
export function parseWord<Word extends string>(
  flag: string,
  value: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === value)
  if (found !== undefined) return found
  throw new UsageError(
    `${flag} is one of ${words.join(', ')}, not ${value}.${guessText(value, words)}`,
  )
}

/** The error for a command that does not exist. */
export function unknownCommand(name: string, commands: readonly string[], parent = ''): UsageError {
  const guess = nearest(name, commands)
  const hint = guess === undefined ? `There are: ${commands.join(', ')}` : `Did you mean ${guess}?`
  return new UsageError(`There is no command \`${parent}${name}\`. ${hint}`)
}

/** The version of this package. */
export function packageVersion(): string {
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)
  return (require('agent-understudy/package.json') as { readonly version: string }).version
}

/** Reads the value of a flag as a whole number from `least` to `most`; throws `UsageError`. */
export function parseInteger(flag: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new UsageError(`--${flag} takes a whole number from ${least} to ${most}, not \`${text}\`.`)
}

/** The help of a command: usage, summary, flags and further notes. */
export function helpText(usage: string, about: string, table: Flags, notes = ''): string {
  const rows = Object.entries(table).map(
    ([name, { value, isRepeatable, help, ...flag }]) =>
      [
        value === undefined ? `--${name}` : `--${name} ${value}`,
        [
          help,
          ...(flag.default === undefined ? [] : [`(default: ${flag.default})`]),
          ...(isRepeatable ? ['(may be repeated)'] : []),
        ].join(' '),
      ] as const,
  )
  const parts = [`Usage: ${usage}`, about, rowsText(rows), notes]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const textWidth = 72

/** Formats labels with a wrapped text beside each. A label that is too long gets its own line. */
export function rowsText(rows: readonly (readonly [label: string, text: string])[]): string {
  const longest = Math.max(...rows.map(([label]) => label.length))
  const width = Math.min(longest, 24) + 4
  return rows
    .map(([label, text]) => {
      const [first = '', ...rest] = wrap(text)
      const indent = ' '.repeat(width)
      const head = `  ${label}`
      const isLong = head.length > width - 2
      const start = isLong ? [head, indent + first] : [head.padEnd(width) + first]
      return [...start, ...rest.map((line) => indent + line)].join('\n')
    })
    .join('\n')
}

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < textWidth)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

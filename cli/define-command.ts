import type { Io, OutputIo } from './command-line.ts'
import { type Flags, type ParsedCommandLine, type Grammar, readFlags } from './flags.ts'

/** A command: takes the words after its name, and resolves to the exit code. */
export type Command<In extends OutputIo = Io, Dependencies = never> = {
  (argv: readonly string[], io: In, dependencies?: Dependencies): Promise<number>
  /** The flags and words of the command, for shell completion and the config file. */
  readonly grammar: Pick<Grammar<Flags>, 'flags' | 'words'> & {
    /** Set if the command reads the config file itself, such as once for each of its targets. */
    readonly readsConfigItself?: true
  }
}

/**
 * A command in the table. Its code is loaded only when it is called, so that `serve` loads no code
 * of the suite.
 */
export type CommandRow = {
  /** The description of the command in the list of all commands. */
  readonly about: string
  /** The words after the command: files such as `[DIR|FILE]`, or fixed words such as `bash|zsh`. */
  readonly words?: string
  /** The command's page in docs/. The commands of a group share one page. */
  readonly page?: string
  /**
   * Other pages, by the word or flag that they explain: `{ demo: 'start/demo' }` for `init demo`.
   */
  readonly pages?: Readonly<Record<string, string>>
  readonly load: () => Promise<Command>
}

/** Returns the words of a usage text that a user types as they are: `gc` in `[gc]`, not `FILE`. */
export const literalWords = (words: string): readonly string[] => words.match(/\b[a-z]+\b/g) ?? []

/** Commands with the same first word, such as `scenarios check` and `scenarios play`. */
export type CommandGroup = {
  readonly about: string
  readonly page: string
  readonly intro: string
  readonly commands: Readonly<Record<string, CommandRow>>
}

/** Commands by name. */
export type CommandTable = Readonly<Record<string, CommandRow | CommandGroup>>

/** The definition of a command: its flags and words, and the texts of its help. */
export type CommandDefinition<Table extends Flags> = Grammar<Table> & {
  /** The usage text of the command line, without the name of the program. */
  readonly usage: string
  readonly about: string
  /** The text below the flags in the help. */
  readonly notes?: string
  /** The flags that the help shows. All other flags are only set by the config file. */
  readonly shown?: readonly string[]
}

/**
 * Creates a command: it prints its help, or reads its flags and runs. A test passes `dependencies`
 * to replace the network and the clock.
 */
export function defineCommand<
  const Table extends Flags,
  In extends OutputIo,
  Dependencies = unknown,
>(
  definition: CommandDefinition<Table>,
  run: (given: ParsedCommandLine<Table>, io: In, dependencies?: Dependencies) => Promise<number>,
): Command<In, Dependencies> {
  const call = async (argv: readonly string[], io: In, dependencies?: Dependencies) => {
    const given = readFlags(argv, definition)
    if (given !== undefined) return run(given, io, dependencies)
    io.stdout.write(helpOf(definition))
    return 0
  }
  return Object.assign(call, { grammar: definition })
}

/** Creates a command that runs another command if it gets a flag such as `--traffic`. */
export function withMode<In extends OutputIo, Dependencies>(
  command: Command<In, Dependencies>,
  flag: string,
  mode: Command<In>,
): Command<In, Dependencies> {
  const call = (argv: readonly string[], io: In, dependencies?: Dependencies) =>
    argv.some((word) => word === `--${flag}` || word.startsWith(`--${flag}=`))
      ? mode(argv, io)
      : command(argv, io, dependencies)
  const ownFlags = command.grammar.flags
  return Object.assign(call, {
    grammar: { ...command.grammar, flags: { ...ownFlags, ...mode.grammar.flags, ...ownFlags } },
  })
}

function helpOf<Table extends Flags>(definition: CommandDefinition<Table>): string {
  const { usage, about, flags, notes: end = '', shown } = definition
  const rows = Object.entries(flags).flatMap(([name, { value, isRepeatable, help, ...flag }]) => {
    if (shown !== undefined && !shown.includes(name)) return []
    const notes = [
      ...(flag.default === undefined ? [] : [`default: ${flag.default}`]),
      ...(flag.type?.note === undefined ? [] : [flag.type.note]),
    ]
    const text = [
      help,
      ...(notes.length === 0 ? [] : [`(${notes.join('; ')})`]),
      ...(isRepeatable ? ['(may be repeated)'] : []),
    ]
    return [[value === undefined ? `--${name}` : `--${name} ${value}`, text.join(' ')] as const]
  })
  const parts = [`Usage: agent-understudy ${usage}`, about, rowsText(rows), end]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const textWidth = 72

/** Formats labels with a wrapped text beside each. A label that is too long gets its own line. */
export function rowsText(rows: readonly (readonly [label: string, text: string])[]): string {
  const longest = Math.max(...rows.map(([label]) => label.length))
  const width = Math.min(longest, 24) + 4
  return rows
    .map(([label, text]) => {
      const [first = '', ...rest] = wrapText(text)
      const indent = ' '.repeat(width)
      const head = `  ${label}`
      const isLong = head.length > width - 2
      const start = isLong ? [head, indent + first] : [head.padEnd(width) + first]
      return [...start, ...rest.map((line) => indent + line)].join('\n')
    })
    .join('\n')
}

function wrapText(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < textWidth)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

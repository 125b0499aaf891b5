import { ownField } from '../contract/json.ts'
import { type Io, isHelp, unknownCommand, usageExitCode, UsageError } from './command-line.ts'
import { commands } from './commands.ts'
import type { Surroundings } from './config/add-settings.ts'
import { withConfig } from './config/with-config.ts'
import {
  type CommandGroup,
  type CommandRow,
  type CommandTable,
  literalWords,
  rowsText,
} from './define-command.ts'

/** Runs a command by its name; resolves to the exit code. Throws `UsageError` for unknown names. */
export async function runCommand(
  argv: readonly string[],
  io: Io,
  table: CommandTable = commands,
  parent = '',
): Promise<number> {
  const [name = '', ...rest] = argv
  const row = ownField(table, name)
  if (row === undefined) throw unknownCommandError(name, Object.keys(table), parent)
  if ('load' in row) return (await row.load())(rest, io)
  const [word] = rest
  if (word !== undefined && !isHelp(word)) return runCommand(rest, io, row.commands, `${name} `)
  io.stdout.write(groupHelp(name, row))
  return word === undefined ? usageExitCode : 0
}

/** Adds the settings of the config file to a command line, as flags; see `withConfig`. */
export async function configuredLine(
  argv: readonly string[],
  around?: Surroundings,
): Promise<readonly string[]> {
  const foundCommand = findCommand(argv, commands)
  if (foundCommand === undefined) return argv
  const { row, path } = foundCommand
  return [...path, ...(await withConfig(argv.slice(path.length), row.load, around))]
}

/** The documentation page about a command, such as `start/frontend`. */
export const pageOf = ([name = '', ...words]: readonly string[]): string | undefined => {
  const row = ownField(commands, name)
  const pages = row !== undefined && 'pages' in row ? (row.pages ?? {}) : {}
  return words.map((word) => ownField(pages, word)).find(Boolean) ?? row?.page
}

/** Finds the command that a command line calls, and the words of its name, such as `conform gc`. */
function findCommand(
  [name = '', ...rest]: readonly string[],
  table: CommandTable,
): { readonly row: CommandRow; readonly path: readonly string[] } | undefined {
  const row = ownField(table, name)
  if (row === undefined) return undefined
  if ('load' in row) {
    const [word = ''] = rest
    return { row, path: literalWords(row.words ?? '').includes(word) ? [name, word] : [name] }
  }
  const foundCommand = findCommand(rest, row.commands)
  return foundCommand && { row: foundCommand.row, path: [name, ...foundCommand.path] }
}

function unknownCommandError(name: string, names: readonly string[], parent: string): UsageError {
  if (!name.startsWith('-')) return unknownCommand(name, names, parent)
  return new UsageError(
    `A command is missing before ${name.split('=')[0]}: agent-understudy ${parent}<command> [flags]; see --help.`,
  )
}

/** The help of the program. */
export const mainHelp = (): string => `Usage: agent-understudy <command> [flags]

${rowsText(Object.entries(commands).map(([name, { about }]) => [name, about]))}

Settings of a project can be in understudy.config.yaml; see docs/config.md.
Each command explains its flags with --help. --version prints the version of the package.
`

const groupHelp = (group: string, { intro, commands: table }: CommandGroup) =>
  `Usage: agent-understudy ${group} <command>

${intro}

${rowsText(Object.entries(table).map(([name, { words = '', about }]) => [`${name} ${words}`.trimEnd(), about]))}

Each command explains its flags with --help.
`

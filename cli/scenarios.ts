import { nearest } from '../contract/nearest.ts'
import { type Io, UsageError, usageExitCode } from './command-line.ts'

type Command = (argv: readonly string[], io: Io) => Promise<number>

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./scenarios/check.ts')).checkScenarios,
  play: async () => (await import('./scenarios/play.ts')).playScenario,
  list: async () => (await import('./scenarios/list.ts')).listScenarios,
  schema: async () => (await import('./scenarios/schema.ts')).printScenarioSchema,
}

const help = `understudy scenarios <command>: scripts of what the agent says and does

  check [DIR|FILE]    every problem with its line, its rule, and a fix
  play FILE           a script in the terminal, as a client would see it
  list [DIR]          what there is; with --query, which script a call would choose
  schema              the JSON Schema of script files, for editors

Each command explains its flags with --help. The language: docs/scripts.md
`

/** `understudy scenarios`: runs one of its commands; gives the exit code. Throws `UsageError`. */
export async function scenarios([name, ...argv]: readonly string[], io: Io): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    io.stdout.write(help)
    return name === undefined ? usageExitCode : 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load !== undefined) return (await load())(argv, io)
  const known = Object.keys(commands)
  const guess = nearest(name, known)
  const hint = guess === undefined ? `There are: ${known.join(', ')}` : `Did you mean ${guess}?`
  throw new UsageError(`There is no command \`scenarios ${name}\`. ${hint}`)
}

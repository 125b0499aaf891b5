import { type Command, type Io, rowsText, unknownCommand, usageExitCode } from './command-line.ts'

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./scenarios/check.ts')).checkScenarios,
  play: async () => (await import('./scenarios/play.ts')).playScenario,
  list: async () => (await import('./scenarios/list.ts')).listScenarios,
  schema: async () => (await import('./print-schema.ts')).printScenarioSchema,
}

const help = () => `Usage: agent-understudy scenarios <command>

Checks, plays and lists scripts. A script describes the responses and tool calls of an agent in one turn.
The format of scripts: docs/scripts.md

${rowsText([
  ['check [DIR|FILE]', 'prints every problem with its line, its rule, and a fix'],
  ['play FILE', 'plays a script in the terminal, as a client would receive it'],
  ['list [DIR]', 'lists scripts; with --query, shows which one a call would choose'],
  ['schema', 'prints the JSON Schema of script files, for editors'],
])}

Each command explains its flags with --help.
`

/** `agent-understudy scenarios`: runs one of its commands; resolves to the exit code. Throws `UsageError`. */
export async function scenarios([name, ...argv]: readonly string[], io: Io): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    io.stdout.write(help())
    return name === undefined ? usageExitCode : 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) throw unknownCommand(name, Object.keys(commands), 'scenarios ')
  return (await load())(argv, io)
}

import { type Command, type Io, rowsText, unknownCommand, usageExitCode } from './command-line.ts'

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./profiles/check.ts')).checkProfile,
  'from-openapi': async () => (await import('./profiles/from-openapi.ts')).profileFromOpenApi,
  schema: async () => (await import('./print-schema.ts')).printProfileSchema,
}

const help = () => `Usage: agent-understudy profiles <command>

Checks and writes profiles. A profile describes one deployment: its picks, its answers, and its own operations.
The format of profiles: docs/profiles.md

${rowsText([
  [
    'check PATH',
    'calls each operation of a profile, and prints every problem with its line and a fix',
  ],
  ['from-openapi FILE', 'writes a profile with the operations of an OpenAPI document'],
  ['schema', 'prints the JSON Schema of profile files, for editors'],
])}

Each command explains its flags with --help.
`

/** `agent-understudy profiles`: runs one of its commands; resolves to the exit code. Throws `UsageError`. */
export async function profiles([name, ...argv]: readonly string[], io: Io): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    io.stdout.write(help())
    return name === undefined ? usageExitCode : 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) throw unknownCommand(name, Object.keys(commands), 'profiles ')
  return (await load())(argv, io)
}

import { type Command, type Io, rowsText, unknownCommand, usageExitCode } from './command-line.ts'

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./worlds/list.ts')).listWorlds,
  hold: async () => (await import('./worlds/hold.ts')).holdWorlds,
  move: async () => (await import('./worlds/move.ts')).moveToOwners,
}

const help = () => `Usage: agent-understudy worlds <command>

Manages the worlds of several replicas behind a load balancer. The procedure: docs/scale-out.md

${rowsText([
  ['list', 'lists the worlds of each replica'],
  ['hold', 'lets no replica create a world while the load balancer changes'],
  ['move', 'moves each world to the replica that the load balancer chooses for it'],
])}

Each command explains its flags with --help.
`

/** `agent-understudy worlds`: runs one of its commands; resolves to the exit code. Throws `UsageError`. */
export async function worlds([name, ...argv]: readonly string[], io: Io): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    io.stdout.write(help())
    return name === undefined ? usageExitCode : 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) throw unknownCommand(name, Object.keys(commands), 'worlds ')
  return (await load())(argv, io)
}

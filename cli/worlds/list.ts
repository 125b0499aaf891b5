import type { MoveStatus } from '../../contract/control/moves.ts'
import { escapeLine } from '../../contract/escape.ts'
import { helpText, type Io, readFlags } from '../command-line.ts'
import { connect, replicaFlags, reportErrors } from './replicas.ts'

const help = () =>
  helpText(
    'agent-understudy worlds list --from URL --from URL',
    'Lists the worlds of each replica, in memory and in storage: the replica, then the world.',
    replicaFlags,
  )

/** `agent-understudy worlds list`: resolves to the exit code. Throws `UsageError`. */
export async function listWorlds(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, replicaFlags)
  if (given.help) {
    io.stdout.write(help())
    return 0
  }
  const connections = connect(given.from, given['control-token'])
  return reportErrors(io.stderr, async () => {
    for (const connection of connections) {
      const { replica, worlds } = await connection.json<MoveStatus>('GET', 'moves')
      for (const name of worlds.toSorted())
        io.stdout.write(`${escapeLine(`${replica ?? connection.url}  ${name}`)}\n`)
    }
    return 0
  })
}

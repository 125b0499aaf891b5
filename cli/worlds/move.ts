import { ownLimits } from '../../contract/limits.ts'
import { escapeLine } from '../../contract/escape.ts'
import { type Flags, helpText, type Io, readFlags, UsageError } from '../command-line.ts'
import { moveWorlds } from './move-worlds.ts'
import {
  connect,
  ControlConnection,
  parseAddress,
  parseTime,
  replicaFlags,
  reportErrors,
} from './replicas.ts'

export const moveFlags = {
  ...replicaFlags,
  through: { value: 'URL', help: 'the address of the load balancer' },
  wait: {
    value: 'TIME',
    default: '30s',
    help: 'how long to wait for running turns and workflows to end',
  },
} as const satisfies Flags

const help = () =>
  helpText(
    'agent-understudy worlds move --from URL --from URL --through URL',
    `Moves each world to the replica that the load balancer chooses for it. A world is deleted on its old
replica only after the new one has stored it. A move that was interrupted can be repeated.`,
    moveFlags,
    `Exit codes: 0 every world is where it belongs, 1 some worlds stayed where they were,
4 a replica or the load balancer does not respond.`,
  )

/** `agent-understudy worlds move`: resolves to the exit code. Throws `UsageError`. */
export async function moveToOwners(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, moveFlags)
  if (given.help) {
    io.stdout.write(help())
    return 0
  }
  const token = given['control-token']
  const connections = connect(given.from, token)
  if (given.through === undefined)
    throw new UsageError('Name the load balancer with --through http://host:8080.')
  const through = new ControlConnection(parseAddress('through', given.through), token)
  const waitMs = parseTime('wait', given.wait, ownLimits.worldMove.maxMs)
  return reportErrors(io.stderr, async () => {
    const { moved, stayed, inPlace } = await moveWorlds({
      connections,
      through,
      waitMs,
      maxBytes: ownLimits.snapshotBytes,
      onMoved: (name, from, to) => io.stdout.write(`${escapeLine(`${name}: ${from} -> ${to}`)}\n`),
    })
    for (const { name, replica, why } of stayed)
      io.stderr.write(`${escapeLine(`${name} stays on ${replica}: ${why}`)}\n`)
    io.stdout.write(`${moved} moved, ${inPlace} in place, ${stayed.length} not moved.\n`)
    return stayed.length === 0 ? 0 : 1
  })
}

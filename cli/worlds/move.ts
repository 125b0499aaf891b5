import { ownLimits } from '../../contract/limits.ts'
import { escapeLine } from '../../contract/escape.ts'
import { defineCommand } from '../define-command.ts'
import { baseAddress } from '../value-types.ts'
import { moveWorlds } from './move-worlds.ts'
import { connect, ControlConnection, moveTime, replicaFlags, reportErrors } from './replicas.ts'

/** `agent-understudy worlds move`. */
export const moveToOwners = defineCommand(
  {
    usage: 'worlds move --from URL --from URL --through URL',
    about: `Moves each world to the replica that the load balancer chooses for it. A world is deleted on its old
replica only after the new one has stored it. A move that was interrupted can be repeated.`,
    flags: {
      ...replicaFlags,
      through: {
        value: 'URL',
        type: baseAddress('http://host:8080'),
        required: 'the address of the load balancer, such as http://host:8080',
        help: 'the address of the load balancer',
      },
      wait: {
        value: 'TIME',
        type: moveTime,
        default: '30s',
        help: 'how long to wait for running turns and workflows to end',
      },
    },
    notes: `Exit codes: 0 every world is where it belongs, 1 some worlds stayed where they were,
4 a replica or the load balancer does not respond.`,
  },
  (given, io) =>
    reportErrors(io.stderr, async () => {
      const { moved, stayed, inPlace } = await moveWorlds({
        connections: connect(given),
        through: new ControlConnection(given.through, given.controlToken),
        waitMs: given.wait,
        maxBytes: ownLimits.snapshotBytes,
        onMoved: (name, from, to) =>
          io.stdout.write(`${escapeLine(`${name}: ${from} -> ${to}`)}\n`),
      })
      for (const { name, replica, why } of stayed)
        io.stderr.write(`${escapeLine(`${name} stays on ${replica}: ${why}`)}\n`)
      io.stdout.write(`${moved} moved, ${inPlace} in place, ${stayed.length} not moved.\n`)
      return stayed.length === 0 ? 0 : 1
    }),
)

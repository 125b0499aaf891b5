import { callOf } from '../../contract/control/call.ts'
import { writeLines } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import { callOperation, connect, replicaFlags, reportErrors } from './replicas.ts'

export const listWorlds = defineCommand(
  {
    usage: 'worlds list --from URL --from URL',
    about:
      'Lists the worlds of each replica, in memory and in storage: the replica, then the world.',
    flags: replicaFlags,
  },
  (given, io) =>
    reportErrors(io.stderr, async () => {
      for (const connection of connect(given)) {
        const { replica, worlds } = await callOperation(connection, callOf('GET moves'))
        for (const name of worlds.toSorted())
          writeLines(io.stdout, `${replica ?? connection.url}  ${name}`)
      }
      return 0
    }),
)

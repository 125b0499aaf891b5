import { defineCommand } from '../define-command.ts'
import { durationText } from '../../contract/duration.ts'
import { connect, holdAll, moveTime, releaseAll, replicaFlags, reportErrors } from './replicas.ts'

export const holdWorlds = defineCommand(
  {
    usage: 'worlds hold --from URL --from URL [--for TIME]',
    about: `Until it ends, each replica responds only for the worlds that it holds, and creates none. Requests to
other worlds get 503 with Retry-After. Do this before the load balancer gets other replicas, because
it then sends worlds to replicas that do not have them yet.`,
    flags: {
      ...replicaFlags,
      for: {
        value: 'TIME',
        type: moveTime,
        default: '2m',
        help: 'how long at most, from 1s to 10m',
      },
      end: { help: 'ends it now' },
    },
  },
  (given, io) =>
    reportErrors(io.stderr, async () => {
      const connections = connect(given)
      if (given.end) await releaseAll(connections)
      const held = given.end ? [] : await holdAll(connections, given.for)
      const names = held.map(({ name }) => name).join(', ')
      io.stdout.write(
        given.end
          ? 'Replicas create worlds again.\n'
          : `For ${durationText(given.for)}, these replicas create no worlds: ${names}.\n`,
      )
      return 0
    }),
)

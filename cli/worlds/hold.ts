import { ownLimits } from '../../contract/limits.ts'
import { type Flags, helpText, type Io, readFlags } from '../command-line.ts'
import { connect, holdAll, parseTime, releaseAll, replicaFlags, reportErrors } from './replicas.ts'

export const holdFlags = {
  ...replicaFlags,
  for: { value: 'TIME', default: '2m', help: 'how long at most, from 1s to 10m' },
  end: { help: 'ends it now' },
} as const satisfies Flags

const help = () =>
  helpText(
    'agent-understudy worlds hold --from URL --from URL [--for TIME]',
    `Until it ends, each replica responds only for the worlds that it holds, and creates none. Requests to
other worlds get 503 with Retry-After. Do this before the load balancer gets other replicas, because
it then sends worlds to replicas that do not have them yet.`,
    holdFlags,
  )

/** `agent-understudy worlds hold`: resolves to the exit code. Throws `UsageError`. */
export async function holdWorlds(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, holdFlags)
  if (given.help) {
    io.stdout.write(help())
    return 0
  }
  const connections = connect(given.from, given['control-token'])
  const ms = parseTime('for', given.for, ownLimits.worldMove.maxMs)
  return reportErrors(io.stderr, async () => {
    if (given.end) await releaseAll(connections)
    const held = given.end ? [] : await holdAll(connections, ms)
    const names = held.map(({ name }) => name).join(', ')
    io.stdout.write(
      given.end
        ? 'Replicas create worlds again.\n'
        : `For ${given.for}, these replicas create no worlds: ${names}.\n`,
    )
    return 0
  })
}

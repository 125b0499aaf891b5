import { ownLimits } from '../../contract/limits.ts'
import { writeLines } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import { baseAddress } from '../value-types.ts'
import {
  connect,
  connectTo,
  moveTime,
  replicaFlags,
  reportErrors,
  type Connection,
  holdAll,
  refusalOf,
  releaseAll,
  type Replica,
  ReplicaError,
} from './replicas.ts'
import type { ArrivedWorld, SealedWorld } from '../../contract/control/moves.ts'
import { systemClock } from '../../mocks/world/clock.ts'

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
        through: connectTo(given.through, given.controlToken),
        waitMs: given.wait,
        maxBytes: ownLimits.snapshotBytes,
        onMoved: (name, from, to) => writeLines(io.stdout, `${name}: ${from} -> ${to}`),
      })
      for (const { name, replica, why } of stayed)
        writeLines(io.stderr, `${name} stays on ${replica}: ${why}`)
      io.stdout.write(`${moved} moved, ${inPlace} in place, ${stayed.length} not moved.\n`)
      return stayed.length === 0 ? 0 : 1
    }),
)

/** Milliseconds in which replicas create no worlds. The move renews this hold until it ends. */
const holdMs = 120_000
const renewalMs = 20_000
/** Milliseconds between two attempts to move a world with a running turn or workflow. */
const pauseMs = 250
/** The number of worlds that move at the same time. */
const maxParallelMoves = 4

type MoveOptions = {
  readonly connections: readonly Connection[]
  readonly through: Connection
  /** The maximum milliseconds to wait for running turns and workflows. */
  readonly waitMs: number
  /** The maximum size of a body that a replica accepts, in bytes. */
  readonly maxBytes: number
  readonly onMoved: (name: string, from: string, to: string) => void
}

/**
 * Moves each world to the replica that the load balancer chooses. If all worlds are in place, the
 * replicas may create worlds again at once, otherwise when the hold ends. Throws `ReplicaError`.
 */
export async function moveWorlds(options: MoveOptions) {
  const { connections, through } = options
  const deadline = performance.now() + options.waitMs
  const replicas = await holdAll(connections, holdMs)
  let renewed = performance.now()
  const renew = async () => {
    if (performance.now() - renewed < renewalMs) return
    renewed = performance.now()
    await holdAll(connections, holdMs)
  }
  const names = new Set(replicas.map(({ name }) => name))
  const queue = replicas.flatMap((replica) =>
    replica.worlds.map((name) => ({ name, replica, isLate: false })),
  )
  /** The worlds that could not be moved. They stay complete on their old replicas. */
  const stayed: { readonly name: string; readonly replica: string; readonly why: string }[] = []
  let moved = 0
  /** The number of worlds that were already on the right replica, or were never used. */
  let inPlace = 0

  async function moveNext(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { name, replica, isLate } = next
      await renew()
      // A world with a running turn or workflow is tried again after all other worlds.
      if (isLate) await new Promise<void>((resolve) => systemClock.after(pauseMs, resolve))
      const outcome = await moveWorld(name, replica).catch((error: unknown) => {
        queue.length = 0
        throw error
      })
      if (outcome === 'in-place') inPlace++
      else if (outcome === 'moved') moved++
      else if (outcome.isRunning && performance.now() < deadline)
        queue.push({ ...next, isLate: true })
      else stayed.push({ name, replica: replica.name, why: outcome.why })
    }
  }

  async function moveWorld(name: string, from: Replica): Promise<Outcome> {
    const owner = await ownerOf(through, name)
    if (owner === from.name) return 'in-place'
    if (!names.has(owner))
      throw new ReplicaError(
        `The load balancer sends \`${name}\` to the replica \`${owner}\`, which is not one of --from: add its address.`,
      )
    const path = `__control/moves/${encodeURIComponent(name)}`
    const sealed = await from.connection.send('POST', path)
    // The world was deleted during the move, for example because nobody used it for its `ttl`.
    if (sealed.status === 404) return 'in-place'
    if (!sealed.ok)
      return { isRunning: sealed.headers.has('retry-after'), why: await refusalOf(sealed) }
    const { snapshot, ttl_ms, digest } = (await sealed.json()) as SealedWorld
    if (snapshot === undefined) return 'in-place'
    const body = JSON.stringify({ snapshot, ttl_ms })
    const bytes = Buffer.byteLength(body)
    if (bytes > options.maxBytes)
      return stayedOutcome(`its snapshot has ${bytes} bytes, and the limit is ${options.maxBytes}.`)
    const arrived = await through.send('PUT', path, body)
    if (!arrived.ok) return stayedOutcome(await refusalOf(arrived))
    const arrivedWorld = (await arrived.json()) as ArrivedWorld
    if (arrivedWorld.replica === from.name || arrivedWorld.digest !== digest)
      return stayedOutcome(
        `replica ${arrivedWorld.replica} did not store the snapshot that it was sent: repeat the move.`,
      )
    const deleted = await from.connection.send('DELETE', path)
    if (!deleted.ok && deleted.status !== 404) return stayedOutcome(await refusalOf(deleted))
    options.onMoved(name, from.name, owner)
    return 'moved'
  }

  const laneResults = await Promise.allSettled(Array.from({ length: maxParallelMoves }, moveNext))
  for (const lane of laneResults) if (lane.status === 'rejected') throw lane.reason
  if (stayed.length === 0) await releaseAll(connections)
  return { moved, inPlace, stayed }
}

type Outcome = 'moved' | 'in-place' | { readonly isRunning: boolean; readonly why: string }

const stayedOutcome = (why: string): Outcome => ({ isRunning: false, why })

/** Asks the load balancer which replica it chooses for a world. The request creates no world. */
async function ownerOf(through: Connection, name: string): Promise<string> {
  const path = `w/${encodeURIComponent(name)}/__control/health`
  const { headers, status } = await through.send('GET', path)
  const owner = headers.get('x-understudy-replica')
  if (owner !== null) return owner
  throw new ReplicaError(
    `${through.url} responds with status ${status} for the world \`${name}\`, and names no replica. It must be the address of the load balancer, and all replicas must run.`,
  )
}

import type { ArrivedWorld, SealedWorld } from '../../contract/control/moves.ts'
import { systemClock } from '../../mocks/world/clock.ts'
import {
  type Connection,
  holdAll,
  refusalOf,
  releaseAll,
  type Replica,
  ReplicaError,
} from './replicas.ts'

/** The hold is renewed while worlds move; it ends after this time if this process dies. */
const holdMs = 120_000
const renewalMs = 20_000
/** Milliseconds between two looks at a world in which something runs. */
const pauseMs = 250
/** Worlds that move at a time. */
const lanes = 4

export type MoveOptions = {
  /** All replicas. */
  readonly connections: readonly Connection[]
  /** The load balancer. */
  readonly through: Connection
  /** Milliseconds to wait for turns and workflows that run. */
  readonly waitMs: number
  /** The largest body that a replica accepts. */
  readonly maxBytes: number
  readonly onMoved: (name: string, from: string, to: string) => void
}

/** A world that could not be moved. It is complete on its replica. */
type Stayed = { readonly name: string; readonly replica: string; readonly why: string }

export type MoveReport = {
  readonly moved: number
  /** Worlds that are where they belong, and worlds that were never used. */
  readonly inPlace: number
  readonly stayed: readonly Stayed[]
}

/**
 * Moves each world to the replica that the load balancer chooses. If all are in place, the replicas
 * create worlds again; else they do so when the hold ends. Throws `ReplicaError`.
 */
export async function moveWorlds(options: MoveOptions): Promise<MoveReport> {
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
  const stayed: Stayed[] = []
  let moved = 0
  let inPlace = 0

  async function moveNext(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { name, replica, isLate } = next
      await renew()
      // Worlds in which something runs are tried again after all others.
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
        `The load balancer sends \`${name}\` to the replica \`${owner}\`, which is not one of --from.`,
      )
    const path = `__control/moves/${encodeURIComponent(name)}`
    const sealed = await from.connection.send('POST', path)
    // It was deleted in the meantime, for example because nobody used it for its `ttl`.
    if (sealed.status === 404) return 'in-place'
    if (!sealed.ok)
      return { isRunning: sealed.headers.has('retry-after'), why: await refusalOf(sealed) }
    const { snapshot, ttl_ms, digest } = (await sealed.json()) as SealedWorld
    if (snapshot === undefined) return 'in-place'
    const body = JSON.stringify({ snapshot, ttl_ms })
    const bytes = Buffer.byteLength(body)
    if (bytes > options.maxBytes)
      return stays(`its snapshot has ${bytes} bytes, and the limit is ${options.maxBytes}.`)
    const arrived = await through.send('PUT', path, body)
    if (!arrived.ok) return stays(await refusalOf(arrived))
    const there = (await arrived.json()) as ArrivedWorld
    if (there.replica === from.name || there.digest !== digest)
      return stays(`replica ${there.replica} has stored something else.`)
    const deleted = await from.connection.send('DELETE', path)
    if (!deleted.ok && deleted.status !== 404) return stays(await refusalOf(deleted))
    options.onMoved(name, from.name, owner)
    return 'moved'
  }

  const ended = await Promise.allSettled(Array.from({ length: lanes }, moveNext))
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
  if (stayed.length === 0) await releaseAll(connections)
  return { moved, inPlace, stayed }
}

type Outcome = 'moved' | 'in-place' | { readonly isRunning: boolean; readonly why: string }

const stays = (why: string): Outcome => ({ isRunning: false, why })

/** The replica that the load balancer chooses for a world. Asking creates no world. */
async function ownerOf(through: Connection, name: string): Promise<string> {
  const path = `w/${encodeURIComponent(name)}/__control/health`
  const { headers, status } = await through.send('GET', path)
  const owner = headers.get('x-understudy-replica')
  if (owner !== null) return owner
  throw new ReplicaError(
    `${through.url} responds with status ${status} for the world \`${name}\`, and names no replica: is it the load balancer, and do all replicas run?`,
  )
}

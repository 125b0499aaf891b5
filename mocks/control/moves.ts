import type { ArrivedWorld, MoveStatus, SealedWorld } from '../../contract/control/moves.ts'
import type { Snapshot } from '../../contract/snapshot.ts'
import { takeSnapshot } from '../world/snapshot.ts'
import type { Worlds } from '../world/worlds.ts'
import type { World } from '../world/world.ts'
import { asRoutes, type OperationContext } from './control-context.ts'
import { ControlError, unknownNameError } from './control-error.ts'
import { readSnapshotDocument } from './worlds.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase64Url } from '../../contract/base64.ts'

/** Throws a `ControlError` 409 if no move of worlds between servers is running. */
function requireMove({ moves }: Worlds): void {
  if (moves.until === undefined)
    throw new ControlError(409, 'No worlds move now: send PUT moves first.')
}

function moveStatus(worlds: Worlds): MoveStatus {
  const { until } = worlds.moves
  return {
    replica: worlds.moves.replica ?? null,
    until: until === undefined ? null : new Date(until).toISOString(),
    worlds: [...worlds.names()],
  }
}

function requireWorld(worlds: Worlds, name: string): World {
  const world = worlds.existing(name)
  if (world !== undefined) return world
  throw unknownNameError('world', name, [...worlds.names()], 404)
}

/** Seals a world and returns its snapshot. Throws a `ControlError` 409 while something runs in it. */
function sealWorld({ worlds, params }: OperationContext<'POST moves/{name}'>): SealedWorld {
  requireMove(worlds)
  const world = requireWorld(worlds, params.name)
  const running = world.runningTurns.size + world.runningWorkflows.size
  if (running > 0)
    throw new ControlError(
      409,
      `In world \`${world.name}\`, ${running} turns or workflows are running. Wait for their end.`,
      { 'retry-after': '1' },
    )
  worlds.moves.seal(world)
  const ttl_ms = world.options.ttl ?? null
  if (world.isUnused()) return { ttl_ms, digest: null }
  const snapshot = takeSnapshot(world)
  return { snapshot, ttl_ms, digest: snapshotDigest(snapshot) }
}

/** Stores a world from another replica. Throws a `ControlError` 409 if its name is in use here. */
async function receiveWorld({
  worlds,
  params: { name },
  body: { snapshot: document, ttl_ms },
}: OperationContext<'PUT moves/{name}'>): Promise<ArrivedWorld> {
  requireMove(worlds)
  const replica = worlds.moves.replica ?? null
  const snapshot = await readSnapshotDocument(document)
  // The digest is of the raw document, because validation removes unknown fields.
  const digest = snapshotDigest(document as Snapshot)
  const before = worlds.existing(name)
  if (before?.overridden('moved') === digest) return { replica, digest }
  if (before !== undefined && !before.isUnused())
    throw new ControlError(
      409,
      `${replica === null ? 'This server' : `Replica \`${replica}\``} has a world \`${name}\` of its own, which is in use. Delete one of the two.`,
    )
  const world = worlds.restore(name, snapshot, ttl_ms ?? undefined)
  world.override('moved', digest)
  world.changes.commit()
  return { replica, digest }
}

/** Deletes a world that another replica has now. Throws a `ControlError` 409 if it is not sealed. */
function deleteMovedWorld({ worlds, params }: OperationContext<'DELETE moves/{name}'>): void {
  requireMove(worlds)
  const world = requireWorld(worlds, params.name)
  if (!worlds.moves.isSealed(world))
    throw new ControlError(
      409,
      `World \`${world.name}\` was in use since its snapshot was taken. Move it again.`,
    )
  worlds.delete(world)
}

/** Operations by which worlds move between replicas; `docs/scale-out.md` shows the whole procedure. */
export const moveRoutes = asRoutes({
  'GET moves': ({ worlds }) => moveStatus(worlds),
  'PUT moves': ({ worlds, body }) => {
    worlds.moves.start(body.for)
    return moveStatus(worlds)
  },
  'DELETE moves': ({ worlds }) => worlds.moves.end(),
  'POST moves/{name}': sealWorld,
  'PUT moves/{name}': receiveWorld,
  'DELETE moves/{name}': deleteMovedWorld,
})

/** The minimum number of characters per call of the hash: each call costs a microsecond. */
const minHashedLength = 64 * 1024

/**
 * Computes the digest of a snapshot. It does not depend on the order of fields, nor on a running
 * clock. So two snapshots of a world that nobody used in between have the same digest.
 */
function snapshotDigest({ time, ...rest }: Snapshot): string {
  const hash = sha256.create()
  let waiting = ''
  feedSortedJson({ ...rest, time: time.frozen ? time : { ...time, now: 0 } }, (text) => {
    waiting += text
    if (waiting.length < minHashedLength) return
    hash.update(utf8ToBytes(waiting))
    waiting = ''
  })
  return toBase64Url(hash.update(utf8ToBytes(waiting)).digest())
}

/** Passes JSON with sorted keys to `add` in pieces, because it may be too long for one string. */
function feedSortedJson(value: unknown, add: (text: string) => void): void {
  if (typeof value !== 'object' || value === null) return add(JSON.stringify(value) ?? 'null')
  if (Array.isArray(value)) {
    for (const item of value) {
      add(',')
      feedSortedJson(item, add)
    }
    return add(']')
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  for (const [key, field] of fields.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    add(`,${JSON.stringify(key)}:`)
    feedSortedJson(field, add)
  }
  add('}')
}

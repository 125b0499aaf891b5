import type { World } from '../world/world.ts'
import { WorldError } from '../world/world-error.ts'
import { defaultWorld } from '../world/world-config.ts'
import type { Worlds } from '../world/worlds.ts'
import { fromSpeedFactor, toSpeedFactor } from '../../contract/duration.ts'
import { describeTime } from './clock.ts'
import type { ControlFunctions } from './control-context.ts'
import { unknownNameError, ControlError } from './control-error.ts'
import { readScenarios } from './scenarios.ts'
import type { PresetLoader } from './presets.ts'
import type { ParsedSnapshot } from '../world/parse-snapshot.ts'
import { needsBodyToken } from '../world/body-token.ts'
import { restoreSnapshot, snapshotOf } from './world-snapshot.ts'
import type { ReadBody } from '../../contract/control/operation.ts'
import type { ControlOperations } from '../../contract/control/operations.ts'
import type { WorldDetails, WorldSummary } from '../../contract/control/worlds.ts'

/** Creates a world. Throws a `ControlError`, or a `WorldError` for a wrong name. */
async function createWorld(
  presets: PresetLoader,
  worlds: Worlds,
  { name, ...wished }: ReadBody<ControlOperations['POST worlds']>,
): Promise<World> {
  const { fixture, profile, scenarios, speed: asked } = wished
  const order = {
    seed: wished.seed,
    ttl: wished.ttl,
    speed: asked && toSpeedFactor(asked),
    fixture: fixture === undefined ? undefined : await presets.fixture(fixture),
    // Worlds share fixtures that have a name. One that a client sends is used by one world only.
    ownsFixture: typeof fixture === 'object' || undefined,
    profile: profile === undefined ? undefined : await presets.profile(profile),
    scenarios:
      scenarios === undefined
        ? undefined
        : await readScenarios(scenarios, ['scenarios'], worlds.scenarios),
  }
  return worlds.create(order, name)
}

/** Gets or creates the world without refreshing its idle timer. */
export function worldWithoutRefresh(worlds: Worlds, name = defaultWorld): World {
  const world = worlds.list().find((one) => one.name === name)
  if (world === undefined) return worlds.get(name)
  worlds.moves.requireHeld(world)
  return world
}

/**
 * Throws a `ControlError` 410 if a world does not exist, and a `WorldError` during a move of worlds.
 * Does not refresh its idle timer.
 */
export function requireExisting(worlds: Worlds, name = defaultWorld): void {
  if (worlds.names().has(name)) return
  worlds.moves.requireHeld(undefined)
  throw new ControlError(
    410,
    `The world \`${name}\` was deleted, or the server started without it. Create it with POST worlds.`,
  )
}

/** Gets an existing world without refreshing its idle timer. Throws a `ControlError` 404. */
function requireWorld(worlds: Worlds, name: string): World {
  const world = worlds.list().find((one) => one.name === name) ?? worlds.existing(name)
  worlds.moves.requireHeld(world)
  if (world !== undefined) return world
  throw unknownNameError('world', name, [...worlds.names()], 404)
}

/** Deletes a world and ends its streams. Throws a `ControlError` 404. */
function deleteWorld(worlds: Worlds, name: string): void {
  try {
    worlds.delete(requireWorld(worlds, name))
  } catch (error) {
    if (!(error instanceof WorldError && error.problem === 'unkept')) throw error
    // The storage can't load the world, but may be able to delete it.
    worlds.delete({ name })
  }
}

function summarizeWorld(world: World): WorldSummary {
  return {
    name: world.name,
    base_url: `/w/${encodeURIComponent(world.name)}`,
    seed: world.seed,
    fixture: world.config.fixture.name,
    profile: world.profile.name,
    speed: fromSpeedFactor(world.speed),
    time: describeTime(world),
    revision: world.changes.revision,
    streams: world.openStreams,
    weight: world.bytes,
    idle_ms: world.systemClock.now() - world.lastUsedAt,
    ttl_ms: world.options.ttl ?? null,
    ...(world.config.replica !== undefined && { replica: world.config.replica }),
  }
}

export function describeWorld(world: World): WorldDetails {
  const { users, keys } = world.showcase
  const values = Object.entries(keys).map(([name, id]) => [name, world.keyring.valueOf(id)])
  return {
    ...summarizeWorld(world),
    users,
    keys: Object.fromEntries(values) as WorldDetails['keys'],
    body_token: needsBodyToken(world, 'chat.react'),
  }
}

/** Adds the origin to the `base_url` of a world, because an HTTP client needs the complete URL. */
export const withOrigin = <One extends WorldSummary>(origin: string, world: One): One => ({
  ...world,
  base_url: origin + world.base_url,
})

/** On a replica, requires a name for a new world: the router selects the replica by the name. */
function requireName({ moves: { replica } }: Worlds, name: string | undefined): void {
  if (replica !== undefined && name === undefined)
    throw new ControlError(
      422,
      `This is replica \`${replica}\` of several: name the world, as in {"name": "red"}.`,
    )
}

function refuseForkOfReplica({ moves: { replica } }: Worlds): void {
  if (replica !== undefined)
    throw new ControlError(
      409,
      `This is replica \`${replica}\` of several, and a copy may belong to another one. Send the response of GET snapshot to PUT snapshot of the new world.`,
    )
}

export const worldRoutes = {
  'GET worlds': ({ worlds, origin }) => ({
    worlds: worlds.list().map((world) => withOrigin(origin, summarizeWorld(world))),
  }),
  'POST worlds': async ({ presets, worlds, origin, body }) => {
    requireName(worlds, body.name)
    const world = await createWorld(presets, worlds, body)
    return withOrigin(origin, describeWorld(world))
  },
  'GET worlds/{name}': ({ worlds, origin, params }) =>
    withOrigin(origin, describeWorld(requireWorld(worlds, params.name))),
  'DELETE worlds/{name}': ({ worlds, params }) => deleteWorld(worlds, params.name),
  'POST worlds/{name}/fork': ({ worlds, origin, params, body }) => {
    refuseForkOfReplica(worlds)
    const fork = worlds.fork(requireWorld(worlds, params.name), body.name)
    return withOrigin(origin, describeWorld(fork))
  },
  'POST reset': ({ worlds, world, origin }) =>
    withOrigin(origin, describeWorld(worlds.reset(world))),
  // No copy is needed: over HTTP, the snapshot is serialized at once.
  'GET snapshot': ({ world, query }) => snapshotOf(world, query.get('journal') === 'true'),
  'PUT snapshot': async ({ worlds, world, origin, body }) => {
    const snapshot = await readSnapshotDocument(body)
    return withOrigin(origin, describeWorld(restoreSnapshot(worlds, world.name, snapshot)))
  },
} satisfies Partial<ControlFunctions>

/** Reads a snapshot. Throws a `ControlError` if the document is not one. */
export async function readSnapshotDocument(document: unknown): Promise<ParsedSnapshot> {
  // Loaded on first use: the schemas of all records take longer to load than most requests.
  const { readSnapshot, SnapshotError } = await import('./document-schemas.ts')
  try {
    return readSnapshot(document)
  } catch (error) {
    if (error instanceof SnapshotError) throw new ControlError(422, error.message)
    throw error
  }
}

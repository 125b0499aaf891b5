import type { World } from '../world/world.ts'
import { defaultWorld, type Worlds } from '../world/worlds.ts'
import { describeTime, toSpeedFactor, fromSpeedFactor } from './clock.ts'
import { type ControlRoutes, jsonResponse } from './control-context.ts'
import { parseInput, unknownNameError, ControlError } from './control-error.ts'
import { readScenarios } from './scenarios.ts'
import type { PresetLoader } from './presets.ts'
import type { Snapshot } from '../../contract/snapshot.ts'
import { takeSnapshot } from '../world/snapshot.ts'
import {
  newWorld,
  newWorldForm,
  newFork,
  newForkForm,
  type WorldDetails,
  type WorldSummary,
} from '../../contract/control/worlds.ts'

/** Makes a world as it is wished for. Throws `ControlError`, or `WorldError` for its name. */
export async function createWorld(
  stock: PresetLoader,
  worlds: Worlds,
  given: unknown,
): Promise<World> {
  const { name, ...wished } = parseInput(newWorld, given ?? {}, newWorldForm)
  const { fixture, profile, scenarios, speed: asked } = wished
  const order = {
    seed: wished.seed,
    ttl: wished.ttl,
    speed: asked && toSpeedFactor(asked),
    fixture: fixture === undefined ? undefined : await stock.fixture(fixture),
    profile: profile === undefined ? undefined : await stock.profile(profile),
    scenarios: scenarios === undefined ? undefined : await readScenarios(scenarios, ['scenarios']),
  }
  return worlds.create(order, name)
}

/** The world that a call reads, made when it is first named; looking at it is no use of it. */
export const peekWorld = (worlds: Worlds, name = defaultWorld): World =>
  worlds.list().find((one) => one.name === name) ?? worlds.get(name)

/** A world that exists; looking at it is no use of it. Throws `ControlError` 404. */
function requireWorld(worlds: Worlds, name: string): World {
  const all = worlds.list()
  const world = all.find((one) => one.name === name) ?? worlds.existing(name)
  if (world !== undefined) return world
  throw unknownNameError(
    'world',
    name,
    all.map((one) => one.name),
    404,
  )
}

/** Ends a world for good; streams of it end. Throws `ControlError` 404. */
export const deleteWorld = (worlds: Worlds, name: string): void =>
  worlds.delete(requireWorld(worlds, name))

export function summarizeWorld(world: World): WorldSummary {
  return {
    name: world.name,
    base_url: `/w/${encodeURIComponent(world.name)}`,
    seed: world.seed,
    fixture: world.config.fixture.name,
    profile: world.profile.name,
    speed: fromSpeedFactor(world.speed),
    time: describeTime(world),
    streams: world.openStreams,
    weight: world.bytes,
    idle_ms: world.systemClock.now() - world.lastUsedAt,
    ttl_ms: world.options.ttl ?? null,
  }
}

export function describeWorld(world: World): WorldDetails {
  const { users, keys } = world.config.fixture.showcase
  const values = Object.entries(keys).map(([name, id]) => [name, world.keyring.valueOf(id)])
  return {
    ...summarizeWorld(world),
    users,
    keys: Object.fromEntries(values) as WorldDetails['keys'],
  }
}

export const worldRoutes: ControlRoutes = {
  'GET worlds': ({ worlds }) => ({ worlds: worlds.list().map(summarizeWorld) }),
  'POST worlds': async ({ presets: stock, worlds, body }) =>
    jsonResponse(201, describeWorld(await createWorld(stock, worlds, body))),
  'GET worlds/{name}': ({ worlds, params }) =>
    describeWorld(requireWorld(worlds, params['name'] ?? '')),
  'DELETE worlds/{name}': ({ worlds, params }) => deleteWorld(worlds, params['name'] ?? ''),
  'POST worlds/{name}/fork': ({ worlds, params, body }) => {
    const { name } = parseInput(newFork, body ?? {}, newForkForm)
    const fork = worlds.fork(requireWorld(worlds, params['name'] ?? ''), name)
    return jsonResponse(201, describeWorld(fork))
  },
  'POST reset': ({ worlds, world }) => describeWorld(worlds.reset(world)),
}

/** Puts what a snapshot tells in the place of a world. Throws `ControlError` for another document. */
export async function restoreWorld(
  worlds: Worlds,
  name: string,
  document: unknown,
): Promise<World> {
  // Its schemas are those of every record: they take longer to load than most calls.
  const { readSnapshot, SnapshotError } = await import('./document-schemas.ts')
  try {
    return worlds.restore(name, readSnapshot(document))
  } catch (error) {
    if (error instanceof SnapshotError) throw new ControlError(422, error.message)
    throw error
  }
}

export const snapshotRoutes: ControlRoutes = {
  'GET snapshot': ({ world }): Snapshot => takeSnapshot(world),
  'PUT snapshot': async ({ worlds, world, body }) =>
    describeWorld(await restoreWorld(worlds, world.name, body)),
}

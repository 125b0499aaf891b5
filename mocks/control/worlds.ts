import * as z from 'zod/mini'
import { type Duration, duration } from '../../contract/duration.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { World } from '../state/world.ts'
import { defaultWorld, type Worlds } from '../state/worlds.ts'
import { tellTime } from './clock.ts'
import { type ControlRoutes, jsonReply } from './control-visit.ts'
import { readAs } from './read-as.ts'
import { readScenarios } from './scenarios.ts'
import { type Speed, speed, toFactor, toSpeed } from './speed.ts'
import { type Stock, unknownName } from './stock.ts'

/** What a world is ordered with; what is left out is as the fake has it. */
export type WorldWish = {
  /** One that nobody guesses unless given. */
  readonly name?: string
  /** The name of a fixture. */
  readonly fixture?: string
  readonly seed?: string
  /** The name of a profile, or a document of picks. */
  readonly profile?: unknown
  /** Scripts that go before those of the fake. */
  readonly scenarios?: readonly Scenario[]
  readonly speed?: Speed
  /** How long it may be idle before it is deleted. */
  readonly ttl?: Duration
}

const wish = z.strictObject({
  name: z.optional(z.string()),
  fixture: z.optional(z.string()),
  seed: z.optional(z.string()),
  profile: z.optional(z.unknown()),
  scenarios: z.optional(z.unknown()),
  speed: z.optional(speed),
  ttl: z.optional(duration),
})
const wishForm =
  'Order a world with any of name, fixture, seed, profile, scenarios, speed and ttl, as in ' +
  '{"name": "red", "fixture": "empty", "ttl": "10m"}.'

/** Makes a world as it is wished for. Throws `ControlError`, or `WorldError` for its name. */
export async function createWorld(stock: Stock, worlds: Worlds, given: unknown): Promise<World> {
  const { name, ...wished } = readAs(wish, given ?? {}, wishForm)
  const { fixture, profile, scenarios, speed: asked } = wished
  const order = {
    seed: wished.seed,
    ttl: wished.ttl,
    speed: asked && toFactor(asked),
    fixture: fixture === undefined ? undefined : await stock.fixture(fixture),
    profile: profile === undefined ? undefined : await stock.profile(profile),
    scenarios: scenarios === undefined ? undefined : await readScenarios(scenarios, ['scenarios']),
  }
  return worlds.create(order, name)
}

/** The world that a call reads, made when it is first named; looking at it is no use of it. */
export const lookAt = (worlds: Worlds, name = defaultWorld): World =>
  worlds.list().find((one) => one.name === name) ?? worlds.get(name)

/** A world that exists; looking at it is no use of it. Throws `ControlError` 404. */
export function findWorld(worlds: Worlds, name: string): World {
  const all = worlds.list()
  const world = all.find((one) => one.name === name) ?? worlds.existing(name)
  if (world !== undefined) return world
  throw unknownName(
    'world',
    name,
    all.map((one) => one.name),
    404,
  )
}

/** Ends a world for good; streams of it end. Throws `ControlError` 404. */
export const deleteWorld = (worlds: Worlds, name: string): void =>
  worlds.delete(findWorld(worlds, name))

/** What a world is and how it stands. */
export type WorldOutline = ReturnType<typeof outlineWorld>

export function outlineWorld(world: World) {
  return {
    name: world.name,
    /** Behind the address of the fake; calls there are calls of this world. */
    base_url: `/w/${encodeURIComponent(world.name)}`,
    seed: world.seed,
    fixture: world.plan.fixture.name,
    profile: world.profile.name,
    speed: toSpeed(world.speed),
    time: tellTime(world),
    streams: world.streams,
    /** About how many bytes its own records take, beside those that it shares. */
    weight: world.weight,
    idle_ms: world.wall.now() - world.usedAt,
    ttl_ms: world.order.ttl ?? null,
  }
}

/** A world with what a test needs to sign in. */
export type WorldAccount = ReturnType<typeof tellWorld>

export function tellWorld(world: World) {
  const { users, keys } = world.plan.fixture.showcase
  const values = Object.entries(keys).map(([name, id]) => [name, world.keyring.valueOf(id)])
  return { ...outlineWorld(world), users, keys: Object.fromEntries(values) as typeof keys }
}

const forkForm = 'Send {"name": "…"}, or {} for a name that nobody guesses.'
const forkWish = z.strictObject({ name: z.optional(z.string()) })

export const worldRoutes: ControlRoutes = {
  'GET worlds': ({ worlds }) => ({ worlds: worlds.list().map(outlineWorld) }),
  'POST worlds': async ({ stock, worlds, body }) =>
    jsonReply(201, tellWorld(await createWorld(stock, worlds, body))),
  'GET worlds/{name}': ({ worlds, params }) => tellWorld(findWorld(worlds, params['name'] ?? '')),
  'DELETE worlds/{name}': ({ worlds, params }) => deleteWorld(worlds, params['name'] ?? ''),
  'POST worlds/{name}/fork': ({ worlds, params, body }) => {
    const { name } = readAs(forkWish, body ?? {}, forkForm)
    const fork = worlds.fork(findWorld(worlds, params['name'] ?? ''), name)
    return jsonReply(201, tellWorld(fork))
  },
  'POST reset': ({ worlds, world }) => tellWorld(worlds.reset(world)),
}

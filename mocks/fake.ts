import type { Fixture } from '../contract/fixture.ts'
import { documented, type Profile } from '../contract/profile.ts'
import type { Scenario } from '../contract/scenario.ts'
import { ApiError, InvalidInput } from './api-error.ts'
import { behavioursOf } from './behaviour/compile.ts'
import type { Call, Reply } from './call.ts'
import { toCall, toResponse } from './fetch.ts'
import { createControl } from './control/control.ts'
import { strike } from './faults/strike.ts'
import { type OpenEntry, openEntry } from './journal/open-entry.ts'
import { admitted, dated, preflight } from './pipeline/admit.ts'
import { audit } from './pipeline/audit.ts'
import { authenticate } from './pipeline/authenticate.ts'
import { authorize } from './pipeline/authorize.ts'
import { asksForContract, describeContract } from './pipeline/describe.ts'
import { find } from './pipeline/find.ts'
import { maintain } from './pipeline/maintain.ts'
import { match, type Matched } from './pipeline/match.ts'
import { operationOf } from './pipeline/operation.ts'
import { type Body, read } from './pipeline/read.ts'
import { validate } from './pipeline/validate.ts'
import { Visit } from './pipeline/visit.ts'
import { refuseWorld, resolveWorld } from './pipeline/resolve-world.ts'
import { routes } from './routes/routes.ts'
import { systemWall, type Wall } from './state/clock.ts'
import type { Keeper } from './state/keeper.ts'
import type { World } from './state/world.ts'
import type { Scripts } from './state/world-plan.ts'
import { Worlds } from './state/worlds.ts'

/** What a fake is made from. */
export type FakeOptions = {
  /** The records that worlds begin with, as plain data. */
  readonly fixture: Fixture
  /** Scripts of turns; a query that none matches gets a sensible answer all the same. */
  readonly scenarios?: readonly Scenario[] | Scripts
  /** How the deployment answers that it plays; `documented` unless given. */
  readonly profile?: Profile
  /** What chance is derived from; the same seed and calls give the same answers. */
  readonly seed?: string
  /** What tokens and keys are derived from; the seed unless given. */
  readonly secret?: string
  /** Divides the pauses between the events of streams; `Infinity` leaves none. */
  readonly speed?: number
  /** Whether the control API answers (`true`): switch it off where strangers reach the fake. */
  readonly control?: boolean
  /** How many worlds there may be at a time; beyond it the one that was idle longest goes. */
  readonly worlds?: number
  /** Keeps worlds beyond the life of this fake; without one they end with it. */
  readonly keeper?: Keeper
  /** Machine time and timers; the system's unless given. */
  readonly wall?: Wall
  /** Told of every crash, with its cause, and with the call unless a stream crashed by itself. */
  readonly onCrash?: (error: unknown, call?: Pick<Call, 'method' | 'path'>) => void
}

/** A stand-in for the whole platform, in memory. */
export type Fake = {
  /** Answers a call as plain data: the core that every adapter mounts. */
  handle(call: Call): Promise<Reply>
  /** Answers a web `Request`; streams are pulled, and stop with their reader. */
  fetch(request: Request): Promise<Response>
  /** The world of this name, made when it is first asked for. */
  world(name?: string): World
  /** Calls off all that is due; a closed fake answers, but no stream goes on. */
  close(): void
}

const stages = { authenticate, authorize, find, validate }

/** Makes a fake. Everything that exists in it lives in memory, in worlds that know nothing of each other. */
export function createFake(options: FakeOptions): Fake {
  const { seed = 'understudy', speed = 1, wall = systemWall, scenarios = [] } = options
  const { fixture, secret = seed, profile = documented } = options
  const onCrash = options.onCrash && ((error: unknown) => options.onCrash?.(error))
  const { keeper, worlds: most } = options
  const scripts = 'current' in scenarios ? scenarios : { current: scenarios }
  const plan = { fixture, scenarios: scripts, profile, seed, secret, speed, wall, onCrash }
  const worlds = new Worlds({ ...plan, keeper, most })

  const control = createControl({ worlds, open: options.control ?? true })

  async function handle(call: Call): Promise<Reply> {
    const controlled = control(call)
    if (controlled !== undefined) return controlled
    const early = preflight(call)
    if (early !== undefined) return early
    if (asksForContract(call)) return admitted(call, await describeContract())
    const matched = match(call)
    const body = await read(call)
    try {
      const world = resolveWorld(worlds, call, matched, body)
      return admitted(call, dated(await answer(world, call, matched, body), world.clock))
    } catch (error) {
      return admitted(call, refuseWorld(error, behavioursOf(profile)))
    }
  }

  /** One call of a world: what its faults leave of the answer, as its journal has it. */
  async function answer(world: World, call: Call, matched: Matched, body: Body): Promise<Reply> {
    const entry = openEntry(world, call)
    const struck = strike(world, call, matched.operations.get(call.method))
    const instead = await struck?.before()
    const reply = instead ?? (await judge(world, call, matched, body, entry))
    world.changes.commit()
    return entry.close(struck?.after(reply) ?? reply)
  }

  /** What the platform answers. */
  async function judge(
    world: World,
    call: Call,
    matched: Matched,
    body: Body,
    { number }: OpenEntry,
  ): Promise<Reply> {
    const asked = matched.operations.get(call.method)
    const behaviour = world.behaviour(asked)
    try {
      maintain(world, matched)
      const id = operationOf(call, matched, behaviour)
      const { params } = matched
      const visit = new Visit({ call, id, params, received: body, world, behaviour })
      world.changes.cause = number
      for (const stage of behaviour.order) stages[stage](visit)
      const routed = routes[id](visit)
      world.changes.cause = undefined
      const outcome = await routed
      audit(visit, outcome)
      return behaviour.wire.success(visit.endpoint, outcome)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof InvalidInput))
        options.onCrash?.(error, call)
      return behaviour.wire.failure(error)
    } finally {
      world.changes.cause = undefined
    }
  }

  return {
    handle,
    fetch: async (request) => toResponse(await handle(toCall(request)), request.signal),
    world: (name) => worlds.get(name),
    close: () => worlds.close(),
  }
}

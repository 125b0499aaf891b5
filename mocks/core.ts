import { documented } from '../contract/picks.ts'
import { ApiError, InvalidInput } from './api-error.ts'
import { behavioursOf } from './behaviour/compile.ts'
import type { Call, Reply } from './call.ts'
import { toCall, toResponse } from './fetch.ts'
import { grants, readAccess } from './control/access.ts'
import type { ControlApi } from './control/control.ts'
import type { Supplies } from './control/control-worlds.ts'
import type { WorldControl } from './control/world-control.ts'
import type { CrashPlace, FakeOptions } from './fake-options.ts'
import type { Strike } from './faults/strike.ts'
import { type Audience, loadExplain, OpenEntry } from './journal/open-entry.ts'
import type { Received } from './journal/refusal.ts'
import { lineOf } from './journal/show.ts'
import { admitted, dated, preflight } from './pipeline/admit.ts'
import { audit } from './pipeline/audit.ts'
import { authenticate } from './pipeline/authenticate.ts'
import { authorize } from './pipeline/authorize.ts'
import { asksForContract, describeContract } from './pipeline/describe.ts'
import { find } from './pipeline/find.ts'
import type { Host } from './pipeline/host.ts'
import { limitStreams } from './pipeline/limit-streams.ts'
import { maintain } from './pipeline/maintain.ts'
import { match } from './pipeline/match.ts'
import { operationOf } from './pipeline/operation.ts'
import { bodyLimitOf, carriesBody, noBody, read } from './pipeline/read.ts'
import { validate } from './pipeline/validate.ts'
import { asksForControl, asksForHealth, healthy } from './pipeline/steer.ts'
import { Visit } from './pipeline/visit.ts'
import { refuseWorld, resolveWorld } from './pipeline/resolve-world.ts'
import { isOpen, openRoom, roomOf } from './rooms/rooms.ts'
import { systemWall } from './state/clock.ts'
import type { WorldPlan } from './state/world-plan.ts'
import type { World } from './state/world.ts'
import { Worlds } from './state/worlds.ts'

/** The platform in memory, and what its calls need: all else is loaded with what asks for it. */
export type Core = {
  /** Answers a call as plain data: what every adapter mounts. */
  handle(call: Call): Promise<Reply>
  /** Answers a web `Request`; streams are pulled, and stop with their reader. */
  fetch(request: Request): Promise<Response>
  /** The world of this name, made when it is first asked for. */
  world(name?: string): World
  /** What steers the world of this name, as the control API does; it survives a reset. */
  control(name?: string): Promise<WorldControl>
  /** Whether anyone can work out its keys and tokens: it was given no secret but the seed. */
  readonly predictable: boolean
  /** What its control is made of. */
  readonly supplies: Supplies
  /** Calls off all that is due; a closed fake answers, but no stream goes on. */
  close(): void
}

const stages = { authenticate, authorize, find, validate }

/** The reply to an operation that succeeded. */
function conclude(visit: Visit, outcome: unknown): Reply {
  const { world, behaviour, endpoint } = visit
  audit(visit, outcome)
  // Before a reader whom this woke can go on: nobody sees an event that a crash could undo.
  world.changes.flush()
  return behaviour.wire.success(endpoint, outcome)
}

/** What a core is made from; with a host, worlds are made by order alone. */
export type CoreOptions = FakeOptions & { readonly host?: Host | undefined }

/** Makes a core, which a page loads in a moment. Throws a `TypeError` for access that can't be read. */
export function createCore(options: CoreOptions): Core {
  const { seed = 'understudy', speed = 1, wall = systemWall, scenarios = [] } = options
  const { fixture, secret = seed, profile = documented } = options
  const { onCall, onCrash: tellCrash, host } = options
  const onCrash: WorldPlan['onCrash'] =
    tellCrash && ((error, { name, seed: drawn }) => tellCrash(error, { world: name, seed: drawn }))
  // Where nobody asked to be told: an answer of 500 says that the cause is in the log.
  const tellCallCrash: NonNullable<FakeOptions['onCrash']> =
    tellCrash ?? (async (...crash) => (await import('./crash-log.ts')).logCrash(...crash))
  const { keeper, worlds: most, streams: mostStreams } = options
  const scripts = 'current' in scenarios ? scenarios : { current: scenarios }
  const plan = { fixture, scenarios: scripts, profile, seed, secret, speed, wall, onCrash }
  const worlds = new Worlds({ ...plan, keeper, most, mostStreams })

  const access = readAccess(options.control ?? true)
  const further = options.controlRoutes
  const { fixtures = {}, profiles = {} } = options
  const stocked = { fixture, profile, fixtures, profiles, now: () => wall.now() }
  let steer: ControlApi | undefined
  async function control(call: Call): Promise<Reply> {
    if (asksForHealth(call)) return grants(access, call) ? admitted(call, healthy) : healthy
    if (steer === undefined) {
      const { createControl } = await import('./control/control.ts')
      steer ??= createControl({ worlds, stocked, access, further, onCrash: onControlCrash })
    }
    return steer(call)
  }

  const onControlCrash = (error: unknown, { method, path }: Call, world: string) =>
    tellCallCrash(error, { world, seed, call: { method, path } })

  function handle(call: Call): Promise<Reply> {
    if (asksForControl(call)) return control(call)
    return asksForContract(call) ? describeContract(call) : play(call)
  }

  /** Answers a call to the platform, in the world that it leads to. */
  async function play(call: Call): Promise<Reply> {
    const early = preflight(call)
    if (early !== undefined) return early
    const matched = match(call)
    const asked = matched.operations.get(call.method)
    const body = carriesBody(call) ? await read(call, bodyLimitOf(asked)) : noBody
    // Before its world is resolved: from there on, nothing that a call changes waits for anything.
    if (asked !== undefined && !isOpen(asked)) await openRoom(asked)
    try {
      const world = resolveWorld(worlds, call, matched, body, host)
      const told = host === undefined ? worlds : undefined
      const received = { worlds: told, world, call, matched, body }
      const reply = await (host === undefined
        ? answer(received)
        : host.attend(world, call, asked, () => answer(received)))
      return admitted(call, dated(reply, world.clock))
    } catch (error) {
      return admitted(call, refuseWorld(error, behavioursOf(profile)))
    }
  }

  /** One call of a world: what its faults leave of the answer, as its journal has it. */
  async function answer(received: Received): Promise<Reply> {
    const { world, call, matched, body } = received
    const entry = new OpenEntry(received, audienceOf(call))
    const struck = world.faults.size === 0 ? undefined : await struckBy(world, call, matched, body)
    const instead = struck && (await struck.before())
    const asked = matched.operations.get(call.method)
    const missing = asked && roomOf(asked).prepare?.(world)
    if (missing !== undefined) await missing
    const reply = instead ?? (await judge(received, entry))
    world.changes.commit()
    const met = struck && { ids: struck.ids, instead: instead !== undefined }
    if (entry.error !== undefined) await loadExplain()
    return entry.close(struck?.after(reply) ?? reply, met)
  }

  /** What the platform answers: at once, but for the few operations that wait. */
  function judge({ world, call, matched, body: received }: Received, entry: OpenEntry) {
    const behaviour = world.behaviour(matched.operations.get(call.method))
    const refuse = (error: unknown): Reply => {
      entry.error = error
      if (!(error instanceof ApiError || error instanceof InvalidInput))
        tellCallCrash(error, crashPlace(world, entry, call))
      return behaviour.wire.failure(error)
    }
    try {
      maintain(world, matched)
      const id = operationOf(call, matched, behaviour)
      const { routes, inputs } = roomOf(id)
      const { params } = matched
      const takes = inputs(behaviour.policy)[id] ?? {}
      const visit = new Visit({ call, id, params, takes, received, world, behaviour })
      entry.visit = visit
      limitStreams(world, visit.endpoint)
      world.changes.cause = entry.number
      for (const stage of behaviour.order) stages[stage](visit)
      const routed = routes[id]?.(visit)
      world.changes.cause = undefined
      return routed instanceof Promise
        ? routed.then((outcome) => conclude(visit, outcome)).catch(refuse)
        : conclude(visit, routed)
    } catch (error) {
      return refuse(error)
    } finally {
      world.changes.cause = undefined
    }
  }

  function audienceOf({ exposedAt }: Call): Audience {
    const explains = options.explain ?? (options.control !== false && exposedAt === undefined)
    return {
      explains,
      onCall: onCall && ((entry, world) => onCall(lineOf(world, entry))),
    }
  }

  return {
    handle,
    fetch: async (request) => toResponse(await handle(toCall(request)), request),
    world: (name) => worlds.get(name),
    async control(name) {
      const { deskOf } = await import('./control/control-worlds.ts')
      return deskOf({ worlds, stocked }).control(name)
    },
    predictable: secret === seed,
    supplies: { worlds, stocked },
    close: () => worlds.close(),
  }
}

let strike: Strike | undefined

/** What the faults of a world do to a call; loaded with the first call of one that has any. */
async function struckBy(...met: Parameters<Strike>): Promise<ReturnType<Strike>> {
  strike ??= (await import('./faults/strike.ts')).strike
  return strike(...met)
}

const crashPlace = (world: World, { number }: OpenEntry, { method, path }: Call): CrashPlace => ({
  world: world.name,
  seed: world.seed,
  call: { number, method, path },
})

import { documented } from '../contract/picks.ts'
import { ApiError, InvalidInput } from './world/api-error.ts'
import { behaviourOfProfile } from './server/behaviour/compile.ts'
import type { PlainRequest, PlainResponse } from './world/exchange.ts'
import { toPlainRequest, toResponse } from './fetch.ts'
import { allowsOrigin, parseControlAccess } from './control/access.ts'
import type { ControlApi } from './control/control-api.ts'
import type { CoreParts } from './control/control-client.ts'
import type { WorldControl } from './control/world-control.ts'
import type { CrashContext, FakeOptions } from './fake-options.ts'
import type { PlanFaults } from './server/faults/apply-faults.ts'
import {
  type RequestLogOptions,
  loadExplanations,
  RequestLogEntry,
} from './server/request-log/request-log.ts'
import type { IncomingRequest } from './server/request-log/refused-request.ts'
import { toJournalLine } from './server/request-log/journal-record.ts'
import { withCors, withDate, answerPreflight } from './server/response-headers.ts'
import { writeAuditLog } from './server/audit.ts'
import { authenticate } from './server/authenticate.ts'
import { authorize } from './server/authorize.ts'
import {
  isOpenApiRequest,
  openApiResponse,
  isControlRequest,
  isHealthRequest,
  healthResponse,
} from './server/built-in-paths.ts'
import { loadResource } from './server/load-resource.ts'
import { type VisitorLimiter, worldErrorResponse, resolveWorld } from './server/resolve-world.ts'
import {
  requireFreeStream,
  requireNoMaintenance,
  requireOperation,
} from './server/require-operation.ts'
import { matchPath } from './server/match-path.ts'
import { bodyLimit, mayHaveBody, noBody, readRequestBody } from './server/read-body.ts'
import { validate } from './server/validate.ts'
import { RequestContext } from './platform/request-context.ts'
import { isOpen, openRoom, roomOf } from './rooms/rooms.ts'
import { systemClock } from './world/clock.ts'
import type { WorldConfig } from './world/world-config.ts'
import type { World } from './world/world.ts'
import { Worlds } from './world/worlds.ts'

/** The platform in memory, and what its calls need: all else is loaded with what asks for it. */
export type Core = {
  /** Answers a call as plain data: what every adapter mounts. */
  handle(call: PlainRequest): Promise<PlainResponse>
  /** Answers a web `Request`; streams are pulled, and stop with their reader. */
  fetch(request: Request): Promise<Response>
  /** The world of this name, made when it is first asked for. */
  world(name?: string): World
  /** What steers the world of this name, as the control API does; it survives a reset. */
  control(name?: string): Promise<WorldControl>
  /** Whether anyone can work out its keys and tokens: it was given no secret but the seed. */
  readonly predictable: boolean
  /** What its control is made of. */
  readonly supplies: CoreParts
  /** Calls off all that is due; a closed fake answers, but no stream goes on. */
  close(): void
}

const stages = { authenticate, authorize, find: loadResource, validate }

/** The reply to an operation that succeeded. */
function conclude(visit: RequestContext, outcome: unknown): PlainResponse {
  const { world, behaviour, endpoint } = visit
  writeAuditLog(visit, outcome)
  // Before a reader whom this woke can go on: nobody sees an event that a crash could undo.
  world.changes.flush()
  return behaviour.wire.success(endpoint, outcome)
}

/** What a core is made from; with a host, worlds are made by order alone. */
export type CoreOptions = FakeOptions & { readonly limiter?: VisitorLimiter | undefined }

/** Makes a core, which a page loads in a moment. Throws a `TypeError` for access that can't be read. */
export function createCore(options: CoreOptions): Core {
  const { seed = 'understudy', speed = 1, wall = systemClock, scenarios = [] } = options
  const { fixture, secret = seed, profile = documented } = options
  const { onCall, onCrash: tellCrash, limiter: host } = options
  const onCrash: WorldConfig['onCrash'] =
    tellCrash && ((error, { name, seed: drawn }) => tellCrash(error, { world: name, seed: drawn }))
  // Where nobody asked to be told: an answer of 500 says that the cause is in the log.
  const tellCallCrash: NonNullable<FakeOptions['onCrash']> =
    tellCrash ?? (async (...crash) => (await import('./crash-log.ts')).logCrash(...crash))
  const { keeper, worlds: most, streams: mostStreams } = options
  const scripts = 'current' in scenarios ? scenarios : { current: scenarios }
  const plan = { fixture, scenarios: scripts, profile, seed, secret, speed, wall, onCrash }
  const worlds = new Worlds({ ...plan, storage: keeper, maxWorlds: most, maxStreams: mostStreams })

  const access = parseControlAccess(options.control ?? true)
  const further = options.controlRoutes
  const { fixtures = {}, profiles = {} } = options
  const stocked = { fixture, profile, fixtures, profiles, now: () => wall.now() }
  let steer: ControlApi | undefined
  async function control(call: PlainRequest): Promise<PlainResponse> {
    if (isHealthRequest(call))
      return allowsOrigin(access, call) ? withCors(call, healthResponse) : healthResponse
    if (steer === undefined) {
      const { createControlApi: createControl } = await import('./control/control-api.ts')
      steer ??= createControl({ worlds, stocked, access, routes: further, onCrash: onControlCrash })
    }
    return steer(call)
  }

  const onControlCrash = (error: unknown, { method, path }: PlainRequest, world: string) =>
    tellCallCrash(error, { world, seed, call: { method, path } })

  function handle(call: PlainRequest): Promise<PlainResponse> {
    if (isControlRequest(call)) return control(call)
    return isOpenApiRequest(call) ? openApiResponse(call) : play(call)
  }

  /** Answers a call to the platform, in the world that it leads to. */
  async function play(call: PlainRequest): Promise<PlainResponse> {
    const early = answerPreflight(call)
    if (early !== undefined) return early
    const matched = matchPath(call)
    const asked = matched.operations.get(call.method)
    const body = mayHaveBody(call) ? await readRequestBody(call, bodyLimit(asked)) : noBody
    // Before its world is resolved: from there on, nothing that a call changes waits for anything.
    if (asked !== undefined && !isOpen(asked)) await openRoom(asked)
    try {
      const world = resolveWorld(worlds, call, matched, body, host)
      const told = host === undefined ? worlds : undefined
      const received = { worlds: told, world, call, matched, body }
      const reply = await (host === undefined
        ? answer(received)
        : host.run(world, call, asked, () => answer(received)))
      return withCors(call, withDate(reply, world.clock))
    } catch (error) {
      return withCors(call, worldErrorResponse(error, behaviourOfProfile(profile)))
    }
  }

  /** One call of a world: what its faults leave of the answer, as its journal has it. */
  async function answer(received: IncomingRequest): Promise<PlainResponse> {
    const { world, call, matched, body } = received
    const entry = new RequestLogEntry(received, audienceOf(call))
    const struck = world.faults.size === 0 ? undefined : await struckBy(world, call, matched, body)
    const instead = struck && (await struck.before())
    const asked = matched.operations.get(call.method)
    const missing = asked && roomOf(asked).prepare?.(world)
    if (missing !== undefined) await missing
    const reply = instead ?? (await judge(received, entry))
    world.changes.commit()
    const met = struck && { ids: struck.ids, instead: instead !== undefined }
    if (entry.error !== undefined) await loadExplanations()
    return entry.close(struck?.after(reply) ?? reply, met)
  }

  /** What the platform answers: at once, but for the few operations that wait. */
  function judge(
    { world, call, matched, body: received }: IncomingRequest,
    entry: RequestLogEntry,
  ) {
    const behaviour = world.behaviour(matched.operations.get(call.method))
    const refuse = (error: unknown): PlainResponse => {
      entry.error = error
      if (!(error instanceof ApiError || error instanceof InvalidInput))
        tellCallCrash(error, crashPlace(world, entry, call))
      return behaviour.wire.failure(error)
    }
    try {
      requireNoMaintenance(world, matched)
      const id = requireOperation(call, matched, behaviour)
      const { routes, inputs } = roomOf(id)
      const { params } = matched
      const takes = inputs(behaviour.policy)[id] ?? {}
      const visit = new RequestContext({
        request: call,
        id,
        params,
        input: takes,
        rawBody: received,
        world,
        behaviour,
      })
      entry.context = visit
      requireFreeStream(world, visit.endpoint)
      world.changes.requestNumber = entry.number
      for (const stage of behaviour.order) stages[stage](visit)
      const routed = routes[id]?.(visit)
      world.changes.requestNumber = undefined
      return routed instanceof Promise
        ? routed.then((outcome) => conclude(visit, outcome)).catch(refuse)
        : conclude(visit, routed)
    } catch (error) {
      return refuse(error)
    } finally {
      world.changes.requestNumber = undefined
    }
  }

  function audienceOf({ exposedAt }: PlainRequest): RequestLogOptions {
    const explains = options.explain ?? (options.control !== false && exposedAt === undefined)
    return {
      explains,
      onRequest: onCall && ((entry, world) => onCall(toJournalLine(world, entry))),
    }
  }

  return {
    handle,
    fetch: async (request) => toResponse(await handle(toPlainRequest(request)), request),
    world: (name) => worlds.get(name),
    async control(name) {
      const { createControlClient: deskOf } = await import('./control/control-client.ts')
      return deskOf({ worlds, presets: stocked }).control(name)
    },
    predictable: secret === seed,
    supplies: { worlds, presets: stocked },
    close: () => worlds.close(),
  }
}

let strike: PlanFaults | undefined

/** What the faults of a world do to a call; loaded with the first call of one that has any. */
async function struckBy(...met: Parameters<PlanFaults>): Promise<ReturnType<PlanFaults>> {
  strike ??= (await import('./server/faults/apply-faults.ts')).planFaults
  return strike(...met)
}

const crashPlace = (
  world: World,
  { number }: RequestLogEntry,
  { method, path }: PlainRequest,
): CrashContext => ({
  world: world.name,
  seed: world.seed,
  call: { number, method, path },
})

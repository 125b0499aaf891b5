import type { Fixture } from '../contract/fixture.ts'
import type { Speed } from '../contract/duration.ts'
import { escapeLine, escapeStack } from '../contract/escape.ts'
import { ownLimits } from '../contract/limits.ts'
import { documented, type Profile } from '../contract/picks.ts'
import { refuseOldRuntime } from '../contract/runtime.ts'
import { allowsOrigin, parseControlAccess, parseOrigin } from './control/access.ts'
import type { CoreParts } from './control/control-client.ts'
import type { CoreOptions, CrashContext } from './fake-options.ts'
import { toPlainRequest, toResponse } from './fetch.ts'
import type { CreateHandler, RequestHandler } from './request-handler.ts'
import { createProfileCompiler } from './server/behaviour/compile.ts'
import { controlPath, probeOf, probeResponse } from './server/request/routing.ts'
import { withCors } from './server/request/response-headers.ts'
import { systemClock } from './world/clock.ts'
import { Meter } from './world/meter.ts'
import type { PlainRequest, PlainResponse } from '../contract/plain-http.ts'
import type { CompiledProfile } from './world/behaviour.ts'
import { behaviourFor, type World } from './world/world.ts'
import { Worlds } from './world/worlds.ts'

/** The in-memory platform, over `fetch` and for adapters. */
export type Core = {
  /** Handles a request as plain data, for adapters. */
  handle(request: PlainRequest): Promise<PlainResponse>
  /**
   * Handles a web `Request`, unless its signal has aborted; a stream stops when its reader cancels
   * it.
   */
  fetch(request: Request): Promise<Response>
  /** The world with this name; created if it does not exist. */
  world(name?: string): World
  /** The profile of worlds that are created without a profile of their own. */
  readonly profile: Profile
  /** Whether others can compute the keys and tokens of the fake: true without a `secret`. */
  readonly predictable: boolean
  readonly parts: CoreParts & { readonly meter: Meter }
  /** From now on `GET /__control/ready` responds with 503, so that a router sends no more work. */
  drain(): void
  /** Ends streams and timers, and deletes all worlds that are not stored. Requests make new ones. */
  close(): void
}

/** Returns the factor of a speed. Throws a `TypeError` for anything else. */
function requireSpeed(given: Speed): number {
  // Does not use contract/duration.ts, which would load all schemas at the start.
  const factor = given === 'max' ? Number.POSITIVE_INFINITY : given
  const { min, max } = ownLimits.speed
  if (factor === Number.POSITIVE_INFINITY || (factor >= min && factor <= max)) return factor
  throw new TypeError(
    `\`speed\` takes a number from ${min} to ${max}, \`Infinity\` or \`max\`, not ${String(given)}.`,
  )
}

/**
 * Creates a fake with a request handler. `createHandler` is `createRequestHandler`, or loads it on first
 * use, so that a server can listen at once. Throws a `TypeError` if the option `control`,
 * `allowOrigins` or `speed` is not valid.
 */
export function createCore(options: CoreOptions, createHandler: CreateHandler): Core {
  refuseOldRuntime()
  const { seed = 'understudy', storage } = options
  const meter = new Meter()
  const clock = meter.clock(options.systemClock ?? systemClock)
  const { fixture, fixtures = {}, scenarios = [], secret = seed } = options
  requireCompleteFixture(fixture)
  const { profile = documented, profiles = {}, onCrash: reportCrash = logCrash } = options
  const compile = createProfileCompiler((options.allowOrigins ?? []).map(requireOrigin))
  const worlds = new Worlds({
    continueWork: (world) => handler.continueWork(world),
    compile,
    fixture,
    scenarios: 'current' in scenarios ? scenarios : { current: scenarios },
    profile,
    seed,
    secret,
    speed: requireSpeed(options.speed ?? 1),
    systemClock: clock,
    replica: options.replica,
    faults: options.faults,
    // `onCrash` is always set: without it, an error in a task of a clock would end the server.
    onCrash: (error, { name, seed: of }) => reportCrash(error, { world: name, seed: of }),
    storage,
    meter,
    maxWorlds: options.maxWorlds,
    maxStreams: options.maxStreams,
  })
  const presets = {
    fixture,
    profile,
    fixtures,
    profiles,
    readFixture: async (document: unknown) => handler.readFixture(document),
    now: () => clock.now(),
  }
  const access = parseControlAccess(options.control ?? true)
  let usualProfile: CompiledProfile | undefined
  const handler: RequestHandler = createHandler({
    options: { ...options, seed },
    worlds,
    presets,
    meter,
    access,
    behaviour: (id) => behaviourFor((usualProfile ??= compile(profile)), id),
    reportCrash,
  })

  function handle(request: PlainRequest): Promise<PlainResponse> {
    const probe = controlPath.test(request.path) ? probeOf(request) : undefined
    if (probe === undefined) return handler.handle(request)
    const response = probeResponse(probe, meter.isReady)
    return Promise.resolve(allowsOrigin(access, request) ? withCors(request, response) : response)
  }

  return {
    handle,
    async fetch(request) {
      request.signal.throwIfAborted()
      return toResponse(await handle(toPlainRequest(request)), request)
    },
    world: (name) => worlds.get(name),
    profile,
    predictable: secret === seed,
    parts: { worlds, presets, meter },
    drain: () => void (meter.isReady = false),
    close: () => worlds.close(),
  }
}

/** Throws a `TypeError` for a user's fixture that was not completed with defaults. */
export function requireCompleteFixture(fixture: Fixture): void {
  if (!('anchored_at' in fixture && 'showcase' in fixture))
    throw new TypeError(
      '`fixture` is not complete: pass the result of `readFixture(…)`, from `agent-understudy`.',
    )
}

function requireOrigin(text: string): string {
  const origin = parseOrigin(text)
  if (origin === undefined)
    throw new TypeError(
      `\`allowOrigins\` takes origins such as http://localhost:5173, not \`${text}\`.`,
    )
  return origin
}

/** Default crash handler: logs the error, because the 500 response tells the client to look there. */
function logCrash(error: unknown, { world, call }: CrashContext): void {
  const what = call === undefined ? 'A stream or timer' : `${call.method} ${call.path}`
  // Only the first line of a crash begins at the margin, so that text from a client cannot forge a
  // log line.
  // oxlint-disable-next-line no-console
  console.error(`${escapeLine(`${what} crashed in the world ${world}`)}: ${escapeStack(error)}`)
}

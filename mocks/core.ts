import type { Fixture } from '../contract/fixture.ts'
import { documented } from '../contract/picks.ts'
import { refuseOldRuntime } from '../contract/runtime.ts'
import { allowsOrigin, parseControlAccess, parseOrigin } from './control/access.ts'
import type { ControlApi } from './control/control-api.ts'
import type { CoreParts } from './control/control-client.ts'
import type { WorldControl } from './control/world-control.ts'
import type { CrashContext, FakeOptions } from './fake-options.ts'
import { toPlainRequest, toResponse } from './fetch.ts'
import { compilerWith } from './server/behaviour/compile.ts'
import {
  isControlRequest,
  isOpenApiRequest,
  openApiResponse,
  probeOf,
  probeResponse,
} from './server/request/routing.ts'
import type { Pipeline } from './server/pipeline.ts'
import type { VisitorLimiter } from './server/request/incoming-request.ts'
import { withCors } from './server/request/response-headers.ts'
import { systemClock } from './world/clock.ts'
import { Meter } from './world/meter.ts'
import type { PlainRequest, PlainResponse } from '../recording/exchange.ts'
import type { World } from './world/world.ts'
import { Worlds } from './world/worlds.ts'

/** The in-memory platform. Optional parts (control API, faults, turns) are imported on first use. */
export type Core = {
  /** Handles a request as plain data, for adapters. */
  handle(request: PlainRequest): Promise<PlainResponse>
  /** Handles a web `Request`; a stream stops when its reader cancels it. */
  fetch(request: Request): Promise<Response>
  /** The world with this name; created if it does not exist. */
  world(name?: string): World
  /** The control API of one world, in process; it stays valid when the world is reset. */
  control(name?: string): Promise<WorldControl>
  /** Whether others can compute its keys and tokens: true without a `secret`. */
  readonly predictable: boolean
  readonly parts: CoreParts & { readonly meter: Meter }
  /** From now on `GET /__control/ready` responds with 503, so that a router sends no more work. */
  drain(): void
  /** Cancels all timers. A closed fake still handles requests, but its streams end. */
  close(): void
}

/** With a limiter, each visitor has a world, and a request cannot create a world by its name. */
export type CoreOptions = FakeOptions & { readonly limiter?: VisitorLimiter | undefined }

/** Reads the fixture of a request to the control API. */
const readFixture = async (document: unknown): Promise<Fixture> =>
  (await import('./sent-fixture.ts')).readSentFixture(document)

/**
 * Creates a fake for a web page: the control API is loaded only when it is used. Throws a
 * `TypeError` for an option `control` or `allowOrigins` that is not valid.
 */
export function createCore(options: CoreOptions): Core {
  refuseOldRuntime('the fake')
  const { seed = 'understudy', speed = 1, storage } = options
  const meter = new Meter()
  const clock = meter.clock(options.systemClock ?? systemClock)
  const { fixture, fixtures = {}, scenarios = [], secret = seed } = options
  requireComplete(fixture)
  const { profile = documented, profiles = {}, onCall, onCrash } = options
  const reportCrash = onCrash ?? logCrash
  const compile = compilerWith((options.allowOrigins ?? []).map(requireOrigin))
  let continueIfLoaded: ((world: World) => void) | undefined
  const worlds = new Worlds({
    continueWork: (world) => continueIfLoaded?.(world),
    compile,
    fixture,
    scenarios: 'current' in scenarios ? scenarios : { current: scenarios },
    profile,
    seed,
    secret,
    speed,
    systemClock: clock,
    replica: options.replica,
    faults: options.faults,
    onCrash: onCrash && ((error, { name, seed: of }) => onCrash(error, { world: name, seed: of })),
    storage: storage && meter.meteredStorage(storage),
    maxWorlds: options.maxWorlds,
    maxStreams: options.maxStreams,
  })
  const presets = { fixture, profile, fixtures, profiles, readFixture, now: () => clock.now() }

  let platform: Pipeline | undefined
  async function loadPlatform(): Promise<Pipeline> {
    const [{ createPipeline }, dispatch, { toJournalLine, toJournalRecord }] = await Promise.all([
      import('./server/pipeline.ts'),
      import('./server/dispatch.ts'),
      import('../recording/query-journal.ts'),
    ])
    continueIfLoaded = dispatch.continueIfLoaded
    return (platform ??= createPipeline({
      worlds,
      meter,
      behaviour: () => compile(profile).general,
      limiter: options.limiter,
      logOptions: ({ exposedAt }) => ({
        explains: options.explain ?? (options.control !== false && exposedAt === undefined),
        onRequest:
          onCall &&
          ((entry, world) =>
            onCall(toJournalLine(world, entry), () => toJournalRecord(world, entry))),
      }),
      onCrash: (error, { world, request: { method, path } }, number) =>
        void reportCrash(error, {
          world: world.name,
          seed: world.seed,
          call: { number, method, path },
        }),
    }))
  }

  const access = parseControlAccess(options.control ?? true)
  let controlApi: ControlApi | undefined
  async function control(request: PlainRequest): Promise<PlainResponse> {
    const probe = probeOf(request)
    if (probe !== undefined) {
      const response = probeResponse(probe, meter.isReady)
      return allowsOrigin(access, request) ? withCors(request, response) : response
    }
    if (controlApi === undefined) {
      const { createControlApi } = await import('./control/control-api.ts')
      controlApi ??= createControlApi({
        worlds,
        presets,
        access,
        routes: options.controlRoutes,
        onCrash: (error, { method, path }, world) =>
          void reportCrash(error, { world, seed, call: { method, path } }),
      })
    }
    return controlApi(request)
  }

  function handle(request: PlainRequest): Promise<PlainResponse> {
    if (isControlRequest(request)) return control(request)
    if (isOpenApiRequest(request))
      return openApiResponse(request, (name) => worlds.existing(name)?.profile ?? profile)
    return platform?.(request) ?? loadPlatform().then((answer) => answer(request))
  }

  return {
    handle,
    fetch: async (request) => toResponse(await handle(toPlainRequest(request)), request),
    world: (name) => worlds.get(name),
    async control(name) {
      const { createControlClient } = await import('./control/control-client.ts')
      return createControlClient({ worlds, presets }).control(name)
    },
    predictable: secret === seed,
    parts: { worlds, presets, meter },
    drain: () => void (meter.isReady = false),
    close: () => worlds.close(),
  }
}

/** Throws a `TypeError` for the fixture of a user without its defaults. */
export function requireComplete(fixture: Fixture): void {
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
async function logCrash(error: unknown, { world, call }: CrashContext): Promise<void> {
  const { escapeLine, escapeStack } = await import('../contract/escape.ts')
  const what = call === undefined ? 'A stream' : `${call.method} ${call.path}`
  // Only the first line of a crash begins at the margin, so that text from a client cannot forge a
  // log line.
  // oxlint-disable-next-line no-console
  console.error(`${escapeLine(`${what} crashed in the world ${world}`)}: ${escapeStack(error)}`)
}

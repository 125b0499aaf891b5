import { durationForm, toMilliseconds } from '../../../contract/duration.ts'
import { documented } from '../../../contract/picks.ts'
import type { PlainRequest, PlainResponse } from '../../../contract/plain-http.ts'
import { type Core, createCore } from '../../core.ts'
import { createRequestHandler } from '../../request-handler.ts'
import { createGateway } from '../../demo/gateway.ts'
import { createVisitorLimiter } from '../../demo/limits.ts'
import { type StoredVisitor, type Visitor, Visitors } from '../../demo/visitors.ts'
import { compileProfile } from '../../server/behaviour/compile.ts'
import type { VisitorLimiter } from '../../server/request/incoming-request.ts'
import { WorldError } from '../../world/world-error.ts'
import type { World } from '../../world/world.ts'
import type { Worlds } from '../../world/worlds.ts'
import type { AlarmClock } from './alarm-clock.ts'
import type { StoredObject } from './object-storage.ts'
import type { WorkerEnv } from './runtime.ts'
import { randomToken } from '../../world/random.ts'
import type { WorkerOptions } from './worker-options.ts'

/** The header by which the Worker asks an object to create the world of a new visitor. */
export const newVisitorHeader = 'x-understudy-visitor-world'

/** The fake in one Durable Object: it has one world, or no world yet. */
export type ObjectFake = {
  readonly core: Core
  handle(request: PlainRequest): Promise<PlainResponse>
  /** The visitor of this object; `undefined` without one. */
  visitor(): Visitor | undefined
  /** Milliseconds without activity after which the world of a visitor ends. */
  readonly idleMs: number
  close(): void
}

/** Creates the fake of an object, and loads its world and its visitor. */
export function createObjectFake(
  options: WorkerOptions,
  env: WorkerEnv,
  stored: StoredObject,
  clock: AlarmClock,
): ObjectFake {
  const { requestsPerSecond = 20, controlOrigins, profile = documented } = options
  const isDemo = Boolean(env.DEMO)
  const token = env.CONTROL_TOKEN ?? randomToken()
  let limiter: VisitorLimiter | undefined
  const core = createCore(
    {
      ...options,
      ...stored.identity,
      systemClock: clock,
      storage: stored.worlds,
      control: { token, origins: controlOrigins },
      // The limiter of visitors is created later, because it needs the core.
      limiter: isDemo
        ? { run: (incoming, next) => limiter?.run(incoming, next) ?? next() }
        : undefined,
    },
    createRequestHandler,
  )
  const { worlds } = core.parts
  for (const name of stored.worlds.names()) {
    const world = loadWorld(worlds, name)
    if (world !== undefined) world.lastUsedAt = stored.usedAt ?? world.lastUsedAt
  }
  const { handle, close } = core
  if (!isDemo) return { core, handle, visitor: () => undefined, idleMs: Infinity, close }

  const idleMs = parseIdleTime(env.DEMO ?? '')
  const visitors = new Visitors(worlds, {
    systemClock: clock,
    randomId: randomToken,
    idleMs,
    requestsPerSecond,
    maxVisitors: 1,
  })
  let visitor = stored.visitor && visitors.restore(stored.visitor)
  limiter = createVisitorLimiter(visitors)
  const gateway = createGateway({
    visitors,
    admit: (request) => (visitor = visitors.admit(request.header(newVisitorHeader))),
    handle: (request) => (request.path === '/' ? pagePlaceholderResponse : core.handle(request)),
    token,
    presets: core.parts.presets,
    publicUrl: undefined,
    behaviour: () => compileProfile(profile).general,
  })
  const current = () => visitor && visitors.inWorld(visitor.world)
  return {
    core,
    handle: async (request) =>
      // The Worker creates another object for a visitor that this object does not know.
      request.path === '/' && current() === undefined && !request.header(newVisitorHeader)
        ? unknownVisitorResponse
        : gateway(request),
    visitor: current,
    idleMs,
    close() {
      visitors.close()
      core.close()
    },
  }
}

/** Loads a world. A damaged world stays stored: requests report the damage, and it can be deleted. */
function loadWorld(worlds: Worlds, name: string): World | undefined {
  try {
    return worlds.existing(name)
  } catch (error) {
    if (error instanceof WorldError) return undefined
    throw error
  }
}

/** The Worker replaces the body of this response by its page. */
const pagePlaceholderResponse = Promise.resolve({ status: 200, headers: {}, body: undefined })
export const unknownVisitorResponse = { status: 410, headers: {}, body: undefined }

const maxIdleMs = 7 * 24 * 3_600_000

function parseIdleTime(text: string): number {
  const idle = toMilliseconds(text)
  if (idle !== undefined && idle >= 1000 && idle <= maxIdleMs) return idle
  throw new TypeError(
    `The variable DEMO takes a time from 1s to 7d, such as 30m, not \`${text}\`: ${durationForm}.`,
  )
}

/** Returns the fields of a visitor that are stored. */
export const toStoredVisitor = ({
  cookie,
  world,
  hasCalled,
  lastActiveAt,
}: Visitor): StoredVisitor => ({
  cookie,
  world,
  hasCalled,
  lastActiveAt,
})

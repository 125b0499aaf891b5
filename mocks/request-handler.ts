import type { Fixture } from '../contract/fixture.ts'
import type { OperationId } from '../contract/operations.ts'
import { isObject } from '../contract/json.ts'
import { toJournalLine, toJournalRecord } from '../traffic/journal/query-journal.ts'
import type { PlainRequest, PlainResponse } from '../contract/plain-http.ts'
import type { AccessRules } from './control/access.ts'
import { createControlApi } from './control/control-api.ts'
import type { CoreParts } from './control/control-client.ts'
import { ControlError } from './control/control-error.ts'
import type { CoreOptions, CrashContext } from './fake-options.ts'
import { FixtureError, readFixture } from './read-fixture.ts'
import { openApiResponse } from './server/open-api.ts'
import { createPipeline } from './server/pipeline.ts'
import { worldErrorResponse } from './server/request/incoming-request.ts'
import { withCors } from './server/request/response-headers.ts'
import { controlPath, openApiPath } from './server/request/routing.ts'
import type { Behaviour } from './world/behaviour.ts'
import type { Meter } from './world/meter.ts'
import type { World } from './world/world.ts'
import { continueTurns } from './platform/chat/continue-turns.ts'
import { continueTitles } from './platform/chat/late-titles.ts'
import { continuePlannedChanges } from './platform/custom/effects.ts'
import { createUserScope } from './platform/custom/expression-scope.ts'
import { continueRuns } from './platform/workflows/live-run.ts'

/** The parts of a fake that its requests need. */
type HandlerParts = CoreParts & {
  readonly options: CoreOptions
  readonly meter: Meter
  readonly access: AccessRules
  /** The behaviour for a request without a world. */
  readonly behaviour: (id?: OperationId) => Behaviour
  readonly reportCrash: (error: unknown, place: CrashContext) => void
}

export type RequestHandler = {
  handle(request: PlainRequest): Promise<PlainResponse>
  /** Continues the turns and the workflow runs of a loaded world. */
  continueWork(world: World): void
  /** Reads the fixture that a client sends to the control API. */
  readFixture(document: unknown): Fixture | Promise<Fixture>
}

export type CreateHandler = (parts: HandlerParts) => RequestHandler

/** Creates the handler for the requests of a fake: to the platform, and to its control API. */
export const createRequestHandler: CreateHandler = (parts) => {
  const { options, worlds, presets, meter, access, behaviour, reportCrash } = parts
  const { onCall } = options
  const platform = createPipeline({
    worlds,
    meter,
    behaviour,
    limiter: options.limiter,
    model: options.model,
    explains: ({ exposedAt }) =>
      options.explain ?? (options.control !== false && exposedAt === undefined),
    onRequest:
      onCall &&
      ((entry, world) => onCall(toJournalLine(world, entry), () => toJournalRecord(world, entry))),
    onCrash: (error, { world, request: { method, path } }, number) =>
      reportCrash(error, { world: world.name, seed: world.seed, call: { number, method, path } }),
  })
  const control = createControlApi({
    worlds,
    presets,
    access,
    routes: options.controlRoutes,
    onCrash: (error, { method, path }, world) =>
      reportCrash(error, { world, seed: options.seed ?? '', call: { method, path } }),
  })
  const profileOf = (name: string) => worlds.existing(name)?.profile ?? presets.profile
  const describeOperations = (request: PlainRequest) => {
    try {
      return openApiResponse(request, profileOf)
    } catch (error) {
      return withCors(request, worldErrorResponse(error, behaviour()))
    }
  }
  return {
    continueWork,
    readFixture: readSentFixture,
    handle(request) {
      if (controlPath.test(request.path)) return control(request)
      return request.method === 'GET' && openApiPath.test(request.path)
        ? Promise.resolve(describeOperations(request))
        : platform(request)
    },
  }
}

/** Reads a fixture in the form of a fixture file. Throws a `ControlError` with all its problems. */
function readSentFixture(document: unknown): Fixture {
  try {
    return readFixture(isObject(document) ? { name: 'sent', ...document } : document)
  } catch (error) {
    if (error instanceof FixtureError) throw new ControlError(422, error.message)
    throw error
  }
}

/**
 * Prepares a world for requests, and continues the turns and the workflow runs that were running
 * when its state was stored.
 */
function continueWork(world: World): void {
  world.createUserScope = (user) => createUserScope(world, user)
  if (!world.interrupted || world.closed) return
  world.interrupted = false
  continueTurns(world)
  continueTitles(world)
  continuePlannedChanges(world)
  continueRuns(world)
  world.changes.flush()
}

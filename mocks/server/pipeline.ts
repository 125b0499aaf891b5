import { type OperationId, operations } from '../../contract/operations.ts'
import { writeAuditLog } from '../platform/admin/audit-log.ts'
import { runWithPartDeletion } from '../platform/custom/delete-parts.ts'
import { createExpressionScope } from '../platform/custom/expression-scope.ts'
import {
  applyEffects,
  recordBeforeOperation,
  throwFirstRefusal,
} from '../platform/custom/effects.ts'
import { storeOutcomeFields, withKeptFields } from '../platform/kept-fields.ts'
import type { TurnModel } from '../platform/turn-model.ts'
import { PipelineContext } from '../platform/request-context.ts'
import type { PlainRequest, PlainResponse } from '../../contract/plain-http.ts'
import { ApiError, InvalidInput } from '../world/api-error.ts'
import type { Behaviour } from '../world/behaviour.ts'
import type { Clock } from '../world/clock.ts'
import type { Meter } from '../world/meter.ts'
import { planFaults } from './apply-faults.ts'
import { answerTrailingSlash, unknownOperationError } from './find-operation.ts'
import { handlePreflight, type PreflightOptions } from './preflight.ts'
import {
  matchPath,
  mayHaveBody,
  readBody,
  resolveRequest,
  withAcceptedNames,
} from './receive-request.ts'
import { type IncomingRequest, noBody, worldErrorResponse } from './request/incoming-request.ts'
import { withCommonHeaders } from './request/response-headers.ts'
import { RequestLogEntry } from './request-log/request-log.ts'
import { routes } from './routes.ts'
import {
  authenticate,
  authorize,
  requireFreeStream,
  requireNoMaintenance,
} from './stages/access.ts'
import { loadResource } from './stages/load-resource.ts'
import { inputSchemasOf, validate } from './stages/validate.ts'

export type PipelineOptions = PreflightOptions & {
  readonly meter: Meter
  /** Plays the turns without a script. */
  readonly model?: TurnModel | undefined
  /** Called with unexpected errors of checks and routes. */
  readonly onCrash: (error: unknown, incoming: IncomingRequest, number: number) => void
}

export type Pipeline = (request: PlainRequest) => Promise<PlainResponse>

/** Handles the requests to the platform: finds the world of each, and runs its pipeline there. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { limiter, meter } = options
  return async (request) => {
    const match = matchPath(request)
    const body = mayHaveBody(request) ? await readBody(request, match, options) : noBody
    let response: PlainResponse
    let behaviour: Behaviour
    let clock: Clock | undefined
    try {
      if (request.method === 'OPTIONS') return handlePreflight(request, match, options)
      const incoming = resolveRequest(request, match, body, options)
      response = await (limiter === undefined
        ? respond(incoming, options)
        : limiter.run(incoming, () => respond(incoming, options)))
      behaviour = incoming.world.behaviour(incoming.operationId)
      clock = incoming.world.clock
    } catch (error) {
      behaviour = options.behaviour()
      response = worldErrorResponse(error, behaviour)
    }
    meter.countCall(response.status)
    return withCommonHeaders(request, response, behaviour.policy.http, clock)
  }
}

/**
 * Handles one request in its world: applies the faults of the world, and writes to the world's
 * journal.
 */
async function respond(
  incoming: IncomingRequest,
  options: PipelineOptions,
): Promise<PlainResponse> {
  const { world } = incoming
  const entry = new RequestLogEntry(incoming, options)
  const faults = world.hasFaults ? planFaults(incoming) : undefined
  const injected = faults && (await faults.before())
  const response = injected ?? (await runPipeline(incoming, entry, options))
  world.changes.commit()
  const sent = faults?.after(response) ?? response
  const applied = faults && { ids: faults.ids, isReplaced: injected !== undefined }
  return entry.close(sent, applied)
}

/** The id under which the operations of profiles look up choices. The contract has no such id. */
const ownOperationId = 'own' as OperationId

const checks = {
  authenticate,
  authorize,
  validate,
  loadResource(context: PipelineContext) {
    if (context.operation.loads !== undefined) loadResource(context, context.operation.loads)
  },
}

/**
 * Handles one request in one world: runs the checks in the order that the deployment has, then the
 * route. Every error becomes a response; an unexpected one is reported, with status 500. Returns a
 * promise only for the few routes that wait.
 */
function runPipeline(
  incoming: IncomingRequest,
  entry: RequestLogEntry,
  { onCrash, model }: PipelineOptions,
): PlainResponse | Promise<PlainResponse> {
  const { world, match, own, operationId } = incoming
  const behaviour = world.behaviour(operationId)
  const fail = (error: unknown): PlainResponse => {
    entry.error = error
    if (!(error instanceof ApiError || error instanceof InvalidInput))
      onCrash(error, incoming, entry.number)
    return behaviour.wire.failure(error)
  }
  try {
    requireNoMaintenance(world, match.path)
    const redirect = match.path.endsWith('/') ? answerTrailingSlash(incoming, behaviour) : undefined
    if (redirect !== undefined) return redirect
    const id = own.operation === undefined ? operationId : ownOperationId
    if (id === undefined || behaviour.absent.has(id))
      throw unknownOperationError(incoming, behaviour)
    const operation = own.operation?.row ?? operations[id]
    const { params } = (own.operation && own.at) ?? match
    const { accepts, refuses, also } = behaviour.answer ?? {}
    const context = new PipelineContext(
      accepts === undefined ? incoming : withAcceptedNames(incoming, params, accepts),
      {
        id,
        operation,
        params,
        input: own.operation?.row ?? inputSchemasOf(id, behaviour),
        behaviour,
      },
    )
    context.model = model
    entry.context = context
    requireFreeStream(world, operation)
    world.changes.requestNumber = entry.number
    const { order } = behaviour
    // A deployment that validates a turn before the token also applies the profile's rules first.
    const isEarly = order[0] === 'validate' && operation.access === 'token-in-body'
    const applyRules =
      refuses && (() => throwFirstRefusal(context, refuses, recordBeforeOperation(context)))
    for (const check of order) {
      checks[check](context)
      if (isEarly && check === 'validate') applyRules?.()
    }
    // Looks the record up again: validation may have converted its id from a number to a text.
    if (context.resource === undefined) checks.loadResource(context)
    if (!isEarly && own.operation === undefined) applyRules?.()
    const before = also && recordBeforeOperation(context)
    const route = own.operation?.run ?? routes[id]
    const outcome =
      operation.method === 'DELETE'
        ? runWithPartDeletion(world, () => route(context)).result
        : route(context)
    return isPromise(outcome)
      ? outcome.then((value) => succeed(context, value, before)).catch(fail)
      : succeed(context, outcome, before)
  } catch (error) {
    return fail(error)
  } finally {
    world.changes.requestNumber = undefined
  }
}

/** `instanceof` would be wrong if a library such as zone.js has replaced the global `Promise`. */
const isPromise = (outcome: unknown): outcome is Promise<unknown> =>
  typeof (outcome as { then?: unknown } | null | undefined)?.then === 'function'

function succeed(context: PipelineContext, outcome: unknown, before: unknown): PlainResponse {
  const { world, behaviour, operation } = context
  const { keeps, also } = behaviour.answer ?? {}
  const scope = () =>
    createExpressionScope(context, { before: before ?? recordBeforeOperation(context) })
  // From here on, explanations must not name this request as the cause of a change.
  world.changes.requestNumber = undefined
  if (operation.auditAction !== undefined) writeAuditLog(context, operation.auditAction, outcome)
  if (keeps !== undefined) storeOutcomeFields(context, keeps, outcome, scope)
  if (also !== undefined) applyEffects(context, also, withKeptFields(world, outcome), { before })
  // The changes are written now, because a stream must not send an event that a crash could undo.
  world.changes.flush()
  return behaviour.wire.success(operation, outcome, scope)
}

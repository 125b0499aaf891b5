import { isPromise } from '../../contract/realm-safe.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { worksUnderMaintenance } from '../../contract/errors.ts'
import { type OperationId, operations } from '../../contract/operations.ts'
import { addAuditEntry } from '../platform/admin/audit-log.ts'
import { PipelineContext } from '../platform/request-context.ts'
import { settingsOf } from '../world/store.ts'
import { ApiError, InvalidInput } from '../world/api-error.ts'
import {
  copyRequest,
  type PlainRequest,
  type PlainResponse,
} from '../../traffic/journal/exchange.ts'
import type { World } from '../world/world.ts'
import type { Meter } from '../world/meter.ts'
import { authenticate, authorize } from './stages/access.ts'
import { planFaults } from './apply-faults.ts'
import {
  type IncomingRequest,
  matchPath,
  mayHaveBody,
  noBody,
  readCredentials,
  resolveWorld,
  worldErrorResponse,
} from './request/incoming-request.ts'
import { readBody } from './read-body.ts'
import { loadResource } from './stages/load-resource.ts'
import { RequestLogEntry } from './request-log/request-log.ts'
import { withCors, withDate, withHeaders, withoutStream } from './request/response-headers.ts'
import { handlePreflight, type PreflightOptions } from './preflight.ts'
import {
  answerTrailingSlash,
  findOwnOperation,
  handledMethod,
  noOwn,
  requireOperation,
} from './find-operation.ts'
import { inputOf, validate } from './stages/validate.ts'
import { applyEffects, refuse } from '../platform/custom/effects.ts'
import { shownRecord } from '../platform/records/contract-kinds.ts'
import { contractKinds, kindRow } from '../../contract/kinds.ts'
import { keepFields, withKeptFields } from '../platform/kept-fields.ts'
import { expressionScope, requestScope } from '../platform/custom/expression-scope.ts'
import { routes } from './routes.ts'

export type PipelineOptions = PreflightOptions & {
  readonly meter: Meter
  /** Called with unexpected errors of checks and routes. */
  readonly onCrash: (error: unknown, incoming: IncomingRequest, number: number) => void
}

export type Pipeline = (request: PlainRequest) => Promise<PlainResponse>

/** Handles the requests to the platform: finds the world of each, and runs its pipeline there. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { worlds, limiter, meter } = options

  return async (request) => {
    const match = matchPath(request)
    const preflight =
      request.method === 'OPTIONS' ? handlePreflight(request, match, options) : undefined
    if (preflight !== undefined) return preflight
    const candidate = match.operations.get(request.method === 'HEAD' ? 'GET' : request.method)
    const body = mayHaveBody(request) ? await readBody(request, match, options) : noBody
    const credentials = readCredentials(request, candidate, body)
    try {
      const world = resolveWorld(worlds, request, match, credentials, limiter !== undefined)
      const method = handledMethod(request, world.behaviour(candidate))
      const operationId = match.operations.get(method)
      const visible = limiter === undefined ? worlds : undefined
      const { operations: families } = world.profile
      const own = families === undefined ? noOwn : findOwnOperation(families, method, match, world)
      const called = own.operation === undefined ? operationId : undefined
      const of = { worlds: visible, world, request, match, operationId: called, own }
      const incoming = { ...of, body, credentials }
      const response = await (limiter === undefined
        ? respond(incoming, options)
        : limiter.run(incoming, () => respond(incoming, options)))
      meter.countCall(response.status)
      const { http } = world.behaviour(operationId).policy
      const sent = withDate(withoutStream(request, response), world.clock)
      return withCors(request, withHeaders(sent, http.headers), http)
    } catch (error) {
      const behaviour = options.behaviour()
      const response = worldErrorResponse(error, behaviour)
      meter.countCall(response.status)
      const { http } = behaviour.policy
      return withCors(request, withHeaders(response, http.headers), http)
    }
  }
}

/** Handles one request in its world: applies the faults of the world, and writes to its journal. */
async function respond(
  incoming: IncomingRequest,
  options: PipelineOptions,
): Promise<PlainResponse> {
  const { world } = incoming
  const entry = new RequestLogEntry(incoming, options)
  const faults = world.hasFaults ? planFaults(incoming) : undefined
  const injected = faults && (await faults.before())
  const response = injected ?? (await runPipeline(incoming, entry, options.onCrash))
  world.changes.commit()
  const applied = faults && { ids: faults.ids, instead: injected !== undefined }
  return entry.close(faults?.after(response) ?? response, applied)
}

/** Stands for the operations of profiles. No choice is about it, because the contract has no such row. */
const ownOperationId = 'own' as OperationId

const checks = {
  authenticate,
  authorize,
  validate,
  find(context: PipelineContext) {
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
  onCrash: PipelineOptions['onCrash'],
): PlainResponse | Promise<PlainResponse> {
  const { world, request, match, body: rawBody, credentials } = incoming
  const { at: ownMatch, operation: own } = incoming.own
  const behaviour = world.behaviour(incoming.operationId)
  const fail = (error: unknown): PlainResponse => {
    entry.error = error
    if (!(error instanceof ApiError || error instanceof InvalidInput))
      onCrash(error, incoming, entry.number)
    return behaviour.wire.failure(error)
  }
  try {
    if (match.path.endsWith('/')) {
      const redirect = answerTrailingSlash(incoming, behaviour)
      if (redirect !== undefined) return redirect
    }
    requireNoMaintenance(world, match.path)
    const id = own === undefined ? requireOperation(incoming, behaviour) : ownOperationId
    const input = own?.row ?? inputOf(id, behaviour)
    const { params } = (own && ownMatch) ?? match
    const { accepts } = behaviour
    const facts = {
      request: accepts ? copyRequest(request, { query: accepts.query(request.query) }) : request,
      operationId: id,
      operation: own?.row ?? operations[id],
      params,
      input,
      rawBody: accepts
        ? { ...rawBody, value: accepts.body(rawBody.value, () => requestScope(world, params)) }
        : rawBody,
      credentials,
      world,
      behaviour,
    }
    const context = new PipelineContext(facts)
    entry.context = context
    requireFreeStream(world, context.operation)
    world.changes.requestNumber = entry.number
    for (const check of behaviour.order) checks[check](context)
    const { refuses } = behaviour
    if (refuses !== undefined && own === undefined) refuse(context, refuses, beforeIn(context))
    const before = behaviour.also && beforeIn(context)
    const outcome = own === undefined ? routes[id](context) : own.run(context)
    return isPromise(outcome)
      ? outcome.then((value) => succeed(context, value, before)).catch(fail)
      : succeed(context, outcome, before)
  } catch (error) {
    return fail(error)
  } finally {
    world.changes.requestNumber = undefined
  }
}

/** The record of an operation before it, as expressions see it. */
function beforeIn({ world, resource, operation: { loads } }: PipelineContext): object {
  if (resource === undefined) return {}
  const kind = contractKinds.find((one) => kindRow(one).resource === loads?.kind)
  const shown = kind === undefined ? resource : shownRecord(world, kind, resource as never)
  return withKeptFields(world, shown)
}

function succeed(context: PipelineContext, outcome: unknown, before: unknown): PlainResponse {
  const { world, behaviour, operation: endpoint } = context
  const scope = () => expressionScope(context, { before: before ?? beforeIn(context) })
  // Later changes are not made by this request, so explanations must not name it for them.
  world.changes.requestNumber = undefined
  writeAuditLog(context, outcome)
  if (behaviour.keeps !== undefined) keepFields(context, behaviour.keeps, outcome, scope)
  if (behaviour.also !== undefined)
    applyEffects(context, behaviour.also, withKeptFields(world, outcome), { before })
  // Streams wait for this, so that no client sees an event that a crash could undo.
  world.changes.flush()
  return behaviour.wire.success(endpoint, outcome, scope)
}

/** While the platform is under maintenance, only sign-in and administration work. */
function requireNoMaintenance({ store }: World, path: string): void {
  if (!settingsOf(store).maintenance_mode || worksUnderMaintenance(path)) return
  throw new ApiError('maintenance', 'The platform is under maintenance. Try again later.', {
    headers: { 'retry-after': '300' },
  })
}

/** Refuses a stream above the limit of open streams, before any work for it. */
function requireFreeStream({ config: { streams } }: World, { answer }: Operation): void {
  if (answer === 'stream' && streams.open >= streams.limit)
    throw new ApiError('overloaded', `${streams.limit} streams are open: close one first.`)
}

/** Writes the request to the audit log if the row of its operation says so. */
function writeAuditLog(context: PipelineContext, outcome: unknown): void {
  const { auditAction, access } = context.operation
  if (auditAction === undefined) return
  const { user, id, record } = (outcome ?? {}) as Partial<LoggedOutcome>
  // A public operation in the audit log is a sign-in.
  const actor = access === 'public' ? user : context.caller.user
  const target = context.resource?.id ?? id ?? record?.id ?? null
  addAuditEntry(context.world, actor, auditAction, target)
}

type LoggedOutcome = {
  readonly user: { readonly id: string; readonly email: string }
  readonly id: string
  readonly record: { readonly id?: string }
}

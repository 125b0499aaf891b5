import { type Condition, conditions, type ErrorCode } from '../../contract/errors.ts'
import type { FaultEffect } from '../../contract/fault.ts'
import { canCompress } from '../../traffic/faults/damage-response.ts'
import {
  type FaultPlan,
  createFaultPlan,
  readInjectedError,
} from '../../traffic/faults/plan-faults.ts'
import type { Credentials } from '../platform/request-context.ts'
import { ApiError } from '../world/api-error.ts'
import { decodeJwt, verifyJwt } from '../world/sessions.ts'
import type { World } from '../world/world.ts'
import { credentialOf, hasStream, type IncomingRequest } from './request/incoming-request.ts'

/** Finds the faults that affect a request in its world; `undefined` if no fault does. */
export function planFaults(incoming: IncomingRequest): FaultPlan | undefined {
  const { world, request, match, operationId: id, credentials } = incoming
  let isCaller: ReturnType<typeof createCallerMatcher> | undefined
  return createFaultPlan({
    faults: world.faults,
    subject: {
      id,
      method: request.method,
      path: match.path,
      mayStream: hasStream(incoming),
      now: world.clock.now(),
      isCaller: (name) => (isCaller ??= createCallerMatcher(world, credentials))(name),
      session: () => sessionOf(world, credentials),
      credential: () => credentialOf(credentials),
      isFrozen: world.clock.state.frozen,
      query: request.query,
      canCompress: canCompress(request.header('accept-encoding')),
    },
    clock: world.clock,
    signal: request.signal,
    draw: (purpose, fault) => world.random.fraction(purpose, fault.id),
    isClosed: () => world.closed,
    fail: (error) =>
      world.behaviour(id).wire.failure(createInjectedError(error, world.clock.now())),
  })
}

/**
 * Returns the session or user of a token, even of an expired one, or the id of an API key; else
 * `''`.
 */
function sessionOf(world: World, credentials: Credentials): string {
  const credential = credentialOf(credentials)
  const { sid, sub } = verifyJwt(credential, world.jwtSecret) ?? {}
  return sid || sub || (world.keyring.idOf(credential) ?? '')
}

/**
 * Returns a function that checks whether a name identifies the caller, even by an invalid
 * credential.
 */
function createCallerMatcher(world: World, credentials: Credentials): (name: string) => boolean {
  const credential = credentialOf(credentials)
  const { prefix } = world.keyring
  if (!credential.startsWith(prefix)) {
    const { email, sub } = decodeJwt(credential) ?? {}
    return (name) => name === email || name === sub
  }
  const id = world.keyring.idOf(credential)
  const key = world.store.keys.get(id ?? '')
  const owner = world.store.users.get(key?.user_id ?? '')
  const names = new Set([id, key?.name, owner?.email, owner?.id])
  return (name) => names.has(name) || (name.startsWith(prefix) && credential.startsWith(name))
}

/** The first condition of each error code. Profiles define responses by condition. */
const conditionOf = Object.fromEntries(
  Object.entries(conditions)
    .toReversed()
    .map(([condition, code]) => [code, condition]),
) as Record<ErrorCode, Condition>

/** Creates the error of a fault, as a check or a route would throw it. */
function createInjectedError(error: NonNullable<FaultEffect['error']>, now: number): ApiError {
  const { code, message, headers } = readInjectedError(error, now)
  return new ApiError(conditionOf[code], message, { headers, isVerbatim: true })
}

import type { PlainResponse } from '../../world/exchange.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Credentials } from '../../platform/request-context.ts'
import type { FaultWithId } from '../../world/faults.ts'
import type { World } from '../../world/world.ts'
import { damageResponse } from './damage-response.ts'
import { matchesFault } from './match-fault.ts'
import { decodeJwt } from '../../world/jwt.ts'
import { keyPrefix } from '../../world/keyring.ts'
import { type Condition, conditions, type ErrorCode } from '../../../contract/errors.ts'
import type { FaultEffect } from '../../../contract/fault.ts'
import { ApiError } from '../../world/api-error.ts'

/** What is wrong with one call, by the faults of its world that it matches. */
export type FaultPlan = {
  readonly ids: readonly string[]
  /** Holds the call up, and gives the reply that comes instead of an answer, if one does. */
  before(): Promise<PlainResponse | undefined>
  /** The reply as it is sent, damaged. */
  after(reply: PlainResponse): PlainResponse
}

/** The faults that a call meets; `undefined` for none. */
export function planFaults(incoming: IncomingRequest): FaultPlan | undefined {
  const { world, request, match, operationId: id, credentials } = incoming
  const draw = (purpose: string, fault: FaultWithId) => world.random.fraction(purpose, fault.id)
  let isCaller: ReturnType<typeof createCallerMatcher> | undefined
  const occasion = {
    id,
    method: request.method,
    path: match.path,
    now: world.clock.now(),
    isCaller: (name: string) => (isCaller ??= createCallerMatcher(world, credentials))(name),
  }
  const faults = world.faults.takeMatching(
    (fault) => matchesFault(fault, occasion),
    (fault) => draw('fault', fault),
  )
  if (faults.length === 0) return undefined
  const effects = faults.map(({ effect }) => effect)
  const decisive = effects.find(({ error, connection }) => error ?? connection)

  return {
    ids: faults.map((fault) => fault.id),
    async before() {
      for (const fault of faults) {
        const ms = drawLatency(fault.effect.latency, () => draw('fault-latency', fault))
        if (ms > 0) await world.clock.wait(ms, request.signal)
      }
      if (world.closed || decisive?.connection === 'refused') return noAnswer
      const error = decisive?.error && createInjectedError(decisive.error)
      return error && world.behaviour(id).wire.failure(error)
    },
    after(reply) {
      if (decisive?.connection !== 'reset') return damageResponse(reply, effects, world.clock)
      if (typeof reply.body === 'object') reply.body.cancel()
      return noAnswer
    },
  }
}

export type PlanFaults = typeof planFaults

const noAnswer: PlainResponse = { status: 0, headers: {}, body: undefined, reset: true }

/** Tells whether a name means whoever makes a call, by the credential as it stands there. */
export function createCallerMatcher(
  world: World,
  { header, body }: Credentials,
): (name: string) => boolean {
  const credential = header?.value ?? body ?? ''
  if (!credential.startsWith(keyPrefix)) {
    const { email, sub } = decodeJwt(credential) ?? {}
    return (name) => name === email || name === sub
  }
  const id = world.keyring.idOf(credential)
  const key = world.store.keys.get(id ?? '')
  const owner = world.store.users.get(key?.user_id ?? '')
  const names = new Set([id, key?.name, owner?.email, owner?.id])
  return (name) => names.has(name) || (name.startsWith(keyPrefix) && credential.startsWith(name))
}

/** The first condition with each code: it stands for the code, so that a dialect can write it. */
const conditionOf = Object.fromEntries(
  Object.entries(conditions)
    .toReversed()
    .map(([condition, code]) => [code, condition]),
) as Record<ErrorCode, Condition>

/** The error that a fault asks for, as a stage or a route would throw it. */
export function createInjectedError({
  code,
  message = `This is a fault that was asked for: \`${code}\`.`,
  retry_after,
}: NonNullable<FaultEffect['error']>): ApiError {
  const details =
    retry_after === undefined ? {} : { headers: { 'retry-after': String(retry_after) } }
  return new ApiError(conditionOf[code], message, details)
}

/** How long a call is held up, in milliseconds of the world; `chance` gives numbers from 0 up to 1. */
export function drawLatency(latency: FaultEffect['latency'] = 0, chance: () => number): number {
  if (typeof latency === 'number') return latency
  if ('from' in latency) return latency.from + chance() * (latency.to - latency.from)
  // Box and Muller's way from two even draws to a normal one.
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  return Math.max(0, latency.mean + latency.deviation * normal)
}

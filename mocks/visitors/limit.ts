import { type EndpointId, endpoints } from '../../contract/endpoints.ts'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { ownLimits } from '../../contract/limits.ts'
import { ApiError } from '../api-error.ts'
import type { World } from '../state/world.ts'
import type { Visitor, Visitors } from './visitors.ts'

const { visitor: bounds } = ownLimits

/** What is said to a visitor whose world takes as much as it may. */
export const fullWorld =
  'This world takes as much memory as it may: delete something, or start afresh.'

/** Takes a call of what a visitor may make; throws an `ApiError` where there is none left. */
export function limitRate(visitors: Visitors, visitor: Visitor): void {
  const wait = visitors.take(visitor)
  if (wait > 0)
    throw new ApiError('rate-limited', `Too many calls of one visitor: wait ${wait} s.`, {
      headers: { 'retry-after': String(wait) },
    })
}

/** Judges a call to the platform, by whatever way it led to the world of a visitor. Throws an `ApiError`. */
export function limitVisitor(
  visitors: Visitors,
  world: World,
  method: string,
  asked: EndpointId | undefined,
): void {
  const visitor = visitors.inWorld(world.name)
  if (visitor === undefined) return
  limitRate(visitors, visitor)
  visitors.act(visitor)
  const reply = asked && (endpoints[asked] as Endpoint).reply
  if (reply === 'stream' && world.streams >= bounds.streams)
    throw new ApiError(
      'overloaded',
      `A visitor has ${bounds.streams} streams open at most: end one first.`,
    )
  const adds = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE'
  if (adds && visitors.isFull(world)) throw new ApiError('overloaded', fullWorld)
}

import type { OperationId } from '../../contract/operations.ts'
import { ApiError } from '../world/api-error.ts'
import type { Behaviour } from '../world/behaviour.ts'
import type { PlainRequest } from '../world/exchange.ts'
import type { PathMatch } from './match-path.ts'
import { worksUnderMaintenance } from '../../contract/errors.ts'
import { settingsOf } from '../platform/settings.ts'
import type { World } from '../world/world.ts'
import type { Operation } from '../../contract/operations/operation.ts'

/** The operation of a call, of those that exist in this deployment; else 404 or 405. */
export function requireOperation(
  call: PlainRequest,
  { operations }: PathMatch,
  behaviour: Behaviour,
): OperationId {
  const id = operations.get(call.method)
  if (id !== undefined && behaviour.has(id)) return id
  const allowed = [...operations]
    .filter(([, other]) => behaviour.has(other))
    .map(([method]) => method)
  if (allowed.length === 0)
    throw new ApiError('route-unknown', `There is no operation at ${call.path}.`)
  throw new ApiError(
    'method-unknown',
    `${call.path} takes ${allowed.join(', ')}, not ${call.method}.`,
    {
      headers: { allow: allowed.join(', ') },
    },
  )
}

const retryAfter = { 'retry-after': '300' }

/** While the platform is under maintenance, only sign-in and administration answer. */
export function requireNoMaintenance(world: World, { path }: PathMatch): void {
  if (!settingsOf(world.store).maintenance_mode || worksUnderMaintenance(path)) return
  throw new ApiError('maintenance', 'The platform is under maintenance. Try again later.', {
    headers: retryAfter,
  })
}

/** Refuses a stream while as many are open as a fake may have, before anything is done for it. */
export function requireFreeStream({ config: { streams } }: World, { answer }: Operation): void {
  if (answer === 'stream' && streams.open >= streams.most)
    throw new ApiError('overloaded', `There are ${streams.most} streams open: end one first.`)
}

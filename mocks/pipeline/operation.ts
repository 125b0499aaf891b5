import type { OperationId } from '../../contract/operations.ts'
import { ApiError } from '../api-error.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Call } from '../call.ts'
import type { Matched } from './match.ts'

/** The operation of a call, of those that exist in this deployment; else 404 or 405. */
export function operationOf(
  call: Call,
  { operations }: Matched,
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

import { type Condition, conditions, type ErrorCode } from '../../contract/errors.ts'
import type { FaultEffect } from '../../contract/fault.ts'
import { ApiError } from '../world/api-error.ts'

/** The first condition with each code: it stands for the code, so that a dialect can write it. */
const conditionOf = Object.fromEntries(
  Object.entries(conditions)
    .toReversed()
    .map(([condition, code]) => [code, condition]),
) as Record<ErrorCode, Condition>

/** The error that a fault asks for, as a stage or a route would throw it. */
export function injectedError({
  code,
  message = `This is a fault that was asked for: \`${code}\`.`,
  retry_after,
}: NonNullable<FaultEffect['error']>): ApiError {
  const details =
    retry_after === undefined ? {} : { headers: { 'retry-after': String(retry_after) } }
  return new ApiError(conditionOf[code], message, details)
}

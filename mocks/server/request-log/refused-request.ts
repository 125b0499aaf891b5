import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { Condition } from '../../../contract/errors.ts'
import type { PipelineContext } from '../../platform/request-context.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'

/** A call that was refused, at the moment of its refusal. */
export type RefusedRequest = IncomingRequest & {
  /** How far it came; `undefined` where it led to no operation. */
  readonly context: PipelineContext | undefined
  /** What was thrown. */
  readonly error: unknown
}

/** Why a call was refused, by what was thrown. */
export function conditionOf(error: unknown): Condition | 'invalid' {
  if (error instanceof InvalidInput) return 'invalid'
  return error instanceof ApiError ? error.condition : 'crash'
}

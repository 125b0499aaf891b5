import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { Condition } from '../../../contract/errors.ts'
import type { PipelineContext } from '../../platform/request-context.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'

/** A request at the moment when it was refused. */
export type RefusedRequest = IncomingRequest & {
  /** Its context; `undefined` if no operation matched. */
  readonly context: PipelineContext | undefined
  /** The error that was thrown. */
  readonly error: unknown
}

/** The condition of an error; `crash` for an unexpected one. */
export function conditionOf(error: unknown): Condition | 'invalid' {
  if (error instanceof InvalidInput) return 'invalid'
  return error instanceof ApiError ? error.condition : 'crash'
}

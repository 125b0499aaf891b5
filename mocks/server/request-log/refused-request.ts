import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { Condition } from '../../../contract/errors.ts'
import type { PipelineContext } from '../../platform/request-context.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { ownLimits } from '../../../contract/limits.ts'

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

/** ASCII replacements for characters of our texts. */
const alike: Readonly<Record<string, string>> = { '…': '...', '’': "'", '“': '"', '”': '"' }

/** The name of the header with the explanation of a refusal. */
export const explainHeaderName = 'x-understudy-explain'

/**
 * Creates the explanation header: ASCII, other characters percent-encoded, up to a maximum length.
 */
export function explainHeader(explanation: string): Readonly<Record<string, string>> {
  let value = ''
  for (const given of explanation.toWellFormed()) {
    const character = alike[given] ?? given
    const plain = /^[ -~]+$/.test(character) && character !== '%'
    const written = plain ? character : encodeURIComponent(character)
    if (value.length + written.length > ownLimits.explainHeader) break
    value += written
  }
  return { [explainHeaderName]: value }
}

import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { Condition } from '../../../contract/errors.ts'
import type { PipelineContext } from '../../platform/request-context.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { ownLimits } from '../../../contract/limits.ts'

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

/** Characters of our texts that have a likeness in ASCII. */
const alike: Readonly<Record<string, string>> = { '…': '...', '’': "'", '“': '"', '”': '"' }

/** The name of the header that says why a call was refused. */
export const explainHeaderName = 'x-understudy-explain'

/** An explanation as a header: ASCII, other characters percent-encoded, cut at a bound. */
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

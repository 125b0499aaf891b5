import type { Operation } from '../../../contract/operations/operation.ts'
import type { CollectionFamily, Family } from '../../../contract/profile/own-operations.ts'
import type { PipelineContext } from '../request-context.ts'

/** One operation of a profile: the row that the checks of a request read, and its route. */
export type OwnOperation = {
  readonly family: string
  readonly row: Operation
  /** The field with the file, if its body is a form with a file, or the bytes of a file. */
  readonly fileField?: string
  /** Set if its meaning is not known, so that it answers from a template. */
  readonly isTemplate?: true
  readonly run: (context: PipelineContext) => unknown
}

/** The part of a row that says who may call it. */
export const accessOf = ({ scope, admin, admin_code: code, public: isPublic }: Family) => ({
  ...(scope !== undefined && { scope }),
  ...(admin === true && { adminOnly: true as const }),
  ...(code !== undefined && { adminCode: code }),
  ...(isPublic === true && { access: 'public' as const }),
})

/**
 * The form of a response with one record, or with a list that has no pages. An envelope that the
 * profile names does not depend on its picks.
 */
export function answerOf(envelope: CollectionFamily['one']) {
  if (envelope === undefined) return { answer: 'envelope' as const }
  return envelope === 'envelope'
    ? { answer: 'envelope' as const, isEnveloped: true as const }
    : { answer: 'record' as const }
}

import type { Operation } from '../../../contract/operations/operation.ts'
import type { CollectionFamily, Family } from '../../../contract/profile/own-operations.ts'
import type { PipelineContext } from '../request-context.ts'

/** An operation of a profile: the row that the request checks read, and its route `run`. */
export type OwnOperation = {
  readonly family: string
  readonly row: Operation
  /** The name of the form field with the file. A body that is not a form is read as this file. */
  readonly fileField?: string
  /** Set if the meaning of the operation is unknown, so that it responds with a template. */
  readonly isTemplate?: true
  readonly run: (context: PipelineContext) => unknown
}

/** An operation without method and path, which follow from its action. */
export type OwnRoute = Pick<OwnOperation, 'run'> & {
  readonly row: Omit<Operation, 'method' | 'path'>
}

/** The fields of a row that say who may call the operation. */
export const accessFieldsOf = ({ scope, admin, admin_code: code, public: isPublic }: Family) => ({
  ...(scope !== undefined && { scope }),
  ...(admin === true && { adminOnly: true as const }),
  ...(code !== undefined && { adminCode: code }),
  ...(isPublic === true && { access: 'public' as const }),
})

/**
 * The answer format of a response with one record, or with an unpaged list. If the family names an
 * envelope, the picks of the profile do not change the envelope.
 */
export function answerFormOf(envelope: CollectionFamily['one']) {
  if (envelope === undefined) return { answer: 'envelope' as const }
  return envelope === 'envelope'
    ? { answer: 'envelope' as const, isEnveloped: true as const }
    : { answer: 'record' as const }
}

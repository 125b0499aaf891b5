import type { Condition } from '../../contract/errors.ts'
import { type ResourceKind, resourceKinds } from '../../contract/kinds.ts'
import { capitalize } from '../../contract/capitalize.ts'

/** The table and the key of a record. */
type RecordPlace = { readonly table: string; readonly key: string }

/** The error that checks and routes throw. The wire decides its status, code and body. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly condition: Condition
  /** The kind of the missing resource, if one is missing. */
  readonly resource: ResourceKind | undefined
  /** The table and key at which the record is or was stored, for explanations. */
  readonly place: RecordPlace | undefined
  /** The error code that a profile sets; `null` for no code, `undefined` if no profile sets it. */
  readonly code: string | null | undefined
  /** The HTTP status that a profile sets; otherwise `undefined`. */
  readonly status: number | undefined
  /** The values that the message contains, for deployments that also send them as fields. */
  readonly args: object | undefined
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the message is sent unchanged, even by a deployment with its own messages. */
  readonly isVerbatim: boolean

  constructor(
    condition: Condition,
    message: string,
    details: Partial<Omit<ApiError, keyof Error | 'condition'>> & { readonly cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.condition = condition
    this.resource = details.resource
    this.place = details.place
    this.code = details.code
    this.status = details.status
    this.args = details.args
    this.headers = details.headers ?? {}
    this.isVerbatim = details.isVerbatim ?? false
  }
}

/** A problem of the input, in the form of the validation body (2.4). */
export type InputProblem = {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  readonly input?: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
  /** The message of Pydantic itself, if ours is simpler. Only some deployments send it. */
  readonly exact?: Partial<Pick<InputProblem, 'msg' | 'type' | 'ctx'>>
}

/** The error for invalid input, with every problem of body, query and path. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'
  readonly problems: readonly InputProblem[]

  constructor(problems: readonly InputProblem[]) {
    super(problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '))
    this.problems = problems
  }
}

/**
 * Writes the message about a missing record, such as ``There is no agent `17`.`` `place` names the
 * field with the id, such as `` in `skills` ``.
 */
export const missingText = (what: string, id: string, place = ''): string =>
  id.trim() === ''
    ? `There is no ${what} with an empty id${place}: send the id of one.`
    : `There is no ${what} \`${id}\`${place}.`

/** The 404 error for a missing resource. */
export const missingResource = (resource: ResourceKind, id: string): ApiError =>
  new ApiError('resource-missing', missingText(resourceKinds[resource].name, id), { resource })

/** Makes a message from the words of a code, and capitalizes the first word. */
export function sentenceOf(code: string): string {
  return capitalize(code.replaceAll('_', ' '))
}

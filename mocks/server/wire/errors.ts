import {
  type Condition,
  conditions,
  credentialConditions,
  type ErrorCode,
  errorCodes,
} from '../../../contract/errors.ts'
import { mapFields } from '../../../contract/json.ts'
import { type ResourceKind, resourceKinds } from '../../../contract/kinds.ts'
import { type ApiError, type InputProblem, sentenceOf } from '../../world/api-error.ts'

type ErrorAnswer = {
  readonly status: number
  readonly code: string | null
  /** Whether a more specific code, such as `agent_not_found`, must not replace this code. */
  readonly isFinal?: boolean
  /** The message that a profile names. */
  readonly detail?: string | undefined
}
export type ErrorAnswers = Readonly<Record<Condition, ErrorAnswer>>

export type ErrorBody = (
  code: string | null,
  message: string,
  condition: Condition,
  args?: object,
) => unknown

/** Creates the error envelope of the specification (7). */
export const documentedErrorBody: ErrorBody = (error, message) => ({
  success: false,
  error,
  message,
})
/** A deployment of version 0.8 sends an error under maintenance without a code. */
export const detailErrorBody: ErrorBody = (code, message, condition, args = {}) =>
  condition === 'maintenance'
    ? { detail: 'System is under maintenance. Please try again later.' }
    : { detail: message, error_code: code, error_args: args }

/** The messages of a deployment of version 0.8 for errors that it sends without a code. */
const messagesWithoutCode: { readonly [Name in Condition]?: string } = {
  'credential-missing': 'Not authenticated',
  'credential-malformed': 'Invalid token',
  'user-missing': 'Invalid token',
  'key-disabled': 'API key is disabled',
  'key-unknown': 'Invalid API key',
  'key-expired': 'API key has expired',
  'token-expired': 'Token has expired',
  'token-revoked': 'Session invalidated',
  'account-restricted': 'Account disabled',
  'admin-only': 'Admin access required',
  'refresh-refused': 'Invalid token',
  'resource-missing': 'Not found',
}
/** Conditions whose message is the code in words, such as `Conversation not found`. */
const codedConditions: ReadonlySet<Condition> = new Set([
  ...(Object.keys(messagesWithoutCode) as Condition[]),
  'conversation-missing',
  'turn-missing',
  'quota-exceeded',
  'login-failed',
  'refresh-misused',
  'refresh-spent',
])

/** The message of an error. `isNamed` is true if the profile names the code of the error. */
export type ErrorText = (code: string | null, error: ApiError, isNamed?: boolean) => string

export const ownErrorText: ErrorText = (_code, { message }) => message
/** Returns the message that a deployment of version 0.8 sends: often the words of the code. */
export const detailErrorText: ErrorText = (code, error, isNamed) => {
  const { condition, message, isVerbatim, resource } = error
  if (isVerbatim) return message
  if (code === null && condition === 'resource-missing' && resource !== undefined)
    return sentenceOf(`${resourceKinds[resource].name} not found`)
  if (code === null) return messagesWithoutCode[condition] ?? message
  return isNamed === true || codedConditions.has(condition) ? sentenceOf(code) : message
}

/** Unknown routes and methods get the error body of FastAPI, without an envelope. */
export const withBareRouteErrors =
  (errorBody: ErrorBody): ErrorBody =>
  (code, message, condition, args) => {
    if (condition === 'route-unknown') return { detail: 'Not Found' }
    if (condition === 'method-unknown') return { detail: 'Method Not Allowed' }
    return errorBody(code, message, condition, args)
  }

/** Removes the codes from errors about credentials. */
export const withoutCredentialCodes = (answers: ErrorAnswers): ErrorAnswers => ({
  ...answers,
  ...Object.fromEntries(credentialConditions.map((one) => [one, { ...answers[one], code: null }])),
})

/** The codes that only deployments have, with their statuses. */
const deploymentCodes = {
  invalid_credentials: 401,
  token_quota_exceeded: 429,
  workflow_rate_limited: 429,
} as const

type AnyCode = ErrorCode | keyof typeof deploymentCodes

/** Creates the responses by error condition: the contract's, unless a profile changes one. */
export function createErrorAnswers(
  changed: Partial<Record<Condition, AnyCode>>,
  statuses: Partial<Record<AnyCode, number>>,
): ErrorAnswers {
  const codes: Readonly<Record<Condition, AnyCode>> = { ...conditions, ...changed }
  const statusOf = { ...errorCodes, ...deploymentCodes, ...statuses }
  return mapFields(codes, (code) => ({ code, status: statusOf[code] })) as ErrorAnswers
}

/** Replaces the statuses and codes that a profile names by condition. */
export function withProfileAnswers(
  answers: ErrorAnswers,
  own: { readonly [Name in Condition]?: Partial<ErrorAnswer> | undefined },
): ErrorAnswers {
  const changed = Object.entries(own).map(([condition, answer]) => {
    const before = answers[condition as Condition]
    return [condition, { ...before, ...answer, isFinal: answer?.code !== undefined }]
  })
  return { ...answers, ...Object.fromEntries(changed) }
}

/** Returns a code that names the missing resource, such as `agent_not_found`. */
export const specificCode = (code: string, resource: ResourceKind | undefined): string =>
  resource === undefined ? code : resourceKinds[resource].missing

/** Creates an item of the validation body (2.4). */
export type ValidationItemForm = (problem: InputProblem) => object

export const itemWithInput: ValidationItemForm = ({ type, loc, msg, input = null, ctx }) =>
  ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx }
export const itemWithoutInput: ValidationItemForm = ({ type, loc, msg }) => ({ type, loc, msg })
export const itemWithUrl: ValidationItemForm = (problem) => ({
  ...itemWithInput(problem),
  url: `https://errors.example/v/${problem.type}`,
})

/** An item of the validation body with the message of Pydantic itself. */
export const itemWithExactMessage =
  (item: ValidationItemForm): ValidationItemForm =>
  (problem) =>
    item({ ...problem, ...problem.exact })

/** Creates the body of a validation error, as specified or with further fields. */
export type ValidationBody = (items: readonly object[]) => unknown
export const documentedValidationBody: ValidationBody = (detail) => ({ detail })
export const detailValidationBody: ValidationBody = (detail) => ({
  detail,
  error_code: 'validation_error',
  error_args: { errors: detail },
})

import type { Answer } from '../../../contract/profile/answers.ts'
import * as errors from '../wire/errors.ts'
import type { Choose } from './choose.ts'

const challenge = (status: number): Record<string, string> =>
  status === 401 ? { 'www-authenticate': 'Bearer' } : {}

/** `own` has the statuses and codes that a profile names for one operation. */
export function compileErrors(choose: Choose, own: NonNullable<Answer['errors']> = {}) {
  const envelope = choose('errors.envelope', {
    documented: { errorBody: errors.documentedError, validationBody: errors.documentedValidation },
    detail: { errorBody: errors.detailError, validationBody: errors.detailValidation },
  })
  const bareRoutes = choose('errors.unknown-route', { enveloped: false, bare: true })
  const coded = choose('errors.auth-codes', { coded: true, uncoded: false })
  const compiled = compileAnswers(choose)
  const chosen = coded ? compiled : errors.withoutCodes(compiled)
  return {
    ...envelope,
    errorBody: bareRoutes ? errors.withBareRoutes(envelope.errorBody) : envelope.errorBody,
    answers: errors.withOwnAnswers(chosen, own),
    crashText: choose('errors.crash', { enveloped: undefined, text: 'Internal Server Error' }),
    code: choose('errors.missing-resource-code', {
      not_found: errors.plainCode,
      specific: errors.specificCode,
    }),
    item: choose('errors.validation-items', {
      'with-input': errors.itemWithInput,
      bare: errors.bareItem,
      'with-url': errors.itemWithUrl,
    }),
    validationStatus: choose('errors.validation-status', { 422: 422, 400: 400 }),
    errorHeaders: choose('auth.challenge', {
      absent: () => ({}),
      bearer: challenge,
    }),
  }
}

function compileAnswers(choose: Choose): errors.ErrorAnswers {
  const tokenExpired = { status: 401, code: 'token_expired' }
  const invalidToken = { status: 401, code: 'invalid_token' }
  const unauthorized = { status: 401, code: 'unauthorized' }
  const notFound = { status: 404, code: 'not_found' }
  const badRequest = { status: 400, code: 'bad_request' }
  return errors.errorAnswers(
    {
      'token-expired': choose('errors.expired-token-code', {
        token_expired: tokenExpired,
        invalid_token: invalidToken,
      }),
      'login-failed': choose('errors.login-failed', {
        unauthorized,
        invalid_credentials: { status: 401, code: 'invalid_credentials' },
        bad_request: badRequest,
      }),
      'method-unknown': choose('errors.wrong-method', {
        405: { status: 405, code: 'method_not_allowed' },
        404: notFound,
      }),
      'key-disabled': choose('auth.disabled-key-code', {
        unauthorized,
        invalid_token: invalidToken,
      }),
      'key-unknown': choose('auth.deleted-key-code', {
        invalid_token: invalidToken,
        unauthorized,
      }),
      ...choose('errors.limit-codes', {
        rate_limit_exceeded: {},
        specific: {
          'quota-exceeded': { status: 429, code: 'token_quota_exceeded' },
          'rate-limited': { status: 429, code: 'workflow_rate_limited' },
        },
      }),
      'inject-elsewhere': choose('chat.inject-elsewhere', {
        conversation_not_found: { status: 404, code: 'conversation_not_found' },
        forbidden: { status: 403, code: 'forbidden' },
      }),
      'turn-not-running': choose('chat.inject-without-turn', {
        not_found: notFound,
        conflict: { status: 409, code: 'conflict' },
      }),
    },
    {
      invalid_token: choose('errors.invalid-token-status', { 401: 401, 400: 400, 403: 403 }),
      token_expired: choose('errors.token-expired-status', { 401: 401, 400: 400, 403: 403 }),
    },
  )
}

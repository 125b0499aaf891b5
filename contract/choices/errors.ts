import { type Choice, deviates, open, order, policy, specified, wire } from './choice.ts'

/** Picks with which an expired credential gets the same response as an invalid credential. */
export const looksInvalid: NonNullable<Choice['unobservableWhen']> = [
  { 'errors.auth-codes': ['uncoded'], 'errors.expired-token-code': ['invalid_token'] },
  ...['401', '400', '403'].map((status) => ({
    'errors.auth-codes': ['uncoded'],
    'errors.invalid-token-status': [status],
    'errors.token-expired-status': [status],
  })),
]

/** Choices about errors and validation (2.3, 2.4, 7). */
export const errorChoices = {
  'errors.envelope': wire({
    question: 'What does an error body look like?',
    clause: '7',
    options: {
      documented: specified('`{success: false, error, message}`'),
      detail: deviates('`{detail, error_code, error_args}`'),
    },
    default: 'documented',
    shows: { conditions: [] },
  }),
  'errors.auth-codes': wire({
    question: 'Does the error for a refused credential have a code?',
    clause: '7',
    options: { coded: specified('yes'), uncoded: deviates('no: the code is null') },
    default: 'coded',
    shows: {
      conditions: [
        'credential-missing',
        'credential-malformed',
        'user-missing',
        'key-disabled',
        'key-unknown',
      ],
    },
  }),
  'errors.unknown-route': wire({
    question: 'What does the body of an unknown route or method look like?',
    clause: '2.3, 7',
    options: {
      enveloped: specified('like every error'),
      bare: deviates('`{"detail": "Not Found"}`'),
    },
    default: 'enveloped',
    shows: { conditions: ['route-unknown', 'method-unknown'] },
  }),
  'errors.crash': wire({
    question: 'What does the body of a crash look like?',
    clause: '7',
    options: {
      enveloped: specified('`internal_error` in the envelope'),
      text: deviates('plain text'),
    },
    default: 'enveloped',
    when: { 'errors.content-type': ['crash'] },
    shows: { conditions: ['crash'] },
  }),
  'errors.limit-codes': wire({
    question: 'Which code does a 429 have?',
    clause: '7: the code for a quota is not specified',
    options: {
      rate_limit_exceeded: specified('`rate_limit_exceeded`'),
      specific: open('a code that names the limit, such as `token_quota_exceeded`'),
    },
    default: 'rate_limit_exceeded',
    shows: { conditions: ['quota-exceeded', 'rate-limited'] },
  }),
  'errors.success-error-field': wire({
    question: 'Does a success envelope have an `error` field?',
    clause: '2.3',
    options: {
      absent: open('no: only errors have one'),
      null: open('yes, null'),
    },
    default: 'absent',
    shows: { replies: ['envelope'] },
  }),
  'errors.invalid-token-status': wire({
    question: 'Which status does `invalid_token` have?',
    clause: '7: not specified',
    options: { 401: open('401'), 400: open('400'), 403: open('403') },
    default: '401',
    shows: {
      conditions: [
        'credential-malformed',
        'user-missing',
        'key-unknown',
        'key-expired',
        'refresh-refused',
        'refresh-misused',
        'refresh-spent',
      ],
    },
  }),
  'errors.token-expired-status': wire({
    question: 'Which status does `token_expired` have?',
    clause: '7: not specified',
    options: { 401: open('401'), 400: open('400'), 403: open('403') },
    default: '401',
    unobservableWhen: [...looksInvalid, { 'errors.expired-token-code': ['invalid_token'] }],
    shows: { conditions: ['token-expired'] },
  }),
  'errors.expired-token-code': wire({
    question: 'Which code does an expired access token get? Two rows of the table apply.',
    clause: '7',
    options: {
      token_expired: open('`token_expired`'),
      invalid_token: open('`invalid_token`'),
    },
    default: 'token_expired',
    unobservableWhen: looksInvalid,
    shows: { conditions: ['token-expired'] },
  }),
  'errors.missing-resource-code': wire({
    question: 'Which code does a missing resource get?',
    clause: '7',
    options: {
      not_found: specified('`not_found`'),
      specific: open('a code that names the resource, such as `agent_not_found`'),
    },
    default: 'not_found',
    shows: { conditions: ['resource-missing'] },
  }),
  'errors.login-failed': wire({
    question: 'What is the response to a login with a wrong password?',
    clause: '4.6: not specified',
    options: {
      unauthorized: open('401 `unauthorized`'),
      invalid_credentials: open('401 `invalid_credentials`'),
      bad_request: open('400 `bad_request`'),
    },
    default: 'unauthorized',
    shows: { conditions: ['login-failed'] },
  }),
  'errors.unreadable-body': wire({
    question: 'What is the response to a body that is not JSON?',
    clause: '7: both 400 and 422 are possible',
    options: {
      bad_request: open('400 `bad_request`'),
      validation: open('422 with one item of type `json_invalid`'),
    },
    default: 'bad_request',
    shows: { conditions: ['body-unreadable'] },
  }),
  'errors.content-type': policy({
    question: 'What is the response to a body with another content type than JSON?',
    clause: '1.G1: not specified',
    options: {
      bad_request: open('400 `bad_request`'),
      unsupported: open('415 `unsupported_media_type`'),
      parsed: open('it is parsed as JSON anyway'),
      crash: open('500'),
    },
    default: 'bad_request',
    shows: { conditions: ['body-not-json', 'body-type-unsupported'] },
  }),
  'errors.wrong-method': wire({
    question: 'How does a known path respond to another method?',
    clause: '7: not specified',
    options: {
      405: open('405 `method_not_allowed` with an `Allow` header'),
      404: open('404 `not_found`'),
    },
    default: '405',
    shows: { conditions: ['method-unknown'] },
  }),
  'errors.validation-status': wire({
    question: 'Which status does input that fails validation get?',
    clause: '4.C2',
    options: { 422: specified('422'), 400: deviates('400, with the body of a 422') },
    default: '422',
    shows: { conditions: ['invalid'] },
  }),
  'errors.validation-items': wire({
    question: 'What does an item of `detail` contain besides `loc`, `msg` and `type`?',
    clause: '2.4',
    options: {
      'with-input': open('`input`, and `ctx` if the problem has one'),
      bare: open('nothing'),
      'with-url': open('`input`, `ctx` and a `url`'),
    },
    default: 'with-input',
    shows: { conditions: ['invalid'] },
  }),
  'errors.coercion': policy({
    question: 'Which values of another type are coerced?',
    clause: '4.C2: not specified',
    options: {
      pydantic: open('"yes", "true", 1 for a boolean; "3" and 3.0 for an integer'),
      strict: open('none'),
      lax: open('the same, and numbers for a string'),
    },
    default: 'pydantic',
    shows: { conditions: ['invalid'] },
  }),
  'order.stages': order({
    question: 'In which order are requests checked if several errors apply?',
    clause: '7: not specified',
    options: {
      'credential-first': open('credential, scope, validation, existence'),
      'existence-before-validation': open('credential, scope, existence, validation'),
      'validation-first': open('validation, credential, scope, existence'),
    },
    default: 'credential-first',
    shows: {},
  }),
}

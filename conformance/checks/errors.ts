import { specifiedError } from '../../contract/records/specified.ts'
import { type Check, checks, corePlan, passiveChecks, type PassiveRow } from '../session/check.ts'
import type { Exchange, RequestSpec } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { member, formatValue } from '../session/json.ts'
import { errorCode, assert } from '../session/assertions.ts'
import { sendAsUser } from '../setup/credentials.ts'
import { unknownRoute } from '../setup/unknown-resources.ts'

// The statuses from the error table (section 7). `invalid_token` and `token_expired` have none.
const listedStatuses: Readonly<Record<string, number>> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  bad_request: 400,
  rate_limit_exceeded: 429,
  internal_error: 500,
  conversation_not_found: 404,
  no_recent_assistant_message: 404,
  invalid_cursor: 400,
}
const listedCodes = [...Object.keys(listedStatuses), 'invalid_token', 'token_expired']

const traffic = {
  trafficFrom: ['credentials.missing-is-401', 'errors.unknown-route', 'lists.size-0-is-422'],
} as const

// Responses outside of `/api/`, such as the API description, need no error envelope.
const isError = ({ request, status }: Exchange): boolean =>
  request.path.startsWith('/api/') && status >= 400 && status !== 422

const isListed = ({ status }: Exchange): boolean => Object.values(listedStatuses).includes(status)

const codeOf = (exchange: Exchange): string => errorCode(exchange) ?? 'no code'

type Member = 'success' | 'error' | 'message'

const hasInEnvelope = (field: Member): PassiveRow => ({
  rule: 'errors.envelope',
  detects: [
    'errors.envelope',
    'errors.auth-codes',
    'errors.unknown-route',
    'errors.validation-status',
    'errors.crash',
  ],
  applies: isError,
  verify: (exchange) => {
    const schema = specifiedError.shape[field]
    assert.matches(schema, member(exchange.json, field), exchange, `${field} of the error body`)
  },
})

const amongErrors = { kind: 'error responses', applies: isError } as const
const amongCodes = {
  ...amongErrors,
  lacks: 'a code',
  reportedBy: ['errors.error-is-a-code'],
} as const

const passive = passiveChecks(traffic, {
  'errors.success-is-false': hasInEnvelope('success'),
  'errors.error-is-a-code': hasInEnvelope('error'),
  'errors.message-is-a-string': hasInEnvelope('message'),
  'errors.message-is-not-empty': {
    level: 'should',
    rule: 'errors.envelope',
    among: {
      ...amongErrors,
      lacks: 'a field `message`',
      reportedBy: ['errors.message-is-a-string'],
    },
    applies: (exchange) => isError(exchange) && member(exchange.json, 'message') !== undefined,
    verify: (exchange) => {
      const isFilled = member(exchange.json, 'message') !== ''
      assert.holds(isFilled, 'a message that is not empty', '""', exchange)
    },
  },
  'errors.code-is-machine-readable': {
    level: 'should',
    rule: 'errors.machine-readable',
    among: amongCodes,
    applies: (exchange) => isError(exchange) && errorCode(exchange) !== undefined,
    verify: (exchange) => {
      const code = codeOf(exchange)
      const isRight = /^[a-z][a-z0-9_]*$/.test(code)
      assert.holds(isRight, 'a code of a-z, 0-9 and _', formatValue(code), exchange)
    },
  },
  'errors.listed-codes-have-their-status': {
    rule: 'errors.table',
    among: {
      ...amongErrors,
      lacks: 'a code that is listed with a status',
      reportedBy: ['errors.error-is-a-code'],
    },
    // A refusal with a 2xx status also has a wrong status.
    applies: (exchange) =>
      (exchange.status >= 400 || member(exchange.json, 'success') === false) &&
      Object.hasOwn(listedStatuses, codeOf(exchange)),
    verify: (exchange) => assert.status(exchange, listedStatuses[codeOf(exchange)] ?? 0),
  },
  'errors.codes-are-listed': {
    level: 'should',
    rule: 'errors.table',
    detects: ['errors.missing-resource-code'],
    among: amongCodes,
    applies: (exchange) =>
      isError(exchange) && isListed(exchange) && errorCode(exchange) !== undefined,
    verify: (exchange) => assert.code(exchange, ...listedCodes),
  },
  'errors.codes-of-other-statuses': {
    level: 'observe',
    rule: 'errors.table',
    applies: (exchange) => isError(exchange) && !isListed(exchange),
    verify: (exchange) => `${exchange.status} ${codeOf(exchange)}`,
  },
})

/** Sends a wrong request as the user, and returns the status and the error code of the response. */
const refusalOf = async (session: TestSession, request: RequestSpec) => {
  const exchange = await sendAsUser(session, request)
  return { exchange, seen: { status: exchange.status, code: codeOf(exchange) } }
}

const unreadable = { level: 'observe', rule: 'errors.unreadable' } as const

const unlisted = checks(unreadable, {
  'errors.unknown-route': {
    plan: 'smoke',
    run: async (session) => {
      const { exchange } = await unknownRoute(session)
      return { status: exchange.status, code: codeOf(exchange) }
    },
  },
  'errors.wrong-method': {
    ...corePlan,
    detects: ['errors.wrong-method'],
    run: async (session) => {
      const { exchange, seen } = await refusalOf(session, { method: 'PUT', path: '/api/agents' })
      return { ...seen, allow: exchange.headers.get('allow') }
    },
  },
  'errors.unreadable-body': {
    ...corePlan,
    detects: ['errors.unreadable-body'],
    run: async (session) =>
      (await refusalOf(session, { method: 'POST', path: '/api/conversations', text: '{' })).seen,
  },
  'errors.other-content-type': {
    ...corePlan,
    detects: ['errors.content-type'],
    run: async (session) => {
      // The title is invalid, so that a target that parses the text as JSON creates nothing.
      const text = '{"title": {"a": 1}}'
      const headers = { 'content-type': 'text/plain' }
      const request = { method: 'POST', path: '/api/conversations', headers, text }
      return (await refusalOf(session, request)).seen
    },
  },
})

/** Checks of errors (2.3, 7). Most of them judge every error response of the run. */
export const errorChecks: readonly Check[] = [...unlisted, ...passive]

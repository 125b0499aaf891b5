import { specifiedError } from '../../contract/records/specified.ts'
import type { ActiveCheck, Check, PassiveCheck } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { member, formatValue } from '../session/json.ts'
import { errorCode, assert } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { unknownRoute } from '../setup/unknown-resources.ts'

// The status of each code in the table of section 7. `invalid_token` and `token_expired` have none.
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

const trafficFrom = ['credentials.missing-is-401', 'errors.unknown-route', 'lists.size-0-is-422']

// Responses outside of the API, such as its description, need no envelope.
const isError = ({ request, status }: Exchange): boolean =>
  request.path.startsWith('/api/') && status >= 400 && status !== 422

const isListed = ({ status }: Exchange): boolean => Object.values(listedStatuses).includes(status)

const codeOf = (exchange: Exchange): string => errorCode(exchange) ?? 'no code'

type Member = 'success' | 'error' | 'message'

const hasInEnvelope = (id: string, field: Member): PassiveCheck => ({
  id,
  level: 'must',
  rule: 'errors.envelope',
  detects: [
    'errors.envelope',
    'errors.auth-codes',
    'errors.unknown-route',
    'errors.validation-status',
    'errors.crash',
  ],
  trafficFrom,
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

const envelope: readonly PassiveCheck[] = [
  hasInEnvelope('errors.success-is-false', 'success'),
  hasInEnvelope('errors.error-is-a-code', 'error'),
  hasInEnvelope('errors.message-is-a-string', 'message'),
  {
    id: 'errors.message-is-not-empty',
    level: 'should',
    rule: 'errors.envelope',
    trafficFrom,
    among: {
      ...amongErrors,
      lacks: 'a field `message`',
      reportedBy: ['errors.message-is-a-string'],
    },
    applies: (exchange) => isError(exchange) && member(exchange.json, 'message') !== undefined,
    verify: (exchange) =>
      assert.holds(
        member(exchange.json, 'message') !== '',
        'a message that is not empty',
        '""',
        exchange,
      ),
  },
  {
    id: 'errors.code-is-machine-readable',
    level: 'should',
    rule: 'errors.machine-readable',
    trafficFrom,
    among: amongCodes,
    applies: (exchange) => isError(exchange) && errorCode(exchange) !== undefined,
    verify: (exchange) => {
      const code = codeOf(exchange)
      assert.holds(
        /^[a-z][a-z0-9_]*$/.test(code),
        'a code of a-z, 0-9 and _',
        formatValue(code),
        exchange,
      )
    },
  },
]

const codes: readonly PassiveCheck[] = [
  {
    id: 'errors.listed-codes-have-their-status',
    level: 'must',
    rule: 'errors.table',
    trafficFrom,
    among: {
      ...amongErrors,
      lacks: 'a code that is listed with a status',
      reportedBy: ['errors.error-is-a-code'],
    },
    applies: (exchange) => exchange.status >= 400 && codeOf(exchange) in listedStatuses,
    verify: (exchange) => assert.status(exchange, listedStatuses[codeOf(exchange)] ?? 0),
  },
  {
    id: 'errors.codes-are-listed',
    level: 'should',
    rule: 'errors.table',
    detects: ['errors.missing-resource-code'],
    trafficFrom,
    among: amongCodes,
    applies: (exchange) =>
      isError(exchange) && isListed(exchange) && errorCode(exchange) !== undefined,
    verify: (exchange) => assert.code(exchange, ...listedCodes),
  },
  {
    id: 'errors.codes-of-other-statuses',
    level: 'observe',
    rule: 'errors.table',
    trafficFrom,
    applies: (exchange) => isError(exchange) && !isListed(exchange),
    verify: (exchange) => `${exchange.status} ${codeOf(exchange)}`,
  },
]

const unlisted: readonly ActiveCheck[] = [
  {
    id: 'errors.unknown-route',
    level: 'observe',
    rule: 'errors.unreadable',
    plan: 'smoke',
    run: async (session) => {
      const { exchange } = await unknownRoute(session)
      return { status: exchange.status, code: codeOf(exchange) }
    },
  },
  {
    id: 'errors.wrong-method',
    level: 'observe',
    rule: 'errors.unreadable',
    detects: ['errors.wrong-method'],
    plan: 'core',
    needs: ['user'],
    run: async (session) => {
      const request = { method: 'PUT', path: '/api/agents', bearer: await userCredential(session) }
      const exchange = await session.send(request)
      const allow = exchange.headers.get('allow')
      return { status: exchange.status, code: codeOf(exchange), allow }
    },
  },
  {
    id: 'errors.unreadable-body',
    level: 'observe',
    rule: 'errors.unreadable',
    detects: ['errors.unreadable-body'],
    plan: 'core',
    needs: ['user'],
    run: async (session) => {
      const path = '/api/conversations'
      const bearer = await userCredential(session)
      const request = { method: 'POST', path, bearer, text: '{' }
      const exchange = await session.send(request)
      return { status: exchange.status, code: codeOf(exchange) }
    },
  },
]

const otherContentType: ActiveCheck = {
  id: 'errors.other-content-type',
  level: 'observe',
  rule: 'errors.unreadable',
  detects: ['errors.content-type'],
  plan: 'core',
  needs: ['user'],
  run: async (session) => {
    // Even a target that parses it as JSON refuses it.
    const exchange = await session.send({
      method: 'POST',
      path: '/api/conversations',
      bearer: await userCredential(session),
      headers: { 'content-type': 'text/plain' },
      text: '{"title": {"a": 1}}',
    })
    return { status: exchange.status, code: codeOf(exchange) }
  },
}

/** Errors (2.3, 7), mostly for all responses of the run. */
export const errorChecks: readonly Check[] = [...unlisted, otherContentType, ...envelope, ...codes]

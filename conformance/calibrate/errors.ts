import { unknownUuid, unknownRoute } from '../setup/unknown-resources.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { conversation, patchConversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { issuedKey, setActive, tryCredential } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import {
  requireInput,
  anyErrorCode,
  isDenied,
  isInvalid,
  type Observers,
  observed,
} from './observer.ts'
import { isObject } from '../../contract/json.ts'

const plan = 'core'

/** A credential that is neither a key nor a token. */
export const malformed = 'not-a-credential'

const unknownAgent = (session: TestSession) =>
  session.once('an unknown agent', async () =>
    session.send({
      method: 'GET',
      path: `/api/agents/${unknownUuid}`,
      bearer: await userCredential(session),
    }),
  )

const malformedUse = (session: TestSession) =>
  session.once('a malformed credential', () => tryCredential(session, malformed))

/** Sends a creation that no validation accepts, so nothing is created. */
const invalidCreation = (session: TestSession) =>
  session.once('an invalid conversation', async () =>
    session.send({
      method: 'POST',
      path: lists.conversations,
      bearer: await userCredential(session),
      body: { title: { a: 1 } },
    }),
  )

// Updates an existing conversation, so nothing is created even if the response is lost.
const otherContentType = (session: TestSession) =>
  session.once('another content type', async () =>
    session.send({
      method: 'PATCH',
      path: `${lists.conversations}/${await conversation(session)}`,
      bearer: await userCredential(session),
      headers: { 'content-type': 'text/plain' },
      text: '{"title": {"a": 1}}',
    }),
  )

/** Errors and validation (2.3, 2.4, 7). */
export const errorObservers = {
  'errors.envelope': {
    plan,
    observe: async ({ session }) => {
      const exchange = await unknownAgent(session)
      const { json } = exchange
      if (member(json, 'success') === false) return observed(exchange, 'documented')
      if (isObject(json) && 'error_code' in json) return observed(exchange, 'detail')
      return skip(`an unknown format of error body: ${exchange.text.slice(0, 80)}`)
    },
  },
  'errors.auth-codes': {
    plan,
    observe: async ({ session }) => {
      const without = await session.send({ method: 'GET', path: lists.keys })
      return [without, await malformedUse(session)].map((exchange) =>
        observed(exchange, anyErrorCode(exchange) === undefined ? 'uncoded' : 'coded'),
      )
    },
  },
  'errors.unknown-route': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await unknownRoute(session)
      const keys = isObject(exchange.json) ? Object.keys(exchange.json) : []
      return observed(exchange, keys.join() === 'detail' ? 'bare' : 'enveloped')
    },
  },
  'errors.crash': {
    plan,
    observe: async ({ session }) => {
      const exchange = await otherContentType(session)
      return observed(exchange, anyErrorCode(exchange) === undefined ? 'text' : 'enveloped')
    },
  },
  'errors.success-error-field': {
    plan,
    observe: async ({ session }) => {
      const exchange = await patchConversation(session, await conversation(session), {
        starred: false,
      })
      if (!isObject(exchange.json) || !('success' in exchange.json)) skip('no success envelope')
      return observed(exchange, 'error' in exchange.json ? 'null' : 'absent')
    },
  },
  'errors.invalid-token-status': {
    plan,
    observe: async ({ session }) => {
      const exchange = await malformedUse(session)
      const status = ([401, 400, 403] as const).find((one) => one === exchange.status)
      if (status === undefined || isInvalid(exchange)) skip(`unexpected status ${exchange.status}`)
      return withoutCode(exchange, status)
    },
  },
  'errors.expired-token-code': {
    plan,
    observe: async ({ session, option }) => {
      const exchange = await expiredUse(session)
      const code = anyErrorCode(exchange)
      if (code === 'token_expired' || code === 'invalid_token') return observed(exchange, code)
      if (code !== undefined) return skip(`code ${code}`)
      // Without an error code, the status shows the option, unless an invalid token has the same
      // status.
      const isOther = (await option('errors.invalid-token-status')) !== `${exchange.status}`
      return isOther ? observed(exchange, 'token_expired') : skip('all refusals look the same')
    },
  },
  'errors.token-expired-status': {
    plan,
    observe: async ({ session, option }) => {
      const exchange = await expiredUse(session)
      const code = await option('errors.expired-token-code')
      if (code === 'invalid_token') skip('no response has the code `token_expired`')
      const status = ([401, 400, 403] as const).find((one) => one === exchange.status)
      return status === undefined
        ? skip(`unexpected status ${exchange.status}`)
        : withoutCode(exchange, status)
    },
  },
  'errors.missing-resource-code': {
    plan,
    observe: async ({ session }) => {
      const exchange = await unknownAgent(session)
      const code = anyErrorCode(exchange) ?? skip('the error has no code')
      return observed(exchange, code === 'not_found' ? 'not_found' : 'specific')
    },
  },
  'errors.login-failed': {
    plan,
    observe: async ({ session }) => {
      // A reserved domain, so no real user is locked out.
      const body = { email: 'nobody@conformance.invalid', password: 'wrong' }
      const exchange = await session.send({ method: 'POST', path: '/api/auth/login', body })
      const code = anyErrorCode(exchange)
      if (code === 'invalid_credentials') return observed(exchange, code)
      if (exchange.status === 401) return observed(exchange, 'unauthorized')
      if (exchange.status === 400) return observed(exchange, 'bad_request')
      return skip(`unexpected status ${exchange.status}`)
    },
  },
  'errors.unreadable-body': {
    plan,
    observe: async ({ session }) => {
      const request = {
        method: 'POST',
        path: lists.conversations,
        bearer: await userCredential(session),
        text: '{',
      }
      const exchange = await session.send(request)
      return observed(exchange, isInvalid(exchange) ? 'validation' : 'bad_request')
    },
  },
  'errors.content-type': {
    plan,
    observe: async ({ session }) => {
      const exchange = await otherContentType(session)
      if (isInvalid(exchange)) return observed(exchange, 'parsed')
      if (exchange.status === 415) return observed(exchange, 'unsupported')
      return observed(exchange, exchange.status >= 500 ? 'crash' : 'bad_request')
    },
  },
  'errors.wrong-method': {
    plan,
    observe: async ({ session }) => {
      const request = { method: 'PUT', path: '/api/agents', bearer: await userCredential(session) }
      const exchange = await session.send(request)
      return observed(exchange, exchange.status === 405 ? '405' : '404')
    },
  },
  'errors.validation-status': {
    plan,
    observe: async ({ session }) => {
      const exchange = await invalidCreation(session)
      return observed(exchange, exchange.status === 400 ? '400' : '422')
    },
  },
  'errors.validation-items': {
    plan,
    observe: async ({ session }) => {
      const exchange = await invalidCreation(session)
      const detail = member(exchange.json, 'detail')
      const items = (Array.isArray(detail) ? detail : []).filter(isObject)
      return items.map((item) =>
        observed(exchange, 'url' in item ? 'with-url' : 'input' in item ? 'with-input' : 'bare'),
      )
    },
  },
  'errors.coercion': {
    plan,
    observe: async ({ session }) => {
      const title = await patchConversation(session, await conversation(session, 'titled'), {
        title: 123,
      })
      if (isAccepted(title)) return observed(title, 'lax')
      const active = await setActive(session, (await issuedKey(session, 'second')).id, 'yes')
      return observed(active, isAccepted(active) ? 'pydantic' : 'strict')
    },
  },
  'order.stages': {
    plan,
    observe: async ({ session }) => {
      const body = { title: { a: 1 } }
      const anonymous = await session.send({ method: 'POST', path: lists.conversations, body })
      if (isInvalid(anonymous)) return observed(anonymous, 'validation-first')
      if (!isDenied(anonymous)) skip(`status ${anonymous.status} without a credential`)
      const unknown = await patchConversation(session, unknownUuid, body)
      const both = unknown.status === 404 ? 'existence-before-validation' : 'credential-first'
      return observed(unknown, both)
    },
  },
} as const satisfies Observers

const withoutCode = <Status extends number>(from: Parameters<typeof observed>[0], status: Status) =>
  observed(from, `${status}` as const)

const expiredUse = (session: TestSession) =>
  session.once('the expired token', async () => {
    const { expiredToken } = session.target
    return tryCredential(session, requireInput(expiredToken, '--expired-token'))
  })

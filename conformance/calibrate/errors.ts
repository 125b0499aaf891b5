import { unknownUuid, unknownRoute } from '../setup/unknown-resources.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { skip } from '../session/assertions.ts'
import { conversation, patchConversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { tryCredential } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { anyErrorCode, byStatus, isDenied, isInvalid, noOption, observed } from './look.ts'
import { requireInput, type Observers } from './observer.ts'
import { excerpt } from '../report/evidence.ts'
import { mediaType } from '../stream/stream.ts'
import type { Exchange } from '../session/exchange.ts'
import { isObject } from '../../contract/json.ts'
import { malformed } from './survey.ts'
import { errorReadings, readAuthCode, readEnvelope } from './error-readings.ts'

const plan = 'core'

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

// No validation accepts this title, so that nothing is created or changed.
const otherContentType = (session: TestSession) =>
  session.once('another content type', async () => {
    const exchanges: Exchange[] = []
    const text = '{"title": {"a": 1}}'
    const id = await conversation(session)
    for (const [method, path] of [
      ['PATCH', `${lists.conversations}/${id}`],
      ['POST', lists.conversations],
    ] as const) {
      const request = { method, path, bearer: await userCredential(session) }
      const headers = { 'content-type': 'text/plain' }
      exchanges.push(await session.send({ ...request, headers, text, invalidField: 'title' }))
    }
    return exchanges
  })

/** Errors and validation (2.3, 2.4, 7). */
export const errorObservers = {
  'errors.envelope': {
    plan,
    read: errorReadings['errors.envelope'],
    isShownEverywhere: true,
    observe: async ({ session }) => {
      const exchange = await unknownAgent(session)
      return readEnvelope(exchange) ?? noOption(exchange, `the body ${excerpt(exchange.text, 80)}`)
    },
  },
  'errors.auth-codes': {
    plan,
    read: errorReadings['errors.auth-codes'],
    isShownEverywhere: true,
    observe: async ({ session }) => {
      const without = await session.send({ method: 'GET', path: lists.keys })
      return [without, await malformedUse(session)].map((exchange) =>
        isDenied(exchange) ? readAuthCode(exchange) : noOption(exchange),
      )
    },
  },
  'errors.unknown-route': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await unknownRoute(session)
      const { json } = exchange
      const keys = isObject(json) ? Object.keys(json) : []
      if (keys.join() === 'detail') return observed(exchange, 'bare')
      const isError = anyErrorCode(exchange) !== undefined || member(json, 'success') === false
      return isError ? observed(exchange, 'enveloped') : noOption(exchange, bodyOf(exchange))
    },
  },
  'errors.crash': {
    plan,
    observe: async ({ session }) => {
      const crashes = (await otherContentType(session)).filter(({ status }) => status === 500)
      return crashes.map((exchange) => {
        if (anyErrorCode(exchange) !== undefined) return observed(exchange, 'enveloped')
        const isText = mediaType(exchange) === 'text/plain'
        return isText ? observed(exchange, 'text') : noOption(exchange, bodyOf(exchange))
      })
    },
  },
  'errors.success-error-field': {
    plan,
    read: errorReadings['errors.success-error-field'],
    isShownEverywhere: true,
    observe: async ({ session }) => {
      const exchange = await patchConversation(session, await conversation(session), {
        starred: false,
      })
      if (!isObject(exchange.json) || exchange.json['success'] !== true) {
        return noOption(exchange, 'no success envelope')
      }
      if (!('error' in exchange.json)) return observed(exchange, 'absent')
      return exchange.json['error'] === null
        ? observed(exchange, 'null')
        : noOption(exchange, 'an `error` other than null')
    },
  },
  'errors.invalid-token-status': {
    plan,
    read: errorReadings['errors.invalid-token-status'],
    isShownEverywhere: true,
    observe: async ({ session }) => {
      const exchange = await malformedUse(session)
      return isInvalid(exchange) ? noOption(exchange) : byStatus(exchange, credentialStatuses)
    },
  },
  'errors.expired-token-code': {
    plan,
    observe: async ({ session, option }) => {
      const exchange = await expiredUse(session)
      const code = anyErrorCode(exchange)
      if (code === 'token_expired' || code === 'invalid_token') return observed(exchange, code)
      if (code !== undefined) return noOption(exchange, `code ${code}`)
      if (!isDenied(exchange)) return noOption(exchange)
      // Without an error code, its status shows it, unless an invalid token has the same status.
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
      return byStatus(exchange, credentialStatuses)
    },
  },
  'errors.missing-resource-code': {
    plan,
    read: errorReadings['errors.missing-resource-code'],
    isShownEverywhere: true,
    observe: async ({ session }) => {
      const exchange = await unknownAgent(session)
      if (exchange.status !== 404) return noOption(exchange)
      const code = anyErrorCode(exchange)
      if (code === 'not_found') return observed(exchange, 'not_found')
      // A specific code names the resource.
      return code?.includes('agent')
        ? observed(exchange, 'specific')
        : noOption(exchange, code === undefined ? 'an error without code' : `code ${code}`)
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
      if (code !== undefined && code !== 'unauthorized' && code !== 'bad_request') {
        return noOption(exchange, `code ${code}`)
      }
      return isInvalid(exchange)
        ? noOption(exchange)
        : byStatus(exchange, { 401: 'unauthorized', 400: 'bad_request' })
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
      if (isInvalid(exchange)) return observed(exchange, 'validation')
      return byStatus(exchange, { 400: 'bad_request' })
    },
  },
  'errors.content-type': {
    plan,
    observe: async ({ session }) => {
      return (await otherContentType(session)).map((exchange) =>
        isInvalid(exchange)
          ? observed(exchange, 'parsed')
          : byStatus(exchange, { 400: 'bad_request', 415: 'unsupported', 500: 'crash' }),
      )
    },
  },
  'errors.wrong-method': {
    plan,
    observe: async ({ session }) => {
      const request = { method: 'PUT', path: '/api/agents', bearer: await userCredential(session) }
      const exchange = await session.send(request)
      return byStatus(exchange, { 405: '405', 404: '404' })
    },
  },
} as const satisfies Observers

const credentialStatuses = { 401: '401', 400: '400', 403: '403' } as const

const bodyOf = ({ status, text }: Exchange): string =>
  `status ${status} with the body ${excerpt(text, 80)}`

const expiredUse = (session: TestSession) =>
  session.once('the expired token', async () => {
    const { expiredToken } = session.target
    return tryCredential(session, requireInput(expiredToken, '--expired-token'))
  })

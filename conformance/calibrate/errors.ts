import { isObject, parseJson } from '../../contract/json.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { excerpt } from '../report/evidence.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { conversation, patchConversation } from '../setup/conversations.ts'
import { userCredential } from '../setup/credentials.ts'
import { tryCredential } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { unknownUuid, unknownRoute } from '../setup/unknown-resources.ts'
import { mediaType } from '../stream/stream.ts'
import {
  isMalformed,
  readAuthCode,
  readEnvelope,
  refusesAnonymous,
  refusesCredential,
  sentType,
} from './error-forms.ts'
import { anyErrorCode, isInvalid, noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'
import { pathOf } from '../../contract/exchange.ts'
import { bearerOf, isAnonymous } from './sender.ts'
import { malformed } from './survey.ts'

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

/** Errors (2.3, 7). */
export const errorObservers = {
  'errors.envelope': {
    plan,
    isShownEverywhere: true,
    provoke: ({ session }) => unknownAgent(session),
    read: readEnvelope,
  },
  'errors.auth-codes': {
    plan,
    isShownEverywhere: true,
    provoke: async ({ session }) => [
      await session.send({ method: 'GET', path: lists.keys }),
      await malformedUse(session),
    ],
    read: (exchange, before) => {
      const { path } = exchange.request
      const isProbe =
        refusesAnonymous(exchange) ||
        (isMalformed(exchange, before) && path !== refreshPath && refusesCredential(exchange))
      return isProbe ? readAuthCode(exchange) : undefined
    },
  },
  'errors.unknown-route': {
    plan,
    provoke: async ({ session }) => (await unknownRoute(session)).exchange,
    read: readUnknownRoute,
  },
  'errors.crash': {
    plan,
    provoke: async ({ session }) =>
      (await otherContentType(session)).filter(({ status }) => status === 500),
    read: (exchange) => {
      if (exchange.status !== 500) return undefined
      if (anyErrorCode(exchange) === 'internal_error') return observed(exchange, 'enveloped')
      return mediaType(exchange) === 'text/plain' ? observed(exchange, 'text') : undefined
    },
  },
  'errors.success-error-field': {
    plan,
    isShownEverywhere: true,
    provoke: async ({ session }) =>
      patchConversation(session, await conversation(session), { starred: false }),
    read: (exchange) => {
      const { json } = exchange
      if (!isAccepted(exchange) || !isObject(json) || json['success'] !== true) return undefined
      // A list may have an envelope of its own, and a `success` alone is none.
      const data = json['data']
      if (Array.isArray(data) || Array.isArray(member(data, 'items'))) return undefined
      if (!('data' in json)) return undefined
      if (!('error' in json)) return observed(exchange, 'absent')
      return json['error'] === null
        ? observed(exchange, 'null')
        : noOption(exchange, 'an `error` other than null')
    },
  },
  'errors.missing-resource-code': {
    plan,
    isShownEverywhere: true,
    provoke: ({ session }) => unknownAgent(session),
    read: readMissingResource,
  },
  'errors.unreadable-body': {
    plan,
    needsProvoking: 'a body that is not JSON',
    provoke: async ({ session }) =>
      session.send({
        method: 'POST',
        path: lists.conversations,
        bearer: await userCredential(session),
        text: '{',
      }),
    read: (exchange, { credentials }) => {
      const { text } = exchange.request
      const isUnreadable = text !== undefined && parseJson(text) === undefined
      if (!isUnreadable || !sentType(exchange).startsWith('application/json')) return undefined
      if (!isOwnOperation(exchange) || !credentials.isGood(bearerOf(exchange))) return undefined
      if (isInvalid(exchange)) return observed(exchange, 'validation')
      return isBadRequest(exchange) ? observed(exchange, 'bad_request') : undefined
    },
  },
  'errors.content-type': {
    plan,
    provoke: ({ session }) => otherContentType(session),
    read: (exchange, { credentials }) => {
      const { body, text } = exchange.request
      const isJson = isObject(body ?? (text === undefined ? undefined : parseJson(text)))
      if (!isJson || /json|multipart/.test(sentType(exchange))) return undefined
      if (!isOwnOperation(exchange) || !credentials.isGood(bearerOf(exchange))) return undefined
      if (isInvalid(exchange) || repeatsInput(exchange)) return observed(exchange, 'parsed')
      if (exchange.status === 415) return observed(exchange, 'unsupported')
      if (exchange.status === 500) return observed(exchange, 'crash')
      return isBadRequest(exchange) ? observed(exchange, 'bad_request') : undefined
    },
  },
  'errors.wrong-method': {
    plan,
    provoke: async ({ session }) =>
      session.send({ method: 'PUT', path: '/api/agents', bearer: await userCredential(session) }),
    read: (exchange) => {
      const { method } = exchange.request
      // Whether paths have these two methods are choices of their own.
      if (method === 'HEAD' || method === 'OPTIONS') return undefined
      if (exchange.status === 405) return observed(exchange, '405')
      const isKnownPath = Object.values<string>(lists).includes(pathOf(exchange))
      return isKnownPath && exchange.status === 404 && !isOwnOperation(exchange)
        ? observed(exchange, '404')
        : undefined
    },
  },
} as const satisfies Observers

const refreshPath = '/api/auth/refresh'

/** Whether a request is for an operation of the contract. */
const isOwnOperation = (exchange: Exchange): boolean => exchange.operation !== undefined

/** Whether a response has the name or the title that the body of its request gave. */
function repeatsInput(exchange: Exchange): boolean {
  const { body, text = '' } = exchange.request
  const sent = body ?? parseJson(text)
  const names = [member(sent, 'name'), member(sent, 'title')]
  return (
    isAccepted(exchange) &&
    names.some((name) => typeof name === 'string' && name && exchange.text.includes(name))
  )
}

/** A 400 that gives no other reason than the request itself. */
function isBadRequest(exchange: Exchange): boolean {
  const code = anyErrorCode(exchange)
  return exchange.status === 400 && (code === undefined || code === 'bad_request')
}

/** A path with one name below `/api/` can't be a missing resource. */
function readUnknownRoute(exchange: Exchange) {
  const { json, status, request } = exchange
  if (request.method === 'HEAD' || (status !== 404 && status !== 405)) return undefined
  // The body of an operation may name what is missing.
  const isUnknown =
    status === 405 || (/^\/api\/[^/]+$/.test(pathOf(exchange)) && exchange.operation === undefined)
  const detail =
    isObject(json) && Object.keys(json).join() === 'detail' ? json['detail'] : undefined
  if (detail === 'Not Found' || detail === 'Method Not Allowed') return observed(exchange, 'bare')
  if (!isUnknown) return undefined
  if (detail !== undefined) return observed(exchange, 'bare')
  const isError = anyErrorCode(exchange) !== undefined || member(json, 'success') === false
  return isError
    ? observed(exchange, 'enveloped')
    : noOption(exchange, `status ${status} with the body ${excerpt(exchange.text, 80)}`)
}

function readMissingResource(exchange: Exchange) {
  if (exchange.status !== 404 || isAnonymous(exchange)) return undefined
  const id = exchange.operation
  // Only a path with an id names a resource.
  if (id === undefined || !operationName(id).includes('{')) return undefined
  if (pathOf(exchange).endsWith('/')) return undefined
  const code = anyErrorCode(exchange)
  if (code?.endsWith('_not_found')) return observed(exchange, 'specific')
  // An unknown route has the same code, and not every deployment can delete keys.
  if (id === 'keys.delete') return undefined
  if (code === 'not_found') return observed(exchange, 'not_found')
  return isObject(exchange.json) && Object.keys(exchange.json).length > 1
    ? noOption(exchange, code === undefined ? 'an error without code' : `code ${code}`)
    : undefined
}

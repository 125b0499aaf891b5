import { pathOf } from '../../contract/exchange.ts'
import { isObject, parseJson } from '../../contract/json.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { excerpt } from '../report/evidence.ts'
import { isAccepted, isRefusal } from '../session/assertions.ts'
import { type Exchange, isUnavailable } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { sharedSetUp } from '../session/test-session.ts'
import { conversationIdFor, patchConversation } from '../setup/conversations.ts'
import { sendAsUser, userCredential } from '../setup/credentials.ts'
import { issuedKey, postKey, setActive, tryCredential } from '../setup/keys.ts'
import { encodeId, lists } from '../setup/lists.ts'
import { unknownRoute, unknownUuid } from '../setup/unknown-resources.ts'
import { mediaType } from '../stream/stream.ts'
import { bearerOf, isAnonymous, isPublic, requestHeader } from '../session/request.ts'
import { isMalformed, isValidCredential } from '../history/credentials.ts'
import type { History } from '../history/history.ts'
import { optionByStatus, observedNoOption, observedOption, type ObservedOption } from './look.ts'
import { type ObserverContext, type Observers, sendEach } from './observer.ts'
import { anyErrorCode, complaintsIn, isDenied, isInvalid } from '../history/response.ts'
import { invalidRequests, malformed } from './survey.ts'

/** One observer for each choice about errors and validation (2.3, 2.4, 4.C2, 7). */
export const errorObservers = {
  'errors.envelope': {
    isShownEverywhere: true,
    provoke: readUnknownAgent,
    read: (exchange) => {
      const { json } = exchange
      if (!isRefusal(exchange) || !isObject(json)) return undefined
      if (json['success'] === false && 'error' in json) return 'documented'
      const names = Object.keys(json)
      // An unknown route returns a body with only `detail`. Another choice decides this body.
      if (Array.isArray(json['detail']) || names.join() === 'detail') return undefined
      return 'error_code' in json && typeof json['detail'] === 'string'
        ? 'detail'
        : { came: `an error body with ${names.slice(0, 10).join(', ')}` }
    },
  },
  'errors.auth-codes': {
    isShownEverywhere: true,
    provoke: async ({ session }) => [
      await session.send({ method: 'GET', path: lists.keys }),
      await session.once('a malformed credential', () => tryCredential(session, malformed)),
    ],
    read: (exchange, before) => {
      const { json } = exchange
      if (!isDenied(exchange) || isPublic(exchange)) return undefined
      if (!isAnonymous(exchange) && !isMalformed(exchange, before)) return undefined
      if (anyErrorCode(exchange) !== undefined) return 'coded'
      const isError = ['message', 'detail'].some((name) => typeof member(json, name) === 'string')
      return isError ? 'uncoded' : { came: 'no error body' }
    },
  },
  'errors.unknown-route': {
    provoke: async ({ session }) => (await unknownRoute(session)).exchange,
    read: (exchange) => {
      const { json, status, request } = exchange
      if (request.method === 'HEAD' || (status !== 404 && status !== 405)) return undefined
      const isBare = isObject(json) && Object.keys(json).join() === 'detail'
      const detail = isBare ? json['detail'] : undefined
      if (detail === 'Not Found' || detail === 'Method Not Allowed') return 'bare'
      // A path like `/api/name` has no id, so its 404 is about the route, unless the contract has
      // this path.
      const isRoute = /^\/api\/[^/]+$/.test(pathOf(exchange)) && !isContractOperation(exchange)
      if (status !== 405 && !isRoute) return undefined
      if (detail !== undefined) return 'bare'
      const isError = anyErrorCode(exchange) !== undefined || member(json, 'success') === false
      return isError
        ? 'enveloped'
        : { came: `status ${status} with the body ${excerpt(exchange.text, 80)}` }
    },
  },
  'errors.crash': {
    provoke: async ({ session }) =>
      (await otherContentType(session)).filter(({ status }) => status === 500),
    read: (exchange) => {
      if (exchange.status !== 500) return undefined
      if (anyErrorCode(exchange) === 'internal_error') return 'enveloped'
      return mediaType(exchange) === 'text/plain' ? 'text' : undefined
    },
  },
  'errors.success-error-field': {
    isShownEverywhere: true,
    provoke: async ({ session }) =>
      patchConversation(session, await conversationIdFor(session), { starred: false }),
    read: (exchange) => {
      const { json } = exchange
      if (!isAccepted(exchange) || !isObject(json) || json['success'] !== true) return undefined
      // Lists can have a different envelope, so they are ignored. An envelope has a field `data`.
      const data = json['data']
      if (Array.isArray(data) || Array.isArray(member(data, 'items'))) return undefined
      if (!('data' in json)) return undefined
      if (!('error' in json)) return 'absent'
      return json['error'] === null ? 'null' : { came: 'an `error` other than null' }
    },
  },
  'errors.missing-resource-code': {
    isShownEverywhere: true,
    provoke: readUnknownAgent,
    read: (exchange) => {
      if (exchange.status !== 404 || isAnonymous(exchange)) return undefined
      const id = exchange.operation
      // Only a path with an id names a resource.
      if (id === undefined || !operationName(id).includes('{')) return undefined
      if (pathOf(exchange).endsWith('/')) return undefined
      const code = anyErrorCode(exchange)
      if (code?.endsWith('_not_found')) return 'specific'
      // Some deployments cannot delete keys. Their 404 for an unknown route may have this code.
      if (id === 'keys.delete') return undefined
      if (code === 'not_found') return 'not_found'
      return isObject(exchange.json) && Object.keys(exchange.json).length > 1
        ? { came: code === undefined ? 'an error without code' : `code ${code}` }
        : undefined
    },
  },
  'errors.unreadable-body': {
    needsProvoking: 'a body that is not JSON',
    provoke: ({ session }) =>
      sendAsUser(session, { method: 'POST', path: lists.conversations, text: '{' }),
    read: (exchange, before) => {
      const { text } = exchange.request
      const isUnreadable = text !== undefined && parseJson(text) === undefined
      if (!isUnreadable || !sentType(exchange).startsWith('application/json')) return undefined
      if (!isAuthorizedContractCall(exchange, before)) return undefined
      if (isInvalid(exchange)) return 'validation'
      return isBadRequest(exchange) ? 'bad_request' : undefined
    },
  },
  'errors.content-type': {
    provoke: ({ session }) => otherContentType(session),
    read: (exchange, before) => {
      if (!isObject(sentJson(exchange)) || /json|multipart/.test(sentType(exchange)))
        return undefined
      if (!isAuthorizedContractCall(exchange, before)) return undefined
      if (isInvalid(exchange) || repeatsInput(exchange)) return 'parsed'
      if (exchange.status === 415) return 'unsupported'
      if (exchange.status === 500) return 'crash'
      return isBadRequest(exchange) ? 'bad_request' : undefined
    },
  },
  'errors.wrong-method': {
    provoke: ({ session }) => sendAsUser(session, { method: 'PUT', path: '/api/agents' }),
    read: (exchange) => {
      const { method } = exchange.request
      // Other choices decide whether a path supports HEAD and OPTIONS.
      if (method === 'HEAD' || method === 'OPTIONS') return undefined
      if (exchange.status === 405) return '405'
      const isKnownPath = Object.values<string>(lists).includes(pathOf(exchange))
      const isMissing = isKnownPath && exchange.status === 404 && !isContractOperation(exchange)
      return isMissing ? '404' : undefined
    },
  },
  'errors.validation-status': {
    isShownEverywhere: true,
    isExpectedOf: shouldBeInvalid,
    provoke: invalidCreation,
    read: (exchange) =>
      Array.isArray(member(exchange.json, 'detail')) && isInvalid(exchange)
        ? optionByStatus(exchange, { 422: '422', 400: '400' })
        : undefined,
  },
  'errors.validation-items': {
    isShownEverywhere: true,
    provoke: invalidCreation,
    read: (exchange) => {
      if (!isInvalid(exchange) || !Array.isArray(member(exchange.json, 'detail'))) return undefined
      const items = complaintsIn(exchange).slice(0, 20)
      if (items.length === 0) return { came: 'no items of `detail`' }
      return items.map((item) => {
        if ('url' in item) return 'with-url'
        if ('input' in item) return 'with-input'
        const isComplete = ['loc', 'msg', 'type'].every((name) => name in item)
        return isComplete ? 'bare' : { came: 'an incomplete item' }
      })
    },
  },
  'errors.coercion': {
    needsProvoking: 'values of another type than specified',
    observe: async ({ session }) => {
      const id = await conversationIdFor(session, 'titled')
      const texts = [
        await patchConversation(session, id, { title: 123 }),
        await postKey(session, { name: 123 }),
      ]
      const active = await setActive(session, (await issuedKey(session, 'second')).id, 'yes')
      const isLax = texts.some(isAccepted)
      const looks: ObservedOption<'errors.coercion'>[] = []
      if (isAccepted(active)) looks.push(observedOption(active, isLax ? 'lax' : 'pydantic'))
      else
        looks.push(isInvalid(active) ? observedOption(active, 'strict') : observedNoOption(active))
      // If 123 is refused as a title, `is_active: "yes"` distinguishes the two remaining options.
      const refused = isAccepted(active) ? 'pydantic' : 'strict'
      for (const text of texts) {
        if (isAccepted(text)) looks.push(observedOption(text, 'lax'))
        else looks.push(isInvalid(text) ? observedOption(text, refused) : observedNoOption(text))
      }
      return looks
    },
  },
  'order.stages': {
    needsProvoking: 'a request that is wrong in two ways',
    observe: async ({ session }) => {
      const bearer = await userCredential(session)
      const route = await unknownRoute(session)
      const looks: ObservedOption<'order.stages'>[] = []
      const denied: Exchange[] = []
      for (const request of invalidRequests()) {
        const anonymous = await session.send(request)
        if (isInvalid(anonymous)) {
          looks.push(observedOption(anonymous, 'validation-first'))
          continue
        }
        if (!isDenied(anonymous)) continue
        // At a path without an id, the two orders other than `validation-first` look the same.
        if (!request.path.includes(unknownUuid)) {
          denied.push(anonymous)
          continue
        }
        const unknownIdResponse = await session.send({ ...request, bearer })
        // If the deployment lacks the operation, its refusal of `anonymous` shows no order.
        if (route.matches(unknownIdResponse)) continue
        if (unknownIdResponse.status === 404)
          looks.push(observedOption(unknownIdResponse, 'existence-before-validation'))
        else if (isInvalid(unknownIdResponse))
          looks.push(observedOption(unknownIdResponse, 'credential-first'))
        else looks.push(observedNoOption(unknownIdResponse))
      }
      const first = looks.filter(({ option }) => option === 'validation-first')
      // If most operations validate first, each operation in `denied` is an exception.
      const isUsual = first.length * 2 > looks.length
      for (const each of isUsual ? denied : []) {
        const request = { ...each.request, bearer, invalidField: 'any' } as const
        if (!route.matches(await session.send(request)))
          looks.push(observedOption(each, 'credential-first'))
      }
      return looks
    },
  },
} as const satisfies Observers

function readUnknownAgent({ session }: ObserverContext): Promise<Exchange> {
  const path = `/api/agents/${unknownUuid}`
  return session.once('an unknown agent', () => sendAsUser(session, { method: 'GET', path }))
}

// Every deployment refuses a title that is an object, so nothing is created or changed.
const wrongTitle = { title: { a: 1 } }

/** Sends a request that creates a conversation, with an invalid title. */
function invalidCreation({ session }: ObserverContext): Promise<Exchange> {
  const request = { method: 'POST', path: lists.conversations, body: wrongTitle }
  return session.once('an invalid conversation', () => sendAsUser(session, request))
}

const otherContentType = sharedSetUp('another content type', async (session) => {
  const text = '{"title": {"a": 1}}'
  const headers = { 'content-type': 'text/plain' }
  const change = `${lists.conversations}/${encodeId(await conversationIdFor(session))}`
  const requests = [
    { method: 'PATCH', path: change },
    { method: 'POST', path: lists.conversations },
  ]
  return sendEach(requests, (request) =>
    sendAsUser(session, { ...request, headers, text, invalidField: 'title' }),
  )
})

/** Whether a request is for an operation of the contract. */
const isContractOperation = (exchange: Exchange): boolean => exchange.operation !== undefined

/** Whether a request is for an operation of the contract, with a good credential. */
const isAuthorizedContractCall = (exchange: Exchange, before: History): boolean =>
  isContractOperation(exchange) && isValidCredential(bearerOf(exchange), before)

/** Returns the media type of a request body; JSON if the request does not name it. */
const sentType = (exchange: Exchange): string =>
  (requestHeader(exchange, 'content-type') ?? 'application/json').toLowerCase()

/** Returns the parsed body of a request, even if its content type is not JSON. */
function sentJson({ request: { body, text } }: Exchange): unknown {
  return body ?? (text === undefined ? undefined : parseJson(text))
}

/** Whether a response contains the `name` or the `title` of the request body. */
function repeatsInput(exchange: Exchange): boolean {
  const sent = sentJson(exchange)
  return (
    isAccepted(exchange) &&
    [member(sent, 'name'), member(sent, 'title')].some(
      (name) => typeof name === 'string' && name && exchange.text.includes(name),
    )
  )
}

/** Whether a response is a 400 without an error code, or with the code `bad_request`. */
function isBadRequest(exchange: Exchange): boolean {
  const code = anyErrorCode(exchange)
  return exchange.status === 400 && (code === undefined || code === 'bad_request')
}

// Statuses of refusals that are not about validation: credential, permission, resource, method.
const otherRefusalStatuses: readonly number[] = [401, 403, 404, 405]

/** Whether a calibration sent an invalid field, and the refusal has no other known reason. */
function shouldBeInvalid(exchange: Exchange): boolean {
  const { invalidField, text } = exchange.request
  return (
    invalidField !== undefined &&
    // Raw text tests the content type, not the fields.
    text === undefined &&
    !isUnavailable(exchange) &&
    !otherRefusalStatuses.includes(exchange.status) &&
    !isAccepted(exchange)
  )
}

import { byteOrderMark } from '../../contract/json.ts'
import { anyRoute, lists, type Route } from './call.ts'
import { mutants, onJson, onResponse, onStatus, refuseAs, withBody, type Wrap } from './wrap.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

/** Rewrites the bodies of errors other than 422. */
const errorBody = (change: (body: JsonObject) => unknown): Wrap =>
  onJson(anyRoute, (json, _, status) =>
    status >= 400 && status !== 422 && isObject(json) ? change(json) : undefined,
  )

const eachIssue = (change: (issue: JsonObject) => unknown): Wrap =>
  validationBody((body) => {
    const detail = body['detail']
    return { ...body, detail: Array.isArray(detail) ? detail.map(change) : detail }
  })

function validationBody(change: (body: JsonObject) => unknown): Wrap {
  return onJson(anyRoute, (json, _, status) =>
    status === 422 && isObject(json) ? change(json) : undefined,
  )
}

/** Replaces the bytes of a response body. An `undefined` result leaves the body unchanged. */
const replaceBytes = (
  route: Route,
  encode: (text: string) => string | Uint8Array<ArrayBuffer> | undefined,
): Wrap =>
  onResponse(route, async (response) => {
    const body = encode(await response.clone().text())
    return body === undefined ? undefined : withBody(response, body)
  })

/** Mutants with a fault in error bodies. */
export const errorMutants = mutants({
  'error-without-success': {
    killedBy: 'errors.success-is-false',
    description: 'An error body has no `success`.',
    wrap: errorBody(({ success: _, ...body }) => body),
  },
  'error-as-a-number': {
    killedBy: 'errors.error-is-a-code',
    description: '`error` is a number in error bodies.',
    wrap: errorBody((body) => ({ ...body, error: 4000 })),
  },
  'message-as-a-list': {
    killedBy: 'errors.message-is-a-string',
    description: '`message` is a list in error bodies.',
    wrap: errorBody((body) => ({ ...body, message: [body['message']] })),
  },
  'unauthorized-with-403': {
    killedBy: 'errors.listed-codes-have-their-status',
    description: 'The code `unauthorized` is sent with 403.',
    wrap: refuseAs(anyRoute, 'unauthorized', 403, 'unauthorized'),
  },
  'invalid-page-is-400': {
    killedBy: 'errors.refused-input-is-422',
    description: 'Lists refuse invalid parameters with 400.',
    wrap: onStatus(lists, { 422: 400 }),
  },
  'validation-detail-as-text': {
    killedBy: 'errors.validation-detail-is-an-array',
    description: '`detail` of a validation error is a text.',
    wrap: validationBody((body) => ({ ...body, detail: 'The input is invalid.' })),
  },
  'validation-loc-as-text': {
    killedBy: 'errors.validation-item-has-loc',
    description: '`loc` of a validation item is one string.',
    wrap: eachIssue((issue) => ({ ...issue, loc: [issue['loc']].flat().join('.') })),
  },
  'validation-without-msg': {
    killedBy: 'errors.validation-item-has-msg',
    description: 'A validation item has no `msg`.',
    wrap: eachIssue(({ msg: _, ...issue }) => issue),
  },
  'validation-without-type': {
    killedBy: 'errors.validation-item-has-type',
    description: 'A validation item has no `type`.',
    wrap: eachIssue(({ type: _, ...issue }) => issue),
  },
  'validation-ctx-as-text': {
    killedBy: 'errors.validation-item-ctx-is-an-object',
    description: '`ctx` of a validation item is a string.',
    wrap: eachIssue((issue) => ({ ...issue, ctx: 'too small' })),
  },
})

/** Rewrites each text in a response if the name of the field ends in `_at`. */
const rewriteMomentsOf = (route: string, change: (moment: string) => unknown): Wrap =>
  onJson(route, (json, _, status) => (status < 300 ? rewriteMoments(json, change) : undefined))

function rewriteMoments(json: unknown, change: (moment: string) => unknown): unknown {
  if (Array.isArray(json)) return json.map((item) => rewriteMoments(item, change))
  if (!isObject(json)) return json
  const members = Object.entries(json).map(([key, value]) => [
    key,
    key.endsWith('_at') && typeof value === 'string'
      ? change(value)
      : rewriteMoments(value, change),
  ])
  return Object.fromEntries(members)
}

const hourMs = 3_600_000
const shiftMoment = (moment: string, by: number): Date => new Date(Date.parse(moment) + by)

/** Mutants with a fault in envelopes, content types or timestamps. */
export const envelopeMutants = mutants({
  'json-labelled-as-html': {
    killedBy: 'envelopes.bodies-are-json',
    description: 'The list of agents is labelled as HTML.',
    wrap: onResponse('GET /api/agents', ({ status, body }) => {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      return new Response(body, { status, headers })
    }),
  },
  'crash-in-plain-text': {
    killedBy: 'envelopes.bodies-are-json',
    trafficFrom: ['errors.other-content-type'],
    looksLike: (got) => got.startsWith('text/plain'),
    description: 'A body with the type text/plain gets 500 in plain text.',
    wrap: onResponse('POST /api/conversations', (_, { request }) =>
      request.headers.get('content-type') === 'text/plain'
        ? new Response('Internal Server Error', { status: 500 })
        : undefined,
    ),
  },
  'json-with-a-byte-order-mark': {
    killedBy: 'envelopes.json-is-utf-8',
    description: 'The list of agents begins with a byte order mark.',
    looksLike: (got) => got.includes('mark'),
    wrap: replaceBytes('GET /api/agents', (text) => new TextEncoder().encode(byteOrderMark + text)),
  },
  'json-in-latin-1': {
    killedBy: 'envelopes.json-is-utf-8',
    trafficFrom: ['conversations.title-keeps-every-character'],
    description: 'A changed conversation is sent in ISO 8859-1.',
    looksLike: (got) => got.includes('UTF-8'),
    wrap: replaceBytes('PATCH /api/conversations/{id}', (text) =>
      /[\u0080-\uffff]/.test(text)
        ? Uint8Array.from(text, (character) => character.charCodeAt(0) % 256)
        : undefined,
    ),
  },
  'timestamps-with-slashes': {
    killedBy: 'timestamps.are-iso-8601',
    description: 'Timestamps are written with slashes.',
    wrap: rewriteMomentsOf(anyRoute, (moment) => moment.replaceAll('-', '/').replace('T', ' ')),
  },
  'timestamps-in-summer-time': {
    killedBy: 'timestamps.offset-is-utc',
    description: 'Timestamps have the offset of summer time.',
    wrap: rewriteMomentsOf(anyRoute, (moment) =>
      shiftMoment(moment, 2 * hourMs)
        .toISOString()
        .replace('Z', '+02:00'),
    ),
  },
  'local-time-labelled-as-utc': {
    killedBy: 'timestamps.local-time-is-not-labelled-utc',
    description: 'Timestamps are local times but labelled as UTC.',
    wrap: rewriteMomentsOf(anyRoute, (moment) => shiftMoment(moment, 2 * hourMs).toISOString()),
  },
  'conversations-in-local-time': {
    killedBy: 'timestamps.local-time-is-not-labelled-utc',
    description: 'The times of conversations are local times but labelled as UTC.',
    wrap: rewriteMomentsOf('GET /api/conversations', (moment) =>
      shiftMoment(moment, 2 * hourMs).toISOString(),
    ),
  },
  'success-with-an-error': {
    killedBy: 'envelopes.success-has-no-error',
    description: 'A success envelope also has an `error`.',
    wrap: onJson(anyRoute, (json) =>
      isObject(json) && json['success'] === true ? { ...json, error: 'none' } : undefined,
    ),
  },
})

import { keyOf, login, newConversation, signIn, visit } from '../../support/visitor.ts'
import type { Mounted } from '../../support/transports.ts'
import { signInLimited } from './account.ts'
import type { Probes } from './probe.ts'

/** The response to an expired token. */
async function expiredToken(mounted: Mounted) {
  const { access_token } = await login(mounted)
  mounted.fake.world().clock.advance(7_300_000)
  return visit(mounted, access_token).refusal('GET /api/agents')
}

const keys = (json: unknown) => Object.keys(json as object)

/** A body whose content type is not JSON. */
const asText = { text: '{}', headers: { 'content-type': 'text/plain' } }

/** A body that validation refuses. */
const invalid = { body: { starred: 'perhaps' } }

export const errorProbes: Probes<'errors' | 'order'> = {
  'errors.envelope': {
    look: async (mounted) => keys((await visit(mounted).call('GET /api/agents')).json),
    shows: {
      documented: ['success', 'error', 'message'],
      detail: ['detail', 'error_code', 'error_args'],
    },
  },
  'errors.auth-codes': {
    look: (mounted) => visit(mounted).refusal('GET /api/agents'),
    shows: { coded: [401, 'unauthorized'], uncoded: [401, null] },
  },
  'errors.unknown-route': {
    async look(mounted) {
      const bodies = ['GET /api/nothing', 'DELETE /api/agents'].map(
        async (operation) => (await visit(mounted).call(operation)).json,
      )
      return (await Promise.all(bodies)).map(keys)
    },
    shows: {
      enveloped: [
        ['success', 'error', 'message'],
        ['success', 'error', 'message'],
      ],
      bare: [['detail'], ['detail']],
    },
  },
  'errors.crash': {
    async look(mounted) {
      const reply = await (await signIn(mounted)).open('POST /api/conversations', asText)
      const text = await reply.text()
      return [reply.status, text.startsWith('{') ? keys(JSON.parse(text)) : text]
    },
    shows: {
      enveloped: [500, ['success', 'error', 'message']],
      text: [500, 'Internal Server Error'],
    },
    under: { 'errors.content-type': 'crash' },
  },
  'errors.limit-codes': {
    async look(mounted) {
      const visitor = await signInLimited(mounted)
      await visitor.stream('POST /api/react', { body: { q: 'Hi' } })
      return visitor.refusal('POST /api/react', { body: { q: 'Hi' } })
    },
    shows: {
      rate_limit_exceeded: [429, 'rate_limit_exceeded'],
      specific: [429, 'token_quota_exceeded'],
    },
  },
  'errors.success-error-field': {
    look: async (mounted) => keys((await (await signIn(mounted)).call('GET /api/auth/me')).json),
    shows: { absent: ['success', 'data'], null: ['success', 'data', 'error'] },
  },
  'errors.invalid-token-status': {
    look: (mounted) => visit(mounted, 'junk').refusal('GET /api/agents'),
    shows: {
      401: [401, 'invalid_token'],
      400: [400, 'invalid_token'],
      403: [403, 'invalid_token'],
    },
  },
  'errors.token-expired-status': {
    look: expiredToken,
    shows: {
      401: [401, 'token_expired'],
      400: [400, 'token_expired'],
      403: [403, 'token_expired'],
    },
  },
  'errors.expired-token-code': {
    look: expiredToken,
    shows: { token_expired: [401, 'token_expired'], invalid_token: [401, 'invalid_token'] },
  },
  'errors.missing-resource-code': {
    look: async (mounted) => (await signIn(mounted)).refusal('GET /api/agents/unknown'),
    shows: { not_found: [404, 'not_found'], specific: [404, 'agent_not_found'] },
  },
  'errors.login-failed': {
    look: (mounted) =>
      visit(mounted).refusal('POST /api/auth/login', { body: { email: 'x', password: 'y' } }),
    shows: {
      unauthorized: [401, 'unauthorized'],
      invalid_credentials: [401, 'invalid_credentials'],
      bad_request: [400, 'bad_request'],
    },
  },
  'errors.unreadable-body': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const { status, text } = await visitor.call('POST /api/conversations', { text: '{' })
      return [status, text.includes('json_invalid')]
    },
    shows: { bad_request: [400, false], validation: [422, true] },
  },
  'errors.content-type': {
    look: async (mounted) => (await signIn(mounted)).refusal('POST /api/conversations', asText),
    shows: {
      bad_request: [400, 'bad_request'],
      unsupported: [415, 'unsupported_media_type'],
      parsed: [200, undefined],
      crash: [500, 'internal_error'],
    },
  },
  'errors.wrong-method': {
    look: (mounted) => visit(mounted).refusal('DELETE /api/agents'),
    shows: { 405: [405, 'method_not_allowed'], 404: [404, 'not_found'] },
  },
  'errors.validation-status': {
    look: async (mounted) => (await (await signIn(mounted)).call('GET /api/agents?size=0')).status,
    shows: { 422: 422, 400: 400 },
  },
  'errors.validation-items': {
    async look(mounted) {
      type Invalid = { readonly detail: readonly object[] }
      const visitor = await signIn(mounted)
      const { json } = await visitor.call<Invalid>('GET /api/agents?size=0')
      return json.detail.map(keys)
    },
    shows: {
      'with-input': [['type', 'loc', 'msg', 'input', 'ctx']],
      bare: [['type', 'loc', 'msg']],
      'with-url': [['type', 'loc', 'msg', 'input', 'ctx', 'url']],
    },
  },
  'errors.coercion': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const id = await newConversation(visitor)
      const taken = async (body: object) =>
        (await visitor.call(`PATCH /api/conversations/${id}`, { body })).status === 200
      return [await taken({ starred: 'yes' }), await taken({ title: 5 })]
    },
    shows: { pydantic: [true, false], strict: [false, false], lax: [true, true] },
  },
  'order.stages': {
    async look(mounted) {
      const operation = 'PATCH /api/conversations/unknown'
      const [stranger] = await visit(mounted).refusal(operation, invalid)
      const [caller] = await visit(mounted, keyOf(mounted, 'full')).refusal(operation, invalid)
      return [stranger, caller]
    },
    shows: {
      'credential-first': [401, 422],
      'existence-before-validation': [401, 404],
      'validation-first': [422, 422],
    },
  },
}

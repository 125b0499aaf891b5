import type { Mounted } from '../../support/transports.ts'
import { keyOf, login, newKey, type Session, signIn, visit } from '../../support/visitor.ts'
import { accountIn } from './account.ts'
import type { Probes } from './probe.ts'

/** The status of an accepted chat request: without a query there is no turn. */
const letIn = 422

const statusOf = async (mounted: Mounted, bearer: string, operation = 'GET /api/agents') =>
  (
    await visit(mounted, bearer).refusal(operation, operation.startsWith('GET') ? {} : { body: {} })
  )[0]

const withBodyToken = async (mounted: Mounted, operation: string) =>
  (await visit(mounted).refusal(operation, { body: { token: keyOf(mounted, 'full') } }))[0]

const refresh = (mounted: Mounted, refresh_token: string) =>
  visit(mounted).call<Session>('POST /api/auth/refresh', { body: { refresh_token } })

export const credentialProbes: Probes<'auth' | 'scopes' | 'login' | 'refresh' | 'operations'> = {
  'auth.body-token': {
    look: (mounted) => withBodyToken(mounted, 'POST /api/react'),
    shows: { accepted: letIn, ignored: 401 },
  },
  'auth.auto-body-token': {
    look: (mounted) => withBodyToken(mounted, 'POST /api/auto'),
    shows: { accepted: letIn, ignored: 401 },
  },
  'auth.chat-header': {
    look: (mounted) => statusOf(mounted, keyOf(mounted, 'full'), 'POST /api/dag'),
    shows: { honoured: letIn, ignored: 401 },
  },
  'auth.two-credentials': {
    async look(mounted) {
      const body = { token: keyOf(mounted, 'full') }
      return (await visit(mounted, 'junk').refusal('POST /api/react', { body }))[0]
    },
    shows: { header: 401, body: letIn },
  },
  'auth.scheme': {
    async look(mounted) {
      const headers = { authorization: `bearer ${keyOf(mounted, 'full')}` }
      return (await visit(mounted).refusal('GET /api/agents', { headers }))[0]
    },
    shows: { 'any-case': 200, exact: 401 },
  },
  'auth.refresh-token-as-bearer': {
    look: async (mounted) => statusOf(mounted, (await login(mounted)).refresh_token),
    shows: { refused: 401, accepted: 200 },
  },
  'auth.challenge': {
    look: async (mounted) =>
      (await visit(mounted).call('GET /api/agents')).headers.get('www-authenticate'),
    shows: { absent: null, bearer: 'Bearer' },
  },
  'auth.disabled-key-code': {
    look: (mounted) => visit(mounted, keyOf(mounted, 'disabled')).refusal('GET /api/agents'),
    shows: { unauthorized: [401, 'unauthorized'], invalid_token: [401, 'invalid_token'] },
  },
  'auth.deleted-key-code': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const { id, key } = await newKey(visitor)
      await visitor.call(`DELETE /api/me/api-keys/${id}`)
      return visit(mounted, key).refusal('GET /api/agents')
    },
    shows: { invalid_token: [401, 'invalid_token'], unauthorized: [401, 'unauthorized'] },
  },
  'auth.expired-key': {
    look: (mounted) => visit(mounted, keyOf(mounted, 'expired')).refusal('GET /api/agents'),
    shows: {
      invalid_token: [401, 'invalid_token'],
      token_expired: [401, 'token_expired'],
      accepted: [200, undefined],
    },
  },

  'scopes.enforced': {
    look: (mounted) => statusOf(mounted, keyOf(mounted, 'chat')),
    shows: { enforced: 403, ignored: 200 },
  },
  'scopes.unlisted': {
    async look(mounted) {
      const key = keyOf(mounted, 'kb')
      const [auto, list] = ['POST /api/auto', 'GET /api/conversations']
      return [await statusOf(mounted, key, auto), await statusOf(mounted, key, list)]
    },
    shows: { none: [letIn, 200], 'chat-family': [403, 200], full: [403, 403] },
  },
  'scopes.separator': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const opens = async (scopes: string) => {
        const { key } = await newKey(visitor, { scopes })
        return (await statusOf(mounted, key)) === 200
      }
      return [await opens('kb,agents'), await opens('kb agents'), await opens('kb;agents')]
    },
    shows: {
      comma: [true, false, false],
      space: [false, true, false],
      semicolon: [false, false, true],
    },
  },
  'scopes.admin-reach': {
    look: (mounted) => statusOf(mounted, keyOf(mounted, 'admin')),
    shows: { own: 403, all: 200 },
  },

  'login.token-type': {
    look: async (mounted) =>
      ((await login(mounted)) as Session & { token_type: string }).token_type,
    shows: { bearer: 'bearer', Bearer: 'Bearer' },
  },
  'login.expires-in': {
    async look(mounted) {
      const { expires_in, access_token } = (await login(mounted)) as Session & {
        readonly expires_in: number
      }
      mounted.fake.world().clock.advance(100_000)
      return [expires_in, await statusOf(mounted, access_token)]
    },
    shows: { 7200: [7200, 200], seconds: [60, 401] },
    values: { seconds: 60 },
  },
  'login.restricted-account': {
    async look(mounted) {
      const body = { email: 'restricted@example.com', password: 'restricted-password' }
      const { status, json } = await visit(mounted).call<Partial<Session>>('POST /api/auth/login', {
        body,
      })
      return [status, await statusOf(mounted, json.access_token ?? 'none')]
    },
    shows: { login: [403, 401], later: [200, 403] },
  },
  'login.restricted-on-chat': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      mounted.fake.world().store.users.update(accountIn(mounted), { is_restricted: true })
      return Promise.all(
        ['POST /api/react', 'POST /api/conversations'].map((operation) =>
          visitor.refusal(operation, { body: { q: 'Hi' } }),
        ),
      )
    },
    shows: {
      forbidden: [
        [403, 'forbidden'],
        [403, 'forbidden'],
      ],
      unauthorized: [
        [401, 'unauthorized'],
        [403, 'forbidden'],
      ],
    },
  },

  'refresh.shape': {
    async look(mounted) {
      const { json } = await refresh(mounted, (await login(mounted)).refresh_token)
      return Object.keys(json)
    },
    shows: {
      login: ['access_token', 'refresh_token', 'token_type', 'expires_in', 'user'],
      'access-only': ['access_token', 'token_type', 'expires_in'],
    },
  },
  'refresh.rotation': {
    async look(mounted) {
      const [first, second] = [await login(mounted), await login(mounted)]
      const statuses: number[] = []
      for (const { refresh_token } of [first, second, second])
        statuses.push((await refresh(mounted, refresh_token)).status)
      return statuses
    },
    shows: {
      'single-session': [401, 200, 401],
      once: [200, 200, 401],
      reusable: [200, 200, 200],
    },
  },
  'operations.auth-verify': {
    look: (mounted) => statusOf(mounted, keyOf(mounted, 'full'), 'GET /api/auth/verify'),
    shows: { present: 200, absent: 404 },
  },
}

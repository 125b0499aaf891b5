import { member } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { pollUntil, isAccepted, isRefusal, skip } from '../session/assertions.ts'
import { userCredential, login, refreshableLogin } from '../setup/credentials.ts'
import { expiringKey } from '../setup/expiring-key.ts'
import { disabledKey } from '../setup/key-lifecycle.ts'
import { fullKey, tryCredential } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { unknownId, unknownRoute } from '../setup/unknown-resources.ts'
import { secondTurn } from '../stream/later-turns.ts'
import { question, reactTurn, type Turn } from '../stream/turns.ts'
import { malformed } from './errors.ts'
import {
  anyErrorCode,
  isDenied,
  type Observers,
  observed,
  type ObserverContext,
} from './observer.ts'

const plan = 'core'
const asked = (turn: Turn): Exchange => turn.credentialResponse

type Sent = { readonly bearer?: string; readonly token?: string }

/** Requests a turn and disconnects at once, because a refusal comes before any event. */
const begin = (
  session: TestSession,
  path: string,
  { bearer: header, token }: Sent,
): Promise<Exchange> => {
  const body = { q: question, ...(token !== undefined && { token }) }
  return session.stream({ method: 'POST', path, bearer: header, body }, () => true)
}

/** Whether the target accepted the credential here; skipped if the turn failed otherwise. */
const acceptedOrRefused = <Yes extends string, No extends string>(
  exchange: Exchange,
  yes: Yes,
  no: No,
) => {
  if (isAccepted(exchange)) return observed(exchange, yes)
  return isDenied(exchange) ? observed(exchange, no) : skip(`unexpected status ${exchange.status}`)
}

/** The reason of a refusal of a key, from its code or at least its status. */
async function refusedKey({ option }: ObserverContext, exchange: Exchange) {
  if (!isRefusal(exchange)) skip(`unexpected status ${exchange.status}`)
  const code = anyErrorCode(exchange)
  if (code === 'unauthorized' || code === 'invalid_token') return observed(exchange, code)
  if (code !== undefined) return skip(`code ${code}`)
  if ((await option('errors.auth-codes')) === 'coded') return skip('the error has no code')
  // Without an error code, only different statuses distinguish the two refusals.
  if ((await option('errors.invalid-token-status')) === '401') skip('all refusals look the same')
  return observed(exchange, exchange.status === 401 ? 'unauthorized' : 'invalid_token')
}

/** Credentials, login and refresh (2.7, 4.6, 5). */
export const credentialObservers = {
  'auth.body-token': {
    plan: 'turn',
    observe: async ({ session }) => {
      const token = await userCredential(session)
      // If no turn is possible at all, requesting one costs nothing.
      const exchange = await reactTurn(session).then(asked, () =>
        begin(session, '/api/react', { token }),
      )
      return acceptedOrRefused(exchange, 'accepted', 'ignored')
    },
  },
  'auth.auto-body-token': {
    plan: 'turn',
    observe: async ({ session }) =>
      acceptedOrRefused(
        await begin(session, '/api/auto', { token: await userCredential(session) }),
        'accepted',
        'ignored',
      ),
  },
  'auth.chat-header': {
    plan: 'turn',
    observe: async ({ session }) => {
      const sent = { bearer: await userCredential(session) }
      const exchange = await secondTurn(session).then(asked, () =>
        begin(session, '/api/react', sent),
      )
      return acceptedOrRefused(exchange, 'honoured', 'ignored')
    },
  },
  'auth.two-credentials': {
    plan: 'turn',
    observe: async ({ session }) => {
      const sent = { bearer: await userCredential(session), token: malformed }
      return acceptedOrRefused(await begin(session, '/api/react', sent), 'header', 'body')
    },
  },
  'auth.scheme': {
    plan,
    observe: async ({ session }) => {
      const headers = { authorization: `bearer ${await userCredential(session)}` }
      const exchange = await session.send({ method: 'GET', path: lists.agents, headers })
      return observed(exchange, isAccepted(exchange) ? 'any-case' : 'exact')
    },
  },
  'auth.refresh-token-as-bearer': {
    plan,
    last: true,
    observe: async ({ session }) => {
      const { refreshToken } = await refreshableLogin(session)
      if (refreshToken === undefined) skip('the login response has no refresh_token')
      const exchange = await tryCredential(session, refreshToken)
      return observed(exchange, isAccepted(exchange) ? 'accepted' : 'refused')
    },
  },
  'auth.challenge': {
    plan,
    observe: async ({ session }) => {
      const exchange = await session.send({ method: 'GET', path: lists.agents })
      return observed(exchange, exchange.headers.has('www-authenticate') ? 'bearer' : 'absent')
    },
  },
  'auth.disabled-key-code': {
    plan,
    observe: async (context) => refusedKey(context, (await disabledKey(context.session)).after),
  },
  'auth.deleted-key-code': {
    plan,
    observe: async (context) =>
      refusedKey(
        context,
        await tryCredential(context.session, unknownId(await fullKey(context.session))),
      ),
  },
  'auth.expired-key': {
    plan,
    observe: async (context) => {
      const { session } = context
      await context.option('keys.expiry-field')
      const expiring = (await expiringKey(session)) ?? skip('no key of this run expires')
      await session.sleep(Math.max(0, expiring.overAt - session.now()))
      const use = () => tryCredential(session, expiring.key.value)
      const { exchange } = await pollUntil(session, use, isRefusal)
      if (isAccepted(exchange)) return observed(exchange, 'accepted')
      const code = anyErrorCode(exchange)
      if (code === 'token_expired') return observed(exchange, code)
      // If expired tokens count as invalid, both options refuse an expired key in the same way.
      if ((await context.option('errors.expired-token-code')) === 'invalid_token')
        skip(`code ${code}`)
      if (code === 'invalid_token') return observed(exchange, code)
      if (code !== undefined) skip(`code ${code}`)
      const statuses = {
        invalid_token: await context.option('errors.invalid-token-status'),
        token_expired: await context.option('errors.token-expired-status'),
      }
      const isInvalid = statuses.invalid_token === `${exchange.status}`
      return observed(exchange, isInvalid ? 'invalid_token' : 'token_expired')
    },
  },
  'login.token-type': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await login(session)
      const type = member(exchange.json, 'token_type')
      if (type === 'bearer' || type === 'Bearer') return observed(exchange, type)
      return skip(`token_type ${String(type)}`)
    },
  },
  'login.expires-in': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await login(session)
      const seconds = member(exchange.json, 'expires_in')
      if (typeof seconds !== 'number') return skip('the login response has no expires_in')
      return seconds === 7200 ? observed(exchange, '7200') : observed(exchange, 'seconds', seconds)
    },
  },
  'operations.auth-verify': {
    plan,
    observe: async ({ session }) => {
      const { matches } = await unknownRoute(session)
      const request = {
        method: 'GET',
        path: '/api/auth/verify',
        bearer: await userCredential(session),
      }
      const exchange = await session.send(request)
      return observed(exchange, matches(exchange) ? 'absent' : 'present')
    },
  },
  'refresh.shape': {
    plan,
    last: true,
    observe: async ({ session }) => {
      const { first } = await rotation(session)
      const whole = member(first.json, 'refresh_token') !== undefined
      return observed(first, whole ? 'login' : 'access-only')
    },
  },
  'refresh.rotation': {
    plan,
    last: true,
    observe: async ({ session }) => {
      const { older, again } = await rotation(session)
      if (!isAccepted(older)) return observed(older, 'single-session')
      return observed(again, isAccepted(again) ? 'reusable' : 'once')
    },
  },
} as const satisfies Observers

/** Uses an old refresh token, which a later login may have ended, and a new one twice. */
const rotation = (session: TestSession) =>
  session.once('rotating refresh tokens', async () => {
    const { refreshToken } = await login(session)
    const { email, password } = session.target
    const body = { email, password }
    const signIn = await session.send({ method: 'POST', path: '/api/auth/login', body })
    const older = await refresh(session, refreshToken)
    const first = await refresh(session, member(signIn.json, 'refresh_token'))
    const again = await refresh(session, member(signIn.json, 'refresh_token'))
    return { older, first, again }
  })

const refresh = async (session: TestSession, token: unknown): Promise<Exchange> => {
  if (typeof token !== 'string') skip('the login response has no refresh_token')
  // Two tokens issued within one second can be identical.
  await session.sleep(1100)
  return session.send({ method: 'POST', path: '/api/auth/refresh', body: { refresh_token: token } })
}

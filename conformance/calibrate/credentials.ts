import { member } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { pollUntil, isAccepted, isRefusal, skip } from '../session/assertions.ts'
import { userCredential, login, refreshableLogin } from '../setup/credentials.ts'
import { disabledKey, expiringKey } from '../setup/key-lifecycle.ts'
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
const asked = (turn: Turn): Exchange => turn.asked

type Sent = { readonly bearer?: string; readonly token?: string }

/** Begins a turn with these credentials and leaves at once: a refusal shows before any event. */
const begin = (
  lab: TestSession,
  path: string,
  { bearer: header, token }: Sent,
): Promise<Exchange> => {
  const body = { q: question, ...(token !== undefined && { token }) }
  return lab.stream({ method: 'POST', path, bearer: header, body }, () => true)
}

/** Whether a turn took the credential where it was sent; neither word where something else failed. */
const taken = <Yes extends string, No extends string>(exchange: Exchange, yes: Yes, no: No) => {
  if (isAccepted(exchange)) return observed(exchange, yes)
  return isDenied(exchange) ? observed(exchange, no) : skip(`status ${exchange.status}`)
}

/** How a key is refused, where a code or at least the status tells. */
async function refusedKey({ option }: ObserverContext, exchange: Exchange) {
  if (!isRefusal(exchange)) skip(`status ${exchange.status}`)
  const code = anyErrorCode(exchange)
  if (code === 'unauthorized' || code === 'invalid_token') return observed(exchange, code)
  if (code !== undefined) return skip(`code ${code}`)
  if ((await option('errors.auth-codes')) === 'coded') return skip('the error has no code')
  // Without a code the statuses tell them apart, unless they are the same.
  if ((await option('errors.invalid-token-status')) === '401') skip('all refusals look the same')
  return observed(exchange, exchange.status === 401 ? 'unauthorized' : 'invalid_token')
}

/** Credentials, login and refresh (2.7, 4.6, 5). */
export const credentialObservers = {
  'auth.body-token': {
    plan: 'turn',
    look: async ({ lab }) => {
      const token = await userCredential(lab)
      // Where no turn can be had at all, asking for one costs nothing.
      const exchange = await reactTurn(lab).then(asked, () => begin(lab, '/api/react', { token }))
      return taken(exchange, 'accepted', 'ignored')
    },
  },
  'auth.auto-body-token': {
    plan: 'turn',
    look: async ({ lab }) =>
      taken(
        await begin(lab, '/api/auto', { token: await userCredential(lab) }),
        'accepted',
        'ignored',
      ),
  },
  'auth.chat-header': {
    plan: 'turn',
    look: async ({ lab }) => {
      const sent = { bearer: await userCredential(lab) }
      const exchange = await secondTurn(lab).then(asked, () => begin(lab, '/api/react', sent))
      return taken(exchange, 'honoured', 'ignored')
    },
  },
  'auth.two-credentials': {
    plan: 'turn',
    look: async ({ lab }) => {
      const sent = { bearer: await userCredential(lab), token: malformed }
      return taken(await begin(lab, '/api/react', sent), 'header', 'body')
    },
  },
  'auth.scheme': {
    plan,
    look: async ({ lab }) => {
      const headers = { authorization: `bearer ${await userCredential(lab)}` }
      const exchange = await lab.send({ method: 'GET', path: lists.agents, headers })
      return observed(exchange, isAccepted(exchange) ? 'any-case' : 'exact')
    },
  },
  'auth.refresh-token-as-bearer': {
    plan,
    last: true,
    look: async ({ lab }) => {
      const { refreshToken } = await refreshableLogin(lab)
      if (refreshToken === undefined) skip('the login gives no refresh_token')
      const exchange = await tryCredential(lab, refreshToken)
      return observed(exchange, isAccepted(exchange) ? 'accepted' : 'refused')
    },
  },
  'auth.challenge': {
    plan,
    look: async ({ lab }) => {
      const exchange = await lab.send({ method: 'GET', path: lists.agents })
      return observed(exchange, exchange.headers.has('www-authenticate') ? 'bearer' : 'absent')
    },
  },
  'auth.disabled-key-code': {
    plan,
    look: async (view) => refusedKey(view, (await disabledKey(view.lab)).after),
  },
  'auth.deleted-key-code': {
    plan,
    look: async (view) =>
      refusedKey(view, await tryCredential(view.lab, unknownId(await fullKey(view.lab)))),
  },
  'auth.expired-key': {
    plan,
    look: async (view) => {
      const { lab } = view
      await view.option('keys.expiry-field')
      const expiring = (await expiringKey(lab)) ?? skip('no key of this run expires')
      await lab.sleep(Math.max(0, expiring.overAt - lab.now()))
      const use = () => tryCredential(lab, expiring.key.value)
      const { exchange } = await pollUntil(lab, use, isRefusal)
      if (isAccepted(exchange)) return observed(exchange, 'accepted')
      const code = anyErrorCode(exchange)
      if (code === 'token_expired') return observed(exchange, code)
      // Where expired tokens are invalid ones, an expired key is refused in one way by both options.
      if ((await view.option('errors.expired-token-code')) === 'invalid_token') skip(`code ${code}`)
      if (code === 'invalid_token') return observed(exchange, code)
      if (code !== undefined) skip(`code ${code}`)
      const statuses = {
        invalid_token: await view.option('errors.invalid-token-status'),
        token_expired: await view.option('errors.token-expired-status'),
      }
      const isInvalid = statuses.invalid_token === `${exchange.status}`
      return observed(exchange, isInvalid ? 'invalid_token' : 'token_expired')
    },
  },
  'login.token-type': {
    plan,
    look: async ({ lab }) => {
      const { exchange } = await login(lab)
      const type = member(exchange.json, 'token_type')
      if (type === 'bearer' || type === 'Bearer') return observed(exchange, type)
      return skip(`token_type ${String(type)}`)
    },
  },
  'login.expires-in': {
    plan,
    look: async ({ lab }) => {
      const { exchange } = await login(lab)
      const seconds = member(exchange.json, 'expires_in')
      if (typeof seconds !== 'number') return skip('the login has no expires_in')
      return seconds === 7200 ? observed(exchange, '7200') : observed(exchange, 'seconds', seconds)
    },
  },
  'operations.auth-verify': {
    plan,
    look: async ({ lab }) => {
      const { matches } = await unknownRoute(lab)
      const ask = { method: 'GET', path: '/api/auth/verify', bearer: await userCredential(lab) }
      const exchange = await lab.send(ask)
      return observed(exchange, matches(exchange) ? 'absent' : 'present')
    },
  },
  'refresh.shape': {
    plan,
    last: true,
    look: async ({ lab }) => {
      const { first } = await rotation(lab)
      const whole = member(first.json, 'refresh_token') !== undefined
      return observed(first, whole ? 'login' : 'access-only')
    },
  },
  'refresh.rotation': {
    plan,
    last: true,
    look: async ({ lab }) => {
      const { older, again } = await rotation(lab)
      if (!isAccepted(older)) return observed(older, 'single-session')
      return observed(again, isAccepted(again) ? 'reusable' : 'once')
    },
  },
} as const satisfies Observers

/** Three uses of refresh tokens: one that a later login may have ended, a fresh one, and it again. */
const rotation = (lab: TestSession) =>
  lab.once('the rotation of refresh tokens', async () => {
    const { refreshToken } = await login(lab)
    const { email, password } = lab.target
    const body = { email, password }
    const session = await lab.send({ method: 'POST', path: '/api/auth/login', body })
    const older = await refresh(lab, refreshToken)
    const first = await refresh(lab, member(session.json, 'refresh_token'))
    const again = await refresh(lab, member(session.json, 'refresh_token'))
    return { older, first, again }
  })

const refresh = async (lab: TestSession, token: unknown): Promise<Exchange> => {
  if (typeof token !== 'string') skip('the login gives no refresh_token')
  // Two tokens made within one second can be the same, byte for byte.
  await lab.sleep(1100)
  return lab.send({ method: 'POST', path: '/api/auth/refresh', body: { refresh_token: token } })
}

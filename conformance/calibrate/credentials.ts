import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { pollUntil, isAccepted, isRefusal, skip } from '../session/assertions.ts'
import { userCredential, refreshableLogin } from '../setup/credentials.ts'
import { expiringKey } from '../setup/expiring-key.ts'
import { disabledKey } from '../setup/key-lifecycle.ts'
import { fullKey, tryCredential } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { unknownId, unknownRoute } from '../setup/unknown-resources.ts'
import { malformed, sendUnstartedTurn } from './survey.ts'
import { readChallenge } from './error-forms.ts'
import { acceptedOrRefused, anyErrorCode, isDenied, noOption, observed } from './look.ts'
import type { Observers, ObserverContext } from './observer.ts'

const plan = 'core'
const turnPaths = ['/api/react', '/api/dag', '/api/auto'] as const

async function eachTurn<Path extends string, Look>(
  paths: readonly Path[],
  observe: (path: Path) => Promise<Look>,
): Promise<readonly Look[]> {
  const looks: Look[] = []
  for (const path of paths) looks.push(await observe(path))
  return looks
}

/** Whether a turn accepted the credential: then it looks for the conversation, which is unknown. */
async function reachedOrRefused<const Yes extends string, const No extends string>(
  session: TestSession,
  exchange: Exchange,
  yes: Yes,
  no: No,
) {
  const { matches } = await unknownRoute(session)
  const isReached = exchange.status === 404 && !matches(exchange)
  return isReached ? observed(exchange, yes) : acceptedOrRefused(exchange, yes, no)
}

/** The reason of a refusal of a key, from its code or at least its status. */
async function refusedKey({ option }: ObserverContext, exchange: Exchange) {
  if (!isDenied(exchange)) return noOption(exchange)
  const code = anyErrorCode(exchange)
  if (code === 'unauthorized' || code === 'invalid_token') return observed(exchange, code)
  if (code !== undefined) return noOption(exchange, `code ${code}`)
  if ((await option('errors.auth-codes')) === 'coded')
    return noOption(exchange, 'an error without code')
  // Without an error code, only different statuses distinguish them.
  const invalidToken = await option('errors.invalid-token-status')
  if (invalidToken === '401') skip('all refusals look the same')
  if (exchange.status === 401) return observed(exchange, 'unauthorized')
  return `${exchange.status}` === invalidToken
    ? observed(exchange, 'invalid_token')
    : noOption(exchange)
}

/** Credentials, login and refresh (2.7, 4.6, 5). */
export const credentialObservers = {
  'auth.body-token': {
    plan,
    observe: ({ session }) =>
      eachTurn(['/api/react', '/api/dag'], async (path) => {
        const token = await userCredential(session)
        return reachedOrRefused(
          session,
          await sendUnstartedTurn(session, path, { token }),
          'accepted',
          'ignored',
        )
      }),
  },
  'auth.auto-body-token': {
    plan,
    observe: ({ session }) =>
      eachTurn(['/api/auto'], async (path) => {
        const token = await userCredential(session)
        return reachedOrRefused(
          session,
          await sendUnstartedTurn(session, path, { token }),
          'accepted',
          'ignored',
        )
      }),
  },
  'auth.chat-header': {
    plan,
    observe: ({ session }) =>
      eachTurn(turnPaths, async (path) => {
        const bearer = await userCredential(session)
        return reachedOrRefused(
          session,
          await sendUnstartedTurn(session, path, { bearer }),
          'honoured',
          'ignored',
        )
      }),
  },
  'auth.two-credentials': {
    plan,
    observe: async ({ session, option }) => {
      const isAuto = (await option('auth.auto-body-token')) === 'accepted'
      const paths = isAuto ? turnPaths : turnPaths.filter((path) => path !== '/api/auto')
      return eachTurn(paths, async (path) => {
        const sent = { bearer: await userCredential(session), token: malformed }
        return reachedOrRefused(
          session,
          await sendUnstartedTurn(session, path, sent),
          'header',
          'body',
        )
      })
    },
  },
  'auth.scheme': {
    plan,
    observe: async ({ session }) => {
      const headers = { authorization: `bearer ${await userCredential(session)}` }
      const exchange = await session.send({ method: 'GET', path: lists.agents, headers })
      return acceptedOrRefused(exchange, 'any-case', 'exact')
    },
  },
  'auth.refresh-token-as-bearer': {
    plan,
    last: true,
    observe: async ({ session }) => {
      const { refreshToken } = await refreshableLogin(session)
      if (refreshToken === undefined) skip('the login response has no refresh_token')
      const exchange = await tryCredential(session, refreshToken)
      return acceptedOrRefused(exchange, 'accepted', 'refused')
    },
  },
  'auth.challenge': {
    plan,
    read: readChallenge,
    isShownEverywhere: true,
    observe: async ({ session }) => {
      const exchange = await session.send({ method: 'GET', path: lists.agents })
      return readChallenge(exchange) ?? noOption(exchange)
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
      if (!isDenied(exchange)) return noOption(exchange)
      if (code === 'token_expired') return observed(exchange, code)
      // If expired tokens count as invalid, both options refuse an expired key in the same way.
      if ((await context.option('errors.expired-token-code')) === 'invalid_token')
        skip(`code ${code}`)
      if (code === 'invalid_token') return observed(exchange, code)
      if (code !== undefined) return noOption(exchange, `code ${code}`)
      const invalidToken = await context.option('errors.invalid-token-status')
      const tokenExpired = await context.option('errors.token-expired-status')
      if (`${exchange.status}` === invalidToken) return observed(exchange, 'invalid_token')
      return `${exchange.status}` === tokenExpired
        ? observed(exchange, 'token_expired')
        : noOption(exchange)
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
      if (isAccepted(exchange)) return observed(exchange, 'present')
      return matches(exchange) ? observed(exchange, 'absent') : noOption(exchange)
    },
  },
} as const satisfies Observers

import type { Exchange } from '../session/exchange.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { userCredential, refreshableLogin } from '../setup/credentials.ts'
import { disabledKey } from '../setup/key-lifecycle.ts'
import { fullKey, tryCredential } from '../setup/keys.ts'
import { lists, plainList } from '../setup/lists.ts'
import { unknownId } from '../setup/unknown-resources.ts'
import { readChallenge } from './error-forms.ts'
import { anyErrorCode, byStatus, isDenied, noOption, observed } from './look.ts'
import type { ObserverContext, Observers } from './observer.ts'
import type { SeenTraffic } from './seen-traffic.ts'
import { pathOf } from '../../contract/exchange.ts'
import { authorization, bearerOf, bodyTokenOf, isTurnRequest } from './sender.ts'
import { malformed, sendUnstartedTurn } from './survey.ts'

const plan = 'core'
const turnPaths = ['/api/react', '/api/dag', '/api/auto'] as const

/** The responses of streaming endpoints to a turn that can't start, with these credentials. */
async function turnUses(
  { session }: ObserverContext,
  paths: readonly string[],
  createCredentials: (user: string) => { readonly bearer?: string; readonly token?: string },
): Promise<readonly Exchange[]> {
  // A refusal says something about the place of a credential only if it is good elsewhere.
  await plainList(session, 'agents')
  const uses: Exchange[] = []
  for (const path of paths) {
    const credentials = createCredentials(await userCredential(session))
    uses.push(await sendUnstartedTurn(session, path, credentials))
  }
  return uses
}

/** Whether a turn accepted the credential: it streams, or it looked for its conversation. */
function isReached(exchange: Exchange): boolean {
  const code = anyErrorCode(exchange)
  return isAccepted(exchange) || (exchange.status === 404 && code !== undefined)
}

/** Whether a streaming endpoint accepted a credential. A refusal is 401, as without a credential. */
function reachedOrRefused<const Yes extends string, const No extends string>(
  exchange: Exchange,
  yes: Yes,
  no: No,
) {
  if (isReached(exchange)) return observed(exchange, yes)
  return exchange.status === 401 ? observed(exchange, no) : undefined
}

/** What a turn sends as its credential: only good ones say how a deployment treats their place. */
function turnCredentials(exchange: Exchange, { credentials }: SeenTraffic) {
  if (!isTurnRequest(exchange)) return undefined
  const header = authorization(exchange).credential
  const token = bodyTokenOf(exchange) ?? ''
  const isGood = (value: string | undefined) =>
    credentials.isGood(value) && credentials.get(value)?.wasAccepted === true
  return { header, token, isGood }
}

/** Whether a turn takes the token in its body instead of the header. */
function readBodyToken(exchange: Exchange, before: SeenTraffic) {
  const sent = turnCredentials(exchange, before)
  if (sent === undefined || sent.header !== '' || !sent.isGood(sent.token)) return undefined
  return reachedOrRefused(exchange, 'accepted', 'ignored')
}

const isAuto = (exchange: Exchange): boolean => pathOf(exchange) === '/api/auto'

/** The reason of a refusal of a key, from its code or at least its status. */
function readRefusedKey(exchange: Exchange) {
  if (!isDenied(exchange)) return undefined
  const code = anyErrorCode(exchange)
  if (code === 'unauthorized' || code === 'invalid_token') return observed(exchange, code)
  if (code !== undefined) return noOption(exchange, `code ${code}`)
  // Without an error code, only different statuses distinguish them.
  const status = `${exchange.status}`
  const uncoded = { 'errors.auth-codes': ['uncoded'] }
  if (status === '401')
    return {
      ...observed(exchange, 'unauthorized'),
      given: { ...uncoded, 'errors.invalid-token-status': ['400', '403'] },
    }
  return {
    ...observed(exchange, 'invalid_token'),
    given: { ...uncoded, 'errors.invalid-token-status': [status] },
  }
}

/** Credentials at operations and at streaming endpoints (2.7, 5). */
export const credentialObservers = {
  'auth.body-token': {
    plan,
    provoke: (context) => turnUses(context, ['/api/react', '/api/dag'], (token) => ({ token })),
    read: (exchange, before) => (isAuto(exchange) ? undefined : readBodyToken(exchange, before)),
  },
  'auth.auto-body-token': {
    plan,
    provoke: (context) => turnUses(context, ['/api/auto'], (token) => ({ token })),
    read: (exchange, before) => (isAuto(exchange) ? readBodyToken(exchange, before) : undefined),
  },
  'auth.chat-header': {
    plan,
    provoke: (context) => turnUses(context, turnPaths, (bearer) => ({ bearer })),
    read: (exchange, before) => {
      const sent = turnCredentials(exchange, before)
      if (sent === undefined || sent.token !== '' || !sent.isGood(bearerOf(exchange)))
        return undefined
      return reachedOrRefused(exchange, 'honoured', 'ignored')
    },
  },
  'auth.two-credentials': {
    plan,
    needsProvoking: 'a request with a good and a wrong credential',
    provoke: async (context) => {
      const isTaken = (await context.option('auth.auto-body-token')) === 'accepted'
      const paths = isTaken ? turnPaths : turnPaths.filter((path) => path !== '/api/auto')
      return turnUses(context, paths, (bearer) => ({ bearer, token: malformed }))
    },
    read: (exchange, before) => {
      const sent = turnCredentials(exchange, before)
      if (sent === undefined || !sent.isGood(bearerOf(exchange))) return undefined
      if (!before.credentials.isMalformed(sent.token)) return undefined
      const given = isAuto(exchange) ? { 'auth.auto-body-token': ['accepted'] } : {}
      if (isReached(exchange)) return { ...observed(exchange, 'header'), given }
      return isDenied(exchange) ? { ...observed(exchange, 'body'), given } : undefined
    },
  },
  'auth.scheme': {
    plan,
    provoke: async ({ session }) => {
      const headers = { authorization: `bearer ${await userCredential(session)}` }
      return session.send({ method: 'GET', path: lists.agents, headers })
    },
    read: (exchange, { credentials }) => {
      const { scheme, credential } = authorization(exchange)
      const isOtherCase = scheme !== 'Bearer' && scheme.toLowerCase() === 'bearer'
      if (!isOtherCase || isTurnRequest(exchange) || !credentials.isGood(credential))
        return undefined
      if (isAccepted(exchange)) return observed(exchange, 'any-case')
      return exchange.status === 401 ? observed(exchange, 'exact') : undefined
    },
  },
  'auth.refresh-token-as-bearer': {
    plan,
    last: true,
    needsProvoking: 'a refresh token in the place of an access token',
    provoke: async ({ session }) => {
      const { refreshToken } = await refreshableLogin(session)
      if (refreshToken === undefined) skip('the login response has no refresh_token')
      return tryCredential(session, refreshToken)
    },
    read: (exchange, { credentials }) => {
      const known = credentials.get(bearerOf(exchange))
      if (known?.kind !== 'refresh' || known.state !== 'valid' || isTurnRequest(exchange))
        return undefined
      if (isAccepted(exchange)) return observed(exchange, 'accepted')
      return isDenied(exchange) ? observed(exchange, 'refused') : undefined
    },
  },
  'auth.challenge': {
    plan,
    isShownEverywhere: true,
    provoke: ({ session }) => session.send({ method: 'GET', path: lists.agents }),
    read: readChallenge,
  },
  'auth.disabled-key-code': {
    plan,
    provoke: async ({ session }) => (await disabledKey(session)).after,
    read: (exchange, { credentials }) => {
      const isDisabled = credentials.get(bearerOf(exchange))?.state === 'disabled'
      return isDisabled && !isTurnRequest(exchange) ? readRefusedKey(exchange) : undefined
    },
  },
  'auth.deleted-key-code': {
    plan,
    provoke: async ({ session }) => {
      return tryCredential(session, unknownId(await fullKey(session)))
    },
    read: (exchange, { credentials }) => {
      const bearer = bearerOf(exchange)
      if (bearer === undefined || isTurnRequest(exchange)) return undefined
      const isUnknown =
        credentials.get(bearer)?.state === 'deleted' || credentials.isLikeKey(bearer)
      return isUnknown ? readRefusedKey(exchange) : undefined
    },
  },
  'operations.auth-verify': {
    plan,
    provoke: async ({ session }) =>
      session.send({
        method: 'GET',
        path: '/api/auth/verify',
        bearer: await userCredential(session),
      }),
    read: (exchange) => {
      if (exchange.request.method !== 'GET' || pathOf(exchange) !== '/api/auth/verify')
        return undefined
      if (isAccepted(exchange)) return observed(exchange, 'present')
      if (isDenied(exchange)) return undefined
      return byStatus(exchange, { 404: 'absent', 405: 'absent' })
    },
  },
} as const satisfies Observers

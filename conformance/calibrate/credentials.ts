import { pathOf } from '../../contract/exchange.ts'
import { readJwt } from '../../contract/jwt.ts'
import { isAccepted, isRefusal, pollUntil, skip } from '../session/assertions.ts'
import { type Exchange, turnPaths } from '../session/exchange.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { refreshableLogin, sendAsUser, userCredential } from '../setup/credentials.ts'
import { dateOf } from '../setup/dates.ts'
import { expiringKey, waitForExpiry } from '../setup/expiring-key.ts'
import { disabledKey } from '../setup/key-lifecycle.ts'
import { fullKey, tryCredential } from '../setup/keys.ts'
import { lists, plainList } from '../setup/lists.ts'
import { callOperation, type OperationName } from '../setup/operations.ts'
import { operationsRefusing } from '../setup/refusal-table.ts'
import { unknownId } from '../setup/unknown-resources.ts'
import {
  authorization,
  bearerOf,
  bodyTokenOf,
  fieldsOf,
  isCall,
  isTurn,
} from '../session/request.ts'
import {
  isValidCredential,
  isLikeKey,
  isMalformed,
  isNoCredential,
  knownCredential,
} from '../history/credentials.ts'
import type { History } from '../history/history.ts'
import {
  optionByStatus,
  observedNoOption,
  observedOption,
  type OptionReading,
  toObserved,
} from './look.ts'
import { type ObserverContext, type Observers, requireInput, sendEach } from './observer.ts'
import {
  anyErrorCode,
  isCredentialAccepted,
  isDenied,
  isInvalid,
  parseMoment,
} from '../history/response.ts'
import { malformed, sendUnstartedTurn } from './survey.ts'

/** One observer for each choice about credentials and their refusal (2.7, 5, 7). */
export const credentialObservers = {
  'auth.body-token': {
    provoke: (context) =>
      sendUnstartedTurns(context, ['/api/react', '/api/dag'], (token) => ({ token })),
    read: (exchange, before) => (isAuto(exchange) ? undefined : readBodyToken(exchange, before)),
  },
  'auth.auto-body-token': {
    provoke: (context) => sendUnstartedTurns(context, ['/api/auto'], (token) => ({ token })),
    read: (exchange, before) => (isAuto(exchange) ? readBodyToken(exchange, before) : undefined),
  },
  'auth.chat-header': {
    provoke: (context) => sendUnstartedTurns(context, turnPaths, (bearer) => ({ bearer })),
    read: (exchange, before) => {
      if (!isTurn(exchange) || (bodyTokenOf(exchange) ?? '') !== '') return undefined
      if (!isProvenCredential(bearerOf(exchange), exchange, before)) return undefined
      return acceptedOrRefused(exchange, 'honoured', 'ignored')
    },
  },
  'auth.two-credentials': {
    needsProvoking: 'a request with a good and a wrong credential',
    provoke: async (context) => {
      const isTaken = (await context.option('auth.auto-body-token')) === 'accepted'
      const paths = isTaken ? turnPaths : turnPaths.filter((path) => path !== '/api/auto')
      return sendUnstartedTurns(context, paths, (bearer) => ({ bearer, token: malformed }))
    },
    read: (exchange, before) => {
      if (!isTurn(exchange) || !isProvenCredential(bearerOf(exchange), exchange, before))
        return undefined
      if (!isNoCredential(bodyTokenOf(exchange), before)) return undefined
      const conditions = isAuto(exchange) ? { 'auth.auto-body-token': ['accepted'] } : {}
      if (isCredentialAccepted(exchange)) return { option: 'header', given: conditions }
      return isDenied(exchange) ? { option: 'body', given: conditions } : undefined
    },
  },
  'auth.scheme': {
    provoke: async ({ session }) => {
      const headers = { authorization: `bearer ${await userCredential(session)}` }
      return session.send({ method: 'GET', path: lists.agents, headers })
    },
    read: (exchange, before) => {
      const { scheme, credential } = authorization(exchange)
      const isOtherCase = scheme !== 'Bearer' && scheme.toLowerCase() === 'bearer'
      if (!isOtherCase || isTurn(exchange) || !isGoodNow(credential, exchange, before))
        return undefined
      if (isAccepted(exchange)) return 'any-case'
      return exchange.status === 401 ? 'exact' : undefined
    },
  },
  'auth.refresh-token-as-bearer': {
    last: true,
    needsProvoking: 'a refresh token in the place of an access token',
    provoke: async ({ session }) => {
      const { refreshToken } = await refreshableLogin(session)
      if (refreshToken === undefined) skip('the login response has no refresh_token')
      return tryCredential(session, refreshToken)
    },
    read: (exchange, before) => {
      const credential = knownCredential(bearerOf(exchange), before)
      if (credential?.kind !== 'refresh' || credential.state !== 'valid' || isTurn(exchange))
        return undefined
      if (isAccepted(exchange)) return 'accepted'
      return isDenied(exchange) ? 'refused' : undefined
    },
  },
  'auth.challenge': {
    isShownEverywhere: true,
    provoke: ({ session }) => session.send({ method: 'GET', path: lists.agents }),
    read: ({ status, headers }) => {
      if (status !== 401) return undefined
      const header = headers.get('www-authenticate')
      if (header === null) return 'absent'
      return /^bearer\b/i.test(header) ? 'bearer' : { came: `WWW-Authenticate: ${header}` }
    },
  },
  'auth.disabled-key-code': {
    provoke: async ({ session }) => (await disabledKey(session)).after,
    read: (exchange, before) => {
      const isDisabled = knownCredential(bearerOf(exchange), before)?.state === 'disabled'
      return isDisabled && !isTurn(exchange) ? readRefusedKey(exchange) : undefined
    },
  },
  'auth.deleted-key-code': {
    provoke: async ({ session }) => tryCredential(session, unknownId(await fullKey(session))),
    read: (exchange, before) => {
      const bearer = bearerOf(exchange)
      if (bearer === undefined || isTurn(exchange)) return undefined
      const isDeleted = knownCredential(bearer, before)?.state === 'deleted'
      return isDeleted || isLikeKey(bearer, before) ? readRefusedKey(exchange) : undefined
    },
  },
  'operations.auth-verify': {
    provoke: ({ session }) => sendAsUser(session, { method: 'GET', path: '/api/auth/verify' }),
    read: (exchange) => {
      if (!isCall(exchange, 'GET', '/api/auth/verify')) return undefined
      if (isAccepted(exchange)) return 'present'
      return isDenied(exchange)
        ? undefined
        : optionByStatus(exchange, { 404: 'absent', 405: 'absent' })
    },
  },
  'auth.expired-key': {
    observe: async (context) => {
      const { session } = context
      await context.option('keys.expiry-field')
      const expiring = (await expiringKey(session)) ?? skip('no key of this run expires')
      await waitForExpiry(session, expiring)
      const use = () => tryCredential(session, expiring.key.value)
      const { exchange } = await pollUntil(session, use, isRefusal)
      if (!isAccepted(exchange) && !isDenied(exchange)) return observedNoOption(exchange)
      return [exchange, ...(await sendToOtherOperations(session, expiring.key.value))].flatMap(
        (one) =>
          isCredentialAccepted(one)
            ? [observedOption(one, 'accepted')]
            : readExpiredKey(one).map((look) => toObserved(look, one)),
      )
    },
    read: (exchange, before) => {
      const key = knownCredential(bearerOf(exchange), before)
      const [end, now] = [parseMoment(key?.expiresAt), dateOf(exchange)]
      if (key?.state !== 'valid' || end === undefined || now === undefined) return undefined
      if (now < end + expiryLag || isTurn(exchange)) return undefined
      if (isAccepted(exchange)) return 'accepted'
      return isDenied(exchange) ? readExpiredKey(exchange) : undefined
    },
  },
  'errors.invalid-token-status': {
    isShownEverywhere: true,
    provoke: ({ session }) => tryCredential(session, malformed),
    read: (exchange, before) => {
      if (!isRefusal(exchange) || isInvalid(exchange)) return undefined
      if (anyErrorCode(exchange) === 'invalid_token')
        return optionByStatus(exchange, refusalStatuses)
      if (exchange.status === 404 || exchange.status === 405) return undefined
      return isMalformed(exchange, before) ? optionByStatus(exchange, refusalStatuses) : undefined
    },
  },
  'errors.expired-token-code': {
    observe: async ({ session, option }) => {
      const exchange = await useExpiredToken(session)
      const code = anyErrorCode(exchange)
      if (isExpiredCode(code)) {
        const elsewhere = await sendToOtherOperations(session, bearerOf(exchange) ?? '')
        return [exchange, ...elsewhere].flatMap((one) => {
          const its = anyErrorCode(one)
          return isExpiredCode(its) ? [observedOption(one, its)] : []
        })
      }
      if (code !== undefined) return observedNoOption(exchange, `code ${code}`)
      if (!isDenied(exchange)) return observedNoOption(exchange)
      // Without an error code, the status shows the option, unless invalid tokens get the same
      // status.
      const isOther = (await option('errors.invalid-token-status')) !== `${exchange.status}`
      return isOther
        ? observedOption(exchange, 'token_expired')
        : skip('all refusals look the same')
    },
    read: (exchange, before) => {
      if (!isDenied(exchange) || !usesExpiredToken(exchange, before)) return undefined
      const code = anyErrorCode(exchange)
      if (code === 'token_expired' || code === 'invalid_token') return code
      if (code !== undefined) return undefined
      const conditions = { 'errors.invalid-token-status': statusesOtherThan(exchange.status) }
      return { option: 'token_expired', given: conditions }
    },
  },
  'errors.token-expired-status': {
    observe: async ({ session, option }) => {
      const exchange = await useExpiredToken(session)
      const code = await option('errors.expired-token-code')
      if (code === 'invalid_token') skip('no response has the code `token_expired`')
      return optionByStatus(exchange, refusalStatuses)
    },
    read: (exchange, before) => {
      const code = anyErrorCode(exchange)
      if (code === 'token_expired') return optionByStatus(exchange, refusalStatuses)
      if (code !== undefined || !isDenied(exchange)) return undefined
      return usesExpiredToken(exchange, before)
        ? { ...optionByStatus(exchange, refusalStatuses), given: withExpiredCode }
        : undefined
    },
  },
  'errors.login-failed': {
    provoke: ({ session }) => {
      // A reserved domain, so no real user is locked out.
      const body = { email: 'nobody@conformance.invalid', password: 'wrong' }
      return session.send({ method: 'POST', path: '/api/auth/login', body })
    },
    read: (exchange) => {
      const { email, password } = fieldsOf(exchange)
      if (!isCall(exchange, 'POST', '/api/auth/login') || isInvalid(exchange)) return undefined
      if (typeof email !== 'string' || typeof password !== 'string') return undefined
      if (exchange.status !== 401 && exchange.status !== 400) return undefined
      const code = anyErrorCode(exchange) ?? 'unauthorized'
      if (code === 'invalid_credentials') return code
      return code === 'unauthorized' || code === 'bad_request'
        ? optionByStatus(exchange, { 401: 'unauthorized', 400: 'bad_request' })
        : { came: `code ${code}` }
    },
  },
} as const satisfies Observers

const isAuto = (exchange: Exchange): boolean => pathOf(exchange) === '/api/auto'

/** Sends a turn that cannot start to each of these paths. Returns the responses. */
async function sendUnstartedTurns(
  { session }: ObserverContext,
  paths: readonly string[],
  createCredentials: (user: string) => { readonly bearer?: string; readonly token?: string },
): Promise<readonly Exchange[]> {
  // First reads a list with the credential, to prove that the credential itself is valid.
  await plainList(session, 'agents')
  return sendEach(paths, async (path) =>
    sendUnstartedTurn(session, path, createCredentials(await userCredential(session))),
  )
}

/** Returns `yes` if the response shows an accepted credential, and `no` for a 401. */
function acceptedOrRefused<const Yes extends string, const No extends string>(
  exchange: Exchange,
  yes: Yes,
  no: No,
) {
  if (isCredentialAccepted(exchange)) return yes
  return exchange.status === 401 ? no : undefined
}

/** Whether a credential is good and was accepted before, so no refusal is due to its value. */
const isProvenCredential = (
  value: string | undefined,
  exchange: Exchange,
  before: History,
): boolean =>
  isGoodNow(value, exchange, before) && knownCredential(value, before)?.wasAccepted === true

/** Whether a credential is good, and had certainly not expired when it was used. */
function isGoodNow(value: string | undefined, exchange: Exchange, before: History): boolean {
  if (!isValidCredential(value, before)) return false
  if (isRefusal(exchange) && anyErrorCode(exchange) === 'token_expired') return false
  const { exp } = readJwt(value ?? '') ?? {}
  const end = parseMoment(exp ?? knownCredential(value, before)?.expiresAt)
  const now = dateOf(exchange)
  return end === undefined || now === undefined || now < end - clockSkew
}

/** Reads whether a turn without a credential in the header accepts the token in its body. */
function readBodyToken(exchange: Exchange, before: History) {
  const { credential } = authorization(exchange)
  if (!isTurn(exchange) || credential !== '') return undefined
  return isProvenCredential(bodyTokenOf(exchange), exchange, before)
    ? acceptedOrRefused(exchange, 'accepted', 'ignored')
    : undefined
}

/** Reads from a refusal how an API key was refused: from the error code, else from the status. */
function readRefusedKey(exchange: Exchange) {
  if (!isDenied(exchange)) return undefined
  const code = anyErrorCode(exchange)
  if (code === 'unauthorized' || code === 'invalid_token') return code
  if (code !== undefined) return { came: `code ${code}` }
  // Without an error code, the status shows the reason only if each reason has its own status.
  const isUsual = exchange.status === 401
  return {
    option: isUsual ? ('unauthorized' as const) : ('invalid_token' as const),
    given: {
      'errors.auth-codes': ['uncoded'],
      'errors.invalid-token-status': isUsual ? ['400', '403'] : [`${exchange.status}`],
    },
  }
}

const refusalStatuses = { 401: '401', 400: '400', 403: '403' } as const

const statusesOtherThan = (status: number): readonly string[] =>
  Object.values(refusalStatuses).filter((each) => each !== `${status}`)

const isExpiredCode = (code: string | undefined): code is 'token_expired' | 'invalid_token' =>
  code === 'token_expired' || code === 'invalid_token'

/**
 * Operations left out of `otherOperations`: `keys`, which is called first, and those that write.
 */
const excludedOperations = ['keys', 'create key', 'create conversation', 'react', 'dag']

/** Operations that may refuse a credential in another way than `keys`, which is called first. */
const otherOperations: readonly OperationName[] = [
  ...operationsRefusing('expired').filter((name) => !excludedOperations.includes(name)),
  'connectors',
]

/** Sends a credential to all `otherOperations`. Returns the responses that accept or refuse it. */
async function sendToOtherOperations(
  session: TestSession,
  credential: string,
): Promise<readonly Exchange[]> {
  const sent = await sendEach(otherOperations, (name) => callOperation(session, name, credential))
  return sent.filter((exchange) => isCredentialAccepted(exchange) || isDenied(exchange))
}

const useExpiredToken = sharedSetUp('the expired token', async (session) => {
  const { expiredToken } = session.target
  return tryCredential(session, requireInput(expiredToken, '--expired-token'))
})

/** Whether the token of a request was good, and expired before the `Date` of the response. */
function usesExpiredToken(exchange: Exchange, before: History): boolean {
  const token = bearerOf(exchange)
  if (token === undefined || !isValidCredential(token, before)) return false
  const [end, now] = [readJwt(token)?.['exp'], dateOf(exchange)]
  return typeof end === 'number' && now !== undefined && end * 1000 < now - clockSkew
}

/** A condition: the deployment uses the error code `token_expired` for expired tokens. */
const withExpiredCode = { 'errors.expired-token-code': ['token_expired'] }

/** Reads from a refusal how an expired key was refused: from its error code, else its status. */
function readExpiredKey(exchange: Exchange): readonly OptionReading<'auth.expired-key'>[] {
  const code = anyErrorCode(exchange)
  if (code === 'token_expired') return [code]
  // If expired tokens get the code `invalid_token`, both options refuse an expired key alike.
  if (code === 'invalid_token') return [{ option: code, given: withExpiredCode }]
  if (code !== undefined) return [{ came: `code ${code}` }]
  const [same, other] = [[`${exchange.status}`], statusesOtherThan(exchange.status)]
  const invalid = { 'errors.invalid-token-status': same, 'errors.token-expired-status': other }
  const expired = { 'errors.invalid-token-status': other, 'errors.token-expired-status': same }
  return [
    { option: 'invalid_token', given: { ...withExpiredCode, ...invalid } },
    { option: 'token_expired', given: { ...withExpiredCode, ...expired } },
  ]
}

/** How late a deployment may notice the expiry of a key, in milliseconds. */
const expiryLag = 60_000

/** The tolerated clock difference in milliseconds: the header `Date` has whole seconds. */
const clockSkew = 2000

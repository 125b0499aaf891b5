import { isObject } from '../../contract/json.ts'
import {
  errorCode,
  isAccepted,
  isRefusal,
  pollUntil,
  requireBaseline,
  skip,
} from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { Finding } from '../session/outcomes.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { userCredential } from './credentials.ts'
import { useExpiredKey } from './expiring-key.ts'
import { requireDeletedKey } from './key-lifecycle.ts'
import { lists, type ListName, requireList } from './lists.ts'
import {
  issuedKey,
  type IssuedKey,
  setActive,
  tryCredential,
  tryNewKey,
  useScopedKey,
} from './keys.ts'
import {
  callAsUser,
  invalidQuery,
  operations,
  probeTurn,
  type OperationName,
  isTurn,
} from './operations.ts'
import {
  immediateCell,
  type Carrier,
  type CredentialState,
  describeCell,
  isScopeState,
  type LimitedScope,
  type Moment,
  type RefusalCell,
} from './refusal-table.ts'
import { unknownRoute } from './unknown-resources.ts'

const keyTail = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdEf'

/** Credentials that no deployment has issued. */
export const inventedCredentials = {
  'other-prefix': `xyz_${keyTail}`,
  malformed: 'aaa.bbb.ccc',
  unissued: `svc_${keyTail}`,
} as const

/** A credential that must be refused, for one cell of the refusal table. */
type RefusedCredential = {
  /** The credential; absent if no credential is sent. */
  readonly value?: string
  /** The `session.now()` from which the credential is refused; absent if it was never accepted. */
  readonly since?: number
  /** The error code to wait for, if the target may first refuse with another code. */
  readonly code?: string | undefined
  readonly key?: IssuedKey
}

/** The responses to a refused credential (`exchange`) and to a good credential (`control`). */
type RefusedUse = { readonly exchange: Exchange; readonly control: Exchange }

// The bodies of these operations are not specified, so a target may refuse the body before it
// checks the credential.
const operationsWithUnknownBody: readonly OperationName[] = ['retrieve', 'react', 'dag', 'inject']

/** The description of a cell for findings. */
const titleOf = (cell: RefusalCell): string => describeCell(operations[cell.operation].title, cell)

/** Sends the refused credential of a table cell, once per run, after a good one as `control`. */
export const refusedUse = (session: TestSession, cell: RefusalCell): Promise<RefusedUse> =>
  session.once(titleOf(cell), async () => {
    const { operation, carrier, state, moment } = cell
    const control = await useGoodCredential(session, operation, carrier)
    const {
      value,
      since = Number.NEGATIVE_INFINITY,
      code,
      key,
    } = await refusedCredential(session, state, moment)
    const use = async (body: object) => {
      const call = () => sendFrom(session, operation, carrier, value, body)
      if (key !== undefined && isScopeState(state)) return useScopedKey(session, key, call)
      const isSettled = (exchange: Exchange) =>
        isRefused(exchange, control) && (code === undefined || errorCode(exchange) === code)
      return (await pollUntil(session, call, isSettled, { since })).exchange
    }
    if (!isTurn(operation)) return { control, exchange: await use({}) }
    const exchange = await use({ q: invalidQuery })
    // If the good credential got the same refusal, the target validates the query first. Then a
    // request with a valid query shows if the credential is refused.
    const isOfTheBody = isSame(exchange, control) && !isAccepted(exchange)
    return { control, exchange: isOfTheBody ? await use({}) : exchange }
  })

/** Sends the same call with a good credential in the same place, as the positive control. */
async function useGoodCredential(
  session: TestSession,
  operation: OperationName,
  carrier: Carrier,
): Promise<Exchange> {
  if (operation in lists) await requireList(session, operation as ListName)
  const control = isTurn(operation)
    ? await session.once(`${operations[operation].title} as the user in ${carrier}`, async () => {
        const good = await userCredential(session)
        return probeTurn(session, operation, placeCredential(good, carrier))
      })
    : await callAsUser(session, operation)
  if (control === undefined) skip('the user can see no resource for this operation')
  if (control.status === 401 && carrier === 'body') skip('the body field token is not read')
  requireBaseline(
    control.status !== 401 && control.status < 500,
    `a valid credential is refused as well (${control.status})`,
  )
  if (!isAccepted(control) && (await unknownRoute(session)).matches(control))
    skip('the route does not exist')
  return control
}

const placeCredential = (credential: string | undefined, carrier: Carrier) => ({
  bearer: carrier === 'body' ? undefined : credential,
  token: carrier === 'header' ? undefined : credential,
})

async function sendFrom(
  session: TestSession,
  operation: OperationName,
  carrier: Carrier,
  credential: string | undefined,
  changes: object,
): Promise<Exchange> {
  const request =
    (await operations[operation].createRequest(session)) ??
    skip('the user can see no resource for this operation')
  const { bearer, token } = placeCredential(credential, carrier)
  const { body } = request as { readonly body?: unknown }
  const sent = isObject(body)
    ? { ...body, ...changes, ...(token !== undefined && { token }) }
    : body
  return session.send({ ...request, bearer, body: sent })
}

const isSame = (exchange: Exchange, control: Exchange): boolean =>
  exchange.status === control.status && errorCode(exchange) === errorCode(control)

/** Whether a response refuses the credential: a 4xx that a good credential does not get. */
const isRefused = (exchange: Exchange, control: Exchange): boolean =>
  isRefusal(exchange) && !isSame(exchange, control)

/** Returns the refusal of a cell. Throws a `Finding` if the credential was accepted. */
export async function requireRefusal(session: TestSession, cell: RefusalCell): Promise<Exchange> {
  const { state, operation } = cell
  const { exchange, control } = await refusedUse(session, cell)
  if (isScopeState(state)) return requireForbidden(exchange, control, cell)
  const isOfTheBody =
    operationsWithUnknownBody.includes(operation) &&
    [400, 404, 422].includes(exchange.status) &&
    !(await readsCredentialFirst(session, cell))
  if (isOfTheBody) skip('the body was validated before the credential; the order is not specified')
  if (isRefused(exchange, control)) return exchange
  requireBaseline(control.status !== 403, 'a valid credential is refused as well (403)')
  throw new Finding(`a refusal of ${titleOf(cell)}`, statusText(exchange, control), exchange)
}

function requireForbidden(exchange: Exchange, control: Exchange, cell: RefusalCell): Exchange {
  const isOfTheBody = isRefusal(exchange) && isSame(exchange, control)
  if (exchange.status === 404 || exchange.status === 422 || isOfTheBody)
    skip(`the response was ${exchange.status}, and the order of validations is not specified`)
  if (exchange.status === 403) return exchange
  throw new Finding(`status 403 for ${titleOf(cell)}`, statusText(exchange, control), exchange)
}

const statusText = (exchange: Exchange, control: Exchange): string =>
  `status ${exchange.status}${isSame(exchange, control) ? ', as with a good credential' : ''}`

/** Whether the operation refuses another bad credential before it validates the body. */
async function readsCredentialFirst(
  session: TestSession,
  { state, operation, carrier }: RefusalCell,
): Promise<boolean> {
  // A target may look for a credential before it reads the body, but check it later.
  if (state === 'missing' || isTurn(operation)) return false
  const other = state === 'malformed' ? 'other-prefix' : 'malformed'
  const { exchange } = await refusedUse(session, immediateCell(other, operation, carrier))
  return exchange.status === 401
}

/** Returns a credential in this state, after the changes that the moment requires. */
async function refusedCredential(
  session: TestSession,
  state: CredentialState,
  moment: Moment,
): Promise<RefusedCredential> {
  const isToggled = moment === 'after another toggle'
  // True at the end of the run, too: if a toggle got no response, the state of its key is unknown.
  const wasToggled = moment !== 'at once'
  if (isScopeState(state)) return scopedCredential(session, state, wasToggled)
  if (state === 'expired') return expiredCredential(session, wasToggled)
  if (moment === 'at the end of the run') await requireUserAtTheEnd(session)
  if (isToggled) await disableKeyAgain(session)
  switch (state) {
    case 'missing':
      return {}
    case 'expired-token':
      return { value: session.target.expiredToken ?? skip('no expired token was given') }
    case 'disabled':
      return wasToggled ? disableKeyAgain(session) : disableKeyOnce(session)
    case 'deleted': {
      const { key, changedAt } = await requireDeletedKey(session)
      return { value: key.value, since: changedAt }
    }
    default:
      return { value: inventedCredentials[state] }
  }
}

/** Requires that the user is still accepted. If not, refusals at the end of a run prove nothing. */
const requireUserAtTheEnd = sharedSetUp('the user at the end of the run', async (session) => {
  const { status } = await tryCredential(session, await userCredential(session))
  requireBaseline(status === 200, `the credential of the user is refused, too (${status})`)
})

/** Returns a disabled key that worked before. Only checks of refusals use the key. */
const disableKeyOnce = sharedSetUp('disabling the refused key', async (session) =>
  disable(session, await issuedKey(session, 'refused')),
)

/** Returns the key of `disableKeyOnce`, after it was enabled and disabled again. */
const disableKeyAgain = sharedSetUp('disabling the refused key again', async (session) => {
  await disableKeyOnce(session)
  return disable(session, await enable(session, await issuedKey(session, 'refused')))
})

async function disable(session: TestSession, key: IssuedKey): Promise<RefusedCredential> {
  const { exchange: before } = await tryNewKey(session, key)
  requireBaseline(isAccepted(before), `the key was refused from the start (${before.status})`)
  const change = await setActive(session, key.id, false)
  requireBaseline(isAccepted(change), `the key could not be disabled (${change.status})`)
  return { value: key.value, since: session.now(), key }
}

/** Enables a key. As with a new key, the target may accept it late. */
async function enable(session: TestSession, key: IssuedKey): Promise<IssuedKey> {
  const change = await setActive(session, key.id, true)
  requireBaseline(isAccepted(change), `the key could not be enabled (${change.status})`)
  return { ...key, issuedAt: session.now() }
}

/** Returns a key with one scope. If `isToggled`, the key was disabled and enabled before. */
async function scopedCredential(
  session: TestSession,
  scope: LimitedScope,
  isToggled: boolean,
): Promise<RefusedCredential> {
  const issued = await issuedKey(session, scope)
  if (!isToggled) return { value: issued.value, key: issued }
  const key = await session.once(`toggling the ${scope} key`, async () => {
    await setActive(session, issued.id, false)
    return enable(session, issued)
  })
  return { value: key.value, key }
}

/** Returns an expired key. If `isToggled`, the expired key was also disabled and enabled again. */
async function expiredCredential(
  session: TestSession,
  isToggled: boolean,
): Promise<RefusedCredential> {
  const { key, overAt, exchange } = await useExpiredKey(session)
  if (!isToggled) return { value: key.value, since: overAt }
  const since = await session.once('toggling the expired key', async () => {
    for (const active of [false, true]) await setActive(session, key.id, active)
    return session.now()
  })
  // Until the target knows that the key is enabled again, it may refuse the key as a disabled one.
  return { value: key.value, since, code: errorCode(exchange) }
}

import { errorCodes } from '../../contract/errors.ts'
import type { FaultEffect } from '../../contract/fault.ts'
import { readClaim, readJwt } from '../../contract/jwt.ts'
import type { PlainResponse } from '../../contract/plain-http.ts'
import type { Faults } from '../faults/faults.ts'
import { createFaultPlan, type FaultPlan, readInjectedError } from '../faults/plan-faults.ts'
import type { ProxyClock } from './clock.ts'
import { credentialOf, type ProxyRequest } from './raw-headers.ts'

/** The data of a request that faults of a proxy use. */
type FaultedRequest = ProxyRequest & {
  /** Whether the response may be a stream of events. */
  readonly mayStream: boolean
  readonly signal: AbortSignal
}

export type FaultSource = {
  readonly faults: Faults
  readonly clock: ProxyClock
  /** A random number from 0 up to 1. */
  random(): number
}

/** Finds the faults that affect a request; `undefined` if there are none. */
export function planFaults(
  { faults, clock, random }: FaultSource,
  { method, path, query, headers, operation, mayStream, signal }: FaultedRequest,
): FaultPlan | undefined {
  // Preflights get no faults, because a page can't see the response to a preflight.
  if (faults.size === 0 || method === 'OPTIONS') return undefined
  const credential = credentialOf(headers)
  return createFaultPlan({
    faults,
    subject: {
      id: operation,
      method,
      path,
      query,
      mayStream,
      now: clock.date(),
      isCaller: (name) => isCaller(credential, name),
      // If a token contains no session, the credential itself stands for the session.
      session: () => readClaim(credential, 'sid') ?? credential,
      credential: () => credential,
    },
    clock,
    signal,
    draw: random,
    isClosed: () => false,
    fail: (error) => injectedError(error, clock.date()),
  })
}

/** The minimum number of first characters by which a fault can name a key. */
const minKeyPrefix = 6

/** Whether a name is the email or id in a token, or the beginning of a key. */
function isCaller(credential: string, name: string): boolean {
  const { email, sub } = readJwt(credential) ?? {}
  return (
    name === email || name === sub || (name.length >= minKeyPrefix && credential.startsWith(name))
  )
}

/** The response for an injected error, in the form of the specification. */
function injectedError(error: NonNullable<FaultEffect['error']>, now: number): PlainResponse {
  const { code, message, headers } = readInjectedError(error, now)
  return {
    status: errorCodes[code],
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ success: false, error: code, message }),
  }
}

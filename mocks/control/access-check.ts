import type { PlainRequest } from '../../recording/exchange.ts'
import { isLoopback, type AccessRules, allowsOrigin } from './access.ts'
import type { RequestBody } from '../platform/request-context.ts'
import { timingSafeEqual } from '../world/jwt.ts'
import { ControlError } from './control-error.ts'

/**
 * Keeps strangers, and pages of other sites in the browser of a friend, from steering a fake: lets
 * a call through, or throws `ControlError`.
 */
export function createAccessCheck(access: AccessRules): (call: PlainRequest) => void {
  /** A page that has its own name lead to this machine still sends that name. */
  function knowsHost(call: PlainRequest): boolean {
    const host = call.header('host')
    if (host === undefined) return true
    const name = bare(host.replace(/:\d+$/, ''))
    const own = [access.publicUrl?.hostname, call.exposedAt]
    return isLoopback(name) || own.some((known) => known !== undefined && bare(known) === name)
  }

  function isForeign(call: PlainRequest): boolean {
    if (allowsOrigin(access, call)) return false
    const origin = call.header('origin')
    const own = [`http://${call.header('host')}`, access.publicUrl?.origin]
    if (origin !== undefined && !own.includes(origin)) return true
    return call.header('sec-fetch-site') === 'cross-site'
  }

  return (call) => {
    if (access.off) throw new ControlError(403, 'The control API is switched off.')
    if (access.token === undefined && (access.proxied || call.exposedAt !== undefined))
      throw new ControlError(
        403,
        'The control API is off, since others can reach this address: start with --control-token.',
      )
    if (!knowsHost(call))
      throw new ControlError(
        403,
        'The control API does not go by this name: call it at localhost, or start with --public-url.',
      )
    if (isForeign(call))
      throw new ControlError(
        403,
        'The control API answers no page of another origin: start with --control-origin to let one in.',
      )
    // A browser sends no credential ahead of the call that it asks for.
    if (call.method === 'OPTIONS' || access.token === undefined) return
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(call.header('authorization') ?? '') ?? []
    if (!timingSafeEqual(token, access.token))
      throw new ControlError(
        401,
        'Send the token of the control API as `authorization: Bearer TOKEN`; no credential of the platform opens it.',
        { 'www-authenticate': 'Bearer' },
      )
  }
}

/** A host without the brackets of an IPv6 address. */
const bare = (host: string) => host.replaceAll(/[[\]]/g, '').toLowerCase()

/** Any page can send a form or plain text to anywhere, but no JSON. Throws `ControlError`. */
export function requireJsonType(call: PlainRequest, { text, problem }: RequestBody): void {
  const empty = text === '' && problem === undefined
  if (!empty && !/^application\/json\s*(;|$)/i.test(call.header('content-type') ?? ''))
    throw new ControlError(415, 'Send the body as `content-type: application/json`.')
}

import type { PlainRequest } from '../../traffic/journal/exchange.ts'
import { isKnownHost, isLoopback } from '../../traffic/journal/host-names.ts'
import { type AccessRules, allowsOrigin } from './access.ts'
import type { RequestBody } from '../platform/request-context.ts'
import { timingSafeEqual } from '../world/sessions.ts'
import { ControlError } from './control-error.ts'

/**
 * Creates the check of every request to the control API. It throws a `ControlError` for callers
 * without access, and for pages of other sites in a developer's browser.
 */
export function createAccessCheck(access: AccessRules): (request: PlainRequest) => void {
  function isForeign(request: PlainRequest): boolean {
    if (allowsOrigin(access, request)) return false
    const origin = request.header('origin')
    const own = [`http://${request.header('host')}`, access.publicUrl?.origin]
    if (origin !== undefined && !own.includes(origin)) return true
    return request.header('sec-fetch-site') === 'cross-site'
  }

  return (request) => {
    if (access.off) throw new ControlError(403, 'The control API is switched off.')
    if (
      access.token === undefined &&
      (access.proxied || request.exposedAt !== undefined || isForwarded(request))
    )
      throw new ControlError(
        403,
        'The control API is off, because others can reach this address. Start with --control-token to use it.',
      )
    if (!isKnownHost(request.header('host'), [access.publicUrl?.hostname, request.exposedAt]))
      throw new ControlError(
        403,
        `The control API does not accept the host ${request.header('host')}. Call it at localhost, or start with --public-url.`,
      )
    if (isForeign(request))
      throw new ControlError(
        403,
        'The control API refuses pages of other origins. Allow an origin with --control-origin.',
      )
    // The preflight of a browser has no credential.
    if (request.method === 'OPTIONS' || access.token === undefined) return
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '') ?? []
    if (!timingSafeEqual(token, access.token))
      throw new ControlError(
        401,
        'Send the token of the control API as `authorization: Bearer TOKEN`. Credentials of the platform do not work here.',
        { 'www-authenticate': 'Bearer' },
      )
  }
}

/**
 * Whether a proxy on this machine says that it forwards a request of another machine. Such a header
 * only takes access away: the sender of a request can write anything into it.
 */
function isForwarded(request: PlainRequest): boolean {
  const listed = ['x-forwarded-for', 'x-real-ip'].map((name) => request.header(name) ?? '')
  const standard = (request.header('forwarded') ?? '').matchAll(/\bfor="?([^;,"]*)/gi)
  return [...listed.flatMap((list) => list.split(',')), ...[...standard].map(([, one = '']) => one)]
    .map((address) => address.trim().replace(/^(\[.*\]|[^:]*):\d+$/, '$1'))
    .some((address) => address !== '' && !isLoopback(address.replace(/^::ffff:/i, '')))
}

/** Requires JSON, because a page of any origin can send a form or plain text. Throws `ControlError`. */
export function requireJsonType(request: PlainRequest, { text, problem }: RequestBody): void {
  const empty = text === '' && problem === undefined
  if (!empty && !/^application\/json\s*(;|$)/i.test(request.header('content-type') ?? ''))
    throw new ControlError(415, 'Send the body as `content-type: application/json`.')
}

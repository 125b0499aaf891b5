import { isLoopback } from '../journal/host-names.ts'
import { headerOf, pairsOf, type RawHeaders, withoutHeaders } from './raw-headers.ts'
import type { Target } from './targets.ts'

/** The names of the header rewrites. Each rewrite can be switched off. */
export const rewriteKinds = [
  'host',
  'origin',
  'referer',
  'encoding',
  'location',
  'cookies',
  'cors',
] as const

/** The name of a change that a proxy makes to headers. */
export type Rewrite = (typeof rewriteKinds)[number]

/** The addresses of one request on both sides of the proxy. */
export type ProxySides = {
  readonly target: Target
  /** The origin at which the client reached the proxy, such as `http://localhost:4020`. */
  readonly proxyOrigin: string
  /** The origin that the target receives from clients on this machine. */
  readonly sentOrigin: string
  /** The origin that the client sent; `undefined` without one. */
  readonly origin: string | undefined
  /** Whether the response may be a stream of events. */
  readonly mayStream: boolean
  /** The rewrites that are not switched off. */
  readonly rewrites: ReadonlySet<Rewrite>
}

/** Matches headers that only apply to one connection (RFC 9110, 7.6.1). */
const hopByHopHeaders =
  /^(connection|keep-alive|proxy-connection|proxy-authorization|proxy-authenticate|te|transfer-encoding|upgrade|expect)$/

/** Removes headers of one connection, including those that `Connection` names. */
function endToEndHeaders(headers: RawHeaders) {
  const named = new Set(
    pairsOf(headers)
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase())),
  )
  return withoutHeaders(headers, hopByHopHeaders).filter(([name]) => !named.has(name.toLowerCase()))
}

/** Whether an origin belongs to a page of this machine. */
function isLocalPage(origin: string): boolean {
  const { hostname = '' } = URL.parse(origin) ?? {}
  return isLoopback(hostname) || hostname.endsWith('.localhost')
}

/** The origin that the target receives instead of the client's origin. */
const originFor = (origin: string, { proxyOrigin, sentOrigin }: ProxySides): string =>
  origin === proxyOrigin || isLocalPage(origin) ? sentOrigin : origin

/** Rewrites the headers of a request for its target. */
export function rewriteRequest(headers: RawHeaders, sides: ProxySides): string[] {
  const { target, proxyOrigin, rewrites, mayStream } = sides
  const rewritten = (name: string, value: string): string => {
    if (name === 'host' && rewrites.has('host')) return target.url.host
    if (name === 'origin' && rewrites.has('origin')) return originFor(value, sides)
    if (name === 'referer' && rewrites.has('referer') && isBelow(value, proxyOrigin))
      return target.url.origin + target.base + value.slice(proxyOrigin.length)
    return name === 'accept-encoding' && rewrites.has('encoding') && mayStream ? 'identity' : value
  }
  return endToEndHeaders(headers).flatMap(([name, value]) => [
    name,
    rewritten(name.toLowerCase(), value),
  ])
}

/** Whether an address is below an origin, or a path is below a base path. */
const isBelow = (address: string, start: string): boolean =>
  address.startsWith(start) && /^([/?#]|$)/.test(address.slice(start.length))

/** Rewrites the headers of a response for its client. */
export function rewriteResponse(headers: RawHeaders, sides: ProxySides): string[] {
  const { proxyOrigin, target, rewrites, origin } = sides
  const sent: string[] = []
  let isGranted = false
  for (const [name, value] of endToEndHeaders(headers)) {
    const lower = name.toLowerCase()
    if (/^(content-)?location$/.test(lower) && rewrites.has('location'))
      sent.push(name, toProxyAddress(value, sides))
    else if (lower === 'set-cookie' && rewrites.has('cookies'))
      sent.push(name, toProxyCookie(value, target.base))
    else if (lower === 'access-control-allow-origin' && rewrites.has('cors')) {
      // A page gets access only if the target grants it to the rewritten origin.
      isGranted = origin !== undefined && value !== '*' && value === originFor(origin, sides)
      sent.push(name, isGranted && origin !== undefined ? origin : value)
    } else sent.push(name, value)
  }
  if (isGranted && proxyOrigin !== origin && !/\borigin\b|\*/i.test(headerOf(sent, 'vary') ?? ''))
    sent.push('vary', 'Origin')
  return sent
}

/**
 * Converts an address or a path of the target to one of the proxy, without the target's base path.
 * Other addresses stay.
 */
function toProxyAddress(address: string, { proxyOrigin, target }: ProxySides): string {
  const { base, url } = target
  for (const start of [url.origin, `//${url.host}`])
    if (isBelow(address, start)) return proxyOrigin + withoutBase(address.slice(start.length), base)
  return /^\/(?!\/)/.test(address) ? withoutBase(address, base) : address
}

/** Removes the target's base path from the start of a path, as in `/platform/login`. */
const withoutBase = (path: string, base: string): string =>
  isBelow(path, base) ? path.slice(base.length).replace(/^(?!\/)/, '/') : path

/**
 * Rewrites a cookie for the proxy: without the target's domain and base path, and usable without
 * TLS.
 */
function toProxyCookie(cookie: string, base: string): string {
  const [pair = '', ...attributes] = cookie.split(';')
  // Browsers only accept names with these prefixes together with `Secure`.
  const needsSecure = /^\s*__(Host|Secure)-/i.test(pair)
  const kept = attributes
    .filter((one) => !/^\s*domain\s*(=|$)/i.test(one))
    .filter((one) => needsSecure || !/^\s*secure\s*$/i.test(one))
    .map((one) => (needsSecure ? one : one.replace(/^(\s*samesite\s*=\s*)none\s*$/i, '$1Lax')))
    .map((one) => withoutBaseInPath(one, base))
  return [pair, ...kept].join(';')
}

/** Removes the target's base path from the attribute `Path` of a cookie. Others stay. */
function withoutBaseInPath(attribute: string, base: string): string {
  const [name = '', path = ''] = attribute.split('=')
  return /^\s*path\s*$/i.test(name) ? `${name}=${withoutBase(path.trim(), base)}` : attribute
}

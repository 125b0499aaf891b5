import { shorten } from '../../contract/shorten.ts'

/** Whether a host or an address is only reachable from this machine. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

/** The name in a `Host` header: in lower case, without the port and the brackets of IPv6. */
export const hostName = (host: string): string =>
  host.replace(/:\d+$/, '').replaceAll(/[[\]]/g, '').toLowerCase()

/**
 * Whether a request names this machine, or a host of `knownHosts`. Without this check, a page
 * could make its own host name resolve to this machine, and its requests would count as same-origin
 * (DNS rebinding).
 */
export function isKnownHost(
  host: string | undefined,
  knownHosts: readonly (string | undefined)[],
): boolean {
  if (host === undefined) return true
  const name = hostName(host)
  return isLoopback(name) || knownHosts.some((one) => one !== undefined && hostName(one) === name)
}

/**
 * The origin of the page that sent a request, if it needs CORS headers to read the response.
 * `undefined` for other clients, and for a page of the server itself.
 */
export function foreignOrigin(header: (name: string) => string | undefined): string | undefined {
  const origin = header('origin')
  if (origin === undefined) return undefined
  // The page calls its own server. A development server forwards this header of the browser.
  if (header('sec-fetch-site') === 'same-origin') return undefined
  // A page can't read the response to a form or a `no-cors` request, whatever its headers are.
  if ((header('sec-fetch-mode') ?? 'cors') !== 'cors') return undefined
  const page = URL.parse(origin)
  return page !== null && page.host === header('host') ? undefined : origin
}

/** Describes a refused origin. All refusals use this text, so that they read the same. */
export const refusedOrigin = (origin: string): string =>
  `refused origin ${shorten(origin, maxCharacters)}: a browser keeps this response from the page`

/** The maximum number of characters of an origin that an explanation quotes. */
const maxCharacters = 200

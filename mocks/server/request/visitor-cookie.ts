import type { PlainRequest } from '../../../contract/plain-http.ts'

/** The cookie that identifies a visitor of a demo. Its last ten characters are the world's tag. */
export const visitorCookie = 'understudy-visitor'

/**
 * Reads all values of the cookie: a browser sends one for each path at which the cookie was set.
 */
export function readVisitorCookies(request: Pick<PlainRequest, 'header'>): string[] {
  const pairs = (request.header('cookie') ?? '').split(/;\s*/)
  return pairs
    .filter((pair) => pair.startsWith(`${visitorCookie}=`))
    .map((pair) => pair.slice(visitorCookie.length + 1))
}

/**
 * Whether a request comes from a page of this server, or from no page at all. The cookie does not
 * prove this, because browsers also send it for pages on other ports and subdomains of the same
 * site.
 */
export function isOwnPage(
  request: Pick<PlainRequest, 'header'>,
  publicUrl: URL | undefined,
): boolean {
  // No page can forge `sec-fetch-site`. The header is also correct if a proxy changes `Host`.
  // Browsers do not send the header over plain HTTP.
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = request.header('origin')
  if (origin === undefined) return true
  const from = URL.parse(origin)
  return (
    from !== null && (from.origin === publicUrl?.origin || from.host === request.header('host'))
  )
}

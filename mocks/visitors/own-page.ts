import type { PlainRequest } from '../world/exchange.ts'

/**
 * Whether a call comes from the page of the server itself, or from no page at all. A cookie proves
 * less: a browser sends it also for pages of other ports and names of the same site.
 */
export function isOwnPage(call: PlainRequest, publicUrl: URL | undefined): boolean {
  // No page can forge it, and it is true behind a proxy that changes `Host`. Plain HTTP has none.
  const site = call.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = call.header('origin')
  if (origin === undefined) return true
  const from = URL.parse(origin)
  return from !== null && (from.origin === publicUrl?.origin || from.host === call.header('host'))
}

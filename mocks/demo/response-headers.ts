import type { PlainResponse } from '../../recording/exchange.ts'
import { withSandbox } from '../server/request/response-headers.ts'

/**
 * Headers by which one world could act on the whole origin, which all visitors share with the page:
 * cookies, rules of the browser for the origin, and orders to the proxy in front of the server.
 */
const originHeaders =
  /^(?:accept-ch|activate-storage-access|alt-svc|clear-site-data|critical-ch|cross-origin-.*|expect-ct|link|nel|origin-agent-cluster|permissions-policy|public-key-pins.*|referrer-policy|refresh|report-to|reporting-endpoints|service-worker-allowed|set-cookie2?|set-login|sourcemap|speculation-rules|strict-transport-security|supports-loading-mode|x-accel-(?!buffering$).*|x-frame-options|x-lighttpd-.*|x-permitted-cross-domain-policies|x-reproxy-.*|x-sendfile|x-sourcemap|x-xss-protection)$/

/**
 * A platform response of a demo. A profile of the server may have headers that are right for one
 * deployment on its own host; here they are left out, and no response leads to another host.
 */
export function withVisitorHeaders(response: PlainResponse): PlainResponse {
  const headers = Object.entries(response.headers).filter(
    ([name, value]) =>
      !originHeaders.test(name.toLowerCase()) &&
      (name.toLowerCase() !== 'location' || isPathOfServer(value)),
  )
  return withSandbox({ ...response, headers: Object.fromEntries(headers) })
}

/** Whether a browser stays on this server. It reads `//host` and `/\host` as another host. */
const isPathOfServer = (location: string): boolean => /^\/(?![/\\])[!-~]*$/.test(location)

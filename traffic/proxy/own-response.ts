import type { ServerResponse } from 'node:http'
import type { PlainResponse } from '../../contract/plain-http.ts'
import type { ProxySides } from './rewrite-headers.ts'

/** The codes of errors that the proxy itself sends. */
export type ProxyErrorCode =
  | 'proxy_target_unavailable'
  | 'proxy_no_target'
  | 'proxy_upgrade_refused'
  | 'proxy_bad_request'
  | 'proxy_unknown_host'
  | 'proxy_body_too_long'
  | 'proxy_fake_failed'

/** Sends an error of the proxy itself, which `x-understudy-proxy` marks. */
export function sendProxyError(
  outgoing: ServerResponse,
  status: number,
  error: ProxyErrorCode,
  message: string,
  sides?: ProxySides,
): void {
  const headers = { 'content-type': 'application/json', 'x-understudy-proxy': error }
  sendProxyResponse(
    outgoing,
    { status, headers, body: JSON.stringify({ success: false, error, message }) },
    sides,
  )
}

/** Sends a response that does not come from the target. */
export function sendProxyResponse(
  outgoing: ServerResponse,
  { status, headers, body }: PlainResponse,
  sides?: ProxySides,
): void {
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy()
    return
  }
  const text = typeof body === 'string' ? body : ''
  outgoing.writeHead(status, {
    ...headers,
    ...corsHeadersFor(sides?.origin),
    'content-length': Buffer.byteLength(text),
  })
  outgoing.end(text)
}

/** CORS headers that let a page read a response. The response has no data of the target. */
export const corsHeadersFor = (origin: string | undefined) =>
  origin === undefined
    ? {}
    : {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      }

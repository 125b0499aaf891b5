import { copyRequest, type PlainRequest } from '../../../recording/exchange.ts'
import { toPlainRequest } from '../../fetch.ts'

/** A request that arrived at a Worker, as the fake expects it behind its own HTTP server. */
export function toObjectRequest(request: Request): PlainRequest {
  const { protocol, host, hostname, origin } = new URL(request.url)
  const plain = toPlainRequest(request)
  const isOwn = plain.header('origin') === origin
  const headers = {
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    // The fake can't know that its own pages came over https.
    ...(isOwn && { origin: undefined }),
  }
  return copyRequest(plain, { headers, exposedAt: hostname })
}

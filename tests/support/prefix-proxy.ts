import { openProxy } from './proxy.ts'

/**
 * A reverse proxy that serves a server below a path, as `location /demo/ { proxy_pass …/; }` of a
 * web server does; other paths get 404. Its `url` has no trailing slash.
 */
export async function prefixProxy(upstream: string, prefix: string) {
  const { url, close } = await openProxy({
    target: (asked) =>
      asked.startsWith(`${prefix}/`) ? upstream + asked.slice(prefix.length) : undefined,
    hand(answered, outgoing) {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(outgoing)
    },
  })
  return { url: url + prefix, close }
}

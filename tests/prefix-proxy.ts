import { openProxy } from './proxy.ts'

/**
 * A reverse proxy that has a server stand under a path, as `location /demo/ { proxy_pass …/; }` of a
 * web server does; what is beside that path is not there. Its `url` has no slash at the end.
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

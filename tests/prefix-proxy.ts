import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A reverse proxy that has a server stand under a path, as `location /demo/ { proxy_pass …/; }` of a
 * web server does; what is beside that path is not there.
 */
export async function prefixProxy(upstream: string, prefix: string) {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    if (!url.startsWith(`${prefix}/`)) {
      outgoing.writeHead(404).end('The proxy has nothing here.')
      return
    }
    const asked = request(`${upstream}${url.slice(prefix.length)}`, { method, headers })
    asked.on('response', (answered) => {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** Where the server is reached through it, without a slash at the end. */
    url: `http://127.0.0.1:${port}${prefix}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

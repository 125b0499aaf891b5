import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProxyWays = {
  /** The target of a request; undefined for 404. */
  target(url: string): string | undefined
  /** Forwards a response. */
  hand(answered: IncomingMessage, outgoing: ServerResponse): void
}

export async function openProxy({ target, hand }: ProxyWays) {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    const place = target(url)
    if (place === undefined) {
      outgoing.writeHead(404).end('The proxy has nothing here.')
      return
    }
    const asked = request(place, { method, headers })
    asked.on('response', (answered) => hand(answered, outgoing))
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A proxy that hands an answer on when it has all of it, as some do with streams. */
export async function bufferingProxy(upstream: string) {
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    const asked = request(upstream + url, { method, headers })
    asked.on('response', async (answered) => {
      const body = await buffer(answered).catch(() => undefined)
      if (body === undefined) outgoing.destroy()
      else outgoing.writeHead(answered.statusCode ?? 502, answered.headers).end(body)
    })
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

import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chatPage } from './chat-page.ts'

/**
 * Serves the page and its module `/src/api/client.ts`, and proxies `/api` to the address in
 * `proxyTo`, like a development server.
 */
export async function serveApp(proxyTo?: string) {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/src/api/client.ts') {
      outgoing.writeHead(200, { 'content-type': 'text/javascript' })
      outgoing.end("export const client = 'the client of the app'")
      return
    }
    if (proxyTo === undefined || !incoming.url?.startsWith('/api/')) {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(chatPage)
      return
    }
    const { method, headers } = incoming
    const onward = forward(proxyTo + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type ProxyOptions, startProxy } from '../../traffic/proxy/proxy.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Serves a handler on a free port until the test ends; returns its address and its server. */
export async function upstreamOf(handle: Handler): Promise<{ url: string; server: Server }> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Starts a proxy until the test ends. */
export async function proxyTo(to: string | readonly string[], options: Partial<ProxyOptions> = {}) {
  const proxy = await startProxy({ to, ...options })
  onTestFinished(() => proxy.close())
  return proxy
}

/** A proxy in front of a handler. */
export async function proxyBefore(handle: Handler, options: Partial<ProxyOptions> = {}) {
  const upstream = await upstreamOf(handle)
  return { ...(await proxyTo(upstream.url, options)), upstream: upstream.url }
}

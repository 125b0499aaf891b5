import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
}

/** Serves the files of a folder below a path such as `/demo/`, like any plain file server. */
export async function serveFolder(folder: string, prefix: string) {
  const server = createServer(async ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://files.test')
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const bytes = path.startsWith(prefix)
      ? await readFile(join(folder, path.slice(prefix.length))).catch(() => undefined)
      : undefined
    const type = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    if (bytes === undefined) response.writeHead(404).end('There is no such file.')
    else response.writeHead(200, { 'content-type': type }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    /** Serves the same files on an insecure origin, for a browser that resolves the name. */
    plainUrl: `http://files.test:${port}${prefix}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  json: 'application/json',
}

/** Serves a page with a script and the worker of MSW; `headers` are those of the page. */
export async function servePage(
  script = 'tests/support/mocked-page.ts',
  headers: Readonly<Record<string, string>> = {},
) {
  const { outputFiles } = await build({
    entryPoints: [script],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    write: false,
  })
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  const files: Readonly<Record<string, string>> = {
    '/': '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>',
    '/page.js': outputFiles[0]?.text ?? '',
    '/mockServiceWorker.js': await readFile(worker, 'utf8'),
    '/demo.json': await readFile('generated/fixtures/demo.json', 'utf8'),
  }
  const server = createServer(({ url = '' }, response) => {
    const file = files[url]
    const type = types[url.split('.')[1] ?? ''] ?? 'text/html'
    if (file === undefined) response.writeHead(404).end('real')
    else response.writeHead(200, { ...headers, 'content-type': type }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    /** The URL of the same page on an insecure origin. */
    plainUrl: `http://platform.test:${port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import { fileURLToPath } from 'node:url'
import { build, createServer, type InlineConfig } from 'vite'
import { buildPanel } from './panel.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const config = {
  root: fromRoot('console'),
  configFile: false,
  // Relative URLs, so that the page works below any path of a proxy.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  // Workers load their parts on demand, as pages do.
  worker: { format: 'es' },
  build: {
    outDir: fromRoot('dist/console'),
    emptyOutDir: true,
    // A folder name that no platform path uses.
    assetsDir: 'console',
    target: 'es2024',
    modulePreload: { polyfill: false },
    // No `data:` URLs: the content security policy could not distinguish them from injected ones.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The licenses of the bundled libraries, which have to accompany them.
    license: { fileName: 'licenses.md' },
  },
} satisfies InlineConfig

/** Builds the console to dist/console, and as the panel of a page to dist/lib. */
export async function buildConsole(): Promise<void> {
  await Promise.all([build(config), buildPanel(config, fromRoot('dist/lib/console-app.js'))])
}

/** Serves the console from its sources, with the server at `fake` behind it. */
async function serveSources(fake: string): Promise<void> {
  const proxy = Object.fromEntries(
    ['/api', '/__control', '/w/', '/openapi.json'].map((path) => [path, fake]),
  )
  const server = await createServer({ ...config, logLevel: 'info', server: { proxy } })
  await server.listen()
  server.printUrls()
}

if (import.meta.main) {
  const [fake] = process.argv.slice(2)
  if (fake === undefined) await buildConsole()
  else await serveSources(fake)
}

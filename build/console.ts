import { fileURLToPath } from 'node:url'
import { build, createServer, type InlineConfig } from 'vite'

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const config = {
  root: fromRoot('console'),
  configFile: false,
  // The page works wherever a proxy puts it.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: fromRoot('dist/console'),
    emptyOutDir: true,
    // Apart from all that the platform answers.
    assetsDir: 'console',
    target: 'es2024',
    modulePreload: { polyfill: false },
    // What is drawn into the page as `data:` could not be told from what strangers put there.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Those of what is bundled into the page, which their terms ask to go with it.
    license: { fileName: 'licenses.md' },
  },
} satisfies InlineConfig

/** Builds the page that `serve` shows, to dist/console. */
export async function buildConsole(): Promise<void> {
  await build(config)
}

/** Serves the page from its sources, beside a fake that is served at `fake`. */
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

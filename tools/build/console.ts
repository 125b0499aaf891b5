import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, createServer, type InlineConfig, type Plugin } from 'vite'
import { buildPanel } from './panel.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Adds the licences of the fonts, which the list of library licences does not contain. */
const fontLicenses: Plugin = {
  name: 'font-licenses',
  async generateBundle() {
    for (const font of ['geist', 'geist-mono'])
      this.emitFile({
        type: 'asset',
        fileName: `license-of-${font}.txt`,
        source: await readFile(fromRoot(`node_modules/@fontsource-variable/${font}/LICENSE`)),
      })
  },
}

const config = {
  root: fromRoot('console'),
  configFile: false,
  // Relative URLs, so that the page works below any path of a proxy.
  base: './',
  publicDir: false,
  plugins: [fontLicenses],
  logLevel: 'warn',
  // ES modules, so that workers can load their parts on demand.
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
    // The licenses of the bundled libraries have to be distributed with them.
    license: { fileName: 'licenses.md' },
  },
} satisfies InlineConfig

/** Builds the console as a page to `dist/console`, and as a panel to `dist/lib`. */
export async function buildConsole(): Promise<void> {
  // `build` changes its config, so the build of the page gets a copy.
  await Promise.all([build({ ...config }), buildPanel(config, fromRoot('dist/lib/console-app.js'))])
}

/** Serves the console from its sources, and forwards API requests to the server at `fake`. */
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

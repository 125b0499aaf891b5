import { execFile } from 'node:child_process'
import { cp, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, type BuildOptions } from 'esbuild'
import { elsewhere, inOrder, straight } from './bundling.ts'
import { buildConsole } from './console.ts'
import { writeGenerated } from './generate.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const fromRoot = (path: string) => `${root}${path}`

/** Commands that a server needs nothing of. */
const others = ['conform', 'calibrate', 'compare', 'scenarios', 'choices', 'openapi', 'init']

const bundled = {
  absWorkingDir: root,
  outdir: 'dist/cli',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'linked',
  // CommonJS inside `yaml` asks for two modules of node by `require`, which modules do not have. An
  // `import` of what makes one reads all that node:module exports: 3 ms of each start.
  banner: { js: 'const require = process.getBuiltinModule;' },
  logLevel: 'warning',
} as const satisfies BuildOptions

await rm(fromRoot('dist'), { recursive: true, force: true })
await writeGenerated()
await Promise.all([compileLibrary(), bundleServe(), bundleCommands(), buildConsole()])
await cp(fromRoot('generated'), fromRoot('dist/generated'), { recursive: true })
await Promise.all([
  ...['demo', 'empty', 'crowded'].map((name) => typeData(`fixtures/${name}`, 'Fixture')),
  typeData('scenarios', 'Scenario', '[]'),
])
console.log('Built dist/: the library, the commands, the page, fixtures and scenarios.')

/** Modules and their types for those who import the package. */
async function compileLibrary(): Promise<void> {
  const tsc = fromRoot('node_modules/typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [tsc, '-p', fromRoot('tsconfig.build.json')]).catch(
    (error: { stdout?: string }) => {
      throw new Error(`Failed to compile the library: ${error.stdout ?? String(error)}`)
    },
  )
}

/** Says what JSON of ours is: TypeScript would read unions in it as texts, and take its time. */
async function typeData(path: string, type: string, suffix = ''): Promise<void> {
  const entry = `${path.replaceAll(/[^/]+/g, '..')}/lib/entries/index.js`
  const lines = [
    `import type { ${type} } from '${entry}'`,
    `declare const data: ${type}${suffix}`,
    'export default data',
  ]
  await writeFile(fromRoot(`dist/generated/${path}.d.ts`), `${lines.join('\n')}\n`)
}

/** The command that starts most: a file with all that it loads at once, and one more for first calls. */
async function bundleServe(): Promise<void> {
  await build({
    ...bundled,
    entryPoints: ['cli/understudy.ts'],
    plugins: [
      elsewhere(others),
      inOrder([fromRoot('cli/serve.ts'), fromRoot('mocks/platform/resource-routes.ts')]),
      straight,
    ],
  })
}

/** The other commands, which share most of theirs. */
async function bundleCommands(): Promise<void> {
  await build({ ...bundled, entryPoints: others.map((name) => `cli/${name}.ts`) })
}

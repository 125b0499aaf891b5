import { execFile } from 'node:child_process'
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { buildConsole } from './console.ts'
import { writeGenerated } from './generate.ts'
import { writeInstallLines } from './install-lines.ts'
import { pruneTypes } from './prune-types.ts'
import { withoutDescriptions } from './without-descriptions.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const fromRoot = (path: string) => `${root}${path}`

/**
 * Matches the modules of the fake, and small modules that most of the package shares with it. They
 * form one file, which test runners can load in browsers: the files of commands need Node.
 */
const coreModules =
  /\/(mocks\/(core|control\/control-(error|context)|world\/(tokens|body-token))|contract\/(nearest|escape|runtime|shipped-names|scripts\/own-pauses)|authoring\/config\/find-config)\.ts$|rolldown\/runtime/

/** Matches the modules with the schemas of the contract: the request handler needs all of them. */
const contractModules =
  /\/contract\/(operations|profile|record-schemas|fixture-input|fault|sample|scripts\/queries|profile\/(family-paths|shape-problems)|openapi\/document)\.ts$/

await rm(fromRoot('dist'), { recursive: true, force: true })
await writeInstallLines()
await writeGenerated()
await Promise.all([bundle(), compileTypes(), buildConsole()])
await cp(fromRoot('generated'), fromRoot('dist/generated'), { recursive: true })
await Promise.all([
  typeData('fixtures/fixture', 'Fixture'),
  typeData('scenarios', 'Scenario', '[]'),
])
await pruneTypes(root, fromRoot('dist/types'), (await packageFile()).exports)
await chmod(fromRoot('dist/cli/understudy.js'), 0o755)
console.log(
  'Built dist/: the library and its types, the commands, the page, fixtures and scenarios.',
)

async function packageFile() {
  return JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>
  }
}

/** Bundles the commands and all exports of the package in one run, so that they share code. */
async function bundle(): Promise<void> {
  const { exports } = await packageFile()
  const entries = Object.values(exports).flatMap((target) => {
    const file = typeof target === 'string' ? target : target.default
    const [, name] = /^\.\/dist\/lib\/(.*)\.js$/.exec(file) ?? []
    return name === undefined ? [] : [[`lib/${name}`, fromRoot(`entries/${name}.ts`)] as const]
  })
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      withoutDescriptions,
      {
        // The panel is external here, because `buildConsole` builds and minifies it separately.
        name: 'console-app',
        enforce: 'pre',
        resolveId: (name) =>
          name === './console-app.ts' ? { id: './console-app.js', external: true } : undefined,
      },
    ],
    ssr: {
      noExternal: true,
      external: ['@playwright/test', 'msw', 'undici', 'vitest'],
      // Platform-independent variants of libraries, because the same files are bundled for
      // browsers.
      resolve: { conditions: ['module', 'import', 'default'] },
    },
    build: {
      ssr: true,
      outDir: 'dist',
      emptyOutDir: false,
      target: 'es2024',
      minify: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        platform: 'neutral',
        // No warning about lazy imports of modules that are in the core's file anyway.
        checks: { ineffectiveDynamicImport: false },
        external: /^node:/,
        input: {
          'cli/understudy': fromRoot('cli/understudy.ts'),
          ...Object.fromEntries(entries),
          // The command `console` copies this file together with all files that it imports.
          'lib/start-site': fromRoot('cli/console/start-site.ts'),
          // The command `tolerance` passes these files to Playwright and Node as reporters.
          'lib/playwright-reporter': fromRoot('testing/playwright/reporter.ts'),
          'lib/node-reporter': fromRoot('testing/node/reporter.ts'),
        },
        output: {
          comments: { annotation: true, jsdoc: false, legal: true },
          entryFileNames: '[name].js',
          chunkFileNames: 'lib/[name]-[hash].js',
          // By default, each set of modules that several entries share becomes its own file:
          // `serve` read 46 of them at start, which took half of the start time. A group also
          // contains what its modules import.
          codeSplitting: {
            groups: [
              { name: 'core', test: coreModules, priority: 3 },
              { name: 'node', test: /\/mocks\/adapters\/node\.ts$/, priority: 2 },
              { name: 'serve', test: /\/cli\/(serve|config\/with-config)\.ts$/, priority: 1 },
              { name: 'contract', test: contractModules, priority: 0 },
            ],
          },
        },
      },
    },
  })
}

/** Compiles the type files of the package to `dist/types`. */
async function compileTypes(): Promise<void> {
  const tsc = fromRoot('node_modules/typescript/bin/tsc')
  // Only the entry of the console is compiled with the types of browsers.
  for (const project of ['tsconfig.build.json', 'console/tsconfig.build.json'])
    await promisify(execFile)(process.execPath, [tsc, '-p', fromRoot(project)]).catch(
      (error: { stdout?: string }) => {
        throw new Error(`Failed to compile the types: ${error.stdout ?? String(error)}`)
      },
    )
}

/**
 * Writes the type file of a JSON file: inferred types would lose unions and be slow to check. It
 * has the form of a CommonJS module: `require` returns the data, `import` has it as `default`.
 */
async function typeData(path: string, type: string, suffix = ''): Promise<void> {
  const entry = `${path.replaceAll(/[^/]+/g, '..')}/types/entries/index.d.ts`
  const lines = [
    `import type { ${type} } from '${entry}' with { 'resolution-mode': 'import' }`,
    `declare const data: ${type}${suffix}`,
    'export = data',
  ]
  await writeFile(fromRoot(`dist/generated/${path}.d.cts`), `${lines.join('\n')}\n`)
}

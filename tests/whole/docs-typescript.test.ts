import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sample, samplesOf } from '../support/docs-samples.ts'
import { installedPackage } from '../support/installed-package.ts'

const samples = samplesOf('ts', 'tsx')

/** Declarations that the text around a sample assumes. */
const given: Readonly<Record<string, string>> = {
  'const report = await runConformance':
    'declare const app: { fetch(request: Request): Promise<Response> }',
  'server.use(http.get(':
    "import { http, HttpResponse, passthrough } from 'msw'\ndeclare const server: import('msw/node').SetupServer\ndeclare const seen: string[]",
  'test.use({ fakeApp: { sessionKeys': "import { test } from 'agent-understudy/playwright'",
  "it.concurrent('writes in a world":
    "import { it } from 'vitest'\nimport { useFake } from 'agent-understudy/vitest'\nconst fake = useFake()",
}

/** Stubs for imports of packages that are not installed here. */
const foreign = `
declare module 'next' {
  type Rewrite = { source: string; destination: string }
  export type NextConfig = { compress?: boolean; rewrites?: () => Promise<Rewrite[]> }
}
declare module 'next/server' {
  export function connection(): Promise<void>
}
declare module '@vitest/browser-playwright' {
  export function playwright(): import('vitest/node').BrowserProviderOption
}
declare module 'msw-storybook-addon/csf3' {
  type Worker = import('msw/browser').SetupWorker
  export function mswLoader(start?: () => Promise<Worker>): () => Promise<object>
}
declare module '*/ask' {
  export const Ask: () => import('react').ReactNode
}
`

const compilerOptions = {
  target: 'es2024',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node', 'vite/client'],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  moduleDetection: 'force',
  noEmit: true,
}

/** The file name of a sample: the path in its first line, or else a generated name. */
function fileOf({ name, page, code }: Sample): string {
  const [, path = `sample-${name.split('#')[1]}.ts`] = /^\/\/ ([\w/.-]+\.tsx?)\b/.exec(code) ?? []
  return join(page.replaceAll(/\W/g, '-'), path)
}

describe('the TypeScript samples of the documentation', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await installedPackage('*')
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('several pages of the documentation have TypeScript samples', () => {
    expect(samples.length).toBeGreaterThan(15)
    expect(new Set(samples.map(({ page }) => page)).size).toBeGreaterThan(4)
    for (const start of Object.keys(given))
      expect([start, samples.some(({ code }) => code.includes(start))]).toEqual([start, true])
  })

  it(
    'each TypeScript sample compiles as written, with `strict`',
    { timeout: 120_000 },
    async () => {
      for (const sample of samples) {
        const file = join(folder, fileOf(sample))
        const before = Object.entries(given).flatMap(([start, text]) =>
          sample.code.includes(start) ? [text] : [],
        )
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, [...before, sample.code].join('\n'))
      }
      await writeFile(join(folder, 'foreign.d.ts'), foreign)
      const project = { compilerOptions, include: ['foreign.d.ts', ...samples.map(fileOf)] }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
      const tsc = [join(process.cwd(), 'node_modules/typescript/bin/tsc'), '--checkers', '1']
      const problems = await promisify(execFile)(process.execPath, [...tsc, '-p', folder], {
        cwd: folder,
      }).then(
        () => '',
        ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
          stdout + stderr,
      )
      expect(problems).toBe('')
    },
  )
})

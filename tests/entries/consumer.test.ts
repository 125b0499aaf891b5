import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedPackage } from '../support/installed-package.ts'
import { isProving } from '../support/proving.ts'
import { hasToolchain, toolchains } from '../support/toolchain.ts'

type Manifest = { readonly exports: Readonly<Record<string, unknown>> }

const { exports } = JSON.parse(await readFile('package.json', 'utf8')) as Manifest
const entries = Object.keys(exports).map((place) =>
  place.replace('.', 'agent-understudy').replace('*', 'config'),
)
/** Entries whose types need no other package. */
const alone = entries.filter(
  (name) => !/\/(msw|vitest|vitest\/reporter|playwright|node)$/.test(name),
)

/** Code that imports everything from these entries, and their most frequent first use. */
const importing = (names: readonly string[]) => `
  ${names.map(importOf).join('\n')}
  export const all = [${names.map((_, index) => `entry${index}`).join(', ')}]

  import { createFake, type Fake } from 'agent-understudy'
  import { createClient, type TurnEvent } from 'agent-understudy/client'
  import demo from 'agent-understudy/fixtures/demo.json' with { type: 'json' }
  import scenarios from 'agent-understudy/scenarios.json' with { type: 'json' }
  export const fake: Fake = createFake({ fixture: demo, scenarios, speed: Infinity })
  export const client = createClient({
    baseUrl: 'http://platform.test',
    fetch: (url, init) => fake.fetch(new Request(url, init)),
  })
  export function textOf(event: TurnEvent): string {
    return event.event === 'answer' && event.data.type === 'delta' ? event.data.text : ''
  }
  // @ts-expect-error An event that is none.
  export const isNone = (event: TurnEvent) => event.event === 'nothing'
`
const importOf = (name: string, index: number) =>
  name.endsWith('.json')
    ? `import entry${index} from '${name}' with { type: 'json' }`
    : `import * as entry${index} from '${name}'`

const strict = {
  target: 'es2024',
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  resolveJsonModule: true,
  noEmit: true,
}

// One checker at a time, because parallel checkers would each read the same types.
const current = [join(process.cwd(), 'node_modules/typescript/bin/tsc'), '--checkers', '1']
/** Versions, folders and module settings of older compilers. The oldest has all settings. */
const older = [
  ['5.4', 'typescript54', 'of a bundler'],
  ['5.4', 'typescript54', 'of Node'],
  ['5.5', 'typescript55', 'of a bundler'],
  ['6.0', 'typescript60', 'of a bundler'],
] as const

/** In `npm test`, tests/whole/docs-typescript.test.ts compiles typical code of users instead. */
describe.runIf(isProving)('the types of the installed package', () => {
  const folders: string[] = []
  const folderWith = async (...beside: string[]) => {
    const folder = await installedPackage(...beside)
    folders.push(folder)
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    return folder
  }
  let full: string
  let bare: string
  beforeAll(async () => {
    full = await folderWith('*')
    bare = await folderWith()
  }, 120_000)
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

  /** The compiler errors of an import of these entries, with these options. */
  async function complaints(
    folder: string,
    names: readonly string[],
    options: object,
    compiler: readonly string[] = current,
  ) {
    const compilerOptions = { ...strict, ...options }
    const project = { compilerOptions, files: ['consumer.ts'] }
    await writeFile(join(folder, 'consumer.ts'), importing(names))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
    return promisify(execFile)(process.execPath, [...compiler, '-p', folder]).then(
      () => '',
      ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => stdout + stderr,
    )
  }
  const bundler = { module: 'esnext', moduleResolution: 'bundler' }
  const page = { lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'] }

  it('most entries of the installed package need no peer dependency', () => {
    expect(entries).toContain('agent-understudy/playwright')
    expect(alone).toContain('agent-understudy/client')
    expect(alone.length).toBeGreaterThan(8)
  })

  const settings = [
    ['of a bundler', bundler],
    ['of Node', { module: 'nodenext' }],
  ] as const

  const server = { module: 'nodenext', lib: ['es2024'], types: ['node'] }
  it.each(settings)(
    'the types of the installed package compile with the strictest options and the module settings %s',
    async (_, options) => {
      expect(await complaints(full, entries, { ...options, ...page, types: ['node'] })).toBe('')
    },
    120_000,
  )

  /** Imports that compile without other packages: entries in a folder, with their settings. */
  const uses = [
    ...settings.map(([setting, options]) => ({
      what: `need neither MSW, Vitest, Playwright nor Node with the module settings ${setting}`,
      check: () => complaints(bare, alone, { ...options, ...page, types: [] }),
    })),
    {
      what: 'need no DOM types on a server',
      check: () => complaints(full, [...alone, 'agent-understudy/node'], server),
    },
  ]

  it.each(uses)(
    'the types of the installed package $what',
    async ({ check }) => {
      expect(await check()).toBe('')
    },
    120_000,
  )

  it.runIf(hasToolchain('typescript54', 'typescript55', 'typescript60')).each(older)(
    'TypeScript %s (%s) compiles all entries with the module settings %s, and checks the types of those that need no peer',
    async (_, compiler, setting) => {
      const lib = ['es2023', 'esnext.disposable', 'dom', 'dom.iterable']
      const given = new Map<string, object>(settings).get(setting)
      const options = { ...given, target: 'es2022', lib, types: ['node'] }
      const compileErrors = (names: readonly string[], more: object) =>
        complaints(full, names, { ...options, ...more }, [join(toolchains, compiler, 'bin/tsc')])
      expect(await compileErrors(alone, {})).toBe('')
      expect(await compileErrors(entries, { skipLibCheck: true })).toBe('')
    },
    240_000,
  )
})

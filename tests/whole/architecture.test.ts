import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf } from '../../tools/build/counts/imports.ts'
import { choiceIds } from '../../contract/choices.ts'

type Source = { readonly path: string; readonly text: string; readonly imports: readonly string[] }

/** The folders that a top-level folder may import from, besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  secrets: ['contract'],
  report: ['contract'],
  traffic: ['contract', 'secrets', 'report'],
  mocks: ['contract', 'secrets', 'traffic', 'report'],
  conformance: ['contract', 'secrets', 'report'],
  client: ['contract'],
  // tests/console/imports.test.ts limits imports from traffic/, conformance/ and testing/.
  console: ['contract', 'client', 'secrets', 'report', 'traffic', 'conformance', 'testing'],
  testing: ['contract', 'secrets', 'traffic', 'report', 'mocks', 'client'],
  // May import only the panel from console/.
  entries: [
    'contract',
    'secrets',
    'traffic',
    'mocks',
    'conformance',
    'testing',
    'client',
    'console',
  ],
  tools: ['contract', 'report', 'traffic', 'mocks', 'conformance', 'cli'],
}

/** A folder of mocks/ may import from the folders before it; `.` means files directly in mocks/. */
const mocksOrder = [
  'world',
  'platform',
  'server',
  'control',
  '.',
  'model',
  'demo',
  'adapters',
  'sweep',
]

/** Tables are read row by row, so they may be long. */
const tables = /^contract\/(choices|rules)/

const folders =
  '{cli,client,conformance,console,contract,entries,mocks,report,secrets,testing,tests,tools,traffic}'
const sources: readonly Source[] = globSync(`${folders}/**/*.{ts,tsx,mjs}`, {
  exclude: ['tools/bench/peers/node_modules', 'tests/toolchains/node_modules'],
}).map((path) => {
  const text = readFileSync(path, 'utf8')
  return { path, text, imports: importsOf(path, text) }
})
const product = sources.filter(({ path }) => !path.startsWith('tests/'))
const topFolder = (path: string) => path.split('/')[0] ?? ''
const filesIn = (folder: string) => product.filter(({ path }) => path.startsWith(folder))
/** The folder inside mocks/ that a file is in; `.` for the files directly in mocks/. */
function mocksFolder(path: string): string {
  const [, folder = '', file] = path.split('/')
  return file === undefined ? '.' : folder
}
const lineCount = ({ text }: Source) => text.trimEnd().split('\n').length

/** The cycles of a graph, each as `a → b → a`. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const visit = (node: string, trail: readonly string[]): string[] => {
    if (trail.includes(node)) return [[...trail.slice(trail.indexOf(node)), node].join(' → ')]
    if (done.has(node)) return []
    const found = (graph.get(node) ?? []).flatMap((next) => visit(next, [...trail, node]))
    done.add(node)
    return found
  }
  return [...graph.keys()].flatMap((node) => visit(node, []))
}

describe('the imports of the sources', () => {
  it('the imports of the sources are found by this test', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.flatMap(({ imports }) => imports)).toContain('contract/choices.ts')
  })

  it('imports between top-level folders only go to lower layers', () => {
    const known = new Set([...Object.keys(mayImport), 'cli'])
    const wrong = product.flatMap(({ path, imports }) => {
      const from = topFolder(path)
      return imports
        .filter((name) => known.has(topFolder(name)) && topFolder(name) !== from)
        .filter((name) => mayImport[from]?.includes(topFolder(name)) === false)
        .map((name) => `${path} → ${name}`)
    })
    expect(wrong).toEqual([])
  })

  it('the package exports only the panel of the console', () => {
    const exported = filesIn('entries/').flatMap(({ imports }) =>
      imports.filter((name) => name.startsWith('console/')),
    )
    expect(exported).toEqual(['console/panel/mount-console.ts', 'console/panel/options.ts'])
  })

  it('the contract imports no code that reads files, and test tools import no search for causes', () => {
    const upper = ['contract/authoring/', 'testing/tolerance/']
    const wrong = upper.flatMap((folder) =>
      filesIn(`${topFolder(folder)}/`)
        .filter(({ path }) => !path.startsWith(folder))
        .flatMap(({ path, imports }) =>
          imports.filter((name) => name.startsWith(folder)).map((name) => `${path} → ${name}`),
        ),
    )
    expect(wrong).toEqual([])
  })

  it('the fake imports only the journal and the faults of traffic/', () => {
    const below = /^traffic\/(journal|faults)\//
    const users = [
      ...filesIn('mocks/'),
      ...filesIn('traffic/').filter(({ path }) => below.test(path)),
    ]
    const wrong = users.flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.startsWith('traffic/') && !below.test(name))
        .map((name) => `${path} → ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('imports between the folders of mocks/ only go to lower layers', () => {
    const files = filesIn('mocks/')
    expect([...new Set(files.map(({ path }) => mocksFolder(path)))].toSorted()).toEqual(
      mocksOrder.toSorted(),
    )
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((name) => name.startsWith('mocks/'))
        .filter(
          (name) => mocksOrder.indexOf(mocksFolder(name)) > mocksOrder.indexOf(mocksFolder(path)),
        )
        .map((name) => `${path} → ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('the session of the suite imports nothing that is built on it', () => {
    const upper = /^conformance\/(calibrate|passive|checks|runner)\//
    const wrong = filesIn('conformance/session/').flatMap(({ path, imports }) =>
      imports.filter((name) => upper.test(name)).map((name) => `${path} → ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('imports form no cycle between files, types included', () => {
    expect(cyclesOf(new Map(sources.map(({ path, imports }) => [path, imports])))).toEqual([])
  })

  it('imports form no cycle between the folders of mocks/, at any depth', () => {
    const graph = new Map<string, string[]>()
    for (const { path, imports } of filesIn('mocks/')) {
      const from = dirname(path)
      const others = imports
        .filter((name) => name.startsWith('mocks/'))
        .map((name) => dirname(name))
      const known = graph.get(from) ?? []
      graph.set(from, [...new Set([...known, ...others.filter((name) => name !== from)])])
    }
    expect(cyclesOf(graph)).toEqual([])
  })

  it('built-in classes are recognized across realms, not by `instanceof`', () => {
    const builtIn =
      /\binstanceof (?:Uint8Array|ArrayBuffer|\w*Error|DOMException|Date|Promise|Response|Request|Headers|FormData|Blob|File|Map|Set|RegExp|URL|URLSearchParams|ReadableStream|AbortSignal)\b/g
    // Our own error classes have other names.
    const ofLanguage =
      /instanceof (?:Error|(?:Type|Range|Syntax|Aggregate|Eval|URI|Reference)Error)$/
    const found = product.flatMap(({ path, text }) =>
      (text.match(builtIn) ?? [])
        .filter((one) => !one.endsWith('Error') || ofLanguage.test(one))
        .map((one) => `${path}: ${one}`),
    )
    expect(found).toEqual([])
  })

  it('imports never load Node modules into code that runs in browsers', () => {
    const forNode =
      /^(?:contract\/authoring\/|mocks\/adapters\/((node(-\w+)?|connections|chunked)\.ts|(folder|node)\/))/
    const wrong = [
      'contract/',
      'secrets/',
      'report/',
      'traffic/journal/',
      'traffic/faults/',
      'mocks/',
      'client/',
    ]
      .flatMap(filesIn)
      .filter(({ path }) => !forNode.test(path))
      .filter(
        ({ text, imports }) =>
          imports.some((name) => name.startsWith('node:')) || /\b(process|Buffer)\b\./.test(text),
      )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('of the contract, the console imports only types, tables of kinds, names and error codes, and small helpers', () => {
    const wrong = filesIn('console/').flatMap(({ path, text }) =>
      Array.from(
        text.matchAll(
          /^import (?!type )[^']*?'[./]*\/(contract\/(?!(?:json|kinds|errors|escape|format-count|control\/call|sse|shorten|capitalize|uuid|realm-safe|shipped-names|exchange|authoring\/yaml|tolerance-report|operations\/path-table)\.ts)[^']+)'/gm,
        ),
        ([, name]) => `${path} → ${name}`,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('only contract/authoring/ imports YAML, and the runtime imports no fixture libraries', () => {
    const importers = (name: string) =>
      new Set(
        product
          .filter(({ imports }) => imports.includes(name))
          .map(({ path }) => path.replace(/(\w+\/\w+)\/.*/, '$1')),
      )
    const authoring = 'contract/authoring'
    expect(importers('yaml')).toEqual(new Set([authoring]))
    expect(importers('@faker-js/faker')).toEqual(new Set(['tools/build']))
    expect(importers('@faker-js/faker/locale/en')).toEqual(new Set([authoring, 'tools/build']))
  })

  it('the conformance suite imports only what the specification defines', () => {
    const forbidden =
      /^contract\/(events|operations(?!\/(operation-index|path-table)\.ts)|scripts\/|fixture|control\/|records\/(?!specified\.ts))/
    const wrong = filesIn('conformance/').flatMap(({ path, imports }) =>
      imports.filter((name) => forbidden.test(name)).map((name) => `${path} → ${name}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('the table of choices', () => {
  const named = (id: string) => product.filter(({ text }) => text.includes(`'${id}'`))

  it.each(choiceIds)('the choice %s is read in one place, in mocks/server/behaviour', (id) => {
    const readers = filesIn('mocks/').flatMap(({ path, text }) =>
      Array.from(
        text.matchAll(new RegExp(`choose(\\.\\w+)?\\(\\s*'${id.replace('.', '\\.')}'`, 'g')),
        () => path,
      ),
    )
    expect(readers).toHaveLength(1)
    expect(readers[0]).toMatch(/^mocks\/server\/behaviour\//)
    expect(named(id).filter(({ path }) => /^mocks\/(?!server\/behaviour\/)/.test(path))).toEqual([])
  })
})

describe('code files', () => {
  it('code files have at most 400 lines', () => {
    const long = sources
      .filter(({ path }) => !tables.test(path))
      .map((source) => ({ path: source.path, lines: lineCount(source) }))
      .filter(({ lines }) => lines > 400)
    expect(long).toEqual([])
  })

  it('at most one in ten code files of the product is shorter than 25 lines', () => {
    const counted = product.filter(({ path }) => !path.startsWith('tools/bench/'))
    const short = counted.filter((source) => lineCount(source) < 25)
    expect(short.length / counted.length).toBeLessThanOrEqual(0.1)
  })

  it('code files have names in kebab-case, and no inner barrels', () => {
    const paths = sources.map(({ path }) => path)
    expect(
      paths.filter((path) => !/^[a-z0-9/-]+(\.(test|spec|config))?\.(ts|tsx|mjs)$/.test(path)),
    ).toEqual([])
    expect(paths.filter((path) => /(?<!^entries)\/index\.ts$/.test(path))).toEqual([])
  })

  it('code files have no `any`, no default export and no TODO', () => {
    const wrong = product.filter(({ text }) =>
      /([:<(|,]\s*|\bas )any\s*([,;)>|=[\]{]|$)|^export default|\/\/ ?(TODO|FIXME)/m.test(text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('code files receive time and randomness as parameters', () => {
    const passedIn = 'mocks report secrets traffic conformance contract testing'.split(' ')
    const readers = passedIn
      .flatMap((folder) => filesIn(`${folder}/`))
      .filter(({ text }) =>
        /\bDate\.now\(|\bMath\.random\(|\bset(Timeout|Interval|Immediate)\(|\bnew Date\(\)|performance\.now/.test(
          text,
        ),
      )
    const owners = [
      'mocks/world/clock.ts',
      'mocks/adapters/connections.ts',
      'mocks/adapters/node.ts',
      'conformance/session/time.ts',
      'traffic/proxy/clock.ts',
      // This script runs in the browser of a visitor.
      'mocks/demo/full-page.ts',
      // The script of a failure runs in its own process.
      'conformance/report/reproduction-helpers.ts',
      'conformance/report/reproduction-script.ts',
    ]
    expect(readers.map(({ path }) => path).filter((path) => !owners.includes(path))).toEqual([])
  })
})

describe('the tests', () => {
  /** Test folders without a source folder of the same name. */
  const own = ['demo-questions', 'prove', 'recordings', 'soak', 'support', 'toolchains', 'whole']

  it('tests are in the folder of the sources that they test, or in tests/whole/', () => {
    const places = new Set(
      globSync('tests/**/*.test.ts', { exclude: ['tests/toolchains/**'] }).map((path) =>
        dirname(path).replace(/^tests\/?/, ''),
      ),
    )
    const homeless = [...places].filter(
      (folder) => folder === '' || (!own.includes(topFolder(folder)) && !existsSync(folder)),
    )
    expect(homeless).toEqual([])
  })

  it('only measurements read the clocks of the machine', () => {
    const { overrides } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as {
      readonly overrides: readonly { readonly files: readonly string[]; readonly rules: object }[]
    }
    const exceptions = overrides
      .filter(({ rules }) => JSON.stringify(rules) === '{"no-restricted-properties":"off"}')
      .flatMap(({ files }) => files)
    expect(exceptions).toEqual(['tests/soak/**', 'tests/prove/**'])
  })
})

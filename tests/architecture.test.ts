import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { choiceIds } from '../contract/choices.ts'

type Source = { readonly path: string; readonly text: string; readonly imports: readonly string[] }

/** Which folders a folder may import, besides itself. A folder that is not listed may import any. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  authoring: ['contract'],
  fixtures: ['contract'],
  recording: ['contract'],
  mocks: ['contract', 'recording'],
  conformance: ['contract'],
  client: ['contract'],
  console: ['contract', 'client'],
  testing: ['contract', 'recording', 'mocks'],
  entries: ['contract', 'recording', 'mocks', 'conformance', 'testing', 'client'],
}

/** Tables are read row by row, so they may be long. */
const tables = /^(contract\/(choices|rules)|fixtures\/(documents|histories)\/)/

const folders =
  '{authoring,bench,build,cli,client,conformance,console,contract,entries,fixtures,mocks,recording,testing,tests}'
const sources: readonly Source[] = globSync(`${folders}/**/*.{ts,tsx,mjs}`, {
  exclude: ['bench/peers/node_modules'],
}).map((path) => {
  const text = readFileSync(path, 'utf8')
  return { path, text, imports: importsOf(path, text) }
})
const product = sources.filter(({ path }) => !path.startsWith('tests/'))
const folderOf = (path: string) => path.split('/')[0] ?? ''
const within = (room: string) => product.filter(({ path }) => path.startsWith(room))

/** Every module that a file imports, including types; our own as paths from the root. */
function importsOf(path: string, text: string): string[] {
  const names = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...names].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(path), name) : name,
  )
}

describe('imports between folders', () => {
  it('are found in the sources', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.flatMap(({ imports }) => imports)).toContain('contract/choices.ts')
  })

  it('point down only', () => {
    const wrong = product.flatMap(({ path, imports }) => {
      const allowed = mayImport[folderOf(path)]
      const ours = imports.filter(
        (name) => Object.hasOwn(mayImport, folderOf(name)) || folderOf(name) === 'cli',
      )
      return ours
        .filter(
          (name) =>
            folderOf(name) !== folderOf(path) && allowed?.includes(folderOf(name)) === false,
        )
        .map((name) => `${path} → ${name}`)
    })
    expect(wrong).toEqual([])
  })

  it('have no cycle, type imports included', () => {
    const graph = new Map(sources.map(({ path, imports }) => [path, imports]))
    const done = new Set<string>()
    const visit = (path: string, trail: readonly string[]): string[] => {
      if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(' → ')]
      if (done.has(path)) return []
      const found = (graph.get(path) ?? []).flatMap((next) => visit(next, [...trail, path]))
      done.add(path)
      return found
    }
    expect([...graph.keys()].flatMap((path) => visit(path, []))).toEqual([])
  })

  it('keep Node modules out of code for browsers', () => {
    const wrong = ['contract/', 'recording/', 'mocks/', 'client/']
      .flatMap(within)
      .filter(
        ({ path }) => !/^mocks\/adapters\/((node(-request)?|connections)\.ts|folder\/)/.test(path),
      )
      .filter(
        ({ text, imports }) =>
          imports.some((name) => name.startsWith('node:')) || /\b(process|Buffer)\b\./.test(text),
      )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('of the console take only types from the contract, except for json and sse', () => {
    const wrong = within('console/').flatMap(({ path, text }) =>
      Array.from(
        text.matchAll(/^import (?!type )[^']*?'[./]*\/(contract\/(?!(?:json|sse)\.ts)[^']+)'/gm),
        ([, name]) => `${path} → ${name}`,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('of yaml are in authoring only, and those of data generators in fixtures only', () => {
    const importers = (name: string) =>
      new Set(
        product.filter(({ imports }) => imports.includes(name)).map(({ path }) => folderOf(path)),
      )
    expect(importers('yaml')).toEqual(new Set(['authoring']))
    expect(importers('@msw/data')).toEqual(new Set(['fixtures']))
    expect(importers('@faker-js/faker')).toEqual(new Set(['fixtures']))
    expect(importers('@faker-js/faker/locale/en')).toEqual(new Set(['authoring', 'fixtures']))
  })

  it('of the conformance suite lead only to parts of the contract that the specification defines', () => {
    const played = within('conformance/').flatMap(({ path, imports }) =>
      imports
        .filter((name) => /^contract\/(events|operations|scripts\/|fixture|records\/)/.test(name))
        .filter((name) => name !== 'contract/records/specified.ts')
        .map((name) => `${path} → ${name}`),
    )
    expect(played).toEqual([])
  })
})

describe('the table of choices', () => {
  const named = (id: string) => product.filter(({ text }) => text.includes(`'${id}'`))

  it.each(choiceIds)('has %s, which is read once, in mocks/server/behaviour', (id) => {
    const asked = within('mocks/').flatMap(({ path, text }) =>
      Array.from(
        text.matchAll(new RegExp(`choose(\\.value)?\\(\\s*'${id.replace('.', '\\.')}'`, 'g')),
        () => path,
      ),
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/^mocks\/server\/behaviour\//)
    expect(named(id).filter(({ path }) => /^mocks\/(?!server\/behaviour\/)/.test(path))).toEqual([])
  })
})

describe('the code', () => {
  it('has code files of at most 250 lines', () => {
    const long = sources
      .filter(({ path }) => !tables.test(path))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > 250)
    expect(long).toEqual([])
  })

  it('names files in kebab-case, without inner barrels', () => {
    const names = sources
      .map(({ path }) => path)
      .filter((path) => !/^[a-z0-9/-]+(\.(test|spec|config))?\.(ts|tsx|mjs)$/.test(path))
    expect(names).toEqual([])
    expect(
      sources.map(({ path }) => path).filter((path) => /(?<!^entries)\/index\.ts$/.test(path)),
    ).toEqual([])
  })

  it('has no `any`, no default export and no TODO', () => {
    const wrong = product.filter(({ text }) =>
      /([:<(|,]\s*|\bas )any\s*([,;)>|=[\]{]|$)|^export default|\/\/ ?(TODO|FIXME)/m.test(text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('gets time and randomness passed in, except in five files', () => {
    const given = ['recording/', 'mocks/', 'conformance/', 'contract/', 'testing/'].flatMap(within)
    const takers = given.filter(({ text }) =>
      /\bDate\.now\(|\bMath\.random\(|\bset(Timeout|Interval|Immediate)\(|\bnew Date\(\)|performance\.now/.test(
        text,
      ),
    )
    const owners = [
      'mocks/world/clock.ts',
      'mocks/adapters/connections.ts',
      'mocks/adapters/node.ts',
      'conformance/session/time.ts',
      'client/system-clock.ts',
    ]
    expect(takers.map(({ path }) => path).filter((path) => !owners.includes(path))).toEqual([])
  })
})

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** The modules that a file loads at run time, without types. Own modules are paths from the root. */
function loadedBy(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8')
  const running = text.replaceAll(/^(import|export) type [^;]*? from '[^']+'$/gm, '')
  const names = running.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
  return Array.from(names, ([, name = '']) =>
    name.startsWith('.') ? join(dirname(path), name) : name,
  )
}

const needsNode = (path: string) =>
  path.startsWith('node:') ||
  (/\.tsx?$/.test(path) && /\b(process|Buffer)\b\./.test(readFileSync(path, 'utf8')))

const own = globSync('console/**/*.{ts,tsx}')

it('only the Traffic page of the console loads code for recordings and code of the suite, and Conformance the document of its report', () => {
  const document = / → conformance\/reporters\/report-document\.ts$/
  const loaded = own
    .filter((path) => !path.startsWith('console/pages/traffic/'))
    .flatMap((path) => loadedBy(path).map((name) => `${path} → ${name}`))
  expect(loaded.length).toBeGreaterThan(200)
  const foreign = loaded.filter((line) => / → (traffic|conformance)\//.test(line))
  expect(foreign.filter((line) => !document.test(line))).toEqual([])
})

it('the console loads only one module of testing/: summary.ts, which the Tolerance page needs', () => {
  const allowed = /^console\/pages\/tolerance\/\S+ → testing\/tolerance\/summary\.ts$/
  const loaded = own
    .flatMap((path) => loadedBy(path).map((name) => `${path} → ${name}`))
    .filter((line) => / → testing\//.test(line))
  expect(loaded).not.toEqual([])
  expect(loaded.filter((line) => !allowed.test(line))).toEqual([])
})

it('the console sends all requests through one function, which a fake in the page can replace', () => {
  const senders = own.filter((path) =>
    /(?:await|=>) fetch\(|globalThis\.fetch/.test(readFileSync(path, 'utf8')),
  )
  // The recorder gets its `fetch` from its caller, calls and snippets are for users to copy, and
  // Traffic loads a file of the console itself.
  const others = [
    'chat/timeline/stream-recorder.ts',
    'journal/check-of-call.ts',
    'journal/copy-call.ts',
    'start/snippets.ts',
    'traffic/page.tsx',
  ].map((path) => `console/pages/${path}`)
  expect(senders.toSorted()).toEqual(['console/app/host.ts', ...others])
})

it('all modules that the console loads run in browsers', () => {
  const reached = new Set(own)
  for (const path of reached)
    if (/\.tsx?$/.test(path)) for (const name of loadedBy(path)) reached.add(name)
  expect(reached).toContain('traffic/import/import.ts')
  // These files contain Node code for users to copy.
  for (const page of ['start/snippets.ts', 'journal/check-of-call.ts'])
    reached.delete(`console/pages/${page}`)
  expect([...reached].filter(needsNode)).toEqual([])
})

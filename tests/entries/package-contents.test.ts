import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedPackage } from '../support/installed-package.ts'

/** The entries that pages import, tests in a browser included. */
const forPages = ['index', 'core', 'client', 'msw', 'browser', 'contract', 'sweep', 'vitest']

/** The bundler writes lines such as `export { x } from './y.js'` for each way to import a module. */
const isReexport = (text: Buffer) =>
  text.length < 200 && /^export \{.*\} from .*$/.test(`${text}`.trim())

describe('the published package', () => {
  let folder = ''
  let installed = ''
  beforeAll(async () => {
    folder = await installedPackage()
    installed = join(folder, 'node_modules/agent-understudy')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('the published package contains no two equal files outside the examples, which are complete by themselves', async () => {
    const entries = await readdir(installed, { recursive: true, withFileTypes: true })
    const inExamples = (path: string) => path.startsWith(join(installed, 'examples'))
    const files = entries.filter((entry) => entry.isFile() && !inExamples(entry.parentPath))
    expect(files.length).toBeGreaterThan(500)
    const byContent = new Map<string, string[]>()
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name)
      const text = await readFile(path)
      if (isReexport(text)) continue
      const hash = createHash('sha256').update(text).digest('hex')
      byContent.set(hash, [...(byContent.get(hash) ?? []), path])
    }
    expect([...byContent.values()].filter((paths) => paths.length > 1)).toEqual([])
  })

  it('the browser entries of the published package, including the entry for Vitest, load no Node modules', async () => {
    const entries = forPages.map((name) => join(installed, `dist/lib/${name}.js`))
    const files = new Map<string, string>()
    const read = async (path: string): Promise<void> => {
      if (files.has(path)) return
      const text = await readFile(path, 'utf8')
      files.set(path, text)
      const imports = text.matchAll(/^(?:import|export)\b.*"(\.[^"]+)";$/gm)
      for (const [, name = ''] of imports) await read(join(path, '..', name))
    }
    for (const path of entries) await read(path)
    expect(files.size).toBeGreaterThan(entries.length)
    // The bundle is indented: a line that begins at its margin runs when the file is loaded.
    const forNode = /^import .*"node:.*|^(?:var|let|const) .*(?<!\?)\bprocess\..*/gm
    const found = Array.from(files, ([path, text]) => [path, text.match(forNode) ?? []] as const)
    expect(found.filter(([, lines]) => lines.length > 0)).toEqual([])
  })
})

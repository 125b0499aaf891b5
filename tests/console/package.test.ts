import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createSnippets } from '../../console/pages/start/snippets.ts'
import { installedPackage } from '../support/installed-package.ts'
import type { Ready } from '../support/start-serve.ts'

/** A world whose values all need escaping. */
const details = {
  name: "it's",
  base_url: "/w/it's",
  weight: 0,
  revision: 0,
  seed: 'a \'seed\' "in" \\quotes\\',
  fixture: 'crowded',
  profile: 'deployed-0.8',
  speed: 1,
  time: { now: '2026-01-01T00:00:00.000Z', frozen: false, scale: 1, ahead_ms: 0 },
  streams: 0,
  idle_ms: 0,
  ttl_ms: null,
  users: [{ email: "o'hara@example.com", password: 'pass"word\'\\' }],
  keys: { full: 'svc_key' },
  body_token: false,
} as const

const compilerOptions = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2024',
  lib: ['es2024', 'dom'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

describe('the console in the package', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await installedPackage('*')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('the console in the package has snippets that type-check for any state of the world', async () => {
    const places = { root: "http://127.0.0.1:4010/w/it's", serverUrl: 'http://127.0.0.1:4010' }
    const known = createSnippets({
      ...places,
      details,
      needsControlToken: true,
      isDemoServer: false,
    })
    const unknown = createSnippets({
      ...places,
      details: undefined,
      needsControlToken: false,
      isDemoServer: false,
    })
    for (const [from, ways] of Object.entries({ known, unknown }))
      for (const { name, text } of ways.slice(1))
        await writeFile(join(folder, `${from}-${name}.ts`), text)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['known-*.ts', 'unknown-*.ts'] }),
    )
    const tsc = join(folder, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(tsc, ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  })

  it('the console in the package has a shell snippet that quotes its world and key correctly', async () => {
    const root = "http://127.0.0.1:4010/w/it's"
    const [shell] = createSnippets({
      root,
      serverUrl: 'http://127.0.0.1:4010',
      details,
      needsControlToken: false,
      isDemoServer: false,
    })
    const head = shell?.text.split('\n').slice(0, 3).join('\n') ?? ''
    const { stdout } = await promisify(execFile)('sh', ['-c', `${head}\necho "$URL $AUTH"`])
    expect(stdout).toBe(`${root} authorization: Bearer svc_key\n`)
  })

  it('the console in the package includes the licences of its bundled dependencies', async () => {
    const path = 'node_modules/agent-understudy/dist/console/licenses.md'
    const text = await readFile(join(folder, path), 'utf8')
    for (const name of ['preact', 'dompurify', 'marked', 'highlight.js'])
      expect(text).toMatch(new RegExp(`^## ${name} - `, 'm'))
    for (const font of ['geist', 'geist-mono']) {
      const license = path.replace('licenses.md', `license-of-${font}.txt`)
      expect(await readFile(join(folder, license), 'utf8')).toContain('SIL Open Font License')
    }
  })

  it('the packaged command serves the console of the package', async () => {
    const command = join(folder, 'node_modules/agent-understudy/dist/cli/understudy.js')
    const server = spawn(process.execPath, [command, 'serve', '--port', '0', '--json'])
    onTestFinished(() => void server.kill())
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const { url } = JSON.parse(String(line)) as Ready
    expect(await (await fetch(url)).text()).toContain('POST /api/auth/login')
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    const [, script] = /<script [^>]*src="\.\/([^"]+)"/.exec(page) ?? []
    expect((await fetch(`${url}/${script}`)).headers.get('content-type')).toMatch(/javascript/)
  })
})

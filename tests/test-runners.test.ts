import { execFile } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedPackage } from './installed-package.ts'
import { hasToolchain, toolchains } from './toolchain.ts'

const tools = ['jest', 'jest-environment-jsdom', 'jest-fixed-jsdom', 'vitest', 'jsdom', 'happy-dom']

/** Reads a turn; the last statement of each test. */
const ask = `
  await client.login({ email: 'demo@example.com', password: 'demo-password' })
  let text = ''
  for await (const { event, data } of client.react({ q: 'Where is my order?' }))
    if (event === 'answer' && data.type === 'delta') text += data.text
  expect(text).toContain('FH-20417')
`

const jestModule = `
  import { createRequire } from 'node:module'
  import { setupServer } from 'msw/node'
  import { createFake } from 'agent-understudy'
  import { createClient } from 'agent-understudy/client'
  import { handlers } from 'agent-understudy/msw'

  const require = createRequire(import.meta.url)
  const fixture = require('agent-understudy/fixtures/demo.json')
  const scenarios = require('agent-understudy/scenarios.json')
  const fake = createFake({ fixture, scenarios, speed: Infinity })
  const server = setupServer(...handlers(fake))
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterAll(() => {
    server.close()
    fake.close()
  })
  test('a turn streams', async () => {
    const client = createClient({ baseUrl: 'http://platform.test' })
    ${ask}
  })
`
/** The same without MSW. */
const jestScript = `
  const { createFake } = require('agent-understudy')
  const { createClient } = require('agent-understudy/client')
  const fixture = require('agent-understudy/fixtures/demo.json')
  const scenarios = require('agent-understudy/scenarios.json')

  const fake = createFake({ fixture, scenarios, speed: Infinity })
  afterAll(() => fake.close())
  test('a turn streams', async () => {
    const fetch = (url, init) => fake.fetch(new Request(url, init))
    const client = createClient({ baseUrl: 'http://platform.test', fetch })
    ${ask}
  })
`

const vitest = (options: string) => `
  import { expect, it } from 'vitest'
  import { createClient } from 'agent-understudy/client'
  import { useFake } from 'agent-understudy/vitest'

  const fake = useFake(${options})
  it('a turn streams in a page', async () => {
    expect(document.body).toBeDefined()
    const client = createClient({ baseUrl: fake.url })
    ${ask}
  })
`

describe.runIf(hasToolchain(...tools))('test runners', () => {
  let folder: string
  beforeAll(async () => {
    folder = await installedPackage()
    for (const name of [...tools, 'msw']) {
      const link = join(folder, 'node_modules', name)
      await mkdir(dirname(link), { recursive: true })
      await symlink(join(toolchains, name), link)
    }
    const files = {
      'package.json': '{"type":"module"}',
      'jest.json': '{"transform":{},"testMatch":["**/*.jest.*js"]}',
      'module.jest.mjs': jestModule,
      'script.jest.cjs': jestScript,
      // The origin of the page: happy-dom refuses another before MSW sees the call.
      'mocked.test.mjs': vitest("{ msw: { baseUrl: 'http://localhost:3000' } }"),
      'served.test.mjs': vitest('{ server: true }'),
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** What the runner says, without colours. Its exit code must be 0. */
  async function run(...command: readonly string[]): Promise<string> {
    const env = { ...process.env, NO_COLOR: '1', NODE_ENV: 'test', UNDERSTUDY_PROVE: '' }
    const running = promisify(execFile)(process.execPath, command, { cwd: folder, env })
    const { stdout, stderr } = await running
    return stdout + stderr
  }
  const jest = [join(toolchains, 'jest/bin/jest.js'), '--config', 'jest.json']

  it.each(['node', 'jest-fixed-jsdom'])(
    'Jest runs the fake under MSW in modules, and without MSW in scripts, in the environment %s',
    async (environment) => {
      const said = await run('--experimental-vm-modules', ...jest, '--env', environment)
      expect(said).toMatch(/Tests: +2 passed, 2 total/)
    },
    120_000,
  )

  it.each(['jsdom', 'happy-dom'])(
    'Vitest streams a turn under MSW and over HTTP in the environment %s',
    async (environment) => {
      const runner = join(toolchains, 'vitest/vitest.mjs')
      const said = await run(runner, 'run', '--environment', environment)
      expect(said).toMatch(/Tests +2 passed \(2\)/)
    },
    120_000,
  )
})

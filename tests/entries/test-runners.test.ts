import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foundBrowser } from '../support/find-browser.ts'
import {
  askInTest,
  hasToolchain,
  type ToolchainProject,
  toolchainProject,
} from '../support/toolchain.ts'

const tools = [
  'jest',
  'jest-environment-jsdom',
  'jest-fixed-jsdom',
  'jsdom',
  'happy-dom',
  'vitest',
  'vitest3',
  'vitest4',
  '@vitest/browser-playwright',
  '@playwright/experimental-ct-react',
]

/** Reads a turn after a login; the last statements of a test. */
const ask = `${askInTest}
  expect(text).toContain('FH-20417')
`
const login = `await client.login({ email: 'demo@example.com', password: 'demo-password' })`

const jestTest = `
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
const jestModule = `
  import { createRequire } from 'node:module'
  import { setupServer } from 'msw/node'
  import { createFake } from 'agent-understudy'
  import { createClient } from 'agent-understudy/client'
  import { handlers } from 'agent-understudy/msw'

  const require = createRequire(import.meta.url)
  const fixture = require('agent-understudy/fixtures/demo.json')
  const scenarios = require('agent-understudy/scenarios.json')
  ${jestTest}
`
const jestScript = `
  const { setupServer } = require('msw/node')
  const { createFake } = require('agent-understudy')
  const { createClient } = require('agent-understudy/client')
  const { handlers } = require('agent-understudy/msw')
  const fixture = require('agent-understudy/fixtures/demo.json')
  const scenarios = require('agent-understudy/scenarios.json')
  ${jestTest}
`

const vitestImports = `
  import { expect, it } from 'vitest'
  import { createClient } from 'agent-understudy/client'
  import { useFake } from 'agent-understudy/vitest'
`
/** Signs in twice: by a login, and by the session that the fake stores in the page. */
const vitestInPage = (options: string) => `${vitestImports}
  const fake = useFake(${options})
  it('a turn streams in a page', async () => {
    const client = createClient({ baseUrl: fake.url })
    ${ask}
  })
  it('the page is signed in', async () => {
    const { access_token, refresh_token } = await fake.signIn(window, 'demo')
    expect(localStorage.getItem('app.token')).toBe(access_token)
    expect(document.cookie).toBe('refresh=' + refresh_token)
  })
  it('the page is signed out before the next test', () => {
    expect(localStorage.getItem('app.token')).toBeNull()
    expect(document.cookie).toBe('')
  })
`
const app =
  "app: { sessionKeys: { access_token: 'app.token' }, sessionCookies: { refresh_token: 'refresh' } }"

/** Uses the fake of the test file, and MSW in the page. The test imports the shipped data. */
const vitestInBrowser = `
  import { setupWorker } from 'msw/browser'
  import { afterAll, beforeAll } from 'vitest'
  import { createFake } from 'agent-understudy'
  import { handlers } from 'agent-understudy/msw'
  import demo from 'agent-understudy/fixtures/demo.json'
  import scenarios from 'agent-understudy/scenarios.json'
  ${vitestInPage(`{ fixture: demo, scenarios, ${app} }`).replace('baseUrl: fake.url', 'baseUrl: fake.url, fetch: fake.fetch')}
  const own = createFake({ fixture: demo, scenarios, speed: Infinity })
  const worker = setupWorker(...handlers(own, { baseUrl: '/' }))
  beforeAll(() => worker.start({ onUnhandledFrame: 'bypass', quiet: true }))
  afterAll(() => worker.stop())
  it('a turn streams under MSW in the page', async () => {
    const client = createClient({ baseUrl: '/' })
    ${ask}
  })
`
const vitestBrowserConfig = `
  import { playwright } from '@vitest/browser-playwright'
  import { defineConfig } from 'vitest/config'
  const provider = playwright({ launchOptions: ${JSON.stringify(foundBrowser ?? {})} })
  const browser = { enabled: true, headless: true, provider, instances: [{ browser: 'chromium' }] }
  export default defineConfig({ test: { include: ['browser.check.mjs'], browser } })
`
/** Sends calls in each way. The reporter must also load where only tests may import `vitest`. */
const vitestInNode = `${vitestImports}
  for (const options of [{}, { server: true }, { msw: true }]) {
    const fake = useFake(options)
    it('a turn streams', async () => {
      const fetch = options.server || options.msw ? undefined : fake.fetch
      const client = createClient({ baseUrl: fake.url, fetch })
      await fake.signIn(client)
      ${ask.replace(login, '')}
    })
  }
`
const vitestNodeConfig = `
  import { defineConfig } from 'vitest/config'
  const reporters = ['default', 'agent-understudy/vitest/reporter']
  export default defineConfig({ test: { include: ['node.check.mjs'], reporters } })
`

const component = `
  import { useEffect, useState } from 'react'
  import { createClient } from 'agent-understudy/client'
  export function Agents({ url }) {
    const [names, setNames] = useState([])
    useEffect(() => {
      const session = { accessToken: localStorage.getItem('access_token') }
      createClient({ baseUrl: url, session })
        .agents.list()
        .then(({ items }) => setNames(items.map(({ name }) => name)))
    }, [])
    return <ul>{names.map((name) => <li key={name}>{name}</li>)}</ul>
  }
`
const componentTest = `
  import { expect, test as base } from '@playwright/experimental-ct-react'
  import { fakeTest } from 'agent-understudy/playwright'
  import { Agents } from './agents.jsx'

  const test = fakeTest(base)
  for (const user of ['demo', 'other'])
    test('lists the agents of the user ' + user, async ({ mount, page, fake }) => {
      await fake.signIn(page, user)
      await page.reload()
      const list = await mount(<Agents url={fake.url} />)
      await expect(list.getByRole('listitem')).not.toHaveCount(0)
      expect(await fake.journal.list({ endpoint: 'agents.list' })).toMatchObject([{ status: 200 }])
    })
`
const componentConfig = `
  import { defineConfig } from '@playwright/experimental-ct-react'
  const use = { launchOptions: ${JSON.stringify(foundBrowser ?? {})} }
  export default defineConfig({ testDir: './components', testMatch: '*.check.jsx', reporter: 'line', use })
`

describe.runIf(hasToolchain(...tools))('test runners', () => {
  let project: ToolchainProject
  beforeAll(async () => {
    project = await toolchainProject({
      'jest.json': '{"transform":{},"testMatch":["**/*.jest.*js"]}',
      'module.jest.mjs': jestModule,
      'script.jest.cjs': jestScript,
      // The origin of the page, because happy-dom refuses calls to other origins before MSW.
      'mocked.test.mjs': vitestInPage(`{ msw: { baseUrl: 'http://localhost:3000' }, ${app} }`),
      'served.test.mjs': vitestInPage(`{ server: true, ${app} }`),
      'public/robots.txt': '',
      'browser.check.mjs': vitestInBrowser,
      'browser.config.mjs': vitestBrowserConfig,
      'node.check.mjs': vitestInNode,
      'node.config.mjs': vitestNodeConfig,
      'components/agents.jsx': component,
      'components/agents.check.jsx': componentTest,
      'components.config.mjs': componentConfig,
      'playwright/index.html':
        '<div id="root"></div><script type="module" src="./index.js"></script>',
      'playwright/index.js': '',
    })
  }, 120_000)
  afterAll(() => project?.remove())
  const env = { NODE_ENV: 'test' }
  const vitest = (script: string, ...args: readonly string[]) =>
    project.run(`${script}/vitest.mjs`, ['run', ...args], { env })

  it.each(['node', 'jest-fixed-jsdom'])(
    'Jest runs the fake under MSW in modules and in scripts in the environment %s',
    async (environment) => {
      const args = ['--config', 'jest.json', '--env', environment]
      const flags = ['--experimental-vm-modules']
      const output = await project.run('jest/bin/jest.js', args, { env, flags })
      expect(output).toMatch(/Tests: +2 passed, 2 total/)
    },
    120_000,
  )

  it.each(['jsdom', 'happy-dom'])(
    'Vitest streams a turn under MSW and over HTTP and signs the page in, in the environment %s',
    async (environment) => {
      const output = await vitest('vitest', '--environment', environment)
      expect(output).toMatch(/Tests +6 passed \(6\)/)
    },
    120_000,
  )

  it.each(['vitest3', 'vitest4'])(
    '%s, an older release, runs the fake in process, over HTTP and under MSW, and its reporter',
    async (release) => {
      const at = (name: string) => join(project.folder, 'node_modules', name)
      // The package imports Vitest by its name.
      await rename(at('vitest'), at('vitest5'))
      await rename(at(release), at('vitest'))
      const output = await vitest('vitest', '--config', 'node.config.mjs').finally(async () => {
        await rename(at('vitest'), at(release))
        await rename(at('vitest5'), at('vitest'))
      })
      expect(output).toMatch(/Tests +3 passed \(3\)/)
    },
    120_000,
  )

  it.runIf(foundBrowser !== undefined)(
    'Vitest in a browser runs the fake, signs the page in, and streams a turn under MSW',
    async () => {
      await project.run('agent-understudy/dist/cli/understudy.js', ['init', 'public'])
      const output = await vitest('vitest', '--config', 'browser.config.mjs')
      expect(output).toMatch(/Tests +4 passed \(4\)/)
    },
    240_000,
  )

  it.runIf(foundBrowser !== undefined)(
    'Playwright runs component tests with a world for each test',
    async () => {
      const args = ['test', '-c', 'components.config.mjs']
      const output = await project.run('@playwright/experimental-ct-react/cli.js', args)
      expect(output).toContain('2 passed')
    },
    240_000,
  )
})

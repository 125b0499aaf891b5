import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { hasToolchain, type ToolchainProject, toolchainProject } from '../support/toolchain.ts'
import { panelOf, press, useAll } from './panel-tools.ts'

const mocks = `
  import { createFake } from 'agent-understudy'
  import { handlers } from 'agent-understudy/msw'
  import demo from 'agent-understudy/fixtures/demo.json'

  const story = {
    name: 'long-story',
    match: { endpoint: 'react', query: 'tell me' },
    pace: { by: 'word', size: 1, every: 40 },
    script: [{ answer: 'It was once. '.repeat(20) }, { answer: 'That is the end.' }],
  }
  export const fake = createFake({ fixture: demo, scenarios: [story] })
  export const mocked = handlers(fake, { baseUrl: '/' })
  globalThis.kit = { fake }
`
/** The code of docs/msw.md, with the condition of the tool. */
const panel = (condition: string) => `
  if (${condition}) {
    const { fake } = await import('./mocks.js')
    const { mountConsole } = await import('agent-understudy/console')
    mountConsole({ fake })
  }
`
const inVite = panel('import.meta.env.DEV')
const worker = `
  import { setupWorker } from 'msw/browser'
  import { mocked } from './mocks.js'
  export const started = setupWorker(...mocked).start({ onUnhandledFrame: 'bypass', quiet: true })
`
const files = {
  'src/mocks.js': mocks,
  'src/worker.js': worker,
  'src/console.js': inVite,
  'src/page.js': `import './console.js'
    import { started } from './worker.js'
    await started
    document.body.append((await fetch('/api/agents')).status)`,
  'index.html': '<!doctype html><body></body><script type="module" src="/src/page.js"></script>',
  'public/robots.txt': '',
  '.storybook/main.js': `export default {
    stories: ['../stories/*.stories.jsx'],
    staticDirs: ['../public'],
    addons: ['msw-storybook-addon'],
    framework: '@storybook/react-vite',
    core: { disableTelemetry: true },
  }`,
  '.storybook/preview.js': `import '../src/console.js'
    import { mswLoader } from 'msw-storybook-addon/csf3'
    import { mocked } from '../src/mocks.js'
    export default { loaders: [mswLoader()], parameters: { msw: mocked } }`,
  'stories/agents.stories.jsx': `import React, { useEffect, useState } from 'react'
    function Agents() {
      const [status, setStatus] = useState('')
      useEffect(() => void fetch('/api/agents').then((response) => setStatus(response.status)), [])
      return React.createElement('p', null, status)
    }
    export default { title: 'Agents', component: Agents }
    export const List = {}`,
  'src/app/layout.jsx': 'export default ({ children }) => <html><body>{children}</body></html>',
  'src/app/page.jsx': `'use client'
    import { useEffect, useState } from 'react'
    const started =
      process.env.NODE_ENV === 'development' && typeof window !== 'undefined'
        ? import('../next-console.js').then(() => import('../worker.js')).then((one) => one.started)
        : undefined
    export default function Page() {
      const [status, setStatus] = useState('')
      useEffect(() => void started?.then(() => fetch('/api/agents')).then((one) => setStatus(one.status)), [])
      return <p>{status}</p>
    }`,
  'src/next-console.js': panel("process.env.NODE_ENV === 'development'"),
}

const tools = ['vite', 'storybook', '@storybook/react-vite', 'msw-storybook-addon', 'next', 'msw']
describe.runIf(hasToolchain(...tools) && foundBrowser !== undefined)(
  'a console panel in a project of another tool',
  () => {
    let project: ToolchainProject
    let browser: OpenBrowser
    beforeAll(async () => {
      project = await toolchainProject(files)
      await project.run('agent-understudy/dist/cli/understudy.js', ['init', 'public'])
      browser = await openBrowser()
    }, 180_000)
    afterEach(() => browser?.close())
    afterAll(() => project?.remove())

    it.each([
      ['Vite', 'vite/bin/vite.js', ['--host', '127.0.0.1'], '/'],
      [
        'Storybook with its addon for MSW',
        'storybook/dist/bin/dispatcher.js',
        ['dev', '--ci', '--host', '127.0.0.1', '--disable-telemetry'],
        '/iframe.html?id=agents--list&viewMode=story',
      ],
      ['Next.js', 'next/dist/bin/next', ['dev', '-H', '127.0.0.1', '-p', '0'], '/'],
    ])(
      'under %s, a panel plays, cuts and resumes a turn, sets a fault and freezes the clock',
      async (_, program, args, path) => {
        const url = await project.serve(program, args)
        const { page } = await browser.open(`${url}${path}`, {})
        await page.getByText('401').waitFor({ timeout: 180_000 })
        await press(page)
        expect(await useAll(await panelOf(page))).toBe(1)
      },
      300_000,
    )
  },
)

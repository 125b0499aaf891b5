import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import {
  askInTest,
  hasToolchain,
  type ToolchainProject,
  toolchainProject,
} from '../support/toolchain.ts'

const mocks = `
  import { setupWorker } from 'msw/browser'
  import { createFake } from 'agent-understudy'
  import { browserStorage } from 'agent-understudy/browser'
  import { handlers } from 'agent-understudy/msw'
  import demo from 'agent-understudy/fixtures/demo.json'
  import scenarios from 'agent-understudy/scenarios.json'

  export const fake = createFake({ fixture: demo, scenarios, storage: browserStorage() })
  export const worker = setupWorker(...handlers(fake, { baseUrl: '/' }))
`
/** A page that shows an answer from the fake in it, and uses every entry that pages may import. */
const page = `
  import * as contract from 'agent-understudy/contract'
  import * as core from 'agent-understudy/core'
  import * as sweep from 'agent-understudy/sweep'
  import { createClient } from 'agent-understudy/client'
  import { worker } from './mocks.js'

  globalThis.entries = [contract, core, sweep]
  async function ask() {
    await worker.start({ onUnhandledFrame: 'bypass', quiet: true })
    const client = createClient({ baseUrl: '/' })
    ${askInTest}
    document.body.append(text)
  }
  void ask()
`
/** A program that plays a turn over HTTP. */
const program = `
  import { createFake } from 'agent-understudy'
  import { createClient } from 'agent-understudy/client'
  import { listen } from 'agent-understudy/node'
  import demo from 'agent-understudy/fixtures/demo.json' with { type: 'json' }
  import scenarios from 'agent-understudy/scenarios.json' with { type: 'json' }

  const fake = createFake({ fixture: demo, scenarios, speed: Infinity })
  const { url, close } = await listen(fake)
  const client = createClient({ baseUrl: url })
  ${askInTest}
  console.log(text)
  await close()
`
const html = (script: string) =>
  `<!doctype html><body></body><script type="module" src="${script}"></script>`
const esbuild = `
  import { build } from 'esbuild'
  const common = { bundle: true, format: 'esm' }
  await build({ ...common, entryPoints: ['page.js'], splitting: true, outdir: 'esbuild' })
  await build({ ...common, entryPoints: ['program.mjs'], platform: 'node', outfile: 'built.mjs' })
`
const webpack = `
  import webpack from 'webpack'
  const output = { path: import.meta.dirname + '/webpack' }
  webpack({ context: import.meta.dirname, entry: './page.js', mode: 'production', output }, (error, stats) => {
    if (error) throw error
    if (stats.hasErrors()) throw new Error(stats.toString())
  })
`
const nextPage = `'use client'
  import { useEffect, useState } from 'react'
  import { createClient } from 'agent-understudy/client'

  const started =
    typeof window === 'undefined'
      ? undefined
      : import('../../mocks').then(({ worker }) => worker.start({ onUnhandledFrame: 'bypass' }))

  async function ask() {
    await started
    const client = createClient({ baseUrl: '/' })
    ${askInTest}
    return text
  }
  export default function Page() {
    const [text, setText] = useState('')
    useEffect(() => void ask().then(setText), [])
    return <p>{text}</p>
  }
`
const nextRoute = `
  import { createFake } from 'agent-understudy'
  import { createClient } from 'agent-understudy/client'
  import demo from 'agent-understudy/fixtures/demo.json'
  import scenarios from 'agent-understudy/scenarios.json'

  const fake = createFake({ fixture: demo, scenarios, speed: Infinity })
  export async function GET() {
    const fetch = (url, init) => fake.fetch(new Request(url, init))
    const client = createClient({ baseUrl: 'http://platform.test', fetch })
    ${askInTest}
    return new Response(text)
  }
`

const tools = ['esbuild', 'vite', 'webpack', 'next', 'msw']
describe.runIf(hasToolchain(...tools) && foundBrowser !== undefined)('bundlers', () => {
  let project: ToolchainProject
  let browser: OpenBrowser
  beforeAll(async () => {
    project = await toolchainProject({
      'mocks.js': mocks,
      'page.js': page,
      'program.mjs': program,
      'index.html': html('/page.js'),
      'public/robots.txt': '',
      'esbuild.mjs': esbuild,
      'webpack.mjs': webpack,
      'webpack/index.html': html('main.js'),
      'esbuild/index.html': html('page.js'),
      'src/app/layout.jsx': 'export default ({ children }) => <html><body>{children}</body></html>',
      'src/app/page.jsx': nextPage,
      'src/app/ask/route.js': nextRoute,
    })
    await project.run('agent-understudy/dist/cli/understudy.js', ['init', 'public'])
    browser = await openBrowser()
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await project?.remove()
  })

  /** The text of a page, once it shows an answer. */
  async function answerOf(url: string): Promise<string | null> {
    const { page: opened } = await browser.open(url)
    await opened.waitForFunction('document.body?.textContent.includes("FH-")')
    const text = await opened.textContent('body')
    await opened.context().close()
    return text
  }

  it('esbuild bundles a page and a program with the fake, without configuration', async () => {
    await project.run('../esbuild.mjs', [])
    expect(
      await answerOf(`${await serve(join(project.folder, 'esbuild'), project.folder)}/`),
    ).toContain('FH-20417')
    expect(await project.run('../built.mjs', [])).toContain('FH-20417')
  }, 240_000)

  it('webpack bundles a page with the fake, without configuration', async () => {
    await project.run('../webpack.mjs', [])
    expect(
      await answerOf(`${await serve(join(project.folder, 'webpack'), project.folder)}/`),
    ).toContain('FH-20417')
  }, 400_000)

  it('Vite bundles a page with the fake, without configuration', async () => {
    await project.run('vite/bin/vite.js', ['build'])
    expect(
      await answerOf(`${await serve(join(project.folder, 'dist'), project.folder)}/`),
    ).toContain('FH-20417')
  }, 240_000)

  it('Next.js builds and runs a client component and a route handler with the fake, without configuration', async () => {
    await project.run('next/dist/bin/next', ['build'], { env: { NEXT_TELEMETRY_DISABLED: '1' } })
    const args = ['start', '-H', '127.0.0.1', '-p', '0']
    const url = await project.serve('next/dist/bin/next', args, { NODE_ENV: 'production' })
    expect(await (await fetch(`${url}/ask`)).text()).toContain('FH-20417')
    expect(await answerOf(url)).toContain('FH-20417')
  }, 600_000)
})

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Serves the built files of a folder, and the service worker of the project. */
async function serve(folder: string, root: string): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url
    const file = join(path === '/mockServiceWorker.js' ? join(root, 'public') : folder, path)
    readFile(file).then(
      (content) =>
        response.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(content),
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

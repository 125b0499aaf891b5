import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createServer } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { foundBrowser } from '../support/find-browser.ts'
import { installedPackage } from '../support/installed-package.ts'
import { openBrowser } from '../support/open-browser.ts'
import { isProving } from '../support/proving.ts'

/** The files of a page of the documentation, by the paths in their first lines. */
async function filesOf(page: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(page, 'utf8')
  const blocks = text.matchAll(/^```ts\n\/\/ (src\/[\w./-]+)[^\n]*\n(.*?)^```$/gms)
  return new Map(Array.from(blocks, ([, path = '', code = '']) => [path, code]))
}

/** The application of a reader; docs/tour.md shows it itself. */
const application = `
const { createClient } = await import('agent-understudy/client')
const client = createClient({ baseUrl: '/' })
await client.login({ email: 'demo@example.com', password: 'demo-password' })
for await (const { event, data } of client.react({ q: 'Where is my order?' }))
  if (event === 'answer' && data.type === 'delta') document.body.append(data.text)
`

describe.runIf(isProving && foundBrowser !== undefined)(
  'a page with the code of the documentation',
  () => {
    const pages = [
      ['docs/tour.md', '', []],
      ['docs/msw.md', application, ['src/console.ts']],
    ] as const
    it.each(pages)(
      'a page with the code of %s shows an answer as it is streamed, without a server',
      async (source, rest, others) => {
        const root = await installedPackage('*')
        onTestFinished(() => rm(root, { recursive: true, force: true }))
        const files = await filesOf(source)
        expect([...files.keys()]).toEqual(['src/mocks.ts', 'src/main.ts', ...others])
        await mkdir(join(root, 'src'))
        await mkdir(join(root, 'public'))
        for (const [path, code] of files)
          await writeFile(join(root, path), path === 'src/main.ts' ? code + rest : code)
        const html =
          '<!doctype html><body></body><script type="module" src="/src/main.ts"></script>'
        await writeFile(join(root, 'index.html'), html)
        await writeFile(join(root, 'package.json'), '{"type":"module"}')
        const command = join(root, 'node_modules/agent-understudy/dist/cli/understudy.js')
        await promisify(execFile)(process.execPath, [command, 'init', join(root, 'public')])

        const server = await createServer({ root, logLevel: 'silent', server: { port: 0 } })
        onTestFinished(() => server.close())
        await server.listen()
        const browser = await openBrowser()
        onTestFinished(() => browser.close())
        const { page } = await browser.open(server.resolvedUrls?.local[0] ?? '')
        await page.waitForFunction('document.body?.textContent.includes("pick-up point for seven")')
        const pieces = await page.evaluate('document.body.childNodes.length')
        expect(pieces).toBeGreaterThan(10)
      },
      60_000,
    )
  },
)

import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { proxy } from '../../cli/proxy.ts'
import { createClient } from '../../client/create-client.ts'
import { callWith, rowWith } from './console-tools.ts'
import { flawsOnScreens } from './screens.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { type Ready, start, startCommand, temporaryFolder } from '../support/start-serve.ts'

/** A deployment whose errors do not have the form of the specification. */
const deployment = createServer((incoming, outgoing) => {
  incoming.resume()
  if (incoming.url === '/page') {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Another page</h1>')
    return
  }
  if (incoming.url === '/api/react') {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.end('event: start\ndata: {}\n\nevent: chunk\ndata: {"content":"Hi"}\n\n')
    return
  }
  const isMissing = incoming.url?.endsWith('/missing') === true
  outgoing
    .writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' })
    .end(isMissing ? '{"detail":"no"}' : '{"items":[],"key":"abc_secret_0123456789"}')
})

const rebound = 'rebound.test'

const show = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()

const { folder } = temporaryFolder()

describe.skipIf(foundBrowser === undefined)('the console of a proxy', { timeout: 180_000 }, () => {
  let browser: OpenBrowser
  let to = ''
  const running: { stop(): Promise<number> }[] = []
  beforeAll(async () => {
    await once(deployment.listen(0, '127.0.0.1'), 'listening')
    to = `http://127.0.0.1:${(deployment.address() as AddressInfo).port}`
    browser = await openBrowser({ hosts: [rebound] })
  })
  afterEach(() => browser.close())
  afterAll(async () => {
    await Promise.all(running.map(({ stop }) => stop()))
    deployment.closeAllConnections()
    deployment.close()
  })

  /** Starts the command; returns the addresses for clients and of its console. */
  async function startProxy(...flags: string[]) {
    const started = await startCommand(proxy, flags)
    running.push(started)
    const [, url = '', page = ''] = /from (\S+)[^]*console +(\S+)/.exec(started.output) ?? []
    return { url, page }
  }

  async function visit(address: string) {
    const opened = await browser.open(address)
    opened.page.setDefaultTimeout(100_000)
    return opened
  }

  it('the console of a proxy shows its traffic and findings live, and breaks calls by faults', async () => {
    const file = join(folder.path, 'session.har')
    const { url, page: address } = await startProxy('--to', to, '--check', '--record', file)
    const opened = await visit(address)
    const { page, complaints } = opened
    await page.getByText(`Point your client at ${url}`).waitFor()
    await page.getByText(`${url} passes calls on to ${to}`).waitFor()
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    expect(await links.allTextContents()).toEqual(['Journal', 'Faults', 'Traffic'])

    // A call appears when it is made, without its secrets.
    const headers = { authorization: 'Bearer abc_0123456789abcdef' }
    await (await fetch(`${url}/api/agents?ticket=t0p-secret`, { headers })).text()
    await callWith(page, '/api/agents').click()
    const pane = page.getByRole('region', { name: 'Call 1' })
    await pane.getByText(/^\d+ request headers$/).click()
    await pane.getByText('authorization: Bearer').waitFor()
    await pane.getByText('"items"').waitFor()
    expect(await page.content()).not.toMatch(/t0p-secret|0123456789abcdef|secret_0123456789/)
    await expect
      .poll(() => pane.getByRole('button', { name: /^(Copy as|Send again)/ }).allTextContents())
      .toEqual(['curl', 'fetch'])
    expect(await flawsOnScreens(opened)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })

    await (await fetch(`${url}/api/agents/missing`)).text()
    await show(page, 'Traffic')
    const finding = rowWith(page, 'Findings in the traffic of this proxy', 'success-is-false')
    await finding.getByText('agents.read').waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })

    // An unfinished recording opens like any recording, and again with later exchanges.
    await page.getByRole('button', { name: 'Open session.har so far' }).click()
    await page.getByRole('heading', { name: 'session.har.part' }).waitFor()
    await page.getByText('2 exchanges · 0 streams').waitFor()
    await (await fetch(`${url}/api/react`, { method: 'POST' })).text()
    await page.getByRole('button', { name: 'Read it again' }).click()
    await page.getByText('3 exchanges · 1 stream').waitFor()
    await page.getByRole('option', { name: /POST .*\/api\/react/ }).click()
    await page.getByRole('region', { name: 'List of frames' }).getByText('chunk').first().waitFor()
    await page
      .getByRole('option', { name: /\/api\/agents/ })
      .first()
      .click()
    expect(await page.content()).not.toMatch(/t0p-secret|0123456789abcdef|secret_0123456789/)
    await page.getByRole('button', { name: 'Close the recording' }).click()

    await finding.getByRole('link', { name: 'Call 2' }).click()
    await page.getByRole('region', { name: 'Call 2' }).getByText('"no"').waitFor()

    await show(page, 'Faults')
    await page.getByRole('button', { name: 'Turns are rate limited' }).click()
    await rowWith(page, 'Faults of this proxy', 'rate_limit_exceeded').waitFor()
    expect((await fetch(`${url}/api/react`, { method: 'POST' })).status).toBe(429)
    await rowWith(page, 'Faults of this proxy', 'rate_limit_exceeded')
      .getByRole('link', { name: /^show the calls/ })
      .click()
    await callWith(page, '/api/react').getByText('fault-1').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('the console of a proxy cuts a turn of the deployment, and shows that the client resumed it', async () => {
    const fake = await start('--json', '--speed', 'max')
    running.push(fake)
    const { url, page: address } = await startProxy('--to', (JSON.parse(fake.output) as Ready).url)
    const { page } = await visit(`${address}#/faults`)
    await page.getByRole('button', { name: 'The next turn is cut' }).click()
    await rowWith(page, 'Faults of this proxy', 'The next turn is cut').waitFor()
    const client = createClient({ baseUrl: url })
    await client.login({ email: 'demo@example.com', password: 'demo-password' })
    const events: string[] = []
    for await (const { event } of client.react({ q: 'Where is my order?' })) events.push(event)
    expect(events.at(-1)).toBe('end')
    await show(page, 'Journal')
    await callWith(page, '/resume').getByText('complete').waitFor()
    const cut = callWith(page, 'POST /api/react')
    await cut.getByText('fault-1').waitFor()
    await cut.click()
    const pane = page.getByRole('region', { name: /^Call / })
    await pane.getByRole('tab', { name: 'Sent (5)' }).click()
    await pane.getByText('The server sent these before the break').waitFor()
  })

  it('a page of another site cannot read the traffic of a proxy, even if its host name resolves to the proxy', async () => {
    const { url, page: address } = await startProxy('--to', to)
    await (await fetch(`${url}/api/agents`)).text()
    const { port } = new URL(address)
    // A script of that page could request /__control, so its host name is refused for every path.
    const { page } = await visit(`http://${rebound}:${port}/`)
    expect(await page.locator('body').innerText()).toContain('does not accept the host')
    const other = await visit(`${to}/page`)
    const read = (path: string, init: string) =>
      other.page.evaluate<string>(
        `fetch('${address}${path}', ${init}).then((response) => response.type + response.text(), () => 'refused')`,
      )
    for (const name of ['__control/journal', '__control/journal/1', ''])
      expect([name, await read(name, '{}')]).toEqual([name, 'refused'])
    expect(
      await read('__control/faults', `{ method: 'POST', mode: 'no-cors', body: '{"effect":{}}' }`),
    ).toMatch(/^opaque/)
    const { faults } = (await (await fetch(`${address}__control`)).json()) as { faults: number }
    expect(faults).toBe(0)
    // No page may show the console in a frame, but a page may link to it.
    const { headers } = await fetch(address, { headers: { accept: 'text/html' } })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    await other.page.evaluate(`document.body.innerHTML = '<a href="${address}">Go</a>'`)
    await other.page.getByRole('link', { name: 'Go' }).click()
    await other.page.getByRole('heading', { name: 'Journal' }).waitFor()
  })

  it('the console of a proxy says how to allow faults for production, and how to turn on its checks', async () => {
    const { page: address } = await startProxy('--to', 'https://api.prod.example.com')
    const opened = await visit(`${address}#/faults`)
    const { page, complaints } = opened
    await page.getByText(/Start the proxy with --allow-production/).waitFor()
    expect(await page.getByRole('button', { name: 'Add fault' }).count()).toBe(0)
    await show(page, 'Traffic')
    await page.getByText(/Start it with --check/).waitFor()
    await page.getByRole('button', { name: 'Look at an example' }).click()
    await page.getByRole('link', { name: /^Findings/ }).waitFor()
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    expect(complaints).toEqual([])
  })
})

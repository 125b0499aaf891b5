import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { flawsOf, screens } from './screens.ts'
import { focusedText } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { type Ready, start, temporaryFolder } from '../support/start-serve.ts'
import { drawn } from '../support/proving.ts'

const { folder } = temporaryFolder()
const run = promisify(execFile)

type Served = { readonly ready: Ready & { readonly listening?: string }; stop(): Promise<number> }

async function serve(...flags: string[]): Promise<Served> {
  const { output, stop } = await start('--json', '--speed', 'max', ...flags)
  return { ready: JSON.parse(output) as Ready, stop }
}

const rowsOf = (page: Page, caption: string) =>
  page.getByRole('region', { name: caption }).locator('tbody tr')

describe.skipIf(foundBrowser === undefined)('the start page', { timeout: 180_000 }, () => {
  let open: Served
  let guarded: Served
  let browser: OpenBrowser
  beforeAll(async () => {
    open = await serve()
    guarded = await serve('--control-token', 'a-token')
    browser = await openBrowser()
  })
  afterEach(() => browser.close())
  afterAll(() => Promise.all([open.stop(), guarded.stop()]))

  /** Opens the start page of a server and waits for its content. */
  async function visit(
    path = '',
    { ready }: Pick<Served, 'ready'> = open,
    options?: BrowserContextOptions,
    heading = 'How to call it',
  ) {
    const opened = await browser.open(`${ready.url}/${path}`, options)
    await opened.page.getByText(heading, { exact: true }).first().waitFor()
    return opened
  }

  it.each(drawn(screens, 1))(
    'the start page has no layout or accessibility problems: $name',
    async ({ name: _, ...options }) => {
      const opened = await visit('', open, options)
      await rowsOf(opened.page, 'API keys').first().waitFor()
      expect(await flawsOf(opened)).toEqual([])
      await opened.page.getByRole('button', { name: 'World: default' }).click()
      await opened.page.getByRole('dialog').getByRole('table').waitFor()
      expect(await flawsOf(opened)).toEqual([])
    },
  )

  it('the start page plays a turn that is cut and resumed, and can pause it', async () => {
    const { page } = await visit()
    const turn = page.getByRole('region', { name: 'A turn that is cut and resumed' })
    const state = () => turn.getByRole('img').getAttribute('data-state')
    await turn.locator('[data-state=cut]').waitFor()
    await turn.getByRole('button', { name: 'Pause' }).click()
    await turn.getByRole('button', { name: 'Continue' }).waitFor()
    expect(await state()).toBe('cut')
    await turn.getByRole('button', { name: 'Continue' }).click()
    await turn.locator('[data-state=complete]').waitFor()
    await turn.getByRole('button', { name: 'Play again' }).click()
    await turn.locator('[data-state=streaming]').waitFor()
  })

  it('the start page shows the end of its turn at once if the user prefers reduced motion', async () => {
    const { page } = await visit('', open, { reducedMotion: 'reduce' })
    await page.getByText('No event is missing, none is repeated').waitFor()
    expect(await page.locator('.hero-scene').getAttribute('data-state')).toBe('complete')
  })

  it('the start page shows the first calls of an app as they arrive', async () => {
    const { page } = await visit('#/?world=an-app', open, undefined, 'Calls of your app')
    await page.getByText('Its first call appears here').waitFor()
    await fetch(`${open.ready.url}/w/an-app/api/agents`)
    const call = page.getByRole('list', { name: 'Newest calls' }).getByRole('listitem')
    await call.filter({ hasText: 'GET /api/agents' }).filter({ hasText: '401' }).waitFor()
    await call.getByRole('link').click()
    await page.getByRole('heading', { name: 'Journal', level: 1 }).waitFor()
    expect(page.url()).toContain('call=1')
  })

  it('the start page shows the users and keys of the world, ready to copy', async () => {
    const { page } = await visit('', open, { permissions: ['clipboard-read', 'clipboard-write'] })
    const { users, keys } = open.ready
    await page.getByText(users[0]?.email ?? '', { exact: true }).waitFor()
    expect(await rowsOf(page, 'Users').count()).toBe(users.length)
    expect(await rowsOf(page, 'API keys').count()).toBe(Object.keys(keys).length)
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Copy the key chat' }).click()
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
    expect(await copied()).toBe(keys['chat'])
    await page.getByRole('button', { name: 'Copy the base URL' }).click()
    await expect.poll(copied).toBe(open.ready.url)
  })

  it('the start page states no scopes for the keys of a fixture of the user', async () => {
    const file = join(folder.path, 'data.yaml')
    const user = 'users: [{ email: ada@acme.test, password: ada-password }]'
    await writeFile(file, `${user}\napi_keys: [{ name: Main }, { name: expired }]`)
    const own = await serve('--fixture', file)
    onTestFinished(async () => void (await own.stop()))
    const { page } = await visit('', own)
    const names = rowsOf(page, 'API keys').locator('td:first-child, th:first-child')
    await expect.poll(() => names.allInnerTexts()).toEqual(['full', 'expired'])
  })

  it('the start page has a shell snippet that runs a turn in this world and resumes it', async () => {
    const { page } = await visit('#/?world=from-the-shell')
    const script = page.getByRole('region', { name: 'the curl example' })
    await script.filter({ hasText: /KEY=svc_/ }).waitFor()
    const text = await script.innerText()
    const { stdout } = await run('sh', ['-c', text])
    expect(stdout.match(/^event: end$/gm)).toHaveLength(1)
    expect(stdout).toContain('event: resume_done')
    const journal = `${open.ready.url}/w/from-the-shell/__control/journal?endpoint=chat.resume`
    expect(await (await fetch(journal)).json()).toMatchObject({ entries: [{ status: 200 }] })
  })

  it('the start page has a shell snippet that works if the credential belongs in the request body', async () => {
    const deployed = await serve('--profile', 'deployed-0.8')
    onTestFinished(() => void deployed.stop())
    const { page } = await visit('', deployed)
    const script = page.getByRole('region', { name: 'the curl example' })
    await script.filter({ hasText: /KEY=abc_/ }).waitFor()
    const { stdout } = await run('sh', ['-c', await script.innerText()])
    expect(stdout).toContain('event: done')
    expect(stdout).toContain('event: resume_done')
  })

  it('the start page creates a world, opens it, and deletes it', async () => {
    const { page, complaints } = await visit()
    await page.getByLabel('New world').fill('red')
    await page.getByLabel('Fixture').selectOption('empty')
    await page.getByRole('button', { name: 'Create', exact: true }).press('Enter')
    await page.getByText('fixture empty').waitFor()
    expect(page.url()).toMatch(/#\/\?world=red$/)
    expect(await page.getByRole('region', { name: 'the curl' }).innerText()).toContain('/w/red\n')
    await page.getByRole('button', { name: 'World: red' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'default' }).click()
    await page.getByText('world default').waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    const ask = page.getByRole('button', { name: 'Delete red', exact: true })
    const focused = page.locator(':focus')
    await ask.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).and(focused).press('Enter')
    await ask.and(focused).press('Enter')
    await page.getByRole('button', { name: 'Delete red permanently' }).press('Enter')
    await expect.poll(() => page.getByRole('link', { name: 'red' }).count()).toBe(0)
    await page.getByRole('region', { name: 'Worlds of this server' }).and(focused).waitFor()
    const { worlds } = (await (await fetch(`${open.ready.control}/worlds`)).json()) as {
      worlds: { name: string }[]
    }
    expect(worlds.map(({ name }) => name)).not.toContain('red')
    expect(complaints).toEqual([])
  })

  it('the start page has a snippet for Playwright that the server accepts after a choice has changed', async () => {
    const pick = { method: 'PATCH', body: '{"picks":{"errors.envelope":"detail"}}' }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${open.ready.url}/w/picked/__control/choices`, { ...pick, headers })
    const { page } = await visit('#/?world=picked')
    await page.getByText('profile documented, changed').waitFor()
    await page.getByRole('tab', { name: 'Playwright' }).click()
    const code = page.getByRole('region', { name: 'the Playwright example' })
    await code.filter({ hasText: '// Without the changed choices of this world.' }).waitFor()
    expect(await code.innerText()).toContain("profile: 'documented'")
  })

  it('the start page shows the server’s message if a world cannot be created', async () => {
    const { page } = await visit()
    await page.getByLabel('New world').fill('default')
    await page.getByLabel('New world').press('Enter')
    await page.getByRole('alert').filter({ hasText: 'default' }).waitFor()
    await expect.poll(() => page.getByText('world default').count()).toBe(1)
  })

  it('the start page can be used with the keyboard only', async () => {
    const whole = await openBrowser({ isWhole: true })
    onTestFinished(() => whole.close())
    const { page } = await whole.open(open.ready.url)
    await page.getByRole('heading', { name: 'How to call it' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe('Skip to the page')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await page.getByRole('tab', { name: 'curl' }).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await focusedText(page)).toBe('Playwright')
    const code = page.getByRole('region', { name: 'the Playwright example' })
    expect(await code.innerText()).toContain(`fakeServer: { url: '${open.ready.url}' }`)
    await page.getByRole('button', { name: 'World: default' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('the start page keeps the chosen theme when it is opened again', async () => {
    const { page } = await visit('', open, { colorScheme: 'light' })
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    const light = await paper()
    await page.getByRole('button', { name: 'Switch to light' }).click()
    await page.getByRole('button', { name: 'Switch to dark' }).click()
    expect(await paper()).not.toBe(light)
    const dark = await paper()
    await page.reload()
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor()
    expect(await paper()).toBe(dark)
  })

  it('without the control token, the start page links only to the start page and the chat', async () => {
    const opened = await visit('', guarded)
    const { page } = opened
    const pages = () => page.getByRole('navigation').getByRole('link').allTextContents()
    await page.getByLabel('Control token').waitFor()
    expect(await pages()).toEqual(['Start', 'Chat'])
    expect(await page.getByText('This is a fake').count()).toBe(1)
    expect(await page.getByText(guarded.ready.keys['full'] ?? '').count()).toBe(0)
    expect(await flawsOf(opened)).toEqual([])
    await page.getByLabel('Control token').fill('another')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByText('does not accept this token').waitFor()
    await page.getByLabel('Control token').fill('a-token')
    await page.getByLabel('Control token').press('Enter')
    await page.getByText(guarded.ready.users[0]?.email ?? '', { exact: true }).waitFor()
    expect(await pages()).toContain('Journal')
    expect(await page.getByText('This is a fake').count()).toBe(0)
    await page.reload()
    await page.getByText(guarded.ready.users[0]?.email ?? '', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove the token' }).click()
    await page.getByLabel('Control token').waitFor()
    expect(await pages()).toEqual(['Start', 'Chat'])
  })

  it('if the control API is off, the start page links only to the start page and the chat', async () => {
    const exposed = await serve('--public-url', 'https://demo.example.com')
    onTestFinished(async () => void (await exposed.stop()))
    const { listening: url = '' } = exposed.ready
    const ready = { ...exposed.ready, url }
    const opened = await visit('#/journal', { ready }, undefined, 'This page needs the control API')
    await opened.page
      .getByText('It is switched off, because this server can be reached from other machines.')
      .waitFor()
    expect(await opened.page.getByLabel('Control token').count()).toBe(0)
    expect(await flawsOf(opened)).toEqual([])
  })

  it('the start page works under a host name that the control API refuses, over plain HTTP', async () => {
    const elsewhere = await openBrowser({ hosts: ['platform.test'] })
    onTestFinished(() => elsewhere.close())
    const url = open.ready.url.replace('127.0.0.1', 'platform.test')
    const opened = await elsewhere.open(`${url}/#/journal`)
    const { page } = opened
    await page.getByText('The control API does not accept the host').waitFor()
    await page.getByRole('link', { name: 'Start' }).click()
    // A page over plain HTTP has no clipboard API.
    expect(await page.evaluate('typeof navigator.clipboard')).toBe('undefined')
    await page.getByRole('button', { name: `${url}: Copy the base URL` }).click()
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
  })
  it('the start page shows that the server does not respond, until the server responds again', async () => {
    const { page } = await visit()
    await page.route('**/__control/**', (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'The server does not respond' }).waitFor()
    await page.unroute('**/__control/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowsOf(page, 'API keys').first().waitFor()
    expect(await page.getByText('does not respond').count()).toBe(0)
  })
})

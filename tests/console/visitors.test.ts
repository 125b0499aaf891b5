import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { flawsOf, screens } from './screens.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { demoByKeys, unexplained } from '../support/keyboard.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { prefixProxy } from '../support/prefix-proxy.ts'
import { type Ready, start, temporaryFolder } from '../support/start-serve.ts'
import { drawn, isProving } from '../support/proving.ts'

/** Controls the world of a visitor like their page: only by the cookie of the browser. */
const steer = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([how, where, what]) => {
      const init = { method: how, ...(what && { body: what }) }
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`./__control/${where}`, { ...init, headers })
      return { status: response.status, text: await response.text() }
    },
    [method, path, body && JSON.stringify(body)] as const,
  )

/** Signs in to the chat; returns functions to ask questions and to read the page. */
async function signIn(page: Page) {
  await page.getByRole('link', { name: 'Chat' }).click()
  await page
    .getByRole('group', { name: 'Users of this world' })
    .getByRole('button', { name: 'demo@example.com' })
    .click()
  const question = page.getByRole('textbox', { name: /^(Question|Message to the running turn)/ })
  await question.waitFor()
  return {
    async ask(text: string) {
      await question.fill(text)
      await question.press('Enter')
    },
    events: page.getByRole('region', { name: 'Events' }),
    turns: page.getByRole('region', { name: 'Turns' }),
  }
}

/** A page that would control the world of the visitor who opens it. */
const pageOperation = `operations:
  page:
    kind: action
    method: GET
    path: /api/page
    public: true
    type: text/html
    answer: >-
      '<title>before</title><h1>A page of the platform</h1><script>document.title = "after";
      fetch("/__control/clock", { method: "POST", body: "{\\"freeze\\":true}",
      headers: { "content-type": "application/json" } })</script>'
`

/** An answer that pauses in the middle until its clock is advanced. */
const halting = `name: halting
match: { endpoint: react, query: [tell me] }
script:
  - answer: "The first half is here. "
  - pause: 10m
  - answer: And here is the second half.
`

describe.skipIf(foundBrowser === undefined)('a demo', { timeout: 180_000 }, () => {
  const { folder, file } = temporaryFolder()
  const server = { url: '', stop: async () => 0 }
  let browser: OpenBrowser
  beforeAll(async () => {
    await file('halting.yaml', halting)
    const { output, stop } = await start('--json', '--demo', '--scenarios', folder.path)
    Object.assign(server, { url: (JSON.parse(output) as Ready).url, stop })
    browser = await openBrowser()
  })
  afterEach(() => browser.close())
  afterAll(() => server.stop())

  async function arrive(at?: string, options?: BrowserContextOptions, opener = browser) {
    const opened = await opener.open(`${at ?? server.url}/`, options)
    opened.page.setDefaultTimeout(100_000)
    const baseUrl = opened.page.getByRole('region', { name: 'Base URL' }).getByText(/\/w\//)
    await baseUrl.waitFor()
    return { ...opened, baseUrl: await baseUrl.innerText() }
  }

  it.each(drawn(screens, 1))(
    'a demo has no layout or accessibility problems for a visitor: $name',
    async ({ name: _, ...options }) => {
      const opened = await arrive(server.url, options)
      await opened.page.getByText('Without activity it ends in 30 minutes').waitFor()
      expect(await flawsOf(opened)).toEqual([])
    },
  )

  it('a demo shows a visitor an explanation, the users and the keys, but no other worlds', async () => {
    const { page, baseUrl } = await arrive()
    await page.getByText('A demo of a fake platform.').waitFor()
    await page.getByText('demo@example.com', { exact: true }).waitFor()
    const script = await page.getByRole('region', { name: 'the curl example' }).innerText()
    expect(script).toContain(`URL=${baseUrl}\n`)
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['curl', 'MSW'])
    expect(await page.getByRole('heading', { name: 'Worlds' }).count()).toBe(0)
    const places = await page.getByRole('navigation').getByRole('link').allInnerTexts()
    expect(places).toContain('Journal')
    expect(places).not.toContain('Conformance')
    expect(await page.evaluate('document.cookie')).toBe('')
  })

  it.runIf(isProving)('a demo supports three turns with the keyboard only', async () => {
    const whole = await openBrowser({ isWhole: true })
    onTestFinished(() => whole.close())
    const { page, complaints } = await arrive(server.url, {}, whole)
    await demoByKeys(page)
    expect(unexplained(complaints)).toEqual([])
  })

  it.runIf(isProving)(
    'a demo isolates two visitors, one of whom cuts and resumes a turn',
    async () => {
      const [one, other] = [await arrive(), await arrive()]
      expect(one.baseUrl).not.toBe(other.baseUrl)
      const [own, others] = [await signIn(one.page), await signIn(other.page)]
      await one.page.getByRole('checkbox', { name: 'Resume automatically' }).uncheck()
      await own.ask('Tell me')
      await own.turns.getByText('The first half is here.').waitFor()
      await others.ask('Tell me')
      await others.turns.getByText('The first half is here.').waitFor()
      await one.page.getByRole('button', { name: 'Cut', exact: true }).click()
      await own.turns.getByText('The stream broke.').waitFor()
      await one.page.getByRole('button', { name: 'Resume', exact: true }).click()
      await own.events.getByText('POST /api/chat/resume').waitFor()
      expect((await steer(one.page, 'POST', 'clock', { advance: '20m' })).status).toBe(200)
      await own.turns.getByText('And here is the second half.').waitFor()
      await own.events.getByText('No event is missing.').waitFor()
      // The clock and the turn of the other visitor did not move.
      const { text } = await steer(other.page, 'GET', 'director')
      expect(JSON.parse(text)).toMatchObject({ turns: [{ mode: 'react' }] })
      expect(await others.turns.innerText()).not.toContain('second half')
      const asked = async (page: Page) =>
        (JSON.parse((await steer(page, 'GET', 'journal?endpoint=chat.resume')).text) as Journal)
          .entries.length
      expect([await asked(one.page), await asked(other.page)]).toEqual([1, 0])
      expect([...one.complaints, ...other.complaints]).toEqual([])
    },
  )

  it('a demo gives a visitor a new world on request, and says when a world has ended', async () => {
    const { page, baseUrl } = await arrive()
    await signIn(page)
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByRole('button', { name: 'Delete this world and start over' }).click()
    await page
      .getByRole('group', { name: 'Users of this world' })
      .getByRole('button', { name: 'demo@example.com' })
      .waitFor()
    await page.getByRole('link', { name: 'Start' }).click()
    const shown = page.getByRole('region', { name: 'Base URL' }).getByText(/\/w\//)
    await shown.waitFor()
    expect(await shown.innerText()).not.toBe(baseUrl)
    expect((await fetch(`${baseUrl}/api/agents`)).status).toBe(404)
    const look = 'document.dispatchEvent(new Event("visibilitychange"))'
    await steer(page, 'DELETE', 'visitor')
    await page.evaluate(look)
    await page.getByRole('alert').getByText('Your world has ended').waitFor()
    expect(await page.locator('main [inert]').count()).toBe(1)
    await page.context().clearCookies()
    await page.evaluate(look)
    await page.getByRole('alert').getByText('Allow cookies').waitFor()
    await page.getByRole('button', { name: 'Get a new world' }).click()
    await page.getByText('Without activity it ends in 30 minutes').waitFor()
  })

  it('a demo works below a path, and its cookie is limited to that path', async () => {
    const below = await prefixProxy(server.url, '/agents/demo')
    onTestFinished(() => below.close())
    const { page, complaints } = await arrive(below.url)
    const { ask, turns } = await signIn(page)
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    const [cookie] = await page.context().cookies(below.url)
    expect(cookie).toMatchObject({ path: '/agents/demo', httpOnly: true, sameSite: 'Lax' })
    expect(await page.context().cookies(new URL('/', below.url).href)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('a page that the API of a demo serves runs no script in the browser of another visitor', async () => {
    const profile = await file('pages.profile.yaml', pageOperation)
    const { output, stop } = await start('--json', '--demo', '--profile', profile)
    onTestFinished(async () => void (await stop()))
    const { url } = JSON.parse(output) as Ready
    const stranger = await arrive(url)
    const { page } = await arrive(url)
    const beside = await page.context().newPage()
    const served = await beside.goto(`${stranger.baseUrl}/api/page`)
    expect([served?.status(), served?.headers()['content-type']]).toEqual([200, 'text/html'])
    expect(await beside.locator('h1').innerText()).toBe('A page of the platform')
    expect([await beside.title(), await beside.evaluate('self.origin')]).toEqual(['before', 'null'])
    const { text } = await steer(page, 'GET', 'clock')
    expect(JSON.parse(text)).toMatchObject({ frozen: false })
  })

  it('a demo cannot be controlled by a page of another origin in the same browser', async () => {
    const { page } = await arrive()
    const elsewhere = await prefixProxy(server.url, '/elsewhere')
    onTestFinished(() => elsewhere.close())
    const foreign = await page.context().newPage()
    await foreign.goto(`${elsewhere.url}/console/none`)
    const tried = await foreign.evaluate(async (url) => {
      const json = { headers: { 'content-type': 'application/json' } }
      const ways: RequestInit[] = [
        { method: 'POST', body: '{"freeze":true}', ...json },
        { method: 'POST', body: '{"freeze":true}', mode: 'no-cors' },
        { method: 'DELETE' },
      ]
      return Promise.all(
        ways.map((init) =>
          fetch(`${url}/__control/${init.method === 'DELETE' ? 'visitor' : 'clock'}`, {
            credentials: 'include',
            ...init,
          }).then(
            ({ type, status }) => `${type} ${status}`,
            () => 'refused',
          ),
        ),
      )
    }, server.url)
    // The server refuses the second request, and the browser hides its response from the page.
    expect(tried).toEqual(['refused', 'refused', 'refused'])
    const { status, text } = await steer(page, 'GET', 'clock')
    expect([status, JSON.parse(text)]).toMatchObject([200, { frozen: false }])
  })
})

type Journal = { readonly entries: readonly unknown[] }

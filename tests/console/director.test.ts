import { describe, expect, it, onTestFinished } from 'vitest'
import { flawsOnScreens } from './screens.ts'
import { routeOpenPage, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'

describe.skipIf(foundBrowser === undefined)('the director page', { timeout: 180_000 }, () => {
  const { addressOf, visit, world, call } = useConsole()

  /** Starts a slow turn that ends with the test. */
  async function beginTurn(name: string): Promise<void> {
    await world(name).director.speed(1)
    const { access_token } = (await (
      await call(name, '/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'demo@example.com', password: 'demo-password' }),
      })
    ).json()) as { access_token: string }
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    await call(name, '/api/react', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ q: 'Where is my order?' }),
      signal: leaving.signal,
    })
  }

  it('the director page has no layout or accessibility problems, light and dark, on a desktop and on a phone', async () => {
    await world('sound').director.pause()
    await beginTurn('sound')
    await world('sound').director.next(['welcome-note', 'order-status'])
    const opened = await visit('director', 'sound')
    const { page } = opened
    await page.getByLabel('Find a script').fill('refund')
    await page.getByRole('region', { name: 'Comes next' }).getByText('End of the turn').waitFor()
    await page
      .getByRole('region', { name: /^Preview/ })
      .getByText('Says')
      .first()
      .waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
  })

  it('the director page controls a turn with the keyboard only', async () => {
    const { page } = await visit('director', 'red')
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await page.keyboard.press('p')
    await page.getByText('paused', { exact: true }).waitFor()
    await beginTurn('red')
    const events = page.getByRole('region', { name: 'Running turns' }).locator('.prompter-events')
    await events.waitFor()
    const countEvents = async () => (await world('red').director.state()).turns[0]?.events ?? 0
    for (const key of ['n', 's']) {
      const before = await countEvents()
      const pressed = async () => page.keyboard.press(key).then(countEvents)
      // The first scheduled event may differ from the next event of the stream.
      await expect.poll(pressed).toBeGreaterThan(before)
    }
    // A key may take effect late, so the page needs a moment to show the count of the turn.
    await expect
      .poll(async () => Number(await events.textContent()) - (await countEvents()))
      .toBe(0)
    await page.keyboard.press('p')
    await page.getByText('paused', { exact: true }).waitFor({ state: 'detached' })
    expect((await world('red').director.state()).paused).toBe(false)
  })

  it('the director page chooses the script and the speed of the next turn', async () => {
    const { page } = await visit('director', 'blue')
    const state = () => world('blue').director.state()
    await page.getByLabel('Find a script').fill('order tool')
    await page.getByRole('region', { name: 'Preview of Order status' }).getByText('Says').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(state).toMatchObject({ waiting: { next: 'order-status' } })
    await page.getByRole('group', { name: 'Script' }).getByText('Order status').click()
    await page.getByLabel('Find a script').fill('welcome')
    await page.getByRole('button', { name: 'Add to the list' }).click()
    await expect.poll(state).toMatchObject({ queue: ['welcome-note'] })
    await page.getByRole('button', { name: 'Move Welcome note up' }).click()
    await expect.poll(state).toMatchObject({
      waiting: { next: 'welcome-note' },
      queue: ['order-status'],
    })
    await page.getByLabel('Say', { exact: true }).fill('Please pause now.')
    await page.keyboard.press('Enter')
    await page.getByText('The next turn first says: Please pause now.').waitFor()
    await page.getByLabel('Say', { exact: true }).fill('Please stop now.')
    await page.getByRole('button', { name: 'Say instead of the rest' }).click()
    await page.getByText('The next turn only says: Please stop now.').waitFor()
    // The text waits on when the list of scripts changes.
    await page.getByRole('button', { name: 'Move Order status up' }).click()
    await expect.poll(state).toMatchObject({ queue: ['order-status', 'welcome-note'] })
    await page.getByLabel('Speed').selectOption('4')
    await expect.poll(state).toMatchObject({
      waiting: { say: 'Please stop now.' },
      queue: ['order-status', 'welcome-note'],
      speed: 4,
      paused: false,
    })
  })

  it('a script that a link plays in the chat does not change the list of the next turns', async () => {
    const { director } = world('linked')
    await director.next(['welcome-note', 'refund-approval'])
    const { page } = await visit('chat?script=order-status', 'linked')
    await page.getByRole('button', { name: 'demo@example.com' }).click()
    await page.getByText('The answer is complete.').waitFor({ state: 'attached' })
    expect(await director.state()).toMatchObject({
      waiting: { next: 'welcome-note' },
      queue: ['refund-approval'],
    })
  })

  it('the director page says which script the next question plays, and one click cancels this script', async () => {
    const { director } = world('regretted')
    await director.next(['refund-approval', 'order-status'])
    const { page } = await visit('director', 'regretted')
    const plays = (title: string) =>
      page.getByText(`The next question plays “${title}”, whatever it asks.`)
    const takeBack = page.getByRole('button', { name: 'Take it back' })
    await plays('Refund approval').waitFor()
    await takeBack.click()
    await plays('Order status').waitFor()
    expect(await director.state()).toMatchObject({ waiting: { next: 'order-status' }, queue: [] })
    await director.say('Please stop now.')
    await page.getByText('The next turn only says: Please stop now.').waitFor()
    await takeBack.click()
    await plays('Order status').waitFor()
    await takeBack.click()
    await takeBack.waitFor({ state: 'detached' })
    expect(await director.state()).toMatchObject({ waiting: null, queue: [] })
  })

  it('the form for a text to say is visible without scrolling in a small window, while turns run and scripts wait', async () => {
    await world('full').director.next(['welcome-note', 'order-status', 'market-scan'])
    await beginTurn('full')
    const { page } = await visit('director', 'full')
    await page.getByRole('region', { name: 'Comes next' }).getByText('End of the turn').waitFor()
    await page.getByLabel('Find a script').fill('refund')
    await page.getByRole('region', { name: /^Preview/ }).waitFor()
    // Typing in the search may have scrolled the page, so the place in the document counts.
    const end = await page
      .getByRole('button', { name: 'Say instead of the rest' })
      .evaluate<number, { getBoundingClientRect(): { bottom: number } }>(
        (button) => button.getBoundingClientRect().bottom,
      )
    expect(end + (await page.evaluate<number>('scrollY'))).toBeLessThanOrEqual(720)
  })

  // A timer of its own would ask for turns that are over, which the browser reports as errors.
  it('the director page requests the outline of a turn only after the director state has listed the turn', async () => {
    const { page } = await visit('director', 'ending')
    const running = page.getByRole('region', { name: 'Running turns' })
    const calls: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/director')) calls.push('state')
    })
    page.on('request', (request) => {
      if (request.url().includes('/director/turns/')) calls.push('parts')
    })
    await beginTurn('ending')
    await running.getByRole('region', { name: 'Said' }).waitFor()
    await page.getByText('No turn is running').waitFor()
    expect(calls.join(' ')).toContain('state parts state')
    expect(calls.join(' ')).not.toContain('parts parts')
  })

  it('the director page keeps the text to say if the world refuses it', async () => {
    const { page } = await visit('director', 'refusing')
    const text = page.getByLabel('Say', { exact: true })
    await text.fill('Please wait.')
    await routeOpenPage(page, /\/director$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { error: 'Not now.' } })
        : route.continue(),
    )
    await page.keyboard.press('Enter')
    await page.getByText('Not now.').waitFor()
    expect(await text.inputValue()).toBe('Please wait.')
  })

  it('the director page keeps the text to say while a gateway says that the server restarts', async () => {
    const { page } = await visit('director', 'restarting')
    const text = page.getByLabel('Say', { exact: true })
    await text.fill('Please wait.')
    await page.route(/\/director$/, (route) => route.fulfill({ status: 503 }), { times: 1 })
    await page.waitForResponse((response) => response.status() === 503)
    await page.waitForResponse((response) => response.url().endsWith('/director') && response.ok())
    expect(await text.inputValue()).toBe('Please wait.')
  })

  it('the director page keeps the focus in the list of the next turns when a script is moved or removed', async () => {
    await world('focused').director.next(['order-status', 'welcome-note'])
    const { page } = await visit('director', 'focused')
    const focused = page.locator(':focus')
    const remove = (title: string) => page.getByRole('button', { name: `Remove ${title}` })
    await page.getByRole('button', { name: 'Move Welcome note up' }).press('Enter')
    await page.getByText('1. Welcome note').waitFor()
    await remove('Welcome note').and(focused).press('Enter')
    await remove('Order status').and(focused).press('Enter')
    await page.getByLabel('Find a script').and(focused).waitFor()
    expect(await world('focused').director.state()).toMatchObject({ waiting: null, queue: [] })
  })

  it('the director page saves a world, restores it, and resets it', async () => {
    const { page } = await visit('director', 'green')
    const titles = async () =>
      (await world('green').records.list('agents')).items.map((agent) => agent['name'])
    const all = await titles()
    await page.getByRole('button', { name: 'Save its state' }).click()
    await page.getByText('Saved.').waitFor()
    // Each world has its own saved state.
    await page.goto(addressOf('director', 'green-too'))
    await page.getByRole('button', { name: 'Restore' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save its state' }).click()
    await page.getByRole('button', { name: 'Restore' }).waitFor()
    await page.goto(addressOf('director', 'green'))
    const { items } = await world('green').records.list('agents')
    await world('green').records.remove('agents', items[0]?.id ?? '')
    await page.getByRole('link', { name: 'Clock', exact: true }).click()
    await page.getByRole('link', { name: 'Director', exact: true }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Restored.').waitFor()
    expect(await titles()).toEqual(all)
    await world('green').records.remove('agents', items[0]?.id ?? '')
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await page.getByText('The world was reset.').waitFor()
    expect(await titles()).toEqual(all)
    // A saved file keeps the state of a world after the window is closed.
    await page.getByRole('link', { name: 'State', exact: true }).click()
    await page.getByRole('button', { name: 'Save or restore' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a file' }).click()
    const file = await (await saving).path()
    await world('green').records.remove('agents', items[0]?.id ?? '')
    const input = page.getByLabel('A file with the state of a world')
    await input.setInputFiles(import.meta.filename)
    await page.getByText('is not JSON').waitFor()
    await input.setInputFiles(file)
    await page.getByText(/^Loaded /).waitFor()
    expect(await titles()).toEqual(all)
  })
})

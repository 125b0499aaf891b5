import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { JournalFrames } from '../../contract/control/journal.ts'
import type { WorldDetails } from '../../contract/control/worlds.ts'
import { flawsOnScreens } from './screens.ts'
import {
  callNumber,
  callWith,
  focusedText,
  hostileText,
  isHurt,
  routeOpenPage,
  rowWith,
  useConsole,
} from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'

const json = { 'content-type': 'application/json' }

/** Runs the text of a check with the `test` and `expect` that it imports. */
async function runCheck(text: string): Promise<void> {
  const code = stripTypeScriptTypes(text.replace(/^import .*$/m, ''))
  const tests: (() => Promise<void>)[] = []
  // oxlint-disable-next-line typescript/no-implied-eval -- The generated code has to run.
  new Function('test', 'expect', code)(
    (_: string, run: () => Promise<void>) => tests.push(run),
    expect,
  )
  for (const run of tests) await run()
}

describe.skipIf(foundBrowser === undefined)('the journal page', { timeout: 180_000 }, () => {
  const { visit, world, call } = useConsole()

  async function signIn(name: string): Promise<string> {
    const body = JSON.stringify({ email: 'demo@example.com', password: 'demo-password' })
    const signedIn = await call(name, '/api/auth/login', { method: 'POST', headers: json, body })
    return ((await signedIn.json()) as { readonly access_token: string }).access_token
  }

  /** Signs in and runs a turn whose stream is cut after the third event. */
  async function cutTurn(name: string): Promise<void> {
    await world(name).faults.add({
      id: 'short',
      match: { endpoint: 'chat.react' },
      effect: { stream: { cut: { after_event: 3, how: 'close' } } },
    })
    const turn = await call(name, '/api/react', {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${await signIn(name)}` },
      body: JSON.stringify({ q: 'Where is my order?' }),
    })
    await turn.text()
  }

  it('the journal page has no layout or accessibility problems, light and dark, on a desktop and on a phone', async () => {
    await cutTurn('sound')
    const opened = await visit('journal', 'sound')
    await callWith(opened.page, '/api/react').waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
    await callNumber(opened.page, 2).click()
    await opened.page.getByRole('tab', { name: 'Sent (3)' }).click()
    expect(await flawsOnScreens(opened)).toEqual([])
  })

  it('the journal page shows a call of another client at once, and why it was refused', async () => {
    const { page } = await visit('journal', 'green')
    await page.getByText('live', { exact: true }).waitFor()
    await call('green', '/api/agents')
    const row = callWith(page, '/api/agents')
    await row.filter({ hasText: '401' }).waitFor()
    await callNumber(page, 1).click()
    const [line] = await world('green').journal.list()
    const explanation = line?.explanation?.replaceAll('`', '') ?? 'there is none'
    const pane = page.getByRole('region', { name: 'Call 1' })
    await expect
      .poll(() => pane.getByRole('status').allTextContents())
      .toContain(`Why${explanation}`)
  })

  it('the journal page lists the frames that the server sent in a stream', async () => {
    await cutTurn('grey')
    const { page } = await visit('journal?call=2', 'grey')
    await page.getByRole('tab', { name: 'Sent (3)' }).click()
    const delivered = page.getByRole('region', { name: 'Sent events' })
    const shown = await delivered.locator('tbody tr td:last-child').allTextContents()
    const { frames } = await world('grey').journal.read(2)
    expect(shown).toEqual(frames.map(({ bytes }) => String(bytes)))
    expect(shown).toHaveLength(3)
  })

  it('the journal page filters calls by operation, status and text, and reports an invalid filter', async () => {
    await cutTurn('red')
    await call('red', '/api/agents')
    const { page } = await visit('journal', 'red')
    await page.getByText('3 calls').waitFor()
    await page.getByLabel('Contains').fill('took effect')
    await page.getByText('1 call', { exact: true }).waitFor()
    // The search includes headers and bodies, but no secrets.
    await page.getByLabel('Contains').fill('my order?')
    await page.getByText('1 call', { exact: true }).waitFor()
    await page.getByLabel('Contains').fill('demo-password')
    await page.getByText('0 calls').waitFor()
    await page.getByLabel('Contains').fill('')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('4xx')
    await page.getByText('1 call', { exact: true }).waitFor()
    expect(await callWith(page, '/api/agents').count()).toBe(1)
    await page.getByLabel('Operation').fill('GET /api/agentz')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'agentz' }).waitFor()
    // `agents` means all operations that begin with it, and a click anywhere in a row opens its call.
    await page.getByLabel('Operation').fill('agents')
    await page.keyboard.press('Enter')
    await callWith(page, '/api/agents').getByText('unauthorized').click()
    await page.getByRole('region', { name: 'Call 3' }).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const text = await readFile(await (await saving).path(), 'utf8')
    expect(JSON.parse(text)).toEqual({ entries: [await world('red').journal.read(3)] })
  })

  it('the journal page sorts calls, and the keyboard moves through them', async () => {
    await cutTurn('sorted')
    await call('sorted', '/api/agents')
    const { page } = await visit('journal', 'sorted')
    await page.getByText('3 calls').waitFor()
    const numbers = () =>
      page
        .locator('[role=option]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-number')))
    expect(await numbers()).toEqual(['3', '2', '1'])
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('button', { name: 'Status, ascending' }).click()
    await expect.poll(numbers).toEqual(['3', '2', '1'])
    await page.getByRole('button', { name: 'Number' }).click()
    await expect.poll(numbers).toEqual(['1', '2', '3'])
    await page.getByRole('listbox').focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('region', { name: 'Call 1' }).waitFor()
    await page.keyboard.press('End')
    await page.getByRole('region', { name: 'Call 3' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Call 3' }).and(page.locator(':focus')).waitFor()
    // A narrow page hides the list, and steps through it in the same order.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Previous exchange' }).click()
    await page.getByRole('region', { name: 'Call 2' }).waitFor()
  })

  it('the journal page hides columns, and remembers which columns are hidden', async () => {
    await cutTurn('columns')
    const { page } = await visit('journal', 'columns')
    const headers = page.getByRole('group', { name: 'Sort Calls' })
    await callWith(page, '/api/react').waitFor()
    await page.getByText('Columns', { exact: true }).click()
    await page.getByRole('button', { name: 'Size', pressed: true }).first().click()
    await page.getByRole('button', { name: 'Timing' }).click()
    await expect.poll(() => headers.textContent()).toBe('#StartedStatusCallFirst byteTotal')
    await page.reload()
    await expect.poll(() => headers.textContent()).toBe('#StartedStatusCallFirst byteTotal')
    await page.getByText('Columns', { exact: true }).click()
    await page.getByRole('button', { name: 'Size', pressed: false }).last().click()
    await expect.poll(() => headers.textContent()).toBe('#StartedStatusCallSizeFirst byteTotal')
  })

  it('the journal page renders only the visible rows, and says which old calls are no longer stored', async () => {
    const ask = (_: unknown, at: number) =>
      call('many', `/api/version?at=${at}`).then((response) => response.text())
    for (let batch = 0; batch < 42; batch++) await Promise.all(Array.from({ length: 50 }, ask))
    const { page } = await visit('journal', 'many')
    await page.getByText('2000 calls').waitFor()
    await page.getByText('Calls before number 101 are not in the journal any more').waitFor()
    expect(await callWith(page, '').count()).toBeLessThan(100)
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(3000)
  })

  it('the journal page prepares a fault that the operation of a call can have', async () => {
    await call('faulty', '/api/agents')
    const { page } = await visit('journal?call=1', 'faulty')
    await page.getByRole('link', { name: 'Make a fault of this call' }).click()
    await expect.poll(() => page.getByLabel('Operation').inputValue()).toBe('agents.list')
    await page.getByRole('button', { name: 'Add fault' }).click()
    const faults = () => world('faulty').faults.list()
    await expect.poll(faults).toMatchObject([{ match: { endpoint: 'agents.list' } }])
  })

  it('the journal page copies a call as fetch', async () => {
    await cutTurn('written')
    const { page } = await visit('journal?call=2', 'written', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Copy as fetch' }).click()
    await page.getByRole('button', { name: 'Copy as fetch' }).getByText('Copied').waitFor()
    const code = await page.evaluate<string>('navigator.clipboard.readText()')
    const sent: { readonly url: string; readonly init: RequestInit }[] = []
    const fetch = (url: string, init: RequestInit) => Promise.resolve(sent.push({ url, init }))
    // oxlint-disable-next-line typescript/no-implied-eval -- The copied code has to run.
    await new Function('fetch', 'TOKEN', `return (async () => { ${code.replace('// ', '//')} })()`)(
      fetch,
      'a-token',
    )
    expect(sent[0]?.url).toMatch(/\/w\/written\/api\/react$/)
    expect(sent[0]?.init.body).toBe('{"q":"Where is my order?"}')
    expect(Object(sent[0]?.init.headers).authorization).toBe('Bearer a-token')
  })

  it('the journal page creates a check of a call, which fails when the responses of the fake change', async () => {
    const name = 'checked'
    await cutTurn(name)
    await world(name).faults.clear()
    const authorization = `Bearer ${await signIn(name)}`
    const headers = { ...json, authorization }
    const body = JSON.stringify({ title: 'Made by a test' })
    const turn = await call(name, '/api/react', {
      method: 'POST',
      headers,
      body: JSON.stringify({ q: 'Where is my order?' }),
    })
    await turn.text()
    await call(name, '/api/agents?size=2', { headers })
    await call(name, '/api/conversations', { method: 'POST', headers, body })
    await call(name, '/api/agents/unknown', { headers })
    const details = await call(name, `/__control/worlds/${name}`)
    const [key] = Object.values(((await details.json()) as WorldDetails).keys)
    await call(name, '/api/agents', { headers: { authorization: `Bearer ${key}` } })
    const [chat] = (await world(name).records.list('conversations', { size: 1 })).items
    await call(name, `/api/conversations/${String(chat?.['id'])}`, { method: 'DELETE', headers })
    const entries = await world(name).journal.list()
    const { page } = await visit('journal', name)
    const check = async (number: number, runner = 'vitest') => {
      await callNumber(page, number).click()
      await page.getByRole('region', { name: `Call ${number}`, exact: true }).waitFor()
      await page.getByRole('button', { name: 'Make a check of this call' }).click()
      const dialog = page.getByRole('dialog', { name: `A check of call ${number}` })
      await dialog.getByRole('button', { name: runner }).click()
      const text = await dialog.getByRole('region', { name: 'the check' }).innerText()
      await dialog.getByRole('button', { name: 'Close' }).click()
      return text
    }
    for (const { number, path, status } of entries) {
      const text = await check(number)
      expect(text).toContain(`is answered with ${status}`)
      await runCheck(text).catch((cause: unknown) => {
        throw new Error(`${path}: ${text}`, { cause })
      })
    }
    expect(await check(1, '@playwright/test')).toContain("from '@playwright/test'")
    const list = entries.find(({ query }) => query === 'size=2')?.number ?? 0
    const text = await check(list)
    await world(name).play('deployed-0.8')
    await expect(runCheck(text)).rejects.toThrow('to match object')
  })

  it('the journal page creates a script of a turn, which plays the same events at the same pace', async () => {
    const name = 'rehearsed'
    const q = 'How far is the moon?'
    await world(name).director.speed(4)
    await world(name).scenarios.add({
      name: 'moon',
      match: { endpoint: 'react', query: q },
      script: [
        { think: 'I look it up.' },
        { call: { tool: 'almanac', input: { of: 'moon' }, observation: '384,400 km', takes: 300 } },
        { answer: { text: 'It is 384,400 km away.', pace: { by: 'word', every: 90 } } },
      ],
    } as never)
    const headers = { ...json, authorization: `Bearer ${await signIn(name)}` }
    const ask = async () => {
      const made = await call(name, '/api/conversations', { method: 'POST', headers, body: '{}' })
      const { id } = ((await made.json()) as { readonly data: { readonly id: string } }).data
      const body = JSON.stringify({ q, conversation_id: id })
      await (await call(name, '/api/react', { method: 'POST', headers, body })).text()
      const [entry] = (await world(name).journal.list({ endpoint: 'chat.react' })).slice(-1)
      const path = `/__control/journal/${entry?.number}/frames`
      const read = await call(name, path)
      expect(read.status).toBe(200)
      const { frames } = (await read.json()) as JournalFrames
      const start = frames[0]?.t ?? 0
      return {
        number: entry?.number,
        scenario: entry?.scenario,
        frames: frames.map(({ event, t, text }) => ({
          event,
          after: t - start,
          data: text.replaceAll(/"cursor":\d+|^id: .*$/gm, ''),
        })),
      }
    }
    const first = await ask()
    expect(first.frames.map(({ event }) => event)).toContain('done')
    const { page } = await visit(`journal?call=${first.number}`, name)
    await page.getByRole('tab', { name: /^Sent/ }).click()
    await page.getByRole('button', { name: 'Raw frames' }).click()
    await page.getByRole('region', { name: 'Sent events' }).getByText('data: {"').first().waitFor()
    expect(await page.getByText('with another text').count()).toBe(0)
    await page.getByRole('link', { name: 'Make a script of this turn' }).click()
    const script = page.getByRole('region', { name: `A script of call ${first.number}` })
    expect(await script.getByLabel('Script').inputValue()).toContain('384,400 km')
    await script.getByRole('button', { name: 'Add to the world' }).click()
    await script.getByRole('link', { name: 'Ask its question' }).waitFor()
    await world(name).scenarios.remove('moon')
    const again = await ask()
    expect(again.scenario).not.toBe('moon')
    expect(again.frames).toEqual(first.frames)
    await script.getByLabel('Script').fill('name: [')
    await script.getByRole('button', { name: 'Add to the world' }).click()
    await script.getByRole('alert').waitFor()
  })

  it('the journal page sends a call again as its user, and compares both responses', async () => {
    await cutTurn('again')
    const { page } = await visit('journal', 'again')
    await page.getByRole('button', { name: 'Broken streams' }).click()
    await page.getByText('1 call', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show all calls' }).click()
    await page.getByText('2 calls').waitFor()
    await world('again').faults.clear()
    await callNumber(page, 2).click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('heading', { name: 'Compared with call 2' }).waitFor()
    const differences = 'Differences between the calls'
    await rowWith(page, differences, 'faults').filter({ hasText: 'short' }).waitFor()
    // Call 3 is the sign-in.
    const [again] = await world('again').journal.list({ endpoint: 'chat.react', since: 3 })
    expect(again).toMatchObject({ number: 4, status: 200, caller: { email: 'demo@example.com' } })
    await page.getByRole('link', { name: 'End the comparison' }).click()
    await page.getByRole('tab', { name: /Sent/ }).waitFor()
  })

  it('the journal page copies a call as a curl command that works with a token', async () => {
    await cutTurn('copied')
    const { page } = await visit('journal?call=2', 'copied', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).getByText('Copied').waitFor()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(command).toContain('# TOKEN: an access token of demo@example.com')
    const env = { ...process.env, TOKEN: 'none' }
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], { env })
    expect(stdout).toContain('invalid_token')
  })

  it('the journal page keeps its calls and connects again after a 503 of a gateway', async () => {
    await call('gateway', '/api/agents')
    const { page } = await visit('journal', 'gateway')
    await page.getByText('1 call', { exact: true }).waitFor()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    await page.route(/\/journal\?follow/, (route) => started.then(() => route.continue()))
    await routeOpenPage(page, /\/journal\?follow/, (route) => route.fulfill({ status: 503 }), {
      times: 1,
    })
    // A reset ends the stream of the page.
    await world('gateway').reset()
    await page.getByText('The server responded with status 503.').waitFor()
    await page.getByText('reconnecting …').waitFor()
    expect(await callWith(page, '/api/agents').count()).toBe(1)
    start()
    await page.getByText('live', { exact: true }).waitFor()
    await call('gateway', '/api/version')
    await callWith(page, '/api/version').waitFor()
  })

  it('the journal page continues after a reset of the world, and the keyboard can delete all calls', async () => {
    await call('blue', '/api/agents')
    const { page } = await visit('journal', 'blue')
    await page.getByText('1 call', { exact: true }).waitFor()
    await world('blue').reset()
    await page.getByText('0 calls').waitFor()
    await page.getByText('live', { exact: true }).waitFor()
    await call('blue', '/api/version')
    await callWith(page, '/api/version').waitFor()
    await page.getByRole('button', { name: 'Delete all' }).press('Enter')
    await expect.poll(() => focusedText(page)).toBe('Cancel')
    await page.getByRole('button', { name: 'Delete all calls permanently' }).click()
    await page.getByText('0 calls').waitFor()
    expect(await world('blue').journal.list()).toEqual([])
  })

  it('the journal page shows hostile input as text', async () => {
    await call('white', `/api/agents/${encodeURIComponent(hostileText)}?q=${hostileText}`, {
      headers: { 'x-hostile': hostileText },
    })
    const body = JSON.stringify({ email: hostileText, password: hostileText })
    await call('white', '/api/auth/login', { method: 'POST', headers: json, body })
    const { page, complaints } = await visit('journal?call=1', 'white')
    await page.getByText(/^\d+ request headers$/).click()
    await page.getByText('x-hostile: <img').waitFor()
    await callNumber(page, 2).click()
    await page.getByRole('region', { name: 'request body' }).getByText('<script>').waitFor()
    expect([await isHurt(page), await page.locator('main img').count(), complaints]).toEqual([
      false,
      0,
      [],
    ])
  })
})

import { afterAll, afterEach, beforeAll } from 'vitest'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { type ChatSetting, openChat } from '../support/open-chat.ts'
import { type Ready, start } from '../support/start-serve.ts'

/** Starts a server for a test file; returns a function that opens its chat in a new world. */
export function servedChat() {
  const server = { url: '', stop: async () => 0 }
  let browser: OpenBrowser | undefined

  beforeAll(async () => {
    const { output, stop } = await start('--json')
    Object.assign(server, { url: (JSON.parse(output) as Ready).url, stop })
    if (foundBrowser !== undefined) browser = await openBrowser()
  })
  afterEach(() => browser?.close())
  afterAll(() => server.stop())

  return async function chatIn(world: string, setting: ChatSetting = {}) {
    if (browser === undefined) throw new Error('There is no browser.')
    return openChat(browser, server.url, world, setting)
  }
}

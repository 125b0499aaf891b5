import { test as base } from '@playwright/test'
import { fakeTest } from '../../../testing/playwright/extend-test.ts'
import { serveApp } from './app-server.ts'

/** The URLs of the app, without and with a proxy to the fake. */
type WorkerArgs = { readonly app: { readonly url: string; readonly proxied: string } }

/** The fixture, extended as a team would. */
export const test = fakeTest(base).extend<object, WorkerArgs>({
  app: [
    async ({ fakeConnection }, use) => {
      const [alone, proxied] = await Promise.all([serveApp(), serveApp(fakeConnection.url)])
      await use({ url: alone.url, proxied: proxied.url })
      await Promise.all([alone.close(), proxied.close()])
    },
    { scope: 'worker' },
  ],
})

export { expect } from '@playwright/test'

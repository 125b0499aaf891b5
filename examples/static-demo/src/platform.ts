import { setupWorker } from 'msw/browser'
import { createFake } from 'understudy'
import { browserKeeper } from 'understudy/browser'
import { createClient } from 'understudy/client'
import demo from 'understudy/fixtures/demo.json'
import { handlers } from 'understudy/msw'
import scenarios from 'understudy/scenarios.json'

const baseUrl = 'https://platform.test'

/** Keeps what visitors do, in their own browser. */
export const keeper = browserKeeper({ name: 'static-demo' })

const fake = createFake({ fixture: demo, scenarios, storage: keeper })

/** Plays the platform for this page, and gives a client who is signed in. */
export async function startPlatform() {
  await setupWorker(...handlers(fake, { baseUrl })).start({
    quiet: true,
    onUnhandledFrame: 'bypass',
    // Beside the page, wherever that is.
    serviceWorker: { url: './mockServiceWorker.js' },
  })
  const client = createClient({ baseUrl })
  await client.login({ email: 'demo@example.com', password: 'demo-password' })
  return client
}

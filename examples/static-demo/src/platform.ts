import { setupWorker } from 'msw/browser'
import { createFake } from 'agent-understudy'
import { browserStorage } from 'agent-understudy/browser'
import { createClient } from 'agent-understudy/client'
import demo from 'agent-understudy/fixtures/demo.json'
import { handlers } from 'agent-understudy/msw'
import scenarios from 'agent-understudy/scenarios.json'

const baseUrl = 'https://platform.test'

/** Stores the changes of a visitor in their browser. */
export const storage = browserStorage({ name: 'static-demo' })

const fake = createFake({ fixture: demo, scenarios, storage })

/** Starts the fake for this page, and returns a signed-in client. */
export async function startPlatform() {
  await setupWorker(...handlers(fake, { baseUrl })).start({
    quiet: true,
    onUnhandledFrame: 'bypass',
    // Relative to the page, so that it works in any folder.
    serviceWorker: { url: './mockServiceWorker.js' },
  })
  const client = createClient({ baseUrl })
  await client.login({ email: 'demo@example.com', password: 'demo-password' })
  return client
}

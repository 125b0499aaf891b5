import { setupWorker } from 'msw/browser'
import { createFake } from 'agent-understudy'
import demo from 'agent-understudy/fixtures/demo.json'
import { handlers } from 'agent-understudy/msw'
import scenarios from 'agent-understudy/scenarios.json'

const fake = createFake({ fixture: demo, scenarios })

/** Runs the fake at the page's own origin, without a server. */
export const worker = setupWorker(...handlers(fake, { baseUrl: '/' }))

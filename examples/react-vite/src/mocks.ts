import { setupWorker } from 'msw/browser'
import { createFake } from 'understudy'
import demo from 'understudy/fixtures/demo.json'
import { handlers } from 'understudy/msw'
import scenarios from 'understudy/scenarios.json'

const fake = createFake({ fixture: demo, scenarios })

/** Runs the fake at the page's own origin, without a server. */
export const worker = setupWorker(...handlers(fake, { baseUrl: '/' }))

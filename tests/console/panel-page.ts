import { setupWorker } from 'msw/browser'
import { mountConsole } from 'agent-understudy/console'
import { createFake, type Fixture, type Scenario } from '../../entries/index.ts'
import { browserStorage } from '../../entries/browser.ts'
import { handlers } from '../../entries/msw.ts'

const story: Scenario = {
  name: 'long-story',
  match: { endpoint: 'react', query: 'tell me' },
  pace: { by: 'word', size: 1, every: 40 },
  script: [{ answer: 'It was once. '.repeat(20) }, { answer: 'That is the end.' }],
}

const fixture = (await (await fetch('/demo.json')).json()) as Fixture
const scenarios = [story]
const fake = createFake({ fixture, scenarios, storage: browserStorage() })
const other = createFake({ fixture, scenarios })
if (location.hash === '#msw') await setupWorker(...handlers(fake)).start({ quiet: true })

/** What tests use in the page. */
export const kit = { fake, other, mountConsole, request: (input: Request) => fetch(input) }
Object.assign(globalThis, { kit })

declare const location: { readonly hash: string }

import { abortableFetch } from '../../contract/abortable-fetch.ts'
import { existsSync, readFileSync } from 'node:fs'
import { setupServer } from 'msw/node'
import { afterEach, describe } from 'vitest'
import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { handlers } from '../../mocks/adapters/msw.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { registerScenarios } from '../../mocks/control/scenarios.ts'
import { createFake, type NewFakeOptions, type Fake } from '../../mocks/fake.ts'
import { systemClock } from '../../mocks/world/clock.ts'
import { moveToPresent } from '../../mocks/world/dates.ts'
import { drawn } from './proving.ts'

/** A fake behind a transport, and the functions to call it. */
export type Mounted = {
  readonly fake: Fake
  readonly baseUrl: string
  readonly fetch: (request: Request) => Promise<Response>
}

/** Mounts a fake for one test, and closes it afterwards. */
export type Mount = (options?: Partial<NewFakeOptions>) => Promise<Mounted>

function readGenerated<T>(file: string): T {
  const path = `generated/${file}`
  if (!existsSync(path)) throw new Error(`There is no ${path}: run \`npm run build\` first.`)
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

/** A built fixture, moved to the present once for all fakes. */
const fixtureOf = (name: string) =>
  moveToPresent(readGenerated<Fixture>(`fixtures/${name}.json`), systemClock.now())

/** The fixtures, one copy for all tests of a file. */
export const demo = fixtureOf('demo')
export const empty = fixtureOf('empty')
export const crowded = () => fixtureOf('crowded')

/** The scenarios that come with the product. They are not parsed again in each test file. */
export const shippedScenarios = registerScenarios(readGenerated<Scenario[]>('scenarios.json'))

/** A fake that is called in process, without a transport. The caller must close it. */
export function mountInProcess(options: Partial<NewFakeOptions> = {}): Mounted {
  const fake = createFake({ fixture: demo, speed: Infinity, ...options })
  return { fake, baseUrl: 'http://platform.test', fetch: (request) => fake.fetch(request) }
}

type Transport = (fake: Fake) => Promise<Omit<Mounted, 'fake'> & { readonly close: () => unknown }>

const transports: Readonly<Record<string, Transport>> = {
  'in-process fetch': async (fake) => ({
    baseUrl: 'http://platform.test',
    fetch: (request) => fake.fetch(request),
    close: () => fake.close(),
  }),
  'Node HTTP': async (fake) => {
    const { url, close } = await listen(fake)
    return { baseUrl: url, fetch: abortableFetch, close }
  },
  'MSW in Node': async (fake) => {
    const baseUrl = 'http://platform.test'
    const server = setupServer(...handlers(fake, { baseUrl }))
    server.listen({ onUnhandledFrame: 'error' })
    const close = () => {
      server.close()
      fake.close()
    }
    return { baseUrl, fetch: abortableFetch, close }
  },
}

/**
 * Runs the same tests over every transport. `npm test` draws one transport for each subject,
 * because tests/whole/parity.test.ts proves that all send the same bytes.
 */
export function describeTransports(
  subject: string,
  tests: (mount: Mount, transport: string) => void,
): void {
  describe.each(drawn(Object.entries(transports), 1, subject))(
    `${subject} (%s)`,
    (name, transport) => {
      const open: (() => unknown)[] = []
      afterEach(async () => {
        await Promise.all(open.splice(0).map((close) => close()))
      })
      tests(async (options = {}) => {
        const fake = createFake({ fixture: demo, speed: Infinity, ...options })
        const { close, ...mounted } = await transport(fake)
        open.push(close)
        return { fake, ...mounted }
      }, name)
    },
  )
}

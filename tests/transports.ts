import { readFile } from 'node:fs/promises'
import { setupServer } from 'msw/node'
import { afterEach, describe } from 'vitest'
import type { Fixture } from '../contract/fixture.ts'
import { handlers } from '../mocks/adapters/msw.ts'
import { listen } from '../mocks/adapters/node.ts'
import { createFake, type Fake, type FakeOptions } from '../mocks/fake.ts'

/** A fake behind one of its mounts, and how to reach it. */
export type Mounted = {
  readonly fake: Fake
  readonly baseUrl: string
  readonly fetch: (request: Request) => Promise<Response>
}

/** Mounts a fake for one test; it is taken down afterwards. */
export type Mount = (options?: Partial<FakeOptions>) => Promise<Mounted>

/** The demo fixture as it was built. */
export const sharedDemo = async () =>
  JSON.parse(await readFile('generated/fixtures/demo.json', 'utf8')) as Fixture

type Transport = (fake: Fake) => Promise<Omit<Mounted, 'fake'> & { readonly close: () => unknown }>

const transports: Readonly<Record<string, Transport>> = {
  'in-process fetch': async (fake) => ({
    baseUrl: 'http://platform.test',
    fetch: (request) => fake.fetch(request),
    close: () => fake.close(),
  }),
  'Node HTTP': async (fake) => {
    const { url, close } = await listen(fake)
    return { baseUrl: url, fetch: (request) => fetch(request), close }
  },
  'MSW in Node': async (fake) => {
    const baseUrl = 'http://platform.test'
    const server = setupServer(...handlers(fake, { baseUrl }))
    server.listen({ onUnhandledFrame: 'error' })
    const close = () => {
      server.close()
      fake.close()
    }
    return { baseUrl, fetch: (request) => fetch(request), close }
  },
}

/** Runs the same tests over every way in which a fake is mounted. */
export function describeTransports(subject: string, tests: (mount: Mount) => void): void {
  describe.each(Object.entries(transports))(`${subject} (%s)`, (_name, transport) => {
    const open: (() => unknown)[] = []
    afterEach(async () => {
      await Promise.all(open.splice(0).map((close) => close()))
    })
    tests(async (options = {}) => {
      const fake = createFake({ fixture: await sharedDemo(), speed: Infinity, ...options })
      const { close, ...mounted } = await transport(fake)
      open.push(close)
      return { fake, ...mounted }
    })
  })
}

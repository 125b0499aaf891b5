import type { Fake } from '../../mocks/fake.ts'

/** Where the calls of a test go, and how that ends. */
export type Mount = {
  /** The base URL of the fake. */
  readonly url: string
  fetch(request: Request): Promise<Response>
  /** Puts handlers of MSW before the fake; without any, takes them back. */
  override?(...handlers: readonly object[]): void
  close(): unknown
}

/** How MSW is set up. */
export type MswOptions = {
  /** The origin that the fake answers at; any unless given. */
  readonly baseUrl?: string
  /** What becomes of calls that are none of the platform's; MSW warns of them unless told. */
  readonly unhandled?: 'bypass' | 'warn' | 'error'
}

/** The origin of a fake that is called in process: it stands for none that there is. */
export const inProcessUrl = 'http://platform.test'

/** No mount at all: a call is a call of a function. */
export const inProcess = (fake: Fake): Mount => ({
  url: inProcessUrl,
  fetch: (request) => fake.fetch(request),
  close() {},
})

/** HTTP on a free port of this machine. */
export async function overHttp(fake: Fake): Promise<Mount> {
  const { listen } = await import('../../mocks/adapters/node.ts')
  const { url, close } = await listen(fake)
  return { url, fetch: (request) => fetch(request), close }
}

/** Under the `fetch` of this process. Throws an `Error` where MSW is not installed. */
export async function throughMsw(fake: Fake, options: MswOptions): Promise<Mount> {
  const [{ setupServer }, { handlers }] = await Promise.all([
    import('msw/node'),
    import('../../mocks/adapters/msw.ts'),
  ]).catch((cause: unknown) => {
    throw new Error('Failed to mount the fake in MSW: install `msw` beside understudy.', { cause })
  })
  const { baseUrl, unhandled = 'warn' } = options
  const server = setupServer(...handlers(fake, baseUrl === undefined ? {} : { baseUrl }))
  // The second is what MSW 2 calls it.
  const asked = { onUnhandledFrame: unhandled, onUnhandledRequest: unhandled }
  server.listen(asked)
  return {
    url: baseUrl?.replace(/\/$/, '') ?? inProcessUrl,
    fetch: (request) => fetch(request),
    override(...given) {
      if (given.length === 0) server.resetHandlers()
      // Types of MSW in our own would make every user of ours need it.
      else server.use(...(given as Parameters<typeof server.use>))
    },
    close: () => server.close(),
  }
}

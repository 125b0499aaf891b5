import { abortableFetch } from '../../contract/abortable-fetch.ts'
import { followRedirects } from '../../mocks/fetch.ts'
import type { Fake } from '../../mocks/fake.ts'

/** A connection of the tests to a fake: in process, over HTTP or through MSW. */
export type Mount = {
  /** The base URL of the fake. */
  readonly url: string
  fetch(request: Request): Promise<Response>
  /** Adds MSW handlers in front of the fake; without arguments, removes them. */
  override?(...handlers: readonly object[]): void
  close(): unknown
}

/** The options of `useFake` for MSW. */
export type MswOptions = {
  /** The origin at which the fake responds. Default: any. */
  readonly baseUrl?: string
  /** The behaviour of MSW for requests that are not for the platform. Default: `warn`. */
  readonly unhandled?: 'bypass' | 'warn' | 'error'
}

/** The base URL of a fake in process. No server listens at this URL. */
export const inProcessUrl = 'http://platform.test'

export const inProcess = (fake: Fake): Mount => ({
  url: inProcessUrl,
  fetch: (request) => followRedirects(request, (one) => fake.fetch(one)),
  close() {},
})

/** Serves the fake over HTTP on a free port. */
export async function overHttp(fake: Fake): Promise<Mount> {
  const { listen } = await import('../../mocks/adapters/node.ts')
  const { url, close } = await listen(fake)
  return { url, fetch: abortableFetch, close }
}

/** Replaces the global `fetch` by MSW. Throws an `Error` if MSW is not installed. */
export async function throughMsw(fake: Fake, options: MswOptions): Promise<Mount> {
  const [{ setupServer }, { handlers, toAbsoluteUrl }] = await Promise.all([
    import('msw/node'),
    import('../../mocks/adapters/msw.ts'),
  ]).catch((cause: unknown) => {
    throw new Error('`useFake({ msw })` needs MSW: run `npm install --save-dev msw`.', { cause })
  })
  const { baseUrl, unhandled = 'warn' } = options
  const server = setupServer(...handlers(fake, baseUrl === undefined ? {} : { baseUrl }))
  // MSW 2 uses `onUnhandledRequest`.
  const listenOptions = { onUnhandledFrame: unhandled, onUnhandledRequest: unhandled }
  server.listen(listenOptions)
  return {
    // In jsdom, `fetch` needs an absolute URL, even if the app's own `fetch` accepts a path.
    url: baseUrl === undefined ? inProcessUrl : toAbsoluteUrl(baseUrl),
    fetch: abortableFetch,
    override(...given) {
      if (given.length === 0) server.resetHandlers()
      // If this package's types used MSW's types, every user would have to install MSW.
      else server.use(...(given as Parameters<typeof server.use>))
    },
    close: () => server.close(),
  }
}

import type { BrowserContext, Route } from '@playwright/test'
import type { Session, SessionStores } from '../app-session.ts'
import type { FakeWorld } from '../fake-world.ts'

/** Describes how the app under test calls the platform, and where it stores its session. */
export type AppOptions = SessionStores & {
  /**
   * The requests that the app sends to its own origin but that are meant for the platform: a URL
   * pattern as `page.route` takes it. Scripts, style sheets and fonts still come from the app's own
   * server. Omit it if the app uses `fake.url` as its base URL.
   */
  readonly calls?: string | RegExp
  /**
   * Whether the app's server proxies these requests to the fake. If so, they keep their URL and get
   * a header with the name of the world. Otherwise they are redirected to the world. Default: false.
   */
  readonly proxied?: boolean
  /** A function that stores the session, instead of `sessionKeys` and `sessionCookies`. */
  readonly storeSession?: (context: BrowserContext, session: Session) => unknown
}

/**
 * Resource types that no platform serves. A pattern such as `/api/` also matches modules of a
 * development server, such as `/src/api/client.ts`.
 */
const partsOfApp = ['script', 'stylesheet', 'font']

/**
 * Routes the app's requests into a world. They go over the network, so that streams keep streaming.
 * Throws an `Error` for a page whose protocol differs from that of the world.
 */
export async function routeAppCalls(
  context: BrowserContext,
  { url, headers }: Pick<FakeWorld, 'url' | 'headers'>,
  { calls, proxied = false }: AppOptions,
): Promise<void> {
  if (calls === undefined) return
  const withWorldHeaders = (route: Route) =>
    route.continue({ headers: { ...route.request().headers(), ...headers } })
  const toWorld = async (route: Route) => {
    const request = route.request()
    if (partsOfApp.includes(request.resourceType())) return await route.fallback()
    const { origin, protocol, pathname, search } = new URL(request.url())
    if (protocol !== new URL(url).protocol)
      throw new Error(
        `Playwright cannot redirect a call of ${origin} to ${url}: their protocols differ. Serve the ` +
          'app over http, or let its server proxy the calls to the fake, with `proxied: true`.',
      )
    return await route.continue({ url: url + pathname + search })
  }
  await context.route(calls, proxied ? withWorldHeaders : toWorld)
}

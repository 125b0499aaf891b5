import type { BrowserContext, Route } from '@playwright/test'
import type { Session, SessionStores } from '../app-session.ts'
import type { FakeWorld } from '../fake-world.ts'

/** Describes how the app under test calls the platform, and where it stores its session. */
export type AppOptions = SessionStores & {
  /**
   * The requests that the app sends to its own origin but that are meant for the platform: a URL
   * pattern as `page.route` takes it. Omit it if the app uses `fake.url` as its base URL.
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

/** Routes the app's requests into a world. They go over the network, so that streams keep streaming. */
export async function routeAppCalls(
  context: BrowserContext,
  { url, headers }: Pick<FakeWorld, 'url' | 'headers'>,
  { calls, proxied = false }: AppOptions,
): Promise<void> {
  if (calls === undefined) return
  const withWorldHeaders = (route: Route) =>
    route.continue({ headers: { ...route.request().headers(), ...headers } })
  const toWorld = (route: Route) => {
    const { pathname, search } = new URL(route.request().url())
    return route.continue({ url: url + pathname + search })
  }
  await context.route(calls, proxied ? withWorldHeaders : toWorld)
}

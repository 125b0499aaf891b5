import type { BrowserContext, Route } from '@playwright/test'
import type { Session, FakeWorld } from '../fake-world.ts'

/** How an app under test reaches the platform, and where it keeps its session. */
export type AppOptions = {
  /**
   * Which calls of the app to its own origin are meant for the platform: a pattern that their URLs
   * match, as `page.route` takes it. Left out, the app is told `fake.url` as its base URL.
   */
  readonly calls?: string | RegExp
  /**
   * Whether those calls pass a proxy of the app's server that leads to the fake: they go where the
   * page sends them, with the name of the world as a header. Otherwise they go straight to the world.
   */
  readonly proxied?: boolean
  /**
   * The keys of `localStorage` by the field of the session that the app keeps there; unless given,
   * `access_token` and `refresh_token` by these names. What is no text is kept as JSON.
   */
  readonly sessionKeys?: Partial<Readonly<Record<keyof Session, string>>>
  /** Keeps a session as the app does, for one that keeps it elsewhere than in `localStorage`. */
  readonly storeSession?: (context: BrowserContext, session: Session) => unknown
}

/** Leads the calls of an app into a world. They go over the network, so that streams stay streams. */
export async function routeAppCalls(
  context: BrowserContext,
  { url, headers }: FakeWorld,
  { calls, proxied = false }: AppOptions,
): Promise<void> {
  if (calls === undefined) return
  const alongProxy = (route: Route) =>
    route.continue({ headers: { ...route.request().headers(), ...headers } })
  const straight = (route: Route) => {
    const { pathname, search } = new URL(route.request().url())
    return route.continue({ url: url + pathname + search })
  }
  await context.route(calls, proxied ? alongProxy : straight)
}

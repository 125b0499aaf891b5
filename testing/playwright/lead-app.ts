import type { BrowserContext, Route } from '@playwright/test'
import type { FakeWorld } from '../fake-world.ts'
import type { AppOptions } from './app-options.ts'

/** Leads the calls of an app into a world. They go over the network, so that streams stay streams. */
export async function leadApp(
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

import { expect, it } from 'vitest'
import { createAuthentication } from '../../console/pages/chat/model/authentication.ts'
import { credentials } from '../support/client-of.ts'
import { type Mounted, mountInProcess } from '../support/transports.ts'

type Renewal = { readonly before: string; readonly after: string }

/** Delays the requests whose method and path match until `release` is called. */
function held(mounted: Mounted, pattern: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const fetch = async (request: Request) => {
    if (pattern.test(`${request.method} ${new URL(request.url).pathname}`)) await promise
    return mounted.fetch(request)
  }
  return { mounted: { ...mounted, fetch }, release: resolve }
}

/** A login whose session lasts by the clock of the fake, in a tab of a browser with these listeners. */
function openTab(mounted: Mounted, tabs: Set<(renewal: Renewal) => void>, text?: string) {
  let stored = text
  const login = createAuthentication(
    {
      baseUrl: mounted.baseUrl,
      fetch: (url, init) => mounted.fetch(new Request(url, init)),
      systemClock: { now: () => mounted.fake.clock.now(), sleep: () => Promise.resolve() },
    },
    {
      read: () => stored,
      write: (next) => (stored = next),
      share: (renewal) => {
        for (const apply of tabs) apply(renewal)
      },
      onShared: (apply) => tabs.add(apply),
    },
    () => {},
  )
  return { login, stored: () => stored }
}

it('a login that the browser copied into another tab stays valid in both tabs when one tab renews it', async () => {
  const mounted = mountInProcess()
  const tabs = new Set<(renewal: Renewal) => void>()
  const first = openTab(mounted, tabs)
  await first.login.signIn(credentials.email, credentials.password)
  const second = openTab(mounted, tabs, first.stored())
  const stranger = openTab(mounted, tabs)
  for (const { login } of [first, second, first, second, second, first]) {
    mounted.fake.clock.advance('3h')
    await login.client.value?.agents.list()
  }
  expect([first.login.isEnded.value, second.login.isEnded.value]).toEqual([false, false])
  expect(second.stored()).toBe(first.stored())
  expect([stranger.stored(), stranger.login.client.value]).toEqual([undefined, undefined])
})

it('a refresh that ends after the user signed out does not store the session again', async () => {
  const mounted = mountInProcess()
  const late = held(mounted, /\/auth\/refresh$/)
  let stored: string | undefined
  const login = createAuthentication(
    {
      baseUrl: mounted.baseUrl,
      fetch: (url, init) => late.mounted.fetch(new Request(url, init)),
      systemClock: { now: () => mounted.fake.clock.now(), sleep: () => Promise.resolve() },
    },
    { read: () => stored, write: (text) => (stored = text) },
    () => {},
  )
  await login.signIn(credentials.email, credentials.password)
  mounted.fake.clock.advance('3h')
  const listing = login.client.value?.agents.list().catch(() => undefined)
  login.signOut()
  late.release()
  await listing
  expect([stored, login.identity.value, login.isEnded.value]).toEqual([undefined, undefined, false])
})

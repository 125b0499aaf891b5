import { expect, it } from 'vitest'
import { createAuthentication } from '../../console/pages/chat/model/authentication.ts'
import { credentials } from '../support/client-of.ts'
import { type Mounted, mountInProcess } from '../support/transports.ts'

/** Delays the requests whose method and path match until `release` is called. */
function held(mounted: Mounted, pattern: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const fetch = async (request: Request) => {
    if (pattern.test(`${request.method} ${new URL(request.url).pathname}`)) await promise
    return mounted.fetch(request)
  }
  return { mounted: { ...mounted, fetch }, release: resolve }
}

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

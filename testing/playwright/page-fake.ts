import { createHash } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import {
  isSignInUser,
  type Session,
  type SessionTarget,
  type SignInUser,
  storedPairs,
} from '../app-session.ts'
import type { FakeWorld } from '../fake-world.ts'
import type { AppOptions } from './app.ts'

/**
 * The world of one Playwright test.
 *
 * @example
 * ```ts
 * await fake.signIn(page, 'demo')
 * await fake.clock.advance('3h')
 * expect(await fake.journal.list({ endpoint: 'chat.react' })).toHaveLength(1)
 * ```
 */
export type PageFake = Omit<FakeWorld, 'signIn'> & {
  /** Signs a user in and returns the session. Default: `demo`. */
  signIn(user?: SignInUser): Promise<Session>
  /**
   * Signs a user in and stores the session for your app (see `fakeApp`), in all pages of the
   * context from the next navigation on. A page that signs out stays signed out. Instead of a page,
   * a client of `agent-understudy/client` or a function of yours can get the session.
   */
  signIn(target: Page | BrowserContext | SessionTarget, user?: SignInUser): Promise<Session>
}

/** `baseUrl` is the address of the app, if Playwright's configuration has one. */
export function createPageFake(
  world: FakeWorld,
  app: AppOptions,
  baseUrl: string | undefined,
): PageFake {
  async function signIn(
    first?: SignInUser | SessionTarget | Page | BrowserContext,
    second?: SignInUser,
  ): Promise<Session> {
    if (isSignInUser(first)) return await world.signIn(first)
    if (!isPageOrContext(first)) return await world.signIn(first, second)
    const session = await world.signIn(second)
    const context = 'context' in first ? first.context() : first
    if (app.storeSession === undefined) await storeInContext(context, session, app, baseUrl)
    else await app.storeSession(context, session)
    return session
  }
  return { ...world, signIn }
}

const isPageOrContext = (given: object): given is Page | BrowserContext => 'addInitScript' in given

async function storeInContext(
  context: BrowserContext,
  session: Session,
  app: AppOptions,
  baseUrl: string | undefined,
): Promise<void> {
  const { keys, cookies } = storedPairs(session, app)
  if (cookies.length > 0) {
    const url = originOfApp(context, baseUrl)
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })))
  }
  if (keys.length > 0) await storeInLocalStorage(context, session, keys)
}

/**
 * Returns the origin of the base URL, or else of the open page, for the cookies. If they had a
 * path, calls to other paths would not send them.
 */
function originOfApp(context: BrowserContext, baseUrl: string | undefined): string {
  const open = context.pages().map((page) => page.url())
  const appUrl = [baseUrl, ...open].find((url) => url !== undefined && /^https?:/.test(url))
  if (appUrl !== undefined) return new URL(appUrl).origin
  throw new Error(
    'Failed to store the session in cookies: the address of the app is not known. Set `baseURL` ' +
      'in `use` of the configuration, or call `page.goto` before `fake.signIn`.',
  )
}

async function storeInLocalStorage(
  context: BrowserContext,
  session: Session,
  values: readonly [string, string][],
): Promise<void> {
  // This cookie prevents a second write of the session, after the app may have changed it. It is not
  // in the local storage, because many apps clear that when the user signs out.
  const hash = createHash('sha256').update(session.access_token).digest('hex')
  const mark = `understudy-signed-in-${hash.slice(0, 16)}`
  await context.addInitScript(`(() => {
    try {
      // Cookies are shared by the ports of a host; local storage is not.
      const mark = ${JSON.stringify(mark)} + '-' + location.port + '=1'
      if (document.cookie.split('; ').includes(mark)) return
      for (const [key, value] of ${JSON.stringify(values)}) localStorage.setItem(key, value)
      document.cookie = mark + '; path=/; SameSite=Lax'
    } catch { /* A page such as about:blank has no storage. */ }
  })()`)
}

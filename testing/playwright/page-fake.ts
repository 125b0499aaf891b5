import type { BrowserContext, Page } from '@playwright/test'
import type { FakeWorld, Session, SignInUser } from '../fake-world.ts'
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
   * context from the next navigation on. A page that signs out stays signed out.
   */
  signIn(target: Page | BrowserContext, user?: SignInUser): Promise<Session>
}

export function createPageFake(world: FakeWorld, app: AppOptions): PageFake {
  async function signIn(
    first?: SignInUser | Page | BrowserContext,
    second?: SignInUser,
  ): Promise<Session> {
    if (!isPageOrContext(first)) return await world.signIn(first)
    const session = await world.signIn(second)
    const context = 'context' in first ? first.context() : first
    if (app.storeSession === undefined) await storeInLocalStorage(context, session, app.sessionKeys)
    else await app.storeSession(context, session)
    return session
  }
  return { ...world, signIn }
}

const isPageOrContext = (given: unknown): given is Page | BrowserContext =>
  typeof given === 'object' && given !== null && 'addInitScript' in given

const defaultKeys = { access_token: 'access_token', refresh_token: 'refresh_token' }

async function storeInLocalStorage(
  context: BrowserContext,
  session: Session,
  keys: AppOptions['sessionKeys'] = defaultKeys,
): Promise<void> {
  const values = Object.entries(keys).map(([field, key]) => {
    const value = session[field as keyof Session]
    return [key, typeof value === 'string' ? value : JSON.stringify(value)]
  })
  // Only once per origin: after that, the app itself refreshes and removes the session.
  const mark = ['understudy-signed-in', session.access_token]
  await context.addInitScript(`(() => {
    try {
      const [mark, id] = ${JSON.stringify(mark)}
      if (localStorage.getItem(mark) === id) return
      for (const [key, value] of ${JSON.stringify(values)}) localStorage.setItem(key, value)
      localStorage.setItem(mark, id)
    } catch { /* A page such as about:blank has no storage. */ }
  })()`)
}

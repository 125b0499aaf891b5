import {
  isSignInUser,
  type Session,
  type SessionStores,
  type SessionTarget,
  type SignInUser,
  storedPairs,
} from '../app-session.ts'
import type { FakeWorld } from '../fake-world.ts'

/** The parts of a `window` that store a session: of a browser, of jsdom or of happy-dom. */
export type SessionWindow = {
  readonly localStorage: {
    setItem(key: string, value: string): void
    removeItem(key: string): void
  }
  readonly document: { cookie: string }
}

/** The method `signIn` of a fake that `useFake` creates. */
export type SignIn = {
  /** Signs a user in and returns the session. Default: `demo`. */
  (user?: SignInUser): Promise<Session>
  /**
   * Signs a user in and stores the session for your app (see the option `app`), until the test ends.
   * Instead of the `window`, a client of `agent-understudy/client` or a function of yours can get
   * the session.
   *
   * @example
   * ```ts
   * await fake.signIn(window, 'demo')
   * await fake.signIn(client, 'demo')
   * await fake.signIn(({ access_token }) => store.set('token', access_token))
   * ```
   */
  (target: SessionWindow | SessionTarget, user?: SignInUser): Promise<Session>
}

/** Adds the target `window` to `signIn`. `atEnd` receives the function that removes the session. */
export const signInToWindow =
  (
    signIn: FakeWorld['signIn'],
    app: SessionStores,
    atEnd: (removeSession: () => void) => unknown,
  ): SignIn =>
  async (first?: SignInUser | SessionWindow | SessionTarget, second?: SignInUser) => {
    if (isSignInUser(first)) return await signIn(first)
    if (!isWindow(first)) return await signIn(first, second)
    const session = await signIn(second)
    const { keys, cookies } = storedPairs(session, app)
    const { localStorage, document } = first
    for (const [key, value] of keys) localStorage.setItem(key, value)
    for (const [name, value] of cookies) document.cookie = `${name}=${value}; path=/`
    atEnd(() => {
      for (const [key] of keys) localStorage.removeItem(key)
      for (const [name] of cookies) document.cookie = `${name}=; path=/; expires=${pastDate}`
    })
    return session
  }

/** Expires a cookie; happy-dom ignores `max-age=0`. */
const pastDate = new Date(0).toUTCString()

const isWindow = (given: object): given is SessionWindow => 'document' in given

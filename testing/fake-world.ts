import { keepOriginal } from '../contract/abortable-fetch.ts'
import type { WorldDetails } from '../contract/control/worlds.ts'
import { worldFromPath } from '../mocks/server/request/routing.ts'
import {
  giveSession,
  isSignInUser,
  type Session,
  type SessionTarget,
  type SignInUser,
} from './app-session.ts'
import { type FakeConnection, worldUrl } from './control-client.ts'
import { type WorldControlClient, createWorldControlClient } from './world-control-client.ts'

/**
 * One isolated world of the fake: its address, `fetch` into it, and the methods that control it.
 *
 * @example
 * ```ts
 * const { access_token } = await fake.signIn('demo')
 * const headers = { authorization: `Bearer ${access_token}` }
 * const response = await fake.fetch('/api/agents', { headers })
 * ```
 */
export type FakeWorld = WorldControlClient & {
  /** The base URL of this world; its operations are below `${url}/api/`. */
  readonly url: string
  /** Headers that direct a request to this world if it is sent to the base URL of the fake. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Like the global `fetch`, but relative URLs are in this world: `fetch('/api/agents')`. A path
   * names another world, such as a fork, by its prefix: `fetch('/w/copy/api/agents')`.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Signs a user in. Default: `demo`. Throws an `Error` with the list of users or the response. */
  signIn(user?: SignInUser): Promise<Session>
  /**
   * Signs a user in, and gives the session to a client of `agent-understudy/client` or to a function.
   *
   * @example
   * ```ts
   * await fake.signIn(client, 'demo')
   * await fake.signIn(({ access_token, user }) => store.set({ token: access_token, user }))
   * ```
   */
  signIn(target: SessionTarget, user?: SignInUser): Promise<Session>
}

/**
 * Replaces the default address of a world, which is a path below the address of the control API.
 */
export type WorldAddress = Pick<FakeWorld, 'url'> & { fetch(request: Request): Promise<Response> }

/** Connects to a world. `address` is read at each call, since a server has no URL before it listens. */
export function connectWorld(
  connection: FakeConnection,
  name: string,
  address: WorldAddress = {
    url: worldUrl(connection, name),
    fetch: (request) => connection.fetch(request),
  },
): FakeWorld {
  const world = createWorldControlClient(connection, name)
  // A name with characters beyond ASCII works only in the path, because headers cannot contain it.
  const headers: FakeWorld['headers'] = /^[\x21-\x7e]+$/.test(name)
    ? { 'x-understudy-world': name }
    : {}
  const urlOf = (path: string) =>
    (worldFromPath(path) === undefined ? address.url : address.url.replace(/\/w\/[^/]+$/, '')) +
    path
  const call: FakeWorld['fetch'] = (input, init) => {
    const target = typeof input === 'string' && input.startsWith('/') ? urlOf(input) : input
    const request = new Request(target, init)
    if (typeof input === 'object') keepOriginal(request, input)
    // Not if the path names another world, because the header would take precedence.
    if ((worldFromPath(new URL(request.url).pathname)?.name ?? name) === name)
      for (const [key, value] of Object.entries(headers)) request.headers.set(key, value)
    return address.fetch(request)
  }
  /** Signs a user in by the operation that an app calls. */
  async function logIn(user: SignInUser = 'demo'): Promise<Session> {
    const body = typeof user === 'string' ? findUser(await world.about(), user) : user
    const response = await call('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text) as Session
    throw new Error(
      `Failed to sign in ${body.email}: the fake responded with ${response.status} ${text}`,
    )
  }
  return {
    ...world,
    get url() {
      return address.url
    },
    headers,
    fetch: call,
    async signIn(first?: SignInUser | SessionTarget, second?: SignInUser) {
      if (isSignInUser(first)) return await logIn(first)
      const session = await logIn(second)
      await giveSession(first, session)
      return session
    },
  }
}

/** Wraps `fork` so that `onFork` gets the name of each copy, which can then be deleted. */
export const watchForks =
  ({ fork }: Pick<FakeWorld, 'fork'>, onFork: (name: string) => void): FakeWorld['fork'] =>
  async (name) => {
    const copy = await fork(name)
    onFork(copy)
    return copy
  }

function findUser({ users, fixture }: WorldDetails, user: string) {
  const matchingUser = users.find(({ email }) => email === user || email.split('@')[0] === user)
  if (matchingUser !== undefined) return matchingUser
  const knownUsers = users.map(({ email }) => `\`${email}\``).join(', ') || 'none'
  throw new Error(
    `Failed to sign in \`${user}\`: there is no such user in the fixture \`${fixture}\`. ` +
      `Its users: ${knownUsers}. For a user that you added, pass {email, password}.`,
  )
}

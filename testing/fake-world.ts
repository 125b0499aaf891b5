import type { WorldDetails } from '../mocks/control/worlds.ts'
import { type FakeConnection, worldUrl } from './control-client.ts'
import { type WorldControlClient, createWorldControlClient } from './world-control-client.ts'

/** Who signs in: an email or the part of it before the `@`, or a user of your own making. */
export type SignInUser = string | { readonly email: string; readonly password: string }

/** What a login answered. */
export type Session = {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly user: { readonly id: string; readonly email: string }
}

/** One isolated platform: where it is, how it is called, and what steers it. */
export type FakeWorld = WorldControlClient & {
  /** The base URL of this world; its operations are at `${url}/api/…`. */
  readonly url: string
  /** What leads a call into this world that is sent to the address of the fake itself. */
  readonly headers: Readonly<Record<string, string>>
  /** As the global `fetch`, into this world: `fetch('/api/agents')`. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Signs a user in, `demo` unless named. Throws an `Error` that says who can, or why not. */
  signIn(who?: SignInUser): Promise<Session>
}

/** Where a world is called, if not by its path behind the address of the control API. */
export type WorldAddress = Pick<FakeWorld, 'url'> & { fetch(request: Request): Promise<Response> }

/** A world with its steering; `approach` is read at each call, since a server has no URL before it listens. */
export function connectWorld(
  reach: FakeConnection,
  name: string,
  approach: WorldAddress = { url: worldUrl(reach, name), fetch: (request) => reach.fetch(request) },
): FakeWorld {
  const world = createWorldControlClient(reach, name)
  // Names beyond ASCII are led by their path alone: a header can't carry them.
  const headers: FakeWorld['headers'] = /^[\x21-\x7e]+$/.test(name)
    ? { 'x-understudy-world': name }
    : {}
  const call: FakeWorld['fetch'] = (input, init) => {
    const target = typeof input === 'string' && input.startsWith('/') ? approach.url + input : input
    const request = new Request(target, init)
    for (const [key, value] of Object.entries(headers)) request.headers.set(key, value)
    return approach.fetch(request)
  }
  return {
    ...world,
    get url() {
      return approach.url
    },
    headers,
    fetch: call,
    async signIn(who = 'demo') {
      const body = typeof who === 'string' ? findUser(await world.about(), who) : who
      const response = await call('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      if (response.ok) return JSON.parse(text) as Session
      throw new Error(
        `Failed to sign in ${body.email}: the fake answered ${response.status} ${text}`,
      )
    },
  }
}

function findUser({ users, fixture }: WorldDetails, who: string) {
  const found = users.find(({ email }) => email === who || email.split('@')[0] === who)
  if (found !== undefined) return found
  const known = users.map(({ email }) => `\`${email}\``).join(', ') || 'nobody'
  throw new Error(
    `Failed to sign in \`${who}\`: of the fixture \`${fixture}\`, ${known} can. ` +
      'Give {email, password} of a user that you added.',
  )
}

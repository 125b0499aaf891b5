import { type ReadonlySignal, signal } from '@preact/signals'
import { type Client, type ClientOptions, createClient } from '../../../../client/create-client.ts'
import type { Session } from '../../../../client/session.ts'

/** Who calls: a user who signed in, or whoever has a key. */
type Identity = { readonly kind: 'user' | 'key'; readonly name: string }

/** Where an account is kept between two looks at the page. */
export type AuthStorage = {
  read(): string | undefined
  write(text: string | undefined): void
}

/** Who is signed in to the platform, and the client that calls for them. */
export type Authentication = {
  /** `undefined` before anybody signed in. */
  readonly client: ReadonlySignal<Client | undefined>
  readonly identity: ReadonlySignal<Identity | undefined>
  /** Whether the platform asked for a second factor. */
  readonly needsCode: ReadonlySignal<boolean>
  /** Throws what the client throws. */
  signIn(email: string, password: string): Promise<void>
  /** Answers with the code of a second factor. Throws what the client throws. */
  submitCode(code: string): Promise<void>
  /** Takes a key if the platform does. Throws what the client throws. */
  useKey(key: string): Promise<void>
  signOut(): void
}

type StoredLogin = { readonly session?: Session; readonly key?: string }

/** The account of a page; `options` is what every client of it is made with. */
export function createAuthentication(
  options: Omit<ClientOptions, 'apiKey' | 'session'>,
  keep: AuthStorage,
): Authentication {
  const client = signal<Client>()
  const identity = signal<Identity>()
  const tempToken = signal<string>()
  const wantsCode = signal(false)
  let asking: Client | undefined

  function forget(): void {
    keep.write(undefined)
    client.value = undefined
    identity.value = undefined
  }

  function withSession(session?: Session): Client {
    return createClient({
      ...options,
      session,
      onSessionChange: (current) => {
        if (current === undefined) forget()
        else keep.write(JSON.stringify({ session: current } satisfies StoredLogin))
      },
    })
  }

  function began(signedIn: Client): void {
    const name = signedIn.session?.user?.email ?? 'a user'
    asking = undefined
    wantsCode.value = false
    identity.value = { kind: 'user', name }
    client.value = signedIn
  }

  function usedKey(key: string): void {
    keep.write(JSON.stringify({ key } satisfies StoredLogin))
    identity.value = { kind: 'key', name: `${key.slice(0, 8)}…` }
    client.value = createClient({ ...options, apiKey: key })
  }

  const { session, key } = parseStored(keep.read())
  if (key !== undefined) usedKey(key)
  else if (session !== undefined) began(withSession(session))

  return {
    client,
    identity,
    needsCode: wantsCode,
    async signIn(email, password) {
      asking = withSession()
      const outcome = await asking.login({ email, password })
      if (outcome.status === 'signed-in') return began(asking)
      tempToken.value = outcome.tempToken
      wantsCode.value = true
    },
    async submitCode(code) {
      if (asking === undefined || tempToken.value === undefined) return
      await asking.verifySecondFactor({ tempToken: tempToken.value, code })
      began(asking)
    },
    async useKey(given) {
      await createClient({ ...options, apiKey: given }).conversations.list({ size: 1 })
      usedKey(given)
    },
    signOut: forget,
  }
}

function parseStored(text: string | undefined): StoredLogin {
  try {
    return Object(JSON.parse(text ?? '{}')) as StoredLogin
  } catch {
    return {}
  }
}

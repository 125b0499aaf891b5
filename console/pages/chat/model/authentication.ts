import { type ReadonlySignal, signal } from '@preact/signals'
import { type Client, type ClientOptions, createClient } from '../../../../client/create-client.ts'
import type { Session } from '../../../../client/session.ts'
import { parseJson } from '../../../../contract/json.ts'
import { shorten } from '../../../../contract/shorten.ts'

/** The signed-in user, or the API key that is used instead of a user. */
type Identity = { readonly kind: 'user' | 'key'; readonly name: string }

/** Stores the login, so that it survives a reload of the page. */
type AuthStorage = {
  read(): string | undefined
  write(text: string | undefined): void
  /**
   * Sends a renewed login to the other tabs, because some of them may have a copy of the old login.
   */
  share?(renewal: RenewedLogin): void
  onShared?(apply: (renewal: RenewedLogin) => void): void
}

/** The stored texts of a login, before and after its session was renewed. */
type RenewedLogin = { readonly before: string; readonly after: string }

/** The login to the platform, and the client with its credentials. */
export type Authentication = {
  /** The client with the credentials of the login; `undefined` before the login. */
  readonly client: ReadonlySignal<Client | undefined>
  readonly identity: ReadonlySignal<Identity | undefined>
  /** Whether the platform has ended the session, for example because its token expired. */
  readonly isEnded: ReadonlySignal<boolean>
  /** Whether the platform requires a second factor. */
  readonly needsCode: ReadonlySignal<boolean>
  /** Signs in. Throws the error of the client. */
  signIn(email: string, password: string): Promise<void>
  /** Submits the code of the second factor. Throws the error of the client. */
  submitCode(code: string): Promise<void>
  /** Uses an API key if the platform accepts it. Throws the error of the client. */
  useKey(key: string): Promise<void>
  signOut(): void
}

type StoredLogin = { readonly session?: Session; readonly key?: string }

const parseLogin = (text = '') => Object(parseJson(text)) as StoredLogin

/**
 * Creates the login of a page. Its clients get the `options`. `onEnd` is called when the platform
 * ends the session, before the client is removed.
 */
export function createAuthentication(
  options: Omit<ClientOptions, 'apiKey' | 'session'>,
  storage: AuthStorage,
  onEnd: () => void,
): Authentication {
  const client = signal<Client>()
  const identity = signal<Identity>()
  const needsCode = signal(false)
  const isEnded = signal(false)
  let pending: Client | undefined
  let tempToken: string | undefined

  function forgetLogin(): void {
    storage.write(undefined)
    client.value = undefined
    identity.value = undefined
  }

  function endSession(): void {
    onEnd()
    isEnded.value = true
    forgetLogin()
  }

  function storeSession(session: Session): void {
    const before = storage.read()
    const after = JSON.stringify({ session } satisfies StoredLogin)
    storage.write(after)
    // Without a client, this is a new login. It replaces no session that other tabs may have.
    if (client.peek() !== undefined && before !== undefined) storage.share?.({ before, after })
  }

  function createSessionClient(session?: Session): Client {
    return createClient({
      ...options,
      session,
      onSessionChange: (current) => {
        if (current === undefined) endSession()
        else storeSession(current)
      },
    })
  }

  function completeLogin(signedInClient: Client): void {
    const name = signedInClient.session?.user?.email ?? 'a user'
    pending = undefined
    needsCode.value = false
    isEnded.value = false
    identity.value = { kind: 'user', name }
    client.value = signedInClient
  }

  function applyKey(key: string): void {
    storage.write(JSON.stringify({ key } satisfies StoredLogin))
    isEnded.value = false
    identity.value = { kind: 'key', name: shorten(key, 9) }
    client.value = createClient({ ...options, apiKey: key })
  }

  // A tab that is opened from this tab gets a copy of the login, but a refresh token works only
  // once.
  storage.onShared?.(({ before, after }) => {
    if (storage.read() !== before) return
    storage.write(after)
    client.peek()?.setSession(parseLogin(after).session)
  })

  const { session, key } = parseLogin(storage.read())
  if (key !== undefined) applyKey(key)
  else if (session !== undefined) completeLogin(createSessionClient(session))

  return {
    client,
    identity,
    isEnded,
    needsCode,
    async signIn(email, password) {
      pending = createSessionClient()
      const outcome = await pending.login({ email, password })
      if (outcome.status === 'signed-in') return completeLogin(pending)
      tempToken = outcome.tempToken
      needsCode.value = true
    },
    async submitCode(code) {
      if (pending === undefined || tempToken === undefined) return
      await pending.verifySecondFactor({ tempToken, code })
      completeLogin(pending)
    },
    async useKey(apiKey) {
      await createClient({ ...options, apiKey }).conversations.list({ size: 1 })
      applyKey(apiKey)
    },
    signOut() {
      // A refresh that is still running must not store the session again.
      client.peek()?.setSession(undefined)
      forgetLogin()
    },
  }
}

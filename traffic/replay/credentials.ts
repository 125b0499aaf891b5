import { recordIn } from '../../contract/body-form.ts'
import { isJwt, readClaim } from '../../contract/jwt.ts'
import { isSecretPlace } from '../../secrets/forms.ts'

/** A user of the target. */
export type Login = { readonly email: string; readonly password: string }

/** The tokens of one user on the target. */
export type Tokens = { readonly access: string; readonly refresh: string | undefined }

/** The users of a replay by their recorded email. `*` is the user for all other emails. */
export type Users = ReadonlyMap<string, Login>

/** Signs a user in, and returns the tokens. */
export type SignIn = (login: Login) => Promise<Tokens>

/**
 * Whether a response field has a token or key that later requests may send. In any other field, a
 * secret can be an ordinary word that other texts contain, too.
 */
export const isSecretField = (field: string, value: string): boolean =>
  isJwt(value) ||
  (isSecretPlace([field], value) &&
    (/^((access|refresh)_token|(api_)?key)$/.test(field) ||
      /^(?=.*\d)(?=.*[A-Z])[\w.-]{20,}$/.test(value)))

/** The error for a request of a user whose password is not known. */
export class UnknownUserError extends Error {
  override readonly name = 'UnknownUserError'
}

/** Replaces recorded credentials by credentials of the target. */
export type Credentials = ReturnType<typeof createCredentials>

/**
 * Maps the recorded users, tokens and keys to those of the target. A token that no response of the
 * replay contains is replaced by a token of its user, who signs in once.
 */
export function createCredentials(users: Users, signIn: SignIn) {
  const recordedPasswords = new Map<string, string>()
  const secrets = new Map<string, string>()
  const owners = new Map<string, string>()
  const signedIn = new Map<string, Promise<Tokens>>()
  let lastEmail: string | undefined

  const loginOf = (email: string | undefined): Login | undefined => {
    const given = users.get(email ?? '') ?? users.get('*')
    if (given !== undefined || email === undefined) return given
    const password = recordedPasswords.get(email)
    return password === undefined ? undefined : { email, password }
  }

  const tokensOf = (email: string | undefined): Promise<Tokens> => {
    const login = loginOf(email ?? lastEmail)
    if (login === undefined)
      throw new UnknownUserError(
        `The recording has no sign-in of ${email ?? 'its user'}: give --user ${email ?? 'RECORDED'}=EMAIL:PASSWORD, or --email and --password.`,
      )
    const tokens = signedIn.get(login.email) ?? signIn(login)
    signedIn.set(login.email, tokens)
    return tokens
  }

  return {
    loginOf,
    /** Stores the password of a successful recorded sign-in, and the owner of its tokens. */
    noteLogin: ({ email, password }: Login, { access, refresh }: Partial<Tokens> = {}): void => {
      lastEmail = email
      recordedPasswords.set(email, password)
      for (const token of [access, refresh]) if (token !== undefined) owners.set(token, email)
    },
    /** Stores the tokens of a sign-in during the replay. */
    useTokens: (email: string, tokens: Tokens): void =>
      void signedIn.set(loginOf(email)?.email ?? email, Promise.resolve(tokens)),
    learnSecret: (recorded: string, fresh: string): void => void secrets.set(recorded, fresh),
    /** Stores the owner of a recorded API key, if the replay does not create the key. */
    noteOwner: (key: string, email: string | undefined): void =>
      void owners.set(key, email ?? lastEmail ?? ''),
    /** The email in a recorded token. */
    emailIn: (token: string | undefined): string | undefined => readClaim(token, 'email'),
    /**
     * Returns the text to send instead of a recorded secret. An unknown secret that the recording
     * refused with 401 is unchanged.
     */
    async replace(secret: string, isRefused: boolean): Promise<string> {
      const known = secrets.get(secret)
      if (known !== undefined || isRefused) return known ?? secret
      const tokens = await tokensOf(readClaim(secret, 'email') ?? owners.get(secret))
      return readClaim(secret, 'type') === 'refresh' ? (tokens.refresh ?? secret) : tokens.access
    },
    isToken: (value: string): boolean => isJwt(value) || secrets.has(value),
  }
}

/** The tokens in the response to a sign-in or refresh, with or without an envelope. */
export function tokensIn(body: unknown): Tokens | undefined {
  const { access_token: access, refresh_token: refresh } = recordIn(body) ?? {}
  if (typeof access !== 'string') return undefined
  return { access, refresh: typeof refresh === 'string' ? refresh : undefined }
}

/** The API keys in the response to a request that creates keys. */
export function keysIn(body: unknown): readonly string[] {
  const { key, api_key } = recordIn(body) ?? {}
  return [key, api_key].filter((one) => typeof one === 'string')
}

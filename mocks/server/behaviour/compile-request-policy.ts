import { limits } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { OperationId } from '../../../contract/operations.ts'
import { laxCoerce, noCoerce, pydanticCoerce } from './coerce.ts'
import type { Choose } from './choose.ts'

type Session = {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
}

export function compileInput(choose: Choose) {
  return {
    coerce: choose('errors.coercion', {
      pydantic: pydanticCoerce,
      strict: noCoerce,
      lax: laxCoerce,
    }),
    otherContentType: choose('errors.content-type', {
      bad_request: 'body-not-json',
      unsupported: 'body-type-unsupported',
      parsed: undefined,
      crash: 'crash',
    }),
    unreadableIsInvalid: choose('errors.unreadable-body', { bad_request: false, validation: true }),
  }
}

export function compileCredentials(choose: Choose) {
  const ignored = choose('auth.chat-header', { honoured: false, ignored: true })
  const chat = choose('auth.body-token', { accepted: true, ignored: false })
  const takesBodyToken: Partial<Record<OperationId, boolean>> = {
    'chat.react': chat,
    'chat.dag': chat,
    'chat.auto': choose('auth.auto-body-token', { accepted: true, ignored: false }),
    'chat.resume': choose('resume.body-token', { ignored: false, accepted: true }),
  }
  return {
    takesBodyToken: (endpoint: OperationId) => takesBodyToken[endpoint] ?? false,
    ignoresHeader: (endpoint: Operation) => ignored && endpoint.access === 'token-in-body',
    bodyTokenWins: choose('auth.two-credentials', { header: false, body: true }),
    isBearer: choose('auth.scheme', {
      'any-case': (scheme: string) => scheme.toLowerCase() === 'bearer',
      exact: (scheme: string) => scheme === 'Bearer',
    }),
    takesRefreshToken: choose('auth.refresh-token-as-bearer', { refused: false, accepted: true }),
    expiredKey: choose('auth.expired-key', {
      invalid_token: 'key-expired',
      token_expired: 'token-expired',
      accepted: undefined,
    }),
    accessSeconds: choose.value('login.expires-in', {
      7200: () => limits.accessTokenSeconds,
      seconds: Number,
    }),
    refreshRotation: choose('refresh.rotation', {
      'single-session': 'single-session',
      once: 'once',
      reusable: 'reusable',
    }),
    tokenType: choose('login.token-type', { bearer: 'bearer', Bearer: 'Bearer' }),
    /** What of a session a refresh answers. */
    refreshed: choose('refresh.shape', {
      login: (session: Session): object => session,
      'access-only': ({ access_token, token_type, expires_in }: Session): object => ({
        access_token,
        token_type,
        expires_in,
      }),
    }),
    /** What a restricted account is told at the streaming endpoints. */
    restrictedOnChat: choose('login.restricted-on-chat', {
      forbidden: 'account-restricted',
      unauthorized: 'credential-missing',
    }),
    restrictedMaySignIn: choose('login.restricted-account', { login: false, later: true }),
  }
}

export function compileScopes(choose: Choose) {
  const unlisted = choose('scopes.unlisted', {
    none: () => undefined,
    'chat-family': (id: OperationId) =>
      id === 'chat.auto' || id === 'chat.resume' ? 'chat' : undefined,
    full: () => 'full',
  })
  return {
    enforced: choose('scopes.enforced', { enforced: true, ignored: false }),
    /** What a scoped key must hold; `full`: no scoped key will do. */
    needed: (id: OperationId, { scope }: Operation) => scope ?? unlisted(id),
    separator: choose('scopes.separator', { comma: ',', space: ' ', semicolon: ';' }),
    adminOpensAll: choose('scopes.admin-reach', { own: false, all: true }),
  }
}

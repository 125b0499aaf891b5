import { limits } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { OperationId } from '../../../contract/operations.ts'
import { laxCoerce, noCoerce, pydanticCoerce } from './coerce.ts'
import type { Policy, SessionBody } from '../../world/behaviour.ts'
import type { Choose } from './choose.ts'

export function compileInput(choose: Choose): Policy['input'] {
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

export function compileCredentials(choose: Choose): Policy['credentials'] {
  const ignored = choose('auth.chat-header', { honoured: false, ignored: true })
  const chat = choose('auth.body-token', { accepted: true, ignored: false })
  const acceptsBodyToken: Partial<Record<OperationId, boolean>> = {
    'chat.react': chat,
    'chat.dag': chat,
    'chat.auto': choose('auth.auto-body-token', { accepted: true, ignored: false }),
    'chat.resume': choose('resume.body-token', { ignored: false, accepted: true }),
  }
  return {
    acceptsBodyToken: (endpoint: OperationId) => acceptsBodyToken[endpoint] ?? false,
    ignoresHeader: (endpoint: Operation) => ignored && endpoint.access === 'token-in-body',
    bodyTokenWins: choose('auth.two-credentials', { header: false, body: true }),
    isBearer: choose('auth.scheme', {
      'any-case': (scheme: string) => scheme.toLowerCase() === 'bearer',
      exact: (scheme: string) => scheme === 'Bearer',
    }),
    acceptsRefreshToken: choose('auth.refresh-token-as-bearer', { refused: false, accepted: true }),
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
    refreshResponse: choose('refresh.shape', {
      login: (session: SessionBody): object => session,
      'access-only': ({ access_token, token_type, expires_in }: SessionBody): object => ({
        access_token,
        token_type,
        expires_in,
      }),
    }),
    restrictedOnChat: choose('login.restricted-on-chat', {
      forbidden: 'account-restricted',
      unauthorized: 'credential-missing',
    }),
    restrictedCanSignIn: choose('login.restricted-account', { login: false, later: true }),
  }
}

export function compileScopes(choose: Choose): Policy['scopes'] {
  const unlisted = choose('scopes.unlisted', {
    none: () => undefined,
    'chat-family': (id: OperationId) =>
      id === 'chat.auto' || id === 'chat.resume' ? 'chat' : undefined,
    full: () => 'full',
  })
  return {
    enforced: choose('scopes.enforced', { enforced: true, ignored: false }),
    needed: (id: OperationId, { scope }: Operation) => scope ?? unlisted(id),
    separator: choose('scopes.separator', { comma: ',', space: ' ', semicolon: ';' }),
    adminOpensAll: choose('scopes.admin-reach', { own: false, all: true }),
  }
}

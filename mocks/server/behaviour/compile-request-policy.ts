import { limits } from '../../../contract/limits.ts'
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
  const bodyToken = choose('auth.body-token', { accepted: true, ignored: false })
  const bodyTokenOperations: Partial<Record<OperationId, boolean>> = {
    'chat.react': bodyToken,
    'chat.dag': bodyToken,
    'chat.auto': choose('auth.auto-body-token', { accepted: true, ignored: false }),
    'chat.resume': choose('resume.body-token', { ignored: false, accepted: true }),
  }
  return {
    bodyTokenOperations: new Set(
      (Object.keys(bodyTokenOperations) as OperationId[]).filter((id) => bodyTokenOperations[id]),
    ),
    chatIgnoresHeader: choose('auth.chat-header', { honoured: false, ignored: true }),
    bodyTokenWins: choose('auth.two-credentials', { header: false, body: true }),
    bearerIgnoresCase: choose('auth.scheme', { 'any-case': true, exact: false }),
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

export const compileScopes = (choose: Choose): Policy['scopes'] => ({
  enforced: choose('scopes.enforced', { enforced: true, ignored: false }),
  ...choose('scopes.unlisted', {
    none: { chatScopeOperations: new Set<OperationId>(), unlistedScope: undefined },
    'chat-family': {
      chatScopeOperations: new Set<OperationId>(['chat.auto', 'chat.resume']),
      unlistedScope: undefined,
    },
    full: { chatScopeOperations: new Set<OperationId>(), unlistedScope: 'full' },
  }),
  separator: choose('scopes.separator', { comma: ',', space: ' ', semicolon: ';' }),
  adminOpensAll: choose('scopes.admin-reach', { own: false, all: true }),
})

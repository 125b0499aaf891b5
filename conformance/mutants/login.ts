import { type JsonObject, isObject, member } from '../session/json.ts'
import { type Route, login, refresh } from './call.ts'
import { isToken, withMemory } from './issued-credentials.ts'
import { onJson, onReply, onStatus, errorReply, jsonReply, type Mutant, type Wrap } from './wrap.ts'

/** Rewrites the session that a login or refresh gives. */
const session = (route: Route, change: (session: JsonObject) => JsonObject): Wrap =>
  onJson(route, (json) => (isObject(json) && 'access_token' in json ? change(json) : undefined))

/** Refuses invalid input in another way than with 422. */
const invalidIs = (route: Route, isMeant: (body: unknown) => boolean, answer: () => Response) =>
  onReply(route, ({ status }, { body }) => (status === 422 && isMeant(body) ? answer() : undefined))

/** Whether a body has no such field. */
const lacks = (field: string) => (body: unknown) => member(body, field) === undefined
const unauthorized = () => errorReply(401, 'unauthorized')

/** Wrong in what a login answers. */
export const loginMutants: readonly Mutant[] = [
  {
    id: 'login-is-201',
    breaks: 'login.answers-200',
    says: 'A login answers 201.',
    wrap: onStatus(login, { 200: 201 }),
  },
  {
    id: 'access-token-opaque',
    breaks: 'login.access-token-is-a-jwt',
    says: 'The access token is opaque.',
    wrap: session(login, (body) => ({ ...body, access_token: 'b5f0c2d4e6a81937' })),
  },
  {
    id: 'refresh-token-opaque',
    breaks: 'login.refresh-token-is-a-jwt',
    says: 'The refresh token is opaque.',
    wrap: session(login, (body) => ({ ...body, refresh_token: 'b5f0c2d4e6a81937' })),
  },
  {
    id: 'token-type-is-jwt',
    breaks: 'login.token-type-is-bearer',
    says: 'The token type is JWT.',
    wrap: session(login, (body) => ({ ...body, token_type: 'JWT' })),
  },
  {
    id: 'token-lives-an-hour',
    breaks: 'login.expires-in-is-7200',
    says: 'The access token is said to live an hour.',
    wrap: session(login, (body) => ({ ...body, expires_in: 3600 })),
  },
  {
    id: 'user-as-an-id',
    breaks: 'login.user-is-an-object',
    says: 'The user is an id.',
    wrap: session(login, (body) => ({ ...body, user: 'user-1' })),
  },
  {
    id: 'access-token-useless',
    breaks: 'login.access-token-authenticates',
    says: 'An access token does not authenticate.',
    wrap: onReply('GET /api/me/api-keys', (_, call) =>
      isToken(call) ? errorReply(401, 'invalid_token') : undefined,
    ),
  },
  {
    id: 'failed-login-is-200',
    breaks: 'login.wrong-password-is-refused',
    says: 'A failed login answers 200 with an error inside.',
    wrap: onReply(login, ({ status }) =>
      status === 401 ? jsonReply(200, { success: false, error: 'unauthorized' }) : undefined,
    ),
  },
  {
    id: 'login-without-password-is-401',
    breaks: 'login.password-is-required',
    says: 'A login without a password is a failed one.',
    wrap: invalidIs(login, lacks('password'), unauthorized),
  },
  {
    id: 'login-without-email-is-401',
    breaks: 'login.email-is-required',
    says: 'A login without an e-mail is a failed one.',
    wrap: invalidIs(login, lacks('email'), unauthorized),
  },
  {
    id: 'login-with-an-object-is-401',
    breaks: 'login.email-is-not-an-object',
    says: 'A login with an object as e-mail is a failed one.',
    wrap: invalidIs(login, (body) => isObject(member(body, 'email')), unauthorized),
  },
  {
    id: 'login-with-an-object-as-password-is-401',
    breaks: 'login.password-is-not-an-object',
    says: 'A login with an object as password is a failed one.',
    wrap: invalidIs(login, (body) => isObject(member(body, 'password')), unauthorized),
  },
]

/** Wrong in what a refresh answers. */
export const refreshMutants: readonly Mutant[] = [
  {
    id: 'refresh-without-access-token',
    breaks: 'refresh.gives-an-access-token',
    says: 'A refresh gives the access token the name `token`.',
    wrap: session(refresh, ({ access_token: token, ...body }) => ({ ...body, token })),
  },
  {
    id: 'refreshed-token-useless',
    breaks: 'refresh.new-token-authenticates',
    says: 'The access token of a refresh does not authenticate.',
    wrap: session(refresh, (body) => ({ ...body, access_token: 'aaa.bbb.ccc' })),
  },
  {
    id: 'any-refresh-token-works',
    breaks: 'refresh.malformed-is-refused',
    says: 'A malformed refresh token gives an access token.',
    wrap: withMemory(({ tokens }) =>
      onReply(refresh, ({ status }) =>
        status === 401 ? jsonReply(200, { access_token: tokens.at(-1) }) : undefined,
      ),
    ),
  },
  {
    id: 'refresh-without-token-is-400',
    breaks: 'refresh.token-is-required',
    says: 'A refresh without a token is a bad request.',
    wrap: invalidIs(refresh, lacks('refresh_token'), () => errorReply(400, 'bad_request')),
  },
  {
    id: 'refresh-of-an-object-is-401',
    breaks: 'refresh.token-is-not-an-object',
    says: 'An object as refresh token is an invalid token.',
    wrap: invalidIs(
      refresh,
      (body) => isObject(member(body, 'refresh_token')),
      () => errorReply(401, 'invalid_token'),
    ),
  },
]

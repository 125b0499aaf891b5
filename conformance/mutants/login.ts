import { type Call, changeRequest, login, refresh, type Route } from './call.ts'
import { isToken, withIssuedCredentials } from './issued-credentials.ts'
import {
  refusal,
  hasObject,
  replaceValidationError,
  jsonResponse,
  lacksField,
  mutants,
  onCall,
  onJson,
  onResponse,
  onStatus,
  respondWith,
  withState,
  type Wrap,
} from './wrap.ts'
import { member } from '../session/json.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

/** Rewrites the body of a login or refresh response. */
const withSession = (route: Route, change: (session: JsonObject) => JsonObject): Wrap =>
  onJson(route, (json) => (isObject(json) && 'access_token' in json ? change(json) : undefined))

/** Mutants with a fault in the response to a login. */
export const loginMutants = mutants({
  'login-is-201': {
    killedBy: 'login.answers-200',
    description: 'A login responds with 201.',
    wrap: onStatus(login, { 200: 201 }),
  },
  'login-in-an-envelope': {
    killedBy: 'login.response-has-no-envelope',
    description: 'A login wraps its response in the success envelope.',
    wrap: withSession(login, (data) => ({ success: true, data })),
  },
  'access-token-opaque': {
    killedBy: 'login.access-token-is-a-jwt',
    description: 'The access token is not a JWT.',
    wrap: withSession(login, (body) => ({ ...body, access_token: 'b5f0c2d4e6a81937' })),
  },
  'refresh-token-opaque': {
    killedBy: 'login.refresh-token-is-a-jwt',
    description: 'The refresh token is not a JWT.',
    wrap: withSession(login, (body) => ({ ...body, refresh_token: 'b5f0c2d4e6a81937' })),
  },
  'token-type-is-jwt': {
    killedBy: 'login.token-type-is-bearer',
    description: '`token_type` is `JWT`.',
    wrap: withSession(login, (body) => ({ ...body, token_type: 'JWT' })),
  },
  'token-lives-an-hour': {
    killedBy: 'login.expires-in-is-7200',
    description: '`expires_in` of an access token is one hour.',
    wrap: withSession(login, (body) => ({ ...body, expires_in: 3600 })),
  },
  'user-as-an-id': {
    killedBy: 'login.user-is-an-object',
    description: '`user` of a login response is an id.',
    wrap: withSession(login, (body) => ({ ...body, user: 'user-1' })),
  },
  'access-token-useless': {
    killedBy: 'login.access-token-authenticates',
    description: 'A new access token is refused.',
    wrap: respondWith('GET /api/me/api-keys', isToken, refusal(401, 'invalid_token')),
  },
  'failed-login-is-200': {
    killedBy: 'login.wrong-password-is-refused',
    description: 'A failed login responds with 200 and an error body.',
    wrap: onResponse(login, ({ status }) =>
      status === 401 ? jsonResponse(200, { success: false, error: 'unauthorized' }) : undefined,
    ),
  },
  'password-is-ignored': {
    killedBy: 'login.wrong-password-of-a-user-is-refused',
    description: 'A user who signed in before can sign in with any password.',
    wrap: withState(() => {
      const passwords = new Map<unknown, unknown>()
      return onCall(login, async (call, next, hit) => {
        const response = await next(call.request)
        const email = member(call.body, 'email')
        if (response.ok) passwords.set(email, member(call.body, 'password'))
        if (response.status !== 401 || !passwords.has(email)) return response
        hit()
        const body = { ...Object(call.body), password: passwords.get(email) }
        return next(changeRequest(call, { body }))
      })
    }),
  },
  'login-without-password-is-401': {
    killedBy: 'login.password-is-required',
    description: 'A login without a password is refused with 401.',
    wrap: replaceValidationError(login, lacksField('password'), 401, 'unauthorized'),
  },
  'login-without-email-is-401': {
    killedBy: 'login.email-is-required',
    description: 'A login without an email is refused with 401.',
    wrap: replaceValidationError(login, lacksField('email'), 401, 'unauthorized'),
  },
  'login-with-an-object-is-401': {
    killedBy: 'login.email-is-not-an-object',
    description: 'A login with an object as email is refused with 401.',
    wrap: replaceValidationError(login, hasObject('email'), 401, 'unauthorized'),
  },
  'login-with-an-object-as-password-is-401': {
    killedBy: 'login.password-is-not-an-object',
    description: 'A login with an object as password is refused with 401.',
    wrap: replaceValidationError(login, hasObject('password'), 401, 'unauthorized'),
  },
})

/** Mutants with a fault in the response to a refresh. */
export const refreshMutants = mutants({
  'refresh-without-access-token': {
    killedBy: 'refresh.gives-an-access-token',
    description: 'A refresh returns the access token in the field `token`.',
    wrap: withSession(refresh, ({ access_token: token, ...body }) => ({ ...body, token })),
  },
  'refreshed-token-useless': {
    killedBy: 'refresh.new-token-authenticates',
    description: 'The access token that a refresh returns is refused.',
    wrap: withSession(refresh, (body) => ({ ...body, access_token: 'aaa.bbb.ccc' })),
  },
  'refreshed-token-is-of-nobody': {
    killedBy: 'refresh.new-token-is-of-the-same-user',
    description: 'A refreshed token lists the records of nobody.',
    wrap: withIssuedCredentials(({ tokens }) => {
      const isRefreshed = ({ bearer = '' }: Call) => tokens.indexOf(bearer) > 1
      return onJson('GET /api/me/api-keys', (json, call) =>
        isRefreshed(call) ? { ...Object(json), items: [] } : undefined,
      )
    }),
  },
  'refresh-returns-the-old-token': {
    killedBy: 'refresh.token-is-new',
    description: 'A refresh returns the access token of the login again.',
    wrap: withIssuedCredentials(({ tokens }) =>
      withSession(refresh, (body) => ({ ...body, access_token: tokens.at(-2) })),
    ),
  },
  'any-refresh-token-works': {
    killedBy: 'refresh.malformed-is-refused',
    description: 'A refresh with a malformed token returns an access token.',
    wrap: withIssuedCredentials(({ tokens }) =>
      onResponse(refresh, ({ status }) =>
        status === 401 ? jsonResponse(200, { access_token: tokens.at(-1) }) : undefined,
      ),
    ),
  },
  'refresh-without-token-is-400': {
    killedBy: 'refresh.token-is-required',
    description: 'A refresh without a token is refused with 400.',
    wrap: replaceValidationError(refresh, lacksField('refresh_token'), 400, 'bad_request'),
  },
  'refresh-of-an-object-is-401': {
    killedBy: 'refresh.token-is-not-an-object',
    description: 'A refresh with an object as token is refused with 401.',
    wrap: replaceValidationError(refresh, hasObject('refresh_token'), 401, 'invalid_token'),
  },
})

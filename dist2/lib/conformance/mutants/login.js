import { isObject, member } from '../json.js';
import { isToken } from './impersonate.js';
import { onJson, onReply, onStatus, refusal, reply } from './kit.js';
import { login } from './routes.js';
/** Rewrites the session that a login or refresh gives. */
export const session = (route, change) => onJson(route, (json) => (isObject(json) && 'access_token' in json ? change(json) : undefined));
/** Refuses invalid input in another way than with 422. */
export const invalidIs = (route, isMeant, answer) => onReply(route, ({ status }, { body }) => (status === 422 && isMeant(body) ? answer() : undefined));
/** Whether a body has no such field. */
export const lacks = (field) => (body) => member(body, field) === undefined;
const unauthorized = () => refusal(401, 'unauthorized');
/** Wrong in what a login answers. */
export const loginMutants = [
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
        wrap: onReply('GET /api/me/api-keys', (_, call) => isToken(call) ? refusal(401, 'invalid_token') : undefined),
    },
    {
        id: 'failed-login-is-200',
        breaks: 'login.wrong-password-is-refused',
        says: 'A failed login answers 200 with an error inside.',
        wrap: onReply(login, ({ status }) => status === 401 ? reply(200, { success: false, error: 'unauthorized' }) : undefined),
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
];

import { isObject, member } from '../json.js';
import { onReply, refusal, reply } from './kit.js';
import { invalidIs, lacks, session } from './login.js';
import { remembering } from './memory.js';
import { refresh } from './routes.js';
/** Wrong in what a refresh answers. */
export const refreshMutants = [
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
        wrap: remembering(({ tokens }) => onReply(refresh, ({ status }) => status === 401 ? reply(200, { access_token: tokens.at(-1) }) : undefined)),
    },
    {
        id: 'refresh-without-token-is-400',
        breaks: 'refresh.token-is-required',
        says: 'A refresh without a token is a bad request.',
        wrap: invalidIs(refresh, lacks('refresh_token'), () => refusal(400, 'bad_request')),
    },
    {
        id: 'refresh-of-an-object-is-401',
        breaks: 'refresh.token-is-not-an-object',
        says: 'An object as refresh token is an invalid token.',
        wrap: invalidIs(refresh, (body) => isObject(member(body, 'refresh_token')), () => refusal(401, 'invalid_token')),
    },
];

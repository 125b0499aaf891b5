import { contentOf } from './caller.js';
import { isObject, parseJson } from './json.js';
export function createSignIn({ send, errorOf }, wall) {
    async function post(path, body, signal) {
        const order = { method: 'POST', path, body, signal };
        const response = await send(order, undefined);
        if (!response.ok)
            throw await errorOf(order, response);
        const content = contentOf(parseJson(await response.text()));
        return isObject(content) ? content : {};
    }
    const outcomeOf = (answer) => {
        const { requires_2fa, temp_token } = answer;
        if (requires_2fa === true && temp_token !== undefined)
            return { status: 'second-factor', tempToken: temp_token };
        const session = sessionIn(answer, wall.now());
        return { status: 'signed-in', session, user: session.user };
    };
    return {
        login: async (credentials, signal) => outcomeOf(await post('/api/auth/login', credentials, signal)),
        verify: async ({ tempToken: temp_token, code }, signal) => outcomeOf(await post('/api/auth/login/verify-2fa', { temp_token, code }, signal)),
        refresh: async (refresh_token) => sessionIn(await post('/api/auth/refresh', { refresh_token }), wall.now()),
    };
}
/** The session in an answer, only with what stands there: a refresh may bring less than a login. */
function sessionIn({ access_token, refresh_token, expires_in, user }, now) {
    if (typeof access_token !== 'string')
        throw new Error('The platform signed in, but its answer has no `access_token`.');
    return {
        accessToken: access_token,
        expiresAt: typeof expires_in === 'number' ? now + expires_in * 1000 : undefined,
        ...(typeof refresh_token === 'string' ? { refreshToken: refresh_token } : {}),
        ...(user === undefined ? {} : { user }),
    };
}

import { memoize } from '../memoize.js';
/** Where a body may hold a credential; whether it counts there is judged later. */
const bodyFields = {
    'chat.react': 'token',
    'chat.dag': 'token',
    'chat.auto': 'token',
    'chat.resume': 'token',
    'auth.refresh': 'refresh_token',
};
/** Reads credentials without judging them. */
export function credentialsOf(call, id, body) {
    const given = call.header('authorization');
    const field = id && bodyFields[id];
    const token = field && body.value?.[field];
    return {
        header: given === undefined ? undefined : headerOf(given).read,
        body: typeof token === 'string' && token !== '' ? token : undefined,
    };
}
const headerOf = memoize((given) => {
    const [, scheme, value] = /^\s*(\S+)\s+(\S+)\s*$/.exec(given) ?? [];
    return { read: scheme === undefined || value === undefined ? undefined : { scheme, value } };
});

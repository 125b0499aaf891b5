import { isCredentialError } from './api-error.js';
import { isObject, parseJson } from './json.js';
import { withMoments } from './moments.js';
import { orAborted } from './or-aborted.js';
export function createCaller(transport, session, apiKey) {
    const { send, errorOf } = transport;
    /** Sends a call; where its token is refused, once more with another. */
    async function open(order, tokenInBody = false) {
        const { signal } = order;
        signal?.throwIfAborted();
        const token = apiKey ?? (await orAborted(session.token(), signal));
        const first = await attempt(order, token, tokenInBody);
        if (first.ok)
            return first;
        const refusal = await errorOf(order, first);
        if (apiKey !== undefined || token === undefined || !isCredentialError(refusal))
            throw refusal;
        const other = await orAborted(session.tokenAfter(token), signal);
        if (other === undefined)
            throw refusal;
        const second = await attempt(order, other, tokenInBody);
        if (second.ok)
            return second;
        throw await errorOf(order, second);
    }
    const attempt = (order, token, tokenInBody) => orAborted(send(tokenInBody ? withToken(order, token) : order, token), order.signal);
    return {
        open,
        async openStream(order, tokenInBody) {
            const response = await open(order, tokenInBody);
            if (response.headers.get('content-type')?.startsWith('text/event-stream'))
                return response;
            const type = response.headers.get('content-type') ?? 'nothing';
            void response.body?.cancel().catch(() => undefined);
            throw new Error(`${order.method} ${order.path} was answered with ${type} instead of text/event-stream. Is the base URL that of the platform?`);
        },
        async request(method, path, options = {}) {
            const response = await open({ method, path, ...options });
            const text = await orAborted(response.text(), options.signal);
            return withMoments(text === '' ? undefined : contentOf(parseJson(text)));
        },
    };
}
const withToken = (order, token) => token === undefined ? order : { ...order, body: { ...order.body, token } };
/** What stands in the success envelope, or the value itself where there is none around it. */
export const contentOf = (value) => isObject(value) && value['success'] === true && 'data' in value ? value['data'] : value;

import { isLoopback } from '../loopback.js';
/** What a token may consist of, since it travels in a header. */
export const isToken = (text) => /^[\x21-\x7e]+$/.test(text);
/** The URL that a text is, if http or https lead there. */
export function httpUrl(text) {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}
/** Whether a page of another origin sent a call that may do so. */
export const grants = ({ origins }, call) => origins.has(call.header('origin') ?? '');
/** Reads who may call. Throws a `TypeError` that says what can't be used. */
export function readAccess(given) {
    const { token, publicUrl, origins = [] } = given === false || given === true ? {} : given;
    if (token !== undefined && !isToken(token))
        throw new TypeError('Failed to open the control API: its token has no visible ASCII character, or others beside.');
    const url = publicUrl === undefined ? undefined : required(publicUrl);
    return {
        off: given === false,
        token,
        publicUrl: url,
        proxied: url !== undefined && !isLoopback(url.hostname),
        origins: new Set(origins.map((origin) => required(origin).origin)),
    };
}
function required(text) {
    const url = httpUrl(text);
    if (url === undefined)
        throw new TypeError(`Failed to open the control API: \`${text}\` is no http or https URL.`);
    return url;
}

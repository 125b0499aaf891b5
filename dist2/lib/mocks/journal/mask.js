import { limits } from '../../contract/limits.js';
import { peekJwt } from '../state/jwt.js';
const jwt = /\beyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?/g;
const key = /\bsvc_[\w-]+/g;
/** Names of fields and parameters whose values nobody needs to see. */
const secret = '[\\w-]*(?:passw(?:or)?d|passphrase|secret|token|ticket|authorization|[_-]key|apikey|privatekey)|key';
const secretText = new RegExp(`("(?:${secret})"\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"?`, 'gi');
const secretParameter = new RegExp(`((?:^|[?&])(?:${secret})=)([^&#]*)`, 'gi');
/** Where an object begins that holds secrets under any name. */
const secretObject = /"(?:credentials|auth_config|db_config|env|headers)"\s*:\s*(?=[{[])/gi;
const secretHeader = /^(authorization|cookie|proxy-authorization|x-.*(key|token|secret|signature))$/;
/** The start of a key, which its record shows as well; other text is too short to show any of it. */
export const maskKey = (value) => `${value.slice(0, limits.keyPrefixLength)}…`;
/** A token by whom it is of. */
export const maskJwt = (value) => `<jwt of ${peekJwt(value)?.email ?? 'nobody'}>`;
const maskKnown = (text) => text
    .replaceAll(jwt, maskJwt)
    .replaceAll(key, (value) => (value.length > limits.keyPrefixLength ? maskKey(value) : value));
const isMasked = (value) => /^(<jwt of [^"]*>|svc_[\w-]{0,4}…?)$/.test(value);
/** A text without its secrets: JSON, whole or cut, or anything else. */
export const maskText = (text) => maskObjects(maskKnown(text)).replaceAll(secretText, (whole, name, value) => isMasked(value) ? whole : `${name}"…"`);
/** A text with nothing in its objects that hold secrets, however deep these are, and also cut. */
function maskObjects(text) {
    let masked = '';
    let done = 0;
    for (const { 0: name, index } of text.matchAll(secretObject)) {
        if (index < done)
            continue;
        masked += `${text.slice(done, index + name.length)}{"…":"…"}`;
        done = endOf(text, index + name.length);
    }
    return masked + text.slice(done);
}
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]]/gs;
/** Where the object or list ends that begins here: where its brackets are closed, or the text is. */
function endOf(text, begin) {
    let depth = 0;
    tokens.lastIndex = begin;
    for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
        if (/[{[]/.test(token[0][0] ?? ''))
            depth++;
        else if (/[}\]]/.test(token[0][0] ?? '') && --depth === 0)
            return tokens.lastIndex;
    }
    return text.length;
}
/** A query without its secrets. */
export const maskQuery = (query) => maskKnown(query).replaceAll(secretParameter, (whole, name, value) => isMasked(value) ? whole : `${name}…`);
/** The value of a header without its secrets. */
export function maskHeader(name, value) {
    const masked = maskKnown(value);
    if (masked !== value || !secretHeader.test(name))
        return masked;
    return name === 'authorization' ? value.replace(/\S+$/, '…') : '…';
}

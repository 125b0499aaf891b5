import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from './base64url.js';
import { sameText } from './same-text.js';
const header = toBase64Url(utf8ToBytes(JSON.stringify({ alg: 'HS256', typ: 'JWT' })));
/** Signs claims as a JWT with HS256, synchronously and without WebCrypto. */
export function signJwt(claims, secret) {
    const content = `${header}.${toBase64Url(utf8ToBytes(JSON.stringify(claims)))}`;
    return `${content}.${signature(content, secret)}`;
}
/** The claims of a token that was signed with this secret, else `undefined`. Expiry is not judged. */
export function verifyJwt(token, secret) {
    const end = token.lastIndexOf('.');
    const content = token.slice(0, end);
    if (!content.startsWith(`${header}.`))
        return undefined;
    return sameText(token.slice(end + 1), signature(content, secret)) ? peekJwt(token) : undefined;
}
/** The claims of a token without any check: good for finding its world, for nothing else. */
export function peekJwt(token) {
    const bytes = fromBase64Url(token.split('.')[1] ?? '');
    if (bytes === undefined || bytes.length === 0)
        return undefined;
    try {
        const claims = JSON.parse(new TextDecoder().decode(bytes));
        return typeof claims === 'object' && claims !== null ? claims : undefined;
    }
    catch {
        return undefined;
    }
}
const signature = (content, secret) => toBase64Url(hmac(sha256, secret, utf8ToBytes(content)));

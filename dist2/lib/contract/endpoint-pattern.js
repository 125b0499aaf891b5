import { endpointIds, endpoints } from './endpoints.js';
import { nearest } from './nearest.js';
const operations = endpointIds.map((id) => {
    const { method, path } = endpoints[id];
    return { id, method, path };
});
/**
 * Reads which operations are meant: `POST /api/react`, `GET /api/*`, `/api/conversations/*`, or an
 * id as `chat.react` or `chat.*`. `*` is any text, `{name}` one part of a path.
 */
export function toEndpointPattern(text) {
    const { method, path } = partsOf(text);
    const fits = toRegExp(path ?? text);
    if (path === undefined)
        return ({ id }) => id !== undefined && fits.test(id);
    return (called) => (method === undefined || called.method === method) && fits.test(called.path);
}
/** Why a pattern can never fit, and what would; `undefined` for one that can. */
export function problemOfEndpointPattern(text) {
    const { method, path } = partsOf(text);
    const isOne = (operation) => path !== undefined &&
        (method === undefined || operation.method === method) &&
        toRegExp(operation.path).test(path);
    if (operations.some(toEndpointPattern(text)) || operations.some(isOne))
        return undefined;
    const guess = nearest(text, operations.flatMap((one) => [one.id, one.path, `${one.method} ${one.path}`]));
    const right = guess === undefined
        ? 'give an id as `chat.react`, or a path as `POST /api/react` or `GET /api/*`'
        : `did you mean \`${guess}\`?`;
    return `No operation is \`${text}\`: ${right}`;
}
function partsOf(text) {
    const [, method, path] = /^(?:([A-Za-z]+) +)?(\/\S*)$/.exec(text) ?? [];
    return { method: method?.toUpperCase(), path };
}
/** `*` and `{name}` are open, all else stands for itself. */
function toRegExp(pattern) {
    const [first = '', ...others] = pattern.split(/\*+/).map(pieceOf);
    const last = others.pop();
    // Where a piece in the middle is found first, it stays: to try all places of many takes forever.
    const middle = others.map((piece, index) => `(?=(.*?${piece}))\\${index + 1}`);
    return new RegExp(`^${first}${middle.join('')}${last === undefined ? '' : `.*${last}`}$`);
}
function pieceOf(text) {
    const parts = text.split(/((?<=\/)\{\w+\}(?=\/|$))/).map((part, index) => {
        if (index % 2 === 1)
            return '[^/]+';
        return part.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw `\$&`);
    });
    return parts.join('');
}

import { isObject, parseJson } from '../json.js';
/**
 * Reads a message in every form that cursors take: among the fields of the payload, in
 * `{cursor, data}` around it, on the `id:` line, or nowhere. What is no JSON stays a text.
 */
export function readFrame({ event: name = 'message', data: text, id }) {
    const data = parseJson(text);
    if (isObject(data) && Number.isInteger(data['cursor'])) {
        const { cursor, ...payload } = data;
        const isWrapped = Object.keys(payload).join() === 'data';
        return { name, cursor, data: isWrapped ? data['data'] : payload };
    }
    return { name, data, cursor: id !== undefined && /^\d+$/.test(id) ? Number(id) : undefined };
}

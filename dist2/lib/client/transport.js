import { readApiError } from './api-error.js';
import { parseJson } from './json.js';
export function createTransport({ baseUrl, fetch, headers, wall }) {
    const base = baseUrl.replace(/\/+$/, '');
    return {
        send: ({ method, path, query = {}, body, signal }, bearer) => fetch(base + path + searchOf(query), {
            method,
            headers: {
                ...headers,
                ...(body === undefined ? {} : { 'content-type': 'application/json' }),
                ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            ...(signal === undefined ? {} : { signal }),
        }),
        async errorOf({ method, path }, response) {
            const body = parseJson(await response.text());
            return readApiError(response, body, `${method} ${path}`, wall.now());
        },
    };
}
function searchOf(query) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
        if (value !== undefined && value !== null)
            search.set(name, String(value));
    return search.size === 0 ? '' : `?${search}`;
}

/** Reads a request and leaves it unread for the server behind. */
export async function readCall(request) {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.clone().text();
    return {
        method: request.method,
        path: pathname.slice(Math.max(0, pathname.indexOf('/api/'))),
        query: searchParams,
        bearer: request.headers.get('authorization')?.replace(/^Bearer /, ''),
        body: parse(text),
        request,
    };
}
/** Whether a call is one of a route; `*` stands for anything. */
export function matches(route, { method, path }) {
    return route.split('|').some((one) => {
        const [verb, pattern = ''] = one.trim().split(' ');
        const steps = pattern.split('*').map((step) => step.replaceAll('.', String.raw `\.`));
        const isPath = new RegExp(`^${steps.join(pattern === '*' ? '.*' : '[^/]+')}$`).test(path);
        return verb === method && isPath;
    });
}
/** The request with other parts; what is not named stays. */
export function changed({ request, body }, parts) {
    const headers = new Headers(request.headers);
    if (parts.bearer === null)
        headers.delete('authorization');
    else if (parts.bearer !== undefined)
        headers.set('authorization', `Bearer ${parts.bearer}`);
    const content = 'body' in parts ? parts.body : body;
    const url = parts.path === undefined ? request.url : new URL(parts.path, request.url);
    return new Request(url, {
        method: request.method,
        headers,
        body: content === undefined ? null : JSON.stringify(content),
        signal: request.signal,
    });
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

import { createEventReader } from './event-reader.js';
import { parseJson } from './json.js';
// Enough to show how lines are written, and no more to keep for every stream of a run.
const longestHead = 2000;
/** Sends one request and reads its reply to the end, or until `until` says so. */
export async function exchangeWith({ target, fetch, now, timeout }, ask, until) {
    const start = now();
    const cut = new AbortController();
    const limit = AbortSignal.timeout(timeout);
    const url = target.baseUrl.replace(/\/+$/, '') + ask.path;
    const request = toRequest(ask, url, AbortSignal.any([cut.signal, limit]));
    const response = await within(limit, fetch(request));
    const { status, headers } = response;
    const seen = { ask, url, status, headers };
    if (!isStream(headers)) {
        const text = await within(limit, response.text());
        return { ...seen, text, json: parseJson(text), events: [], ended: 'closed', ms: now() - start };
    }
    const reader = createEventReader(() => now() - start);
    let head = '';
    const feed = (text) => {
        head = (head + text).slice(0, longestHead);
        reader.feed(text);
    };
    const ended = await readStream(response, { ...reader, feed }, limit, until);
    cut.abort();
    const ms = now() - start;
    return { ...seen, text: '', json: undefined, events: reader.events, head, ended, ms };
}
async function readStream(response, reader, limit, until = () => false) {
    const body = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    try {
        while (!until(reader.events)) {
            const chunk = await within(limit, body?.read() ?? ended);
            if (chunk.done)
                return 'closed';
            reader.feed(chunk.value);
        }
        return 'cut';
    }
    catch {
        return limit.aborted ? 'timeout' : 'error';
    }
    finally {
        // Not awaited: a peer that is slow to notice must not hold the run up.
        body?.cancel().catch(() => undefined);
    }
}
const ended = Promise.resolve({ done: true, value: undefined });
function toRequest(ask, url, signal) {
    const headers = new Headers(ask.headers);
    if (ask.bearer !== undefined)
        headers.set('authorization', `Bearer ${ask.bearer}`);
    const text = ask.text ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
    if (text !== undefined && !headers.has('content-type')) {
        headers.set('content-type', 'application/json');
    }
    return new Request(url, {
        method: ask.method,
        headers,
        body: text ?? null,
        signal,
        redirect: 'manual',
    });
}
// A `fetch` that does not mind its signal must not hold the run up either.
async function within(limit, promise) {
    const { promise: expired, reject } = Promise.withResolvers();
    const onAbort = () => reject(limit.reason);
    if (limit.aborted)
        onAbort();
    limit.addEventListener('abort', onAbort, { once: true });
    try {
        return await Promise.race([promise, expired]);
    }
    finally {
        limit.removeEventListener('abort', onAbort);
    }
}
const isStream = (headers) => headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false;
/** Why no answer came, in a few words. */
export function reason(error, timeout) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
        return `no answer within ${timeout} ms`;
    }
    const cause = causeOf(error);
    if (!(cause instanceof Error))
        return String(cause);
    const code = codeOf(cause);
    const message = cause.message || 'connection failed';
    return message.includes(code) ? message : `${message} (${code})`;
}
/** Whether no connection came about, so that the target can't have seen the request. */
export function wasUnsent(error) {
    const cause = causeOf(error);
    if (cause instanceof AggregateError)
        return cause.errors.every(wasUnsent);
    if (!(cause instanceof Error))
        return false;
    // Nothing is sent through a connection whose certificate is not trusted.
    const isUntrusted = /CERT|^UNABLE_TO_|^UND_ERR_CONNECT_TIMEOUT$/.test(codeOf(cause));
    return (isUntrusted || ('syscall' in cause && /^(connect|getaddrinfo)$/.test(String(cause.syscall))));
}
const causeOf = (error) => error instanceof Error && error.cause instanceof Error ? error.cause : error;
const codeOf = (error) => ('code' in error ? String(error.code) : '');

import { isObject } from '../json.js';
import { changed, matches, readCall } from './call.js';
import { parseFrame, printFrame } from './wire-frame.js';
/** Handles the calls of a route itself, with the right server at hand as `next`. */
export function onCall(route, handle) {
    return (fetch, hit) => async (request) => {
        const call = await readCall(request);
        return matches(route, call) ? handle(call, fetch, hit) : fetch(request);
    };
}
/** Sends another request in place of one; `undefined` leaves it as it is. */
export function onRequest(route, change) {
    return onCall(route, async (call, next, hit) => {
        const other = change(call);
        if (other !== undefined)
            hit();
        return next(other ?? call.request);
    });
}
/** Sends a call with another body; `undefined` leaves it as it is. */
export const onBody = (route, change) => onRequest(route, (call) => {
    const body = isObject(call.body) ? change(call.body) : undefined;
    return body && changed(call, { body });
});
/** Takes a field that is an object as something else, or as nothing. */
export const takesObject = (route, field, instead) => onBody(route, (body) => (isObject(body[field]) ? { ...body, [field]: instead } : undefined));
/** Answers with another status, such as `{ 422: 400 }`. */
export function onStatus(route, statuses) {
    return onReply(route, ({ status, body, headers }) => {
        const other = statuses[status];
        return other === undefined ? undefined : new Response(body, { status: other, headers });
    });
}
/** Rewrites the JSON of a reply; `undefined` leaves it as it is. Streams pass untouched. */
export function onJson(route, rewrite) {
    return onCall(route, async (call, next, hit) => {
        const response = await next(call.request);
        if (!isJson(response))
            return response;
        const text = await response.text();
        const json = text === '' ? undefined : rewrite(JSON.parse(text), call, response.status);
        if (json !== undefined)
            hit();
        return retold(response, json === undefined ? text : JSON.stringify(json));
    });
}
/** Answers otherwise, once the right answer is known; `undefined` leaves it as it is. */
export function onReply(route, change) {
    return onCall(route, async (call, next, hit) => {
        const response = await next(call.request);
        const other = await change(response, call);
        if (other !== undefined)
            hit();
        return other ?? response;
    });
}
/** Rewrites a stream frame by frame, as the frames come: `start` is called once per stream. */
export function onEvents(route, start, atEnd = () => []) {
    return onCall(route, async (call, next, hit) => {
        const response = await next(call.request);
        if (!isStream(response) || response.body === null)
            return response;
        const rewrite = start();
        const step = (block) => {
            const frame = parseFrame(block);
            const isEvent = frame.event !== undefined || frame.data !== undefined;
            const made = isEvent ? rewrite(frame, call) : frame;
            if (made !== frame)
                hit();
            return [made].flat().map(printFrame).join('');
        };
        const body = response.body
            .pipeThrough(new TextDecoderStream())
            .pipeThrough(blockwise(step, () => atEnd().map(printFrame).join('')))
            .pipeThrough(new TextEncoderStream());
        return new Response(body, { status: response.status, headers: response.headers });
    });
}
/** Rewrites the frames of some event types alone. */
export const onEvent = (route, types, rewrite) => onEvents(route, () => (frame, call) => types.split(' ').includes(frame.event ?? '') ? rewrite(frame, call) : frame);
/** The reply with another body; its length is told anew. */
export function retold(response, body) {
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(body, { status: response.status, headers });
}
/** A JSON reply. */
export const reply = (status, json) => Response.json(json, { status });
/** A reply in the error envelope. */
export const refusal = (status, error) => reply(status, { success: false, error, message: 'A wrong server says so.' });
export const isStream = (response) => response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
const isJson = (response) => response.headers.get('content-type')?.includes('json') ?? false;
function blockwise(step, atEnd) {
    let rest = '';
    return new TransformStream({
        transform(text, controller) {
            const blocks = (rest + text).split(/\r\n\r\n|\n\n/);
            rest = blocks.pop() ?? '';
            const out = blocks.map(step).join('');
            if (out !== '')
                controller.enqueue(out);
        },
        flush(controller) {
            const out = rest + atEnd();
            if (out !== '')
                controller.enqueue(out);
        },
    });
}

import { ApiError, InvalidInput } from '../api-error.js';
import { remembering } from './records.js';
export function createWire(form) {
    const json = { 'content-type': form.jsonType };
    const stream = {
        'content-type': form.streamType,
        'cache-control': 'no-cache, no-store',
        'x-accel-buffering': 'no',
    };
    const pageText = remembering((page) => form.page(page, form.toText));
    const bodyOf = (endpoint, outcome) => {
        switch (endpoint.reply) {
            case 'page':
                return pageText(outcome);
            case 'envelope':
                return form.standsAlone(endpoint)
                    ? form.toText(outcome)
                    : form.envelope(form.toText(outcome));
            case 'created-key': {
                const { record, value } = outcome;
                return form.createdKey(form.toText(form.createdKeyRecord(record)), value, form.envelope);
            }
            case 'record':
            case 'session':
                return form.toText(outcome);
            case 'empty':
                return undefined;
            // What was asked of a stream may be an answer about it, such as the plan of a run.
            case 'stream':
                return isStream(outcome) ? outcome : form.envelope(form.toText(outcome));
        }
    };
    return {
        frames: form.frames,
        payload: form.payload,
        success(endpoint, outcome) {
            if (endpoint.reply === 'download')
                return attachment(outcome);
            const body = bodyOf(endpoint, outcome);
            if (body === undefined)
                return { status: 204, headers: {}, body };
            const status = form.status(endpoint);
            if (typeof body === 'object')
                return { status, headers: stream, body };
            // Of a page most is there already: the texts of its records; of a frozen one all.
            if (endpoint.reply !== 'page' || Object.isFrozen(outcome))
                return { status, headers: json, body };
            return { status, headers: json, body, again: () => pageText(outcome) };
        },
        failure(error) {
            if (error instanceof InvalidInput) {
                const body = form.validationBody(error.problems.map(form.item));
                return { status: form.validationStatus, headers: json, body: JSON.stringify(body) };
            }
            const known = error instanceof ApiError
                ? error
                : new ApiError('crash', 'Something went wrong on our side. The cause is in the log.');
            const { status, code } = form.answers[known.condition];
            if (known.condition === 'crash' && form.crashText !== undefined)
                return { status, headers: { 'content-type': 'text/plain' }, body: form.crashText };
            const named = code === null ? null : form.code(code, known.resource);
            const body = form.errorBody(named, known.message, known.condition);
            return {
                status,
                headers: { ...json, ...form.errorHeaders(status), ...known.headers },
                body: JSON.stringify(body),
            };
        },
    };
}
const isStream = (outcome) => typeof outcome === 'object' && outcome !== null && 'pull' in outcome;
const attachment = ({ name, type, text }) => ({
    status: 200,
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
    body: text,
});

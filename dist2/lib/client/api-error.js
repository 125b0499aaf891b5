import { isObject } from './json.js';
/** The platform refused a call, or failed at it. Its message may be shown to people. */
export class ApiError extends Error {
    name = 'ApiError';
    /** The HTTP status: the same in every dialect. */
    status;
    /** What the platform calls the error; where it doesn't, what the specification does. */
    code;
    /** The fields that were refused; empty but for 422. */
    fields;
    /** Seconds to wait before another try, where the platform says so. */
    retryAfter;
    /** The call, such as `GET /api/agents`. */
    request;
    constructor({ status, code, message, fields, retryAfter, request }) {
        super(message);
        this.status = status;
        this.code = code;
        this.fields = fields;
        this.retryAfter = retryAfter;
        this.request = request;
    }
}
/** The error in an answer; `now` is for a `Retry-After` that names a date. */
export function readApiError({ status, headers }, body, request, now) {
    const { code, message, fields = [] } = isObject(body) ? readBody(body) : {};
    return new ApiError({
        status,
        code: code ?? codeOfStatus(status),
        message: message ?? `${request} was answered ${status}.`,
        fields,
        retryAfter: secondsIn(headers.get('retry-after'), now),
        request,
    });
}
/** Whether the credential was refused, so that another one may be taken. */
export const isCredentialError = ({ status, code }) => status === 401 || code === 'token_expired' || code === 'invalid_token';
/** Both dialects: `{success, error, message}`, and `{detail, error_code}`; and the body of a 422. */
function readBody({ error, message, detail, error_code }) {
    const code = textOf(error) ?? textOf(error_code);
    if (!Array.isArray(detail))
        return { code, message: textOf(message) ?? textOf(detail) };
    const fields = detail.filter(isObject).map(({ loc, msg, type }) => ({
        path: Array.isArray(loc) ? loc : [],
        message: textOf(msg) ?? '',
        type: textOf(type) ?? '',
    }));
    const sentences = fields.map(({ path, message: said }) => `${path.join('.')}: ${said}`);
    return { code: code ?? 'validation_error', message: sentences.join('; '), fields };
}
const textOf = (value) => (typeof value === 'string' && value !== '' ? value : undefined);
const codes = {
    400: 'bad_request',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not_found',
    405: 'method_not_allowed',
    409: 'conflict',
    413: 'payload_too_large',
    415: 'unsupported_media_type',
    422: 'validation_error',
    429: 'rate_limit_exceeded',
    503: 'service_unavailable',
};
const codeOfStatus = (status) => codes[status] ?? (status >= 500 ? 'internal_error' : 'bad_request');
function secondsIn(header, now) {
    if (header === null)
        return undefined;
    const seconds = Number(header);
    const moment = Date.parse(header);
    if (Number.isFinite(seconds))
        return Math.max(0, seconds);
    return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000);
}

import { isObject, member } from '../json.js';
import { onJson, onReply, onStatus, refusal } from './kit.js';
import { lists } from './routes.js';
const anywhere = 'GET * | POST * | PATCH * | DELETE * | PUT *';
/** Rewrites the bodies of refusals other than 422. */
const errorBody = (change) => onJson(anywhere, (json, _, status) => status >= 400 && status !== 422 && isObject(json) ? change(json) : undefined);
/** Rewrites each item of a validation body. */
const eachIssue = (change) => validationBody((body) => {
    const detail = body['detail'];
    return { ...body, detail: Array.isArray(detail) ? detail.map(change) : detail };
});
function validationBody(change) {
    return onJson(anywhere, (json, _, status) => status === 422 && isObject(json) ? change(json) : undefined);
}
/** Wrong in what an error body says. */
export const errorMutants = [
    {
        id: 'error-without-success',
        breaks: 'errors.success-is-false',
        says: 'An error body has no success.',
        wrap: errorBody(({ success: _, ...body }) => body),
    },
    {
        id: 'error-as-a-number',
        breaks: 'errors.error-is-a-code',
        says: 'The error is a number.',
        wrap: errorBody((body) => ({ ...body, error: 4000 })),
    },
    {
        id: 'message-as-a-list',
        breaks: 'errors.message-is-a-string',
        says: 'The message is a list of messages.',
        wrap: errorBody((body) => ({ ...body, message: [body['message']] })),
    },
    {
        id: 'unauthorized-with-403',
        breaks: 'errors.listed-codes-have-their-status',
        says: 'The code unauthorized comes with 403.',
        wrap: onReply(anywhere, async (response) => {
            if (response.status !== 401)
                return undefined;
            const json = await response.clone().json();
            return member(json, 'error') === 'unauthorized' ? refusal(403, 'unauthorized') : undefined;
        }),
    },
    {
        id: 'invalid-page-is-400',
        breaks: 'errors.refused-input-is-422',
        says: 'Lists refuse invalid input with 400.',
        wrap: onStatus(lists, { 422: 400 }),
    },
    {
        id: 'validation-detail-as-text',
        breaks: 'errors.validation-detail-is-an-array',
        says: 'The detail of a validation body is a sentence.',
        wrap: validationBody((body) => ({ ...body, detail: 'The input is invalid.' })),
    },
    {
        id: 'validation-loc-as-text',
        breaks: 'errors.validation-item-has-loc',
        says: 'The loc of a validation item is a path in one string.',
        wrap: eachIssue((issue) => ({ ...issue, loc: [issue['loc']].flat().join('.') })),
    },
    {
        id: 'validation-without-msg',
        breaks: 'errors.validation-item-has-msg',
        says: 'A validation item has no msg.',
        wrap: eachIssue(({ msg: _, ...issue }) => issue),
    },
    {
        id: 'validation-without-type',
        breaks: 'errors.validation-item-has-type',
        says: 'A validation item has no type.',
        wrap: eachIssue(({ type: _, ...issue }) => issue),
    },
    {
        id: 'validation-ctx-as-text',
        breaks: 'errors.validation-item-ctx-is-an-object',
        says: 'The ctx of a validation item is a string.',
        wrap: eachIssue((issue) => ({ ...issue, ctx: 'too small' })),
    },
];

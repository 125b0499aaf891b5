import { specifiedIssue, specifiedValidation } from '../../contract/records/specified.js';
import { isObject, member, show, walk } from '../json.js';
import { each, isRefusal, must } from '../must.js';
const fedBy = ['lists.size-0-is-422', 'keys.name-is-required', 'login.password-is-required'];
const isInvalid = ({ status }) => status === 422;
/** The items of the `detail` of a validation body. */
const issues = ({ json }) => {
    const detail = member(json, 'detail');
    return Array.isArray(detail) ? detail.filter(isObject) : [];
};
const hasInIssue = (id, rule, field) => ({
    id,
    level: 'must',
    rule,
    sees: ['errors.validation-items'],
    fedBy,
    applies: (exchange) => isInvalid(exchange) && issues(exchange).length > 0,
    judge: (exchange) => each(issues(exchange), (issue) => must.match(specifiedIssue.shape[field], issue[field], exchange, `${field} of an item`)),
});
/** Validation bodies (2.4, 4.C2), over all that other checks see. */
export const validationChecks = [
    {
        id: 'errors.refused-input-is-422',
        level: 'must',
        rule: 'requests.validation',
        sees: ['errors.validation-status'],
        fedBy,
        // Where several refusals apply, another may come first; their order is not shown.
        applies: (exchange) => exchange.ask.breaks !== undefined &&
            isRefusal(exchange) &&
            ![401, 403, 404].includes(exchange.status),
        judge: (exchange) => must.status(exchange, 422),
    },
    {
        id: 'errors.validation-detail-is-an-array',
        level: 'must',
        rule: 'validation.detail',
        sees: ['errors.validation-items'],
        fedBy,
        applies: isInvalid,
        judge: (exchange) => {
            must.match(specifiedValidation, exchange.json, exchange);
        },
    },
    hasInIssue('errors.validation-item-has-loc', 'validation.loc', 'loc'),
    hasInIssue('errors.validation-item-has-msg', 'validation.msg', 'msg'),
    hasInIssue('errors.validation-item-has-type', 'validation.type', 'type'),
    hasInIssue('errors.validation-item-ctx-is-an-object', 'validation.extras', 'ctx'),
    {
        id: 'errors.validation-item-ctx-is-not-null',
        level: 'should',
        rule: 'validation.extras',
        fedBy,
        applies: (exchange) => isInvalid(exchange) && issues(exchange).some((item) => 'ctx' in item),
        judge: (exchange) => each(issues(exchange), ({ ctx }) => must.holds(ctx !== null, 'ctx to be an object or absent', 'null', exchange)),
    },
    {
        id: 'errors.validation-detail-is-not-empty',
        level: 'should',
        rule: 'validation.detail',
        fedBy,
        applies: (exchange) => isInvalid(exchange) && exchange.ask.breaks !== undefined,
        judge: (exchange) => must.holds(issues(exchange).length > 0, 'an item in detail', 'none', exchange),
    },
    {
        id: 'errors.validation-loc-names-the-field',
        level: 'should',
        rule: 'validation.loc',
        fedBy,
        applies: (exchange) => exchange.ask.breaks !== undefined && issues(exchange).length > 0,
        judge: (exchange) => {
            const places = issues(exchange).flatMap(({ loc }) => (Array.isArray(loc) ? loc : []));
            const field = exchange.ask.breaks ?? '';
            must.holds(places.includes(field), `a loc that names ${field}`, show(places), exchange);
        },
    },
    {
        id: 'errors.validation-item-extras',
        level: 'observe',
        rule: 'validation.extras',
        sees: ['errors.validation-items'],
        fedBy,
        applies: (exchange) => isInvalid(exchange) && issues(exchange).length > 0,
        judge: (exchange) => {
            const keys = new Set(issues(exchange).flatMap((item) => Object.keys(item)));
            const echoes = walk(exchange.json).some(({ key }) => /password|token/.test(key));
            return [...keys].toSorted().join(', ') + (echoes ? ' (echoes a password or token field)' : '');
        },
    },
];

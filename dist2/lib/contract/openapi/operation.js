import { choiceIds, choices } from '../choices.js';
import { operationAt } from '../inputs.js';
import { conditionsOf } from './errors.js';
import { responsesOf } from './responses.js';
import { toSchema } from './schemas.js';
/** One operation as OpenAPI has it. */
export function operationOf(id) {
    const endpoint = operationAt(id);
    const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint)];
    const { body, section } = endpoint;
    const choosable = choicesAt(id);
    return {
        operationId: id,
        tags: [familyOf(id)],
        ...(section === '-' ? {} : { 'x-section': section }),
        security: securityOf(endpoint),
        ...(parameters.length === 0 ? {} : { parameters }),
        ...(body === undefined ? {} : { requestBody: requestBody(body) }),
        responses: responsesOf(endpoint),
        ...(choosable.length === 0 ? {} : { 'x-choices': choosable }),
    };
}
/** The family of an operation: the first word of its id. */
export const familyOf = (id) => id.split('.')[0] ?? id;
/** The choices that show at an operation; those that show anywhere are not repeated at each. */
function choicesAt(id) {
    const endpoint = operationAt(id);
    const conditions = new Set(conditionsOf(endpoint));
    if (endpoint.body !== undefined || endpoint.query !== undefined)
        conditions.add('invalid');
    const tellsTurn = endpoint.reply === 'stream' && endpoint.events === undefined;
    return choiceIds.filter((choice) => {
        const { shows } = choices[choice];
        return (shows.endpoints?.includes(id) ||
            shows.replies?.includes(endpoint.reply) ||
            shows.conditions?.some((condition) => conditions.has(condition)) ||
            (tellsTurn && shows.events !== undefined));
    });
}
function securityOf({ access, scope }) {
    if (access === 'public')
        return [];
    const bearer = { bearerAuth: scope === undefined || scope === 'unlisted' ? [] : [scope] };
    // The field `token` of the body may stand in for the header.
    return access === 'token-in-body' ? [bearer, {}] : [bearer];
}
const pathParameters = ({ path }) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
}));
function queryParameters({ query }) {
    if (query === undefined)
        return [];
    const { properties = {}, required = [] } = toSchema(query);
    return Object.entries(properties).map(([name, schema]) => ({
        name,
        in: 'query',
        ...(required.includes(name) ? { required: true } : {}),
        schema,
    }));
}
const requestBody = (body) => ({
    required: !body.safeParse(undefined).success,
    content: { 'application/json': { schema: toSchema(body) } },
});

import { choiceIds, choices } from './choices.js';
import { endpointIds, endpoints } from './endpoints.js';
import { operationAt } from './inputs.js';
import { familyOf, operationOf } from './openapi/operation.js';
import { sharedRefusals } from './openapi/responses.js';
import { namedSchemas } from './openapi/schemas.js';
/**
 * The contract as OpenAPI 3.1: every operation that the fake plays, with what it takes and answers
 * where a deployment follows the specification. `x-choices` names the points at which deployments
 * differ, at the operations that show them; those at the root show at all.
 */
export function openApi() {
    return {
        openapi: '3.1.0',
        info: {
            title: 'Agent Platform REST API',
            version: '0.8.0',
            description: 'What the specification commits to, and where it is silent, what Understudy plays.',
            license: { name: 'MIT', identifier: 'MIT' },
        },
        tags: [...new Set(endpointIds.map(familyOf))].map((name) => ({ name })),
        paths: pathItems(),
        components: {
            schemas: namedSchemas(),
            responses: sharedRefusals(endpointIds.map(operationAt)),
            securitySchemes: {
                bearerAuth: {
                    type: 'http',
                    scheme: 'bearer',
                    description: 'An API key (`svc_…`) or an access token (5).',
                },
            },
        },
        'x-choices': choiceIds.filter((id) => Object.values(choices[id].shows).flat().length === 0),
    };
}
function pathItems() {
    const byPath = Map.groupBy(endpointIds, (id) => endpoints[id].path);
    return Object.fromEntries([...byPath].map(([path, ids]) => [
        path,
        Object.fromEntries(ids.map((id) => [methodOf(endpoints[id]), operationOf(id)])),
    ]));
}
const methodOf = ({ method }) => method.toLowerCase();

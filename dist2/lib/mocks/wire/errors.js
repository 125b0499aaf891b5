import { conditions, credentialConditions, errorCodes, } from '../../contract/errors.js';
import { resources } from '../../contract/resources.js';
/** The error envelope of the spec (7). */
export const documentedError = (error, message) => ({ success: false, error, message });
export const detailError = (code, message) => ({
    detail: message,
    error_code: code,
    error_args: {},
});
/** Another body for what leads nowhere, as web frameworks answer it. */
export const withBareRoutes = (errorBody) => (code, message, condition) => {
    if (condition === 'route-unknown')
        return { detail: 'Not Found' };
    if (condition === 'method-unknown')
        return { detail: 'Method Not Allowed' };
    return errorBody(code, message, condition);
};
/** The same answers, those about credentials without their code. */
export const withoutCodes = (answers) => ({
    ...answers,
    ...Object.fromEntries(credentialConditions.map((one) => [one, { ...answers[one], code: null }])),
});
/** Every condition with the code and status of the contract, under what a profile changes. */
export function answersWith(changed, statuses) {
    const defaults = Object.entries(conditions).map(([condition, code]) => [
        condition,
        { code, status: errorCodes[code] },
    ]);
    const answers = Object.entries({ ...Object.fromEntries(defaults), ...changed });
    return Object.fromEntries(answers.map(([condition, { code, status }]) => [
        condition,
        { code, status: statuses[code ?? ''] ?? status },
    ]));
}
/** A code that names the missing resource, as `agent_not_found`. */
export const specificCode = (code, resource) => resource === undefined ? code : resources[resource].missing;
export const plainCode = (code) => code;
export const itemWithInput = ({ type, loc, msg, input = null, ctx }) => ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx };
export const bareItem = ({ type, loc, msg }) => ({ type, loc, msg });
export const itemWithUrl = (problem) => ({
    ...itemWithInput(problem),
    url: `https://errors.example/v/${problem.type}`,
});
export const documentedValidation = (detail) => ({ detail });
export const detailValidation = (detail) => ({
    detail,
    error_code: 'validation_error',
    error_args: { errors: detail },
});

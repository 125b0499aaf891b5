import { ApiError } from '../api-error.js';
/** Keeps a scoped key to its scopes (5.R6, 5.R8), and administration to administrators. */
export function authorize(visit) {
    if (visit.endpoint.access === 'public')
        return;
    keepToScopes(visit);
    if (visit.endpoint.adminOnly === true && !visit.caller.user.is_admin)
        throw new ApiError('admin-only', 'This takes an administrator.');
}
function keepToScopes(visit) {
    const { scopes: policy } = visit.behaviour.policy;
    if (!policy.enforced)
        return;
    const { scopes } = visit.caller;
    const needed = policy.needed(visit.id, visit.endpoint);
    if (scopes === undefined || needed === undefined)
        return;
    if (needed !== 'full' && scopes.has(needed))
        return;
    if (policy.adminOpensAll && scopes.has('admin'))
        return;
    const wants = needed === 'full' ? 'full access' : `the scope \`${needed}\``;
    throw new ApiError('scope-missing', `This key is limited to \`${[...scopes].join(', ')}\`; ${wants} is needed.`);
}

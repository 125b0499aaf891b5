import { resources } from '../../contract/resources.js';
import { ApiError } from '../api-error.js';
import { isVisible } from '../state/visibility.js';
/** What an agent can be bound to. */
const bindings = {
    kb_ids: { resource: 'knowledge-base', get: (store, id) => store.knowledgeBases.get(id) },
    connector_ids: { resource: 'connector', get: (store, id) => store.connectors.get(id) },
    mcp_server_ids: { resource: 'mcp-server', get: (store, id) => store.mcpServers.get(id) },
};
const fields = Object.keys(bindings);
/** Refuses ids that lead nowhere (404), or to what the caller may not use (403). */
export function checkBindings(visit, given) {
    for (const field of fields)
        for (const id of given[field] ?? [])
            check(visit, bindings[field], id);
}
/** The bindings of an agent that the caller may use. */
export function usableBindings({ world, caller }, agent) {
    const usable = (field) => agent[field].filter((id) => {
        const record = bindings[field].get(world.store, id);
        return record !== undefined && isVisible(world.store, record, caller.user.id);
    });
    return {
        kb_ids: usable('kb_ids'),
        connector_ids: usable('connector_ids'),
        mcp_server_ids: usable('mcp_server_ids'),
    };
}
function check({ world, caller }, { resource, get }, id) {
    const record = get(world.store, id);
    const { name } = resources[resource];
    if (record === undefined)
        throw new ApiError('resource-missing', `There is no ${name} \`${id}\`.`, { resource });
    if (!isVisible(world.store, record, caller.user.id))
        throw new ApiError('not-permitted', `The ${name} \`${id}\` belongs to others.`);
}

import * as z from 'zod/mini';
/** A room; `takes` says where a policy changes a name or a limit in the contract's inputs. */
export function createRoom(routes, takes) {
    const compiled = new WeakMap();
    return {
        routes,
        inputs(policy) {
            let inputs = compiled.get(policy);
            if (inputs === undefined) {
                inputs = policy.lists.clampsSize ? withAnySize(takes(policy)) : takes(policy);
                compiled.set(policy, inputs);
            }
            return inputs;
        },
    };
}
/** Where a size beyond the limit is clamped, none is too large to be taken. */
function withAnySize(inputs) {
    const size = z.optional(z.int().check(z.gte(1)));
    const rows = Object.entries(inputs).map(([id, { query, ...rest }]) => [
        id,
        query === undefined ? rest : { ...rest, query: z.extend(query, { size }) },
    ]);
    return Object.fromEntries(rows);
}

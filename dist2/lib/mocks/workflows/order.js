/** The edges that lead to each node, by its id. */
export const edgesInto = ({ edges }) => Map.groupBy(edges, ({ target }) => target);
/** The nodes so that each comes after those that lead to it; nodes of a circle are left out. */
export function inOrder(blueprint) {
    const leadsOn = Map.groupBy(blueprint.edges, ({ source }) => source);
    const into = edgesInto(blueprint);
    const open = new Map(blueprint.nodes.map(({ id }) => [id, into.get(id)?.length ?? 0]));
    const byId = new Map(blueprint.nodes.map((node) => [node.id, node]));
    const ready = blueprint.nodes.filter(({ id }) => open.get(id) === 0);
    for (const { id } of ready) {
        for (const { target } of leadsOn.get(id) ?? []) {
            const left = (open.get(target) ?? 0) - 1;
            open.set(target, left);
            const node = byId.get(target);
            if (left === 0 && node !== undefined)
                ready.push(node);
        }
    }
    return ready;
}

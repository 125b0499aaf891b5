/** Decides by the agent's own mode, else by the words of the fixture. */
export function routeQuery(world, query, agent) {
    if (agent !== undefined && agent.execution_mode !== 'auto')
        return { mode: agent.execution_mode, reasoning: `${agent.name} always runs this way.` };
    const asked = query.toLowerCase();
    const word = world.routing.dag.find((one) => asked.includes(one.toLowerCase()));
    return word === undefined
        ? { mode: 'react', reasoning: 'A single line of work answers this.' }
        : { mode: 'dag', reasoning: `“${word}” calls for several steps that depend on each other.` };
}

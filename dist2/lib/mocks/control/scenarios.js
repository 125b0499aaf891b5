import { ControlError } from './control-error.js';
import { jsonReply } from './control-visit.js';
import { readAs, wrongAt } from './read-as.js';
const form = 'A scenario is as a scenario file has it, durations being milliseconds.';
/** Reads scripts, one or a list of them. Throws `ControlError` with the path of what is wrong. */
export async function readScenarios(given, place = []) {
    const { scenario, scenarioProblems } = await import('./forms.js');
    const names = new Set();
    return [given].flat().map((one, index) => {
        const here = Array.isArray(given) ? [...place, index] : place;
        const read = readAs(scenario, one, form, here);
        const [problem] = scenarioProblems(read);
        if (problem !== undefined)
            throw wrongAt([...here, ...problem.path], problem.says);
        if (names.has(read.name))
            throw wrongAt([...here, 'name'], `the name "${read.name}" is taken by another of these`);
        names.add(read.name);
        return read;
    });
}
/** Gives scripts to a world; they go before all others, and replace those of the same name. */
export async function addScenarios(world, given) {
    const added = await readScenarios(given);
    const names = new Set(added.map(({ name }) => name));
    const kept = world.ownScenarios.filter(({ name }) => !names.has(name));
    world.steer('scenarios', [...added, ...kept]);
    return outlineScenarios(world);
}
/** Takes from a world the scripts that were given to it, one by its name or all. */
export function removeScenarios(world, name) {
    const kept = world.ownScenarios.filter((one) => name !== undefined && one.name !== name);
    if (name !== undefined && kept.length === world.ownScenarios.length)
        throw new ControlError(404, `This world has no scenario \`${name}\` of its own.`);
    world.steer('scenarios', kept);
}
export const outlineScenarios = (world) => world.scenarios.map(({ name, about, match }, index) => ({
    name,
    ...(about !== undefined && { about }),
    match,
    of: index < world.ownScenarios.length ? 'world' : 'fake',
}));
export const scenarioRoutes = {
    'GET scenarios': ({ world }) => ({ scenarios: outlineScenarios(world) }),
    'POST scenarios': async ({ world, body }) => jsonReply(201, { scenarios: await addScenarios(world, body) }),
    'DELETE scenarios': ({ world }) => removeScenarios(world),
    'DELETE scenarios/{name}': ({ world, params }) => removeScenarios(world, params['name']),
};

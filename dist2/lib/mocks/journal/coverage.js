import { choiceIds, choices } from '../../contract/choices.js';
import { endpointIds, endpoints } from '../../contract/endpoints.js';
import { errorCodes, invalidCode } from '../../contract/errors.js';
import { eventNames } from '../../contract/event-names.js';
import { reliedOn } from '../../contract/relied-on.js';
/** What the calls of one world covered since it was made or reset. */
export const coverageOf = (world) => reportOf(world.journal.coverage, world.name);
/** What the calls of all worlds covered, also of those that are gone. */
export const coverageOfAll = ({ coverage }) => reportOf(coverage, null);
const allOperations = endpointIds.map((id) => `${endpoints[id].method} ${endpoints[id].path}`);
const allCodes = [...Object.keys(errorCodes), invalidCode];
function reportOf(coverage, world) {
    const tallies = [...coverage.tallies()];
    const relied_on = reliances(tallies);
    const relied = new Set(relied_on.map(({ choice }) => choice));
    return {
        world,
        calls: tallies.reduce((sum, { calls }) => sum + calls, coverage.uncounted),
        endpoints: exercise(tallies, allOperations, ({ endpoint }) => endpoint === undefined ? [] : [`${endpoints[endpoint].method} ${endpoints[endpoint].path}`]),
        errors: exercise(tallies, allCodes, ({ code }) => (code === undefined ? [] : [code])),
        events: exercise(tallies, eventNames, ({ events }) => events),
        choices: { relied_on, never: choiceIds.filter((id) => !relied.has(id)) },
        assumed: relied_on.filter(isAssumed).length,
    };
}
/** Whether the specification does not commit to what was relied on. */
export const isAssumed = ({ grade }) => grade !== 'specified';
/** Counts the calls in which each name was seen; names that the contract lacks count as well. */
function exercise(tallies, all, namesIn) {
    const calls = new Map();
    for (const tally of tallies)
        for (const name of namesIn(tally.seen))
            calls.set(name, (calls.get(name) ?? 0) + tally.calls);
    return {
        exercised: Array.from(calls, ([name, count]) => ({ name, calls: count })).toSorted((a, b) => b.calls - a.calls),
        never: all.filter((name) => !calls.has(name)),
    };
}
function reliances(tallies) {
    const byOption = new Map();
    for (const { profile, seen, calls, first } of tallies)
        for (const relied of reliedOn(profile, seen)) {
            const name = `${relied.choice} ${relied.option}`;
            const known = byOption.get(name);
            if (known === undefined)
                byOption.set(name, { relied, calls, first });
            else {
                known.calls += calls;
                known.first = [...known.first, ...first].slice(0, 5);
            }
        }
    return Array.from(byOption.values(), ({ relied, calls, first }) => {
        const { question, clause, options } = choices[relied.choice];
        const says = options[relied.option]?.says ?? relied.option;
        return { ...relied, question, says, clause, calls, first: [...first] };
    }).toSorted((a, b) => choiceIds.indexOf(a.choice) - choiceIds.indexOf(b.choice));
}

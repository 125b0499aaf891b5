import { chatBody } from '../../contract/bodies.js';
import { kinds } from '../state/kinds.js';
import { groupsOf } from './match-query.js';
import { filling } from './places.js';
/** What a call asks, for the choice of a script. */
export function questionOf({ world, caller }, { past, ...asked }) {
    return {
        ...asked,
        past,
        user: caller.user,
        turn: past.length + 1,
        after: past.at(-1)?.memory?.scenario,
        count: (kind, where) => countOf(world, kind, where),
    };
}
function countOf(world, kind, where) {
    if (!Object.hasOwn(kinds, kind))
        return 0;
    const fields = Object.entries(where).map(([name, value]) => [name, JSON.stringify(value)]);
    let count = 0;
    for (const record of world.store[kinds[kind]].values())
        if (fields.every(([name, value]) => JSON.stringify(Reflect.get(record, name)) === value))
            count++;
    return count;
}
/** How the places of a script are filled, and what is to be remembered of its turn. */
export function fillingOf(visit, { script, agent, past, conversation }) {
    if (!('match' in script))
        return { fill: (text) => text, memory: undefined };
    const { world, caller } = visit;
    const query = visit.bodyAs(chatBody).q;
    const groups = groupsOf(script, query, past.at(-1)?.memory);
    const subject = conversation?.id ?? caller.user.id;
    const fill = filling({
        query,
        user: caller.user,
        agent,
        past,
        groups,
        now: world.clock.iso(),
        values: script.values,
        draw: () => world.random.fraction('value', subject),
    });
    return { fill, memory: { scenario: script.name, groups } };
}

import { askControl } from './reach.js';
/** Steers a world over the control API of its fake. */
export function steerWorld(reach, name) {
    const ask = (operation, body) => askControl(reach, name, operation, body);
    const move = (body) => ask('POST clock', body);
    const order = (body) => ask('POST director', body);
    const outlines = async (operation, body) => (await ask(operation, body)).scenarios;
    return {
        name,
        clock: {
            now: async () => Date.parse((await ask('GET clock')).now),
            iso: async () => (await ask('GET clock')).now,
            advance: (duration) => move({ advance: duration }),
            freeze: (moment) => move({ freeze: moment === undefined ? true : isoOf(moment) }),
            resume: ({ scale = 1 } = {}) => move({ scale }),
            scale: (factor) => move({ scale: factor }),
            step: () => move({ advance: 'next' }),
        },
        scenarios: {
            list: () => outlines('GET scenarios'),
            add: (given) => outlines('POST scenarios', given),
            remove: (one) => ask(`DELETE scenarios${one === undefined ? '' : at(one)}`),
        },
        records: {
            list: (kind, filter = {}) => ask(`GET records${at(kind)}${query(filter)}`),
            read: (kind, id) => ask(`GET records${at(kind, id)}`),
            add: (kind, record) => ask(`POST records${at(kind)}`, record),
            change: (kind, id, fields) => ask(`PATCH records${at(kind, id)}`, fields),
            remove: (kind, id) => ask(`DELETE records${at(kind, id)}`),
        },
        faults: {
            add: async (given) => (await ask('POST faults', given)).ids,
            list: async () => (await ask('GET faults')).faults,
            remove: (id) => ask(`DELETE faults${at(id)}`),
            clear: () => ask('DELETE faults'),
        },
        journal: {
            list: async (filter = {}) => (await ask(`GET journal${query(filter)}`)).entries,
            read: (number) => ask(`GET journal${at(String(number))}`),
            clear: () => ask('DELETE journal'),
        },
        director: {
            state: () => ask('GET director'),
            next: (scenario) => order({ next: scenario }),
            say: (text) => order({ say: text }),
            pause: () => order({ pause: true }),
            resume: () => order({ resume: true }),
            step: () => order({ step: true }),
            skip: () => order({ skip: true }),
            speed: (speed) => order({ speed }),
        },
        coverage: () => ask('GET coverage'),
        about: () => ask(`GET worlds${at(name)}`),
        choices: async () => (await ask('GET choices')).choices,
        play: (profile) => ask('PUT choices', typeof profile === 'string' ? { profile } : profile),
        pick: (picks) => ask('PATCH choices', { picks }),
        reset: () => ask('POST reset'),
        snapshot: () => ask('GET snapshot'),
        restore: (snapshot) => ask('PUT snapshot', snapshot),
        fork: async (other) => (await ask(`POST worlds${at(name)}/fork`, { name: other })).name,
        delete: () => ask(`DELETE worlds${at(name)}`),
    };
}
const at = (...parts) => parts.map((part) => `/${encodeURIComponent(part)}`).join('');
function query(filter) {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const pairs = given.map(([name, value]) => [name, String(value)]);
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
const isoOf = (moment) => typeof moment === 'string' ? moment : new Date(moment).toISOString();

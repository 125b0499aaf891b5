const place = /\{\{\s*([\p{L}_$][\p{L}\p{N}_.#$-]*)\s*\}\}/gu;
/** Fills in texts, all places at once: what a value says is not a place. An unknown one stays. */
export function filling(occasion) {
    const { query, user, agent, past, groups, now } = occasion;
    const name = user.display_name ?? user.email;
    const drawn = drawing(occasion);
    const known = {
        ...groups,
        query,
        user: name,
        'user.first_name': name.split(/[\s@]/)[0] ?? name,
        'user.email': user.email,
        agent: agent?.name ?? 'the assistant',
        'agent.description': agent?.description ?? '',
        today: now.slice(0, 10),
        now,
    };
    const valueOf = (wanted) => {
        const value = own(known, wanted);
        if (value !== undefined)
            return value;
        const [, turn, part] = /^(previous|turn\.\d+)\.(query|answer)$/.exec(wanted) ?? [];
        if (turn === undefined)
            return drawn(wanted);
        const told = turn === 'previous' ? past.at(-1) : past[Number(turn.slice(5)) - 1];
        return told?.[part] ?? '';
    };
    return (text, besides = {}) => text.replaceAll(place, (written, wanted) => own(besides, wanted) ?? valueOf(wanted) ?? written);
}
/** A field of a record that a script names; never one that every object has. */
const own = (record, name) => Object.hasOwn(record, name) ? record[name] : undefined;
/** Draws a value for each place: the same one all along, and no other place of its kind has it. */
function drawing({ values = {}, draw }) {
    const drawn = new Map();
    const left = new Map();
    return (wanted) => {
        const before = drawn.get(wanted);
        if (before !== undefined)
            return before;
        const list = own(values, wanted) ?? own(values, wanted.replace(/#\d+$/, ''));
        if (list === undefined)
            return undefined;
        let pool = left.get(list);
        if (pool === undefined || pool.length === 0)
            left.set(list, (pool = [...new Set(list)]));
        const [value = ''] = pool.splice(Math.floor(draw() * pool.length), 1);
        drawn.set(wanted, value);
        return value;
    };
}
/** Fills in every text of a value, however deep it lies; one without places is not copied. */
export function filled(value, fill) {
    const within = (part) => {
        if (typeof part === 'string')
            return fill(part);
        if (Array.isArray(part))
            return part.map(within);
        if (typeof part !== 'object' || part === null)
            return part;
        return Object.fromEntries(Object.entries(part).map(([key, held]) => [key, within(held)]));
    };
    return hasPlaces(value) ? within(value) : value;
}
function hasPlaces(part) {
    if (typeof part === 'string')
        return part.includes('{{');
    if (typeof part !== 'object' || part === null)
        return false;
    for (const key in part)
        if (hasPlaces(part[key]))
            return true;
    return false;
}

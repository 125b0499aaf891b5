import { show } from './json.js';
/** Holds two runs against each other, check by check and shape by shape. */
export function compareRuns(a, b) {
    const shapes = { a: a.shapes ?? {}, b: b.shapes ?? {} };
    return {
        checks: checksApart(a, b),
        shapes: shapesApart(shapes.a, shapes.b),
        compared: {
            checks: a.results.filter(({ id }) => b.results.some((other) => other.id === id)).length,
            shapes: Object.keys(shapes.a).filter((name) => name in shapes.b).length,
        },
    };
}
function checksApart(a, b) {
    const told = (run) => new Map(run.results.map((result) => [result.id, tell(result)]));
    return apart(told(a), told(b), 'not run');
}
const tell = ({ verdict, message, observation }) => {
    if (verdict === 'pass')
        return { key: verdict, says: verdict };
    if (verdict !== 'observed')
        return { key: verdict, says: `${verdict}: ${message}` };
    // What was not returned but thrown stands in the message.
    if (observation === undefined)
        return { key: `${verdict} ${message}`, says: message };
    return { key: `${verdict} ${untimed(observation)}`, says: show(observation) };
};
/** An observation without what was measured, which no two runs have in common. */
const untimed = (observation) => JSON.stringify(observation, (key, value) => /^ms$|Ms$/.test(key) && typeof value === 'number' ? 'measured' : value);
function shapesApart(a, b) {
    const common = Object.keys(a).filter((name) => name in b);
    return [
        ...apart(names(a), names(b), 'never seen'),
        ...common.flatMap((where) => placesApart(a[where] ?? {}, b[where] ?? {}).map(({ where: pointer, ...difference }) => ({
            where,
            pointer,
            ...difference,
        }))),
    ];
}
const names = (shapes) => new Map(Object.keys(shapes).map((name) => [name, { key: 'seen', says: 'seen' }]));
/** As `where`, the pointer. */
function placesApart(a, b) {
    const judged = (own, other) => new Map(Object.entries(own)
        .filter(([pointer]) => isDecided(pointer, own, other))
        .map(([pointer, types]) => [pointer, typesOf(types)]));
    return apart(judged(a, b), judged(b, a), 'absent');
}
/** Whether the other side has shown enough to tell if it has the same there. */
function isDecided(pointer, own, other) {
    const [mine, theirs] = [own[pointer], other[pointer]];
    // Null tells nothing of what else may stand there.
    if (mine && theirs)
        return [mine, theirs].every((types) => types.some((type) => type !== 'null'));
    const cut = pointer.lastIndexOf('/');
    // A list may be empty by chance.
    return !pointer.endsWith('/*') && (other[pointer.slice(0, cut)]?.includes('object') ?? false);
}
function typesOf(types) {
    const solid = types.filter((type) => type !== 'null');
    return { key: solid.join(), says: types.join(' or ') };
}
/** Where two tellings have another key, or one of them has none. */
function apart(a, b, absent) {
    const all = [...new Set([...a.keys(), ...b.keys()])];
    return all
        .filter((where) => a.get(where)?.key !== b.get(where)?.key)
        .map((where) => ({
        where,
        a: a.get(where)?.says ?? absent,
        b: b.get(where)?.says ?? absent,
    }));
}

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The member `key` of `value`, or undefined where `value` is no object. */
export const member = (value, key) => isObject(value) ? value[key] : undefined;
/** The value at the end of a path of member names and indices. */
export const at = (value, path) => path.reduce((inner, step) => (Array.isArray(inner) ? inner[Number(step)] : member(inner, String(step))), value);
/** Every value of a JSON document, outermost first. */
export function walk(document) {
    const places = [{ pointer: '', key: '', value: document }];
    // An array that is iterated over may grow: places inside a place come after all on its level.
    for (const { pointer, value } of places) {
        if (typeof value !== 'object' || value === null)
            continue;
        for (const [key, inner] of Object.entries(value)) {
            places.push({ pointer: `${pointer}/${step(key)}`, key, value: inner });
        }
    }
    return places;
}
const step = (key) => /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
/** The first place, outermost first, whose value satisfies `wanted`. */
export const find = (document, wanted) => walk(document).find(wanted);
/** The shape of a document without its values: names and types, arrays by the union of items. */
export function shape(value) {
    if (Array.isArray(value))
        return `[${[...new Set(value.map(shape))].toSorted().join('|')}]`;
    if (!isObject(value))
        return value === null ? 'null' : typeof value;
    const members = Object.entries(value).map(([key, inner]) => `${key}:${shape(inner)}`);
    return `{${members.toSorted().join(',')}}`;
}
/** A value as a report shows it. */
export const show = (value) => value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
/** The document in a text, or undefined where it is no JSON. */
export function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

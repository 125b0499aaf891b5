/** Beyond so many levels, writing a value as JSON again can exhaust the stack. */
const deepest = 500;
/** The value of a JSON text. Throws a `SyntaxError` where it is none, or nests without reason. */
export function parseJson(text) {
    const value = JSON.parse(text);
    if (nestsBeyond(value, deepest))
        throw new SyntaxError(`JSON may nest ${deepest} levels, and this nests deeper.`);
    return value;
}
function nestsBeyond(value, levels) {
    if (typeof value !== 'object' || value === null)
        return false;
    return levels === 0 || Object.values(value).some((item) => nestsBeyond(item, levels - 1));
}

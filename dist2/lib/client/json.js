export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The value of a JSON text; the text itself where it is none. */
export function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return text;
    }
}
/** Whether two values of JSON are the same, whatever the order of their fields. */
export function isSameJson(a, b) {
    if (Object.is(a, b))
        return true;
    if (Array.isArray(a) && Array.isArray(b))
        return a.length === b.length && a.every((item, at) => isSameJson(item, b[at]));
    if (!isObject(a) || !isObject(b))
        return false;
    const fields = Object.keys(a);
    return (fields.length === Object.keys(b).length &&
        fields.every((field) => Object.hasOwn(b, field) && isSameJson(a[field], b[field])));
}

const place = /\{\{\s*([^{}]+?)\s*\}\}/g;
const onlyPlace = /^\{\{\s*([^{}]+?)\s*\}\}$/;
/**
 * A value with its places filled: `{{inputs.amount}}`, `{{lookup.total}}`. A text that is nothing
 * but a place becomes the value itself, whatever its type; a place that leads nowhere is null there.
 */
export function fill(value, scope) {
    if (typeof value === 'string')
        return fillText(value, scope);
    if (Array.isArray(value))
        return value.map((item) => fill(item, scope));
    if (typeof value !== 'object' || value === null)
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, scope)]));
}
function fillText(text, scope) {
    const [, only] = onlyPlace.exec(text) ?? [];
    return only === undefined ? inText(text, scope) : (valueAt(scope, only) ?? null);
}
/** A text with what its places lead to written into it, objects as JSON. */
export const inText = (text, scope) => text.replaceAll(place, (_place, path) => {
    const value = valueAt(scope, path) ?? '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
});
/** What a dotted path leads to, through own members alone. */
export function valueAt(scope, path) {
    let value = scope;
    for (const part of path.split('.')) {
        if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
            return undefined;
        value = value[part];
    }
    return value;
}

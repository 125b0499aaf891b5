const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const offsetTimestamp = (canonical) => canonical.replace('Z', '000+00:00');
export const naiveTimestamp = (canonical) => canonical.replace(/\.\d+Z$/, '');
export const epochTimestamp = (canonical) => Date.parse(canonical) / 1000;
export function localTimestamp(canonical) {
    return new Date(Date.parse(canonical) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
}
export const createToText = (form) => remembering((value) => JSON.stringify(rewrite(value, form, form.omitEmpty)));
/** What writes values, so that it remembers the text of a frozen one, since that can't change. */
export function remembering(render) {
    const kept = new WeakMap();
    return (value) => {
        if (typeof value !== 'object' || value === null || !Object.isFrozen(value))
            return render(value);
        let text = kept.get(value);
        if (text === undefined)
            kept.set(value, (text = render(value)));
        return text;
    };
}
/** A value with its moments in another form; the same value where nothing changes. */
export function rewrite(value, form, omitEmpty = false) {
    if (form.timestamp === undefined && !omitEmpty)
        return value;
    if (Array.isArray(value))
        return value.map((item) => rewrite(item, form, omitEmpty));
    if (typeof value !== 'object' || value === null)
        return value;
    const entries = [];
    for (const [key, item] of Object.entries(value)) {
        if (item === null && omitEmpty)
            continue;
        const isMoment = typeof item === 'string' && key.endsWith('_at') && moment.test(item);
        entries.push([
            key,
            isMoment && form.timestamp ? form.timestamp(item) : rewrite(item, form, omitEmpty),
        ]);
    }
    return Object.fromEntries(entries);
}

/** A head as text; what it leads to stands first. */
export function toText({ log, fixture, order, ...rest }) {
    // JSON has no word for infinity.
    const speed = order.speed === Number.POSITIVE_INFINITY ? 'max' : order.speed;
    return JSON.stringify({ log, fixture, ...rest, order: { ...order, speed } });
}
/** A head from its text; `undefined` where it is damaged, or not ours. */
export function fromText(text) {
    const head = parseObject(text);
    const { log, fixture, at, order, state } = head ?? {};
    const isWhole = typeof log === 'string' &&
        typeof fixture === 'string' &&
        typeof at === 'number' &&
        isObject(order) &&
        isObject(state) &&
        isObject(state['records']) &&
        isObject(state['tables']);
    if (!isWhole)
        return undefined;
    const speed = order['speed'] === 'max' ? Number.POSITIVE_INFINITY : order['speed'];
    return { ...head, order: { ...order, speed } };
}
/** What a head leads to, without reading all of it. */
export function leadsTo(text) {
    const [, log, fixture] = /^\{"log":"([^"]+)","fixture":"([^"]+)"/.exec(text ?? '') ?? [];
    return log === undefined || fixture === undefined ? undefined : { log, fixture };
}
/** A JSON object from its text; `undefined` where it is none. */
export function parseObject(text) {
    try {
        const value = JSON.parse(text);
        return isObject(value) ? value : undefined;
    }
    catch {
        return undefined;
    }
}
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

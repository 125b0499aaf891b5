import { toEndpointPattern } from '../../contract/endpoint-pattern.js';
import { endpoints } from '../../contract/endpoints.js';
/** Whether a fault is meant for a call; one that damages streams alone leaves other answers alone. */
export function fits(fault, occasion) {
    const { caller, from, until } = fault.match ?? {};
    const { id, now, isCaller } = occasion;
    const streams = id !== undefined && endpoints[id].reply === 'stream';
    return ((streams || Object.keys(fault.effect).some((kind) => kind !== 'stream')) &&
        (from === undefined || now >= Date.parse(from)) &&
        (until === undefined || now < Date.parse(until)) &&
        patternOf(fault)(occasion) &&
        (caller === undefined || [caller].flat().some(isCaller)));
}
/** Faults never change, so that each is read once. */
const patterns = new WeakMap();
function patternOf(fault) {
    let pattern = patterns.get(fault);
    if (pattern === undefined) {
        const any = [fault.match?.endpoint ?? '/*'].flat().map(toEndpointPattern);
        pattern = (called) => any.some((one) => one(called));
        patterns.set(fault, pattern);
    }
    return pattern;
}

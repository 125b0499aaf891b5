/** How long a call is held up, in milliseconds of the world; `chance` gives numbers from 0 up to 1. */
export function latencyOf(latency = 0, chance) {
    if (typeof latency === 'number')
        return latency;
    if ('from' in latency)
        return latency.from + chance() * (latency.to - latency.from);
    // Box and Muller's way from two even draws to a normal one.
    const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    return Math.max(0, latency.mean + latency.deviation * normal);
}

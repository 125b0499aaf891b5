/** Lets at most so many requests a second go, evenly; without a rate they go at once. */
export function createPace(rate, now, sleep) {
    if (rate === undefined)
        return async () => { };
    let free = now();
    return async () => {
        const turn = Math.max(free, now());
        free = turn + 1000 / rate;
        if (turn > now())
            await sleep(turn - now());
    };
}

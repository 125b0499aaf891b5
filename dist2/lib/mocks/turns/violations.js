const times = { missing: 0, twice: 2 };
/** How often an event comes: once, unless a script breaks that on purpose. */
export function timesOf({ event }, { end, done } = {}) {
    if (event === 'end' && end !== undefined)
        return times[end];
    return event === 'done' && done !== undefined ? times[done] : 1;
}
/** Cursors as a script breaks them on purpose: each comes twice, or each second one falls. */
export function brokenCursors(next, { cursor: how } = {}) {
    if (how === undefined)
        return next;
    let kept;
    return () => {
        if (kept !== undefined) {
            const cursor = kept;
            kept = undefined;
            return cursor;
        }
        kept = next();
        return how === 'repeated' ? kept : next();
    };
}

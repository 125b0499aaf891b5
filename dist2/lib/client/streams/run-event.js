import { isObject } from '../json.js';
import { toMoment } from '../moments.js';
const known = {
    run_started: true,
    node_started: true,
    node_completed: true,
    node_failed: true,
    node_skipped: true,
    run_completed: true,
    run_failed: true,
    end: true,
};
/** The event in a frame; one that isn't known is `unknown`, never lost. */
export function readRunEvent({ name, data }) {
    if (!Object.hasOwn(known, name) || !isObject(data))
        return { event: 'unknown', name, data };
    const { ts, ...rest } = data;
    const moment = ts === undefined ? {} : { at: toMoment(ts) };
    return { event: name, data: { ...rest, ...moment } };
}

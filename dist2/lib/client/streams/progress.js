import { isSameJson } from '../json.js';
/** A replay is not of what was seen before. */
export class ReplayDiffers extends Error {
    name = 'ReplayDiffers';
}
export function createProgress(from = -1) {
    let cursor;
    /** What was seen as long as no cursor was, to know it again in a replay. */
    let seen = [];
    /** How many of them a replay has passed; `undefined` where none has to. */
    let passed;
    let isReplay = false;
    let [isDone, isAnswered] = [false, false];
    /** Whether a replayed event is one of those that were seen, in their order. */
    function recognize(event) {
        for (passed ??= 0; passed < seen.length; passed++) {
            const expected = seen[passed];
            if (expected !== undefined && isSameEvent(expected, event)) {
                passed++;
                return true;
            }
            if (expected === undefined || !isPassing(expected))
                throw new ReplayDiffers(`Event ${passed + 1} was \`${expected?.event}\`, and is replayed as another \`${event.event}\`.`);
        }
        return false;
    }
    function place(event) {
        if (event.cursor === undefined)
            return;
        cursor = Math.max(cursor ?? -1, event.cursor);
        seen = [];
    }
    return {
        get cursor() {
            return cursor ?? from;
        },
        get isBlind() {
            return cursor === undefined;
        },
        get isDone() {
            return isDone;
        },
        get isAnswered() {
            return isAnswered;
        },
        beginReplay() {
            isReplay = true;
            passed = 0;
        },
        take(event) {
            if (isReplay && event.cursor !== undefined && event.cursor <= (cursor ?? from))
                return false;
            if (isReplay && cursor === undefined && recognize(event)) {
                // Where all is passed, a later resume may go by the cursors of this replay.
                if (passed === seen.length)
                    place(event);
                return false;
            }
            if (cursor === undefined)
                seen.push(event);
            if (cursor === undefined && isReplay)
                passed = seen.length;
            place(event);
            isDone ||= event.event === 'done';
            isAnswered ||= event.event === 'answer' && event.data.type === 'done';
            return true;
        },
    };
}
/** Whether two events are the same, wherever their cursors stand. */
export const isSameEvent = (a, b) => a.event === b.event &&
    isSameJson(a.data, b.data) &&
    (a.event !== 'unknown' || (b.event === 'unknown' && a.name === b.name));
/** Events of the moment, which some deployments send but do not store. */
const isPassing = ({ event, data }) => ['routing', 'heartbeat', 'post_processing', 'unknown'].includes(event) ||
    ((event === 'step' || event === 'step_progress') && 'thinking_delta' in data);

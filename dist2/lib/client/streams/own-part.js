import { ApiError } from '../api-error.js';
import { readEvent } from '../events/read-event.js';
import { isObject } from '../json.js';
import { conversationsOf } from '../resources/conversations.js';
import { isSameEvent } from './progress.js';
/**
 * The part of a full replay that belongs to the turn that asked `q`. A replay is of the newest
 * turn that is stored, which may be the one before, or of the whole conversation; and turns begin
 * alike. So what is the same as an earlier turn is held back until it differs. Throws where it
 * never does: the turn is not there yet.
 */
export async function* ownPart(caller, { conversationId, q, signal, }, replay) {
    const { turns, isStored } = await turnsBefore(caller, conversationId, q, signal);
    const earlier = [turns.flat(), turns.at(-1) ?? []].filter(({ length }) => length > 0);
    let held = [];
    for await (const frame of replay) {
        if (held === undefined) {
            yield frame;
            continue;
        }
        const at = held.length;
        const event = readEvent(frame);
        if (earlier.some((turn) => isBegunBy(turn, held ?? [], event))) {
            held.push(frame);
            continue;
        }
        if (frame.name === 'resume_done' && at > 0 && !isStored)
            throw new Error('The platform replays an earlier turn: it has not stored this one.');
        const isHistory = frame.name !== 'resume_done' && earlier.some(({ length }) => length === at);
        if (!isHistory)
            yield* held;
        held = undefined;
        yield frame;
    }
}
/** Whether what was held and the next event are how an earlier turn begins. */
function isBegunBy(turn, held, next) {
    const begins = [...held.map(readEvent), next];
    return begins.every((event, at) => {
        const expected = turn[at];
        return expected !== undefined && isSameEvent(expected, event) && isSamePlace(expected, event);
    });
}
const isSamePlace = (a, b) => a.cursor === undefined || b.cursor === undefined || a.cursor === b.cursor;
async function turnsBefore(caller, conversationId, q, signal) {
    const messages = await conversationsOf(caller)
        .read(conversationId, { signal })
        .then((conversation) => conversation.messages, (error) => {
        // The specification has no such operation: its replays are of the newest turn.
        if (error instanceof ApiError && error.status < 500)
            return [];
        throw error;
    });
    const asked = messages.findLastIndex(({ role, message_type }) => role === 'user' && message_type !== 'inject');
    const isOwn = messages[asked]?.content === q;
    const isStored = isOwn && messages.slice(asked).some(({ role }) => role === 'assistant');
    const before = isOwn ? messages.slice(0, asked) : messages;
    const turns = before.filter(({ role }) => role === 'assistant').map(eventsOf);
    return { turns, isStored };
}
/** The events that a stored answer keeps to redraw its turn. */
function eventsOf({ metadata }) {
    const stored = metadata?.['sse_events'];
    if (!Array.isArray(stored))
        return [];
    return stored.filter(isObject).map(({ event, data, cursor }) => readEvent({
        name: String(event),
        data,
        cursor: typeof cursor === 'number' ? cursor : undefined,
    }));
}

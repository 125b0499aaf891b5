import { eventually } from '../eventually.js';
import { Inconclusive } from '../outcomes.js';
import { bearer } from '../setup/credentials.js';
import { fingerprint } from './frame.js';
import { cursorsOf, framesIn, isStream, placedFrames, readStream, turnFrames, } from './stream.js';
import { dagTurn, reactTurn } from './turns.js';
/** Asks for a resume with exactly this body, as the user unless told otherwise. */
export async function postResume(lab, body, credential) {
    return lab.stream({
        method: 'POST',
        path: '/api/chat/resume',
        bearer: credential ?? (await bearer(lab)),
        body,
    });
}
/** Asks for what a conversation stored after a cursor; -1 is everything. */
export const resume = (lab, conversationId, cursor) => postResume(lab, { conversation_id: conversationId, cursor });
/**
 * The react turn with its full replays; the dag turn where react stores none: that it takes a
 * conversation at all is not shown.
 */
export const storedTurn = (lab) => lab.once('the full replay', async () => {
    const turn = await reactTurn(lab).catch(() => dagTurn(lab));
    const replays = await fullReplays(lab, turn);
    if (replays.full.status !== 404)
        return read(replays);
    return read(await fullReplays(lab, await dagTurn(lab)));
});
/** What comes after the first, the middle and the last cursor of the full replay. */
export const replayParts = (lab) => lab.once('the replays after a cursor', async () => {
    const { turn, full } = await storedTurn(lab);
    const cursors = cursorsOf(full.frames).toSorted((a, b) => a - b);
    if (cursors.length === 0)
        throw new Inconclusive('no replayed event carries a cursor');
    const places = [0, Math.floor(cursors.length / 2), cursors.length - 1];
    const parts = [];
    for (const after of new Set(places.map((place) => cursors[place] ?? -1))) {
        const exchange = await resume(lab, turn.conversationId, after);
        parts.push({ after, stream: readStream(`replay after ${after}`, false, exchange) });
    }
    return parts;
});
/** The events of a stream that a resume from this cursor has to give. */
export const eventsAfter = (stream, cursor) => placedFrames(stream.frames).filter((frame) => Number(frame.cursor) > cursor);
/** Whether two rows of events are the same, however their cursors are carried. */
export const sameEvents = (one, other) => one.map(fingerprint).join('\n') === other.map(fingerprint).join('\n');
/** Two replays, taken once the storage has settled: it may lag a moment behind the stream. */
async function fullReplays(lab, turn) {
    const ask = () => resume(lab, turn.conversationId, -1);
    let { exchange: full } = await eventually(lab, ask, ({ status }) => status !== 404);
    let again = full;
    if (isStream(full)) {
        await eventually(lab, async () => ([full, again] = [again, await ask()])[1], () => sameEvents(turnFrames(framesIn(full)), turnFrames(framesIn(again))));
    }
    return { turn, full, again };
}
const read = ({ turn, full, again }) => ({
    turn,
    full: readStream('replay after -1', false, full),
    again: readStream('second replay after -1', false, again),
});

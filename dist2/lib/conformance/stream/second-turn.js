import { eventually } from '../eventually.js';
import { fingerprint } from './frame.js';
import { replayParts, resume } from './replays.js';
import { framesIn } from './stream.js';
import { lookUp, reactTurn, runTurn } from './turns.js';
/** A second turn in the conversation of the react turn; it may well call a tool. */
export const secondTurn = (lab) => lab.once('the second turn of a conversation', async () => {
    const { conversationId } = await reactTurn(lab);
    await beforeMoreTurns(lab);
    const replay = () => resume(lab, conversationId, -1);
    const earlier = framesIn(await replay());
    const options = { path: '/api/react', conversationId, credential: 'header' };
    const turn = await runTurn(lab, { ...options, query: lookUp });
    const isStored = (exchange) => newFrames(framesIn(exchange), earlier).length > 0;
    const { exchange } = await eventually(lab, replay, isStored);
    return { ...turn, earlier, replayed: framesIn(exchange) };
});
/** A resume replays the newest turn, so the replays of a turn are taken before the next one. */
export async function beforeMoreTurns(lab) {
    // What is wrong with them is told by the checks of resume.
    await replayParts(lab).catch(() => undefined);
}
/** The events that are not among others: what a turn added to those before it. */
export function newFrames(frames, others) {
    const known = new Set(others.map(fingerprint));
    return frames.filter((frame) => frame.type !== 'resume_done' && !known.has(fingerprint(frame)));
}

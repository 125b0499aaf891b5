import { control, must } from '../must.js';
import { labels } from '../stream/frame.js';
import { recovery } from '../stream/interruption.js';
import { sameEvents } from '../stream/replays.js';
import { newFrames } from '../stream/second-turn.js';
import { framesIn, isStream, placedFrames, turnFrames } from '../stream/stream.js';
const base = {
    level: 'must',
    rule: 'resume.interrupted',
    plan: 'full',
    needs: ['user'],
    sees: ['turn.on-disconnect', 'resume.mid-turn'],
};
/** What a resume gives of a turn whose reader left (4.2). */
export const interruptionChecks = [
    {
        ...base,
        id: 'resume.interrupted-turn-is-read-to-its-end',
        run: async (lab) => {
            const { last, later, complete, full } = await recovery(lab);
            must.status(later, 200);
            const got = framesIn(later);
            const wanted = 'the rest of the interrupted turn, through done';
            must.holds(complete, wanted, labels(got), later);
            must.equal(got.at(-1)?.type, 'resume_done', later, 'last event');
            const stored = placedFrames(framesIn(full)).filter(({ cursor }) => Number(cursor) > last);
            const rest = placedFrames(got);
            must.holds(sameEvents(rest, stored), `exactly ${labels(stored)}`, labels(rest), later);
        },
    },
    {
        ...base,
        id: 'resume.midway-gives-the-running-turn',
        run: async (lab) => {
            const { midway, earlier } = await recovery(lab);
            control(midway.status !== 404, 'nothing of the turn was stored yet');
            must.status(midway, 200);
            const replayed = framesIn(midway);
            const isNew = newFrames(replayed, earlier).length > 0;
            must.holds(isNew, 'events of the running turn', labels(replayed), midway);
        },
    },
    {
        ...base,
        id: 'resume.form-of-an-interruption',
        level: 'observe',
        run: async (lab) => {
            const found = await recovery(lab);
            return {
                'turn.on-disconnect': found.complete ? 'goes-on' : 'cancels',
                'resume.mid-turn': midTurn(found) ?? 'over before the resume came',
                delayMs: Math.round(found.delay),
            };
        },
    },
];
/**
 * What a resume in mid-turn gave: what is stored, all to the end, or only turns before. Undefined
 * where the whole turn came at once: it may have been over before it was asked for.
 */
export function midTurn({ earlier, midway, full }) {
    if (!isStream(midway))
        return String(midway.status);
    const replayed = framesIn(midway);
    if (newFrames(replayed, earlier).length === 0)
        return 'previous';
    if (!sameEvents(turnFrames(replayed), turnFrames(framesIn(full))))
        return 'stored';
    return waited(midway) ? 'follow' : undefined;
}
/** What is stored comes within a moment, even over a slow line; what is still to come takes longer. */
const aMoment = 20;
/** Whether events of a stream came after others, and not with them. */
function waited({ events }) {
    const moments = events.map(({ at }) => at);
    return Math.max(...moments) - Math.min(...moments) > aMoment;
}

import { onEvents } from './kit.js';
import { askedCursor, conversationOf, isClosing } from './resume-calls.js';
import { resume, turns } from './routes.js';
/** Wrong in what becomes of a turn whose reader left. */
export const interruptionMutants = [
    {
        id: 'interrupted-turn-never-done',
        breaks: 'resume.interrupted-turn-is-read-to-its-end',
        says: 'A turn whose reader left is stored without its final result.',
        wrap: afterCut((frame) => (frame.event === 'done' ? [] : frame)),
    },
    {
        id: 'interrupted-turn-without-resume-done',
        breaks: 'resume.interrupted-turn-is-read-to-its-end',
        says: 'A resumed stream of an interrupted turn just closes.',
        wrap: afterCut((frame) => (isClosing(frame) ? [] : frame)),
    },
    {
        id: 'running-turn-unknown-to-resume',
        breaks: 'resume.midway-gives-the-running-turn',
        says: 'A full replay of an interrupted turn is empty.',
        wrap: afterCut((frame, call) => (askedCursor(call) === -1 && !isClosing(frame) ? [] : frame)),
    },
];
/** Rewrites the replays of conversations whose last turn was not read to its end. */
function afterCut(rewrite) {
    return (fetch, hit) => {
        const open = new Set();
        const watched = onEvents(turns, () => (frame, call) => {
            if (frame.event === 'end')
                open.delete(conversationOf(call));
            else
                open.add(conversationOf(call));
            return frame;
        });
        const replayed = onEvents(resume, () => (frame, call) => (open.has(conversationOf(call)) ? rewrite(frame, call) : frame));
        return replayed(watched(fetch, () => undefined), hit);
    };
}

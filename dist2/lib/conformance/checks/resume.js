import { interruptionChecks } from './resume-interruption.js';
import { refusalChecks } from './resume-refusals.js';
import { replayChecks } from './resume-replays.js';
/** Resume (4.2, 6, 7): what is refused, what is replayed, and what an interrupted turn gives. */
export const resumeChecks = [
    ...refusalChecks,
    ...replayChecks,
    ...interruptionChecks,
];

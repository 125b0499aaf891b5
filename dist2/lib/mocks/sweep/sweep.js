import { differenceOf } from './difference.js';
import { freshFakes } from './fresh-fakes.js';
import { plansOf } from './plans.js';
import { runThrough } from './run-through.js';
import { SweepError } from './sweep-error.js';
/**
 * Plays a turn uncut, and then once for every place at which its stream can break: behind and inside
 * of every event, by a reset and by an early end. The client must see the same each time: no gap, no
 * duplicate, the same order and payloads; only `end` and `resume_done` may stand for each other.
 * Approvals are given as they are asked for. Throws a `SweepError` that names every cut that showed.
 */
export async function sweep(options) {
    const { question, client, turn = 'running', patienceMs = 5000 } = options;
    const make = freshFakes(options.fake);
    const through = { question, client, turn, patienceMs };
    const uncut = await runThrough(make(), through, []);
    const { seed, seen } = uncut;
    const plans = plansOf(streamOf(uncut), seed, options);
    const failures = [];
    for (const { cuts, words } of plans) {
        const cut = await runThrough(make(), through, cuts);
        const problem = problemOf(cut, uncut, cuts);
        if (problem !== undefined)
            failures.push({ cut: words, problem, seen: cut.seen });
    }
    if (failures.length > 0)
        throw new SweepError(failures, { cuts: plans.length, q: question.q, seed });
    return { seed, seen, cuts: plans.length };
}
/** The bytes of the stream that is to be cut. Throws where the client gets along with no stream. */
function streamOf({ failed, seen, streams }) {
    const [first] = streams;
    if (failed !== undefined)
        throw new Error(`Failed to sweep: without any cut, ${failed}`);
    if (first === undefined || seen.length === 0)
        throw new Error('Failed to sweep: without any cut, the client saw nothing. Is it a stream?');
    const bytes = new Uint8Array(sizeOf(first.chunks));
    let at = 0;
    for (const chunk of first.chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
    }
    return bytes;
}
/** What is wrong with a turn that was cut, in words. */
function problemOf(cut, uncut, [first]) {
    if (cut.failed !== undefined)
        return `the client failed: ${cut.failed}`;
    const [stream] = cut.streams;
    const size = sizeOf(stream?.chunks ?? []);
    const [least, most] = first?.bytes ?? [0, Infinity];
    if (size > most || (size < least && stream?.left !== true))
        return `the cut did not hold: ${size} bytes came instead of ${least}`;
    return differenceOf(uncut.seen, cut.seen);
}
const sizeOf = (chunks) => chunks.reduce((sum, { length }) => sum + length, 0);

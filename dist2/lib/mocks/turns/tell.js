import { tokensIn } from './beats.js';
import { ScriptTeller } from './tell-script.js';
/** Tells a script as beats in the order of their time, from the first event to `end`. */
export function* tell(script, telling, query, ending) {
    const teller = new ScriptTeller(script, telling);
    const { loop } = teller;
    if (telling.mode === 'react')
        teller.at = yield* loop.begin(teller.at);
    if (telling.tools !== undefined)
        yield selection(teller.at, telling.tools);
    yield* teller.tell();
    if (!teller.isDone)
        yield done(teller, telling, usageOf(script, query, teller));
    yield* tellEnding(teller.at, ending);
}
function done({ at, answer, round, verdict, loop }, telling, usage) {
    const figures = { answer, elapsed: telling.seconds(at), ...usage };
    const data = telling.mode === 'react'
        ? {
            ...figures,
            iterations: loop.iterations,
            iter_elapsed: telling.seconds(at - loop.iterationBegan),
        }
        : { ...figures, achieved: verdict.achieved, confidence: verdict.confidence, rounds: round };
    return { at, event: { event: 'done', data } };
}
function selection(at, total_tools) {
    const data = { name: 'selecting_tools', status: 'done', round: 1, total_tools };
    return { at, event: { event: 'phase', data } };
}
function* tellEnding(from, ending) {
    const { suggestions, title, titleFirst, postProcessing = false } = ending;
    if (postProcessing && suggestions !== undefined)
        yield { at: from, event: { event: 'post_processing', data: {} } };
    const titled = title === undefined ? [] : [{ at: from + 150, event: { event: 'title', data: { title } } }];
    const suggested = suggestions === undefined
        ? []
        : [{ at: from + 150, event: { event: 'suggestions', data: [...suggestions] } }];
    yield* titleFirst ? [...titled, ...suggested] : [...suggested, ...titled];
    yield { at: from + 150, event: { event: 'end', data: {} } };
}
/** What the turn would have cost, from its texts unless the script says so. */
function usageOf({ usage }, query, { answer, read }) {
    const prompt_tokens = usage?.prompt_tokens ?? 420 + tokensIn(query) + read;
    const completion_tokens = usage?.completion_tokens ?? tokensIn(answer);
    const total_tokens = prompt_tokens + completion_tokens;
    return {
        tokens: total_tokens,
        usage: { prompt_tokens, completion_tokens, total_tokens },
        cache: {
            read_tokens: usage?.cache_read_tokens ?? Math.floor(prompt_tokens / 2),
            creation_tokens: 0,
        },
    };
}

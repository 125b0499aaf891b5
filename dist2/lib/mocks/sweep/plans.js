import { createRandom } from '../state/random.js';
import { cutsOf, waysToCut } from './cuts.js';
import { layoutOf } from './layout.js';
/** The cuts of every run through a turn whose stream is `bytes`, or of as many as are wanted. */
export function plansOf(bytes, seed, { sample, twice }) {
    const spans = layoutOf(bytes);
    const random = createRandom(seed);
    const draw = (purpose, below) => Math.floor(random.fraction('sweep', purpose) * below);
    const plans = cutsOf(bytes, spans).map((cut) => {
        const words = wordsOf(cut);
        if (twice !== true)
            return { cuts: [cut], words };
        const second = secondCut(spans.length - cut.event + 1, draw);
        return { cuts: [cut, second], words: `${words}, and in its resume ${wordsOf(second)}` };
    });
    // Places and not plans: an array of small numbers moves faster where one is taken out.
    const places = [...plans.keys()];
    while (places.length > (sample ?? places.length))
        places.splice(draw('sample', places.length), 1);
    return places.flatMap((at) => plans[at] ?? []);
}
const wordsOf = ({ cut, words }) => `${cut.how === 'close' ? 'stream ended' : 'connection reset'} ${words}`;
const parts = ['fields', 'data', 'character', 'blank-line'];
/** A cut of a resume, which has so many events left to replay, and then `resume_done`. */
function secondCut(left, draw) {
    const event = 1 + draw('event', Math.max(1, left));
    const how = waysToCut[draw('how', waysToCut.length)] ?? 'reset';
    const part = parts[draw('part', parts.length + 1)];
    const cut = part === undefined ? { after_event: event - 1, how } : { event, inside: part, how };
    const words = part === undefined ? `behind ${event - 1} events` : `inside event ${event} (${part})`;
    return { cut, words, event, bytes: [0, Infinity] };
}

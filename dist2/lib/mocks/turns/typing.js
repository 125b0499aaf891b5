import { endsClause, endsParagraph, endsSentence, unitsOf } from './text-units.js';
/** How each unit is typed where a pace does not say it. */
const usual = {
    character: { size: 1, every: 8 },
    word: { size: 3, every: 22 },
    token: { size: 1, every: 22 },
    sentence: { size: 1, every: 400 },
};
/** A text in deltas, nothing added and nothing lost; `chance` gives fractions from 0 up to 1. */
export function typed(text, pace, chance) {
    const { by = 'word', rate, jitter = 0, pauses = {} } = pace ?? {};
    const { size = usual[by].size } = pace ?? {};
    const every = rate === undefined ? (pace?.every ?? usual[by].every) : (size * 1000) / rate;
    const units = unitsOf(text, by);
    const deltas = [];
    let part = [];
    let rest = 0;
    for (const [index, unit] of units.entries()) {
        part.push(unit);
        const pause = pauseBehind(unit, units[index + 1], pauses);
        // What ends something ends its delta, or the pause would come too late.
        if (part.length < size && pause === 0 && index < units.length - 1)
            continue;
        const wait = rest + every * (jitter === 0 ? 1 : 1 + jitter * (2 * chance() - 1));
        deltas.push({ text: part.join(''), wait });
        part = [];
        rest = pause;
    }
    return deltas;
}
/** The time that a text takes, from before its first delta to its last. */
export const typingTime = (deltas) => deltas.reduce((sum, { wait }) => sum + wait, 0);
function pauseBehind(unit, next, { comma = 0, sentence = 0, paragraph = 0 }) {
    if (comma + sentence + paragraph === 0 || next === undefined)
        return 0;
    if (paragraph > 0 && endsParagraph(unit, next))
        return paragraph;
    if (sentence > 0 && endsSentence(unit, next))
        return sentence;
    return comma > 0 && endsClause(unit) ? comma : 0;
}

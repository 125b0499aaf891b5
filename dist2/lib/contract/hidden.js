import { choices } from './choices.js';
const pairsOf = (options) => Object.entries(options);
/**
 * The choice that hides another from whoever speaks HTTP, by the options that are picked; undefined
 * where nothing does. Of an option that is not known (undefined), any is possible.
 */
export function hiderOf(id, optionOf) {
    const { when = {}, hiddenBy = [] } = choices[id];
    for (const [other, allowed] of pairsOf(when)) {
        const option = optionOf(other);
        if (option !== undefined && !allowed.includes(option))
            return other;
        const hider = hiderOf(other, optionOf);
        if (hider !== undefined)
            return hider;
    }
    const hiding = hiddenBy.map(pairsOf).find((pairs) => pairs.every(([other, allowed], place) => {
        const option = optionOf(other);
        // What is said to hide it is known at least.
        return option === undefined ? place > 0 : allowed.includes(option);
    }));
    return hiding?.[0]?.[0];
}
/** All choices whose options tell whether this one is hidden. */
export const hidersOf = (id) => {
    const { when = {}, hiddenBy = [] } = choices[id];
    const others = [when, ...hiddenBy].flatMap((options) => pairsOf(options).map(([other]) => other));
    return [...new Set(others)].filter((other) => other !== id);
};

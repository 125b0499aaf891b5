/** Tells strands side by side in the order of time, and gives what each of them came to. */
export function* interleave(strands) {
    const results = new Map();
    const heads = new Map();
    for (const strand of strands)
        heads.set(strand, undefined);
    const timeOf = (strand) => heads.get(strand)?.at ?? strand.from;
    while (heads.size > 0) {
        const strand = [...heads.keys()].reduce((first, one) => timeOf(one) < timeOf(first) ? one : first);
        const beat = heads.get(strand);
        const told = strand.beats.next(beat === undefined ? undefined : yield beat);
        if (told.done === true) {
            heads.delete(strand);
            results.set(strand, told.value);
        }
        else
            heads.set(strand, told.value);
    }
    return strands.map((strand) => results.get(strand));
}

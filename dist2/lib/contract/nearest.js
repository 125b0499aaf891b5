/** The allowed word that a mistyped one most likely meant, if any is near enough. */
export function nearest(word, allowed) {
    let best;
    let least = Math.max(2, Math.floor(word.length / 3)) + 1;
    for (const candidate of allowed) {
        const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
        if (distance < least)
            [best, least] = [candidate, distance];
    }
    return best;
}
function editDistance(from, to) {
    let row = Array.from({ length: to.length + 1 }, (_, index) => index);
    for (let i = 1; i <= from.length; i++) {
        const next = [i];
        for (let j = 1; j <= to.length; j++) {
            const substituted = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
            next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted));
        }
        row = next;
    }
    return row[to.length] ?? 0;
}

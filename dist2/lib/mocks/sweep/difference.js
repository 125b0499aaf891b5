/** What of one list differs from another, as a sentence; `undefined` where they are the same. */
export function differenceOf(expected, came) {
    // Nearly always; what follows is slow.
    if (JSON.stringify(expected) === JSON.stringify(came))
        return undefined;
    const wanted = expected.map(toText);
    const got = came.map(toText);
    const at = wanted.findIndex((text, index) => text !== got[index]);
    if (at < 0)
        return got.length > wanted.length
            ? `${countOf(got.length - wanted.length)} more came than there are: ${shorten(got[wanted.length])}`
            : undefined;
    const [missing, instead] = [wanted[at], got[at]];
    const pair = `expected ${shorten(missing)}, came ${shorten(instead)}`;
    if (instead === undefined)
        return `${countOf(wanted.length - at)} missing at the end: expected ${shorten(missing)} as event ${at + 1}, came nothing`;
    const later = wanted.indexOf(instead, at + 1);
    if (later >= 0)
        return `a gap: ${countOf(later - at)} missing before event ${later + 1}: ${pair}`;
    const earlier = wanted.lastIndexOf(instead, at);
    if (earlier >= 0)
        return `a duplicate: event ${earlier + 1} came again at ${at + 1}: ${pair}`;
    return `event ${at + 1} is another: ${pair}`;
}
const countOf = (count) => (count === 1 ? '1 event' : `${count} events`);
const longest = 200;
const shorten = (text = 'nothing') => (text.length > longest ? `${text.slice(0, longest)}…` : text);
/** A value as JSON, with the fields of objects in one order. */
const toText = (value) => JSON.stringify(value, (_key, part) => typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : part);

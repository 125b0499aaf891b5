/**
 * An id that nothing has, in the form of one that was seen: a foreign form could be refused as
 * malformed before it is looked up.
 */
export function unknownId(seen) {
    if (/^\d+$/.test(seen))
        return '9'.repeat(Math.max(seen.length, 9));
    return seen.slice(0, -6) + seen.slice(-6).replaceAll(/[0-9a-z]/gi, turned);
}
/** A valid UUID of version 4 that nothing has, for when no id was seen. */
export const unknownUuid = '0f0e0d0c-0b0a-4908-8706-0504030201ff';
// Each character moves within its own class, so that charset and length stay.
function turned(character) {
    const ring = rings.find((each) => each.includes(character)) ?? character;
    return ring[(ring.indexOf(character) + Math.ceil(ring.length / 2)) % ring.length] ?? character;
}
const rings = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];

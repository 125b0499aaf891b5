import { noBytes } from './pieces.js';
/** A stream up to the place of a cut, and its break. */
export async function* cutShort(pieces, cut) {
    let sent = 0;
    for await (const piece of pieces) {
        const place = placeIn(piece, cut, sent);
        if (place === undefined) {
            sent += piece.bytes.length;
            yield piece;
            continue;
        }
        yield place < piece.bytes.length ? { bytes: piece.bytes.subarray(0, place) } : piece;
        yield { bytes: noBytes, breaks: cut.how ?? 'reset' };
        return;
    }
}
/** After how many bytes of a piece the cut is; `undefined` where it is not in it. */
function placeIn({ bytes, event }, cut, sent) {
    if ('at_byte' in cut)
        return cut.at_byte <= sent + bytes.length ? cut.at_byte - sent : undefined;
    if ('after_event' in cut)
        return event === cut.after_event ? bytes.length : undefined;
    return event === cut.event ? placeInside(bytes, cut.inside) : undefined;
}
/** The offset of a place in a frame; read as Latin-1, each byte is one character. */
function placeInside(bytes, inside) {
    const frame = new TextDecoder('latin1').decode(bytes);
    if (inside === 'blank-line')
        return frame.search(/\r?\n\r?\n/) + (frame.includes('\r\n') ? 2 : 1);
    const line = Math.max(0, frame.search(/^data:/m));
    if (inside === 'fields')
        return line;
    const wide = bytes.findIndex((byte) => byte >= 0xc0);
    if (inside === 'character' && wide >= 0)
        return wide + 1;
    const [field = '', data = ''] = /^data: ?([^\r\n]*)/.exec(frame.slice(line)) ?? [];
    return line + field.length - Math.floor(data.length / 2);
}

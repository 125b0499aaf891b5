import { decode, encode, joined, noBytes } from './pieces.js';
/** The events that tell a reader that nothing more comes. */
const terminal = new Set(['end', 'resume_done']);
/** Events damaged, doubled or dropped. One that is dropped keeps its place, so that others count as before. */
export async function* altered(pieces, fault) {
    for await (const piece of pieces)
        yield { ...piece, bytes: bytesOf(piece, fault) };
}
function bytesOf({ bytes, event, name }, fault) {
    if (event !== undefined && fault.drop?.event === event)
        return noBytes;
    if (fault.without_end === true && terminal.has(name))
        return noBytes;
    const ended = fault.crlf === true ? encode(decode(bytes).replaceAll(/\r?\n/g, '\r\n')) : bytes;
    const { malform } = fault;
    const sent = malform !== undefined && malform.event === event ? malformed(ended, malform.as) : ended;
    return fault.duplicate !== undefined && fault.duplicate.event === event
        ? joined(sent, sent)
        : sent;
}
function malformed(frame, as) {
    const [whole, head = '', field = '', data = '', tail = ''] = /^(.*?)^(data: ?)([^\r\n]*)(.*)$/ms.exec(decode(frame)) ?? [];
    if (whole === undefined)
        return frame;
    if (as === 'field')
        return encode(head + data + tail);
    if (as === 'json')
        return encode(head + field + data.slice(0, Math.ceil(data.length / 2)) + tail);
    // In a text of the data, so that the JSON can be read by whoever reads the bytes leniently.
    const text = data.lastIndexOf('"');
    const at = text < 0 ? Math.ceil(data.length / 2) : text;
    return joined(encode(head + field + data.slice(0, at)), Uint8Array.of(0xff), encode(data.slice(at) + tail));
}
/** An event behind the one that follows it. */
export async function* reordered(pieces, event) {
    let held;
    for await (const piece of pieces) {
        if (piece.event === event) {
            held = piece;
            continue;
        }
        yield piece;
        if (held === undefined || piece.event === undefined)
            continue;
        yield held;
        held = undefined;
    }
    if (held !== undefined)
        yield held;
}

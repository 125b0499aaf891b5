import { joined, noBytes } from './pieces.js';
/** Silence behind an event; it counts from when the event was sent. */
export async function* stalled(pieces, stall, pacing) {
    for await (const piece of pieces) {
        const due = pacing.now() + stall.for;
        yield piece;
        if (piece.event === stall.after_event)
            await pacing.until(due);
    }
}
/** So many events in one write. */
export async function* merged(pieces, events) {
    let bytes = noBytes;
    let count = 0;
    for await (const piece of pieces) {
        bytes = joined(bytes, piece.bytes);
        if (piece.event !== undefined && piece.bytes.length > 0)
            count++;
        if (count < events && piece.breaks === undefined)
            continue;
        yield { bytes };
        if (piece.breaks !== undefined)
            yield piece;
        bytes = noBytes;
        count = 0;
    }
    yield { bytes };
}
/** Each write in several of so many bytes. */
export async function* split(pieces, size) {
    for await (const piece of pieces) {
        const { bytes } = piece;
        let at = 0;
        for (; at + size < bytes.length; at += size)
            yield { bytes: bytes.subarray(at, at + size) };
        yield { ...piece, bytes: bytes.subarray(at) };
    }
}
/** Writes that are so long apart. */
export async function* slowly(pieces, every, pacing) {
    let due = 0;
    for await (const piece of pieces) {
        if (piece.bytes.length > 0) {
            if (due > pacing.now())
                await pacing.until(due);
            due = pacing.now() + every;
        }
        yield piece;
    }
}

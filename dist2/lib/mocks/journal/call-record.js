import { reliedOn } from '../../contract/relied-on.js';
import { seenIn } from '../state/journal.js';
import { maskHeader, maskText } from './mask.js';
import { lineOf } from './show.js';
/** A call with all that its journal has of it. */
export const recordOf = (place, entry) => ({
    ...lineOf(place, entry),
    request: {
        headers: Object.fromEntries(Array.from(entry.headers, ([name, value]) => [name, maskHeader(name, value)])),
        body: shown(entry.sent),
    },
    response: { body: shown(entry.answered) },
    frames: (entry.ledger?.frames ?? []).map(({ event, cursor, at, bytes }) => ({
        event,
        cursor: cursor ?? null,
        time: iso(at),
        bytes,
    })),
    frames_beyond: (entry.ledger?.count ?? 0) - (entry.ledger?.frames.length ?? 0),
    partial_bytes: entry.ledger?.partial ?? 0,
    relied_on: reliedOn(entry.profile, seenIn(entry)),
});
const iso = (at) => new Date(at).toISOString();
const shown = (body) => body === undefined ? null : { text: maskText(body.text), length: body.length };

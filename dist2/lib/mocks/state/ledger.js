import { ownLimits } from '../../contract/limits.js';
/** The frames that are the last of their stream. */
const lastEvents = new Set(['end', 'resume_done']);
const blankLine = /\r\n\r\n|\n\n|\r\r/g;
/** How the payload of an event begins that has a cursor in it. */
const cursorFirst = '{"cursor":';
/** What the reader of one stream was handed, frame by frame. */
export class Ledger {
    /** The names of all events that came, each once. */
    events = [];
    /** How many frames there were, also those that are not listed. */
    count = 0;
    bytes = 0;
    state = 'open';
    /** When it ended, in milliseconds of the world. */
    endedAt;
    /** Frames in columns: as objects they would take thrice the memory in every stream of a journal. */
    #names = [];
    /** Cursor, moment and bytes of each frame, one after the other; `NaN` for no cursor. */
    #figures = [];
    #rest = '';
    #decoder;
    #complete = false;
    /** How many frames are listed. */
    get listed() {
        return this.#names.length;
    }
    /** The frames that are listed, oldest first. */
    get frames() {
        return this.#names.map((event, index) => {
            const [cursor = Number.NaN, at = 0, bytes = 0] = this.#figures.slice(index * 3, index * 3 + 3);
            return { event, cursor: Number.isNaN(cursor) ? undefined : cursor, at, bytes };
        });
    }
    /** Bytes that were handed over of a frame which is not complete. */
    get partial() {
        return utf8Length(this.#rest);
    }
    /** Notes what was handed over, wherever it begins and ends. */
    note(piece, at) {
        this.bytes += typeof piece === 'string' ? utf8Length(piece) : piece.length;
        const text = this.#rest +
            (typeof piece === 'string'
                ? piece
                : (this.#decoder ??= new TextDecoder()).decode(piece, { stream: true }));
        let from = 0;
        blankLine.lastIndex = 0;
        // Each frame of each stream comes by here: nothing is made that is not kept.
        while (blankLine.test(text)) {
            this.#frame(text.slice(from, blankLine.lastIndex), at);
            from = blankLine.lastIndex;
        }
        this.#rest = text.slice(from);
    }
    /** Notes the end; whoever leaves behind the last event had all of it. */
    end(state, at) {
        if (this.state !== 'open')
            return;
        this.state = this.#complete ? 'end' : state === 'end' ? 'cut' : state;
        this.endedAt = at;
    }
    #frame(text, at) {
        const name = fieldOf(text, 'event:');
        if (name === undefined && fieldOf(text, 'data:') === undefined)
            return;
        const event = this.#named(name ?? 'message');
        this.count++;
        this.#complete ||= lastEvents.has(event);
        if (this.listed >= ownLimits.journalFrames)
            return;
        this.#names.push(event);
        this.#figures.push(cursorOf(text), at, utf8Length(text));
    }
    /** The same text for the same name: what is cut from a frame is another one each time. */
    #named(name) {
        const known = this.events.indexOf(name);
        if (known >= 0)
            return this.events[known] ?? name;
        this.events.push(name);
        return name;
    }
}
/** The cursor of a frame, wherever it stands; `NaN` for none. */
function cursorOf(frame) {
    const id = fieldOf(frame, 'id:');
    if (id !== undefined)
        return Number.parseInt(id, 10);
    const data = fieldOf(frame, 'data:');
    if (!data?.startsWith(cursorFirst))
        return Number.NaN;
    return Number.parseInt(data.slice(cursorFirst.length), 10);
}
/** The value of the first line of a frame that begins with this, such as `id:`. */
function fieldOf(frame, begins) {
    let at = frame.indexOf(begins);
    while (at > 0 && !endsLine(frame, at - 1))
        at = frame.indexOf(begins, at + 1);
    if (at < 0)
        return undefined;
    const from = at + begins.length + Number(frame[at + begins.length] === ' ');
    let end = from;
    while (end < frame.length && !endsLine(frame, end))
        end++;
    return frame.slice(from, end);
}
const endsLine = (text, at) => text[at] === '\n' || text[at] === '\r';
const beyondAscii = /[\u0080-\uffff]/;
/** How many bytes a text takes in UTF-8, without encoding it. */
function utf8Length(text) {
    if (!beyondAscii.test(text))
        return text.length;
    let bytes = text.length;
    for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        // Half of a pair counts as two, so that a pair makes four.
        if (code >= 0x80)
            bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
    }
    return bytes;
}

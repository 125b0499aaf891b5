import { Injections } from './injections.js';
import { Live } from './live.js';
/** One run of the agent while it runs; its events so far, and who waits for more. */
export class Turn extends Live {
    id;
    mode;
    /** The conversation that stores it; a turn without one is stored nowhere. */
    conversationId;
    userId;
    /** Milliseconds since 1970, by the world's clock. */
    startedAt;
    injections = new Injections();
    /** How it is told; `undefined` before its first beat. */
    playing;
    /** What it is told to say at its next line, in the place of the rest of its script. */
    prompt;
    /** The confirmation that it waits for, if it does. */
    awaiting;
    /** Told of each event, before any reader is. */
    onAppend;
    #nextCursor;
    constructor(about, nextCursor) {
        super();
        this.id = about.id;
        this.mode = about.mode;
        this.conversationId = about.conversationId;
        this.userId = about.userId;
        this.startedAt = about.startedAt;
        this.#nextCursor = nextCursor;
    }
    append(event, at) {
        const stored = Object.freeze({ ...event, cursor: this.#nextCursor(), at });
        this.onAppend?.(stored);
        this.add(stored);
    }
    /** Whether a text can still change what is said: not once the answer is done. */
    get takesTexts() {
        return this.state === 'running' && !this.events.some(({ event }) => event === 'done');
    }
}

import { ownLimits } from '../../contract/limits.js';
/** Characters after which a pull gives what it has: the rest waits here, not in a send buffer. */
const mostAtOnce = 64 * 1024;
/** A stream over live events: a pull gives what is due; for a reader who left nothing is made. */
export const follow = (reading) => new Reader(reading);
class Reader {
    #reading;
    #position = 0;
    #read = 0;
    #last;
    #opening;
    #ended = false;
    /** Lets the pull go on that waits, if one does. */
    #goOn;
    #waitsSince = 0;
    #unwatch;
    #callOff;
    constructor(reading) {
        this.#reading = reading;
        this.#opening = reading.preamble;
    }
    async pull() {
        for (;;) {
            const text = this.#ended ? '' : this.#take();
            if (text !== '')
                return text;
            if (this.#ended)
                return undefined;
            if ((await this.#change()) === 'silence')
                return this.#reading.keepalive;
        }
    }
    cancel() {
        if (this.#ended)
            return;
        this.#end();
        this.#reading.onLeave();
    }
    /** The frames that are there now, and the tail once nothing more can come. */
    #take() {
        const { past, live, wants, frame, tail } = this.#reading;
        let text = this.#opening;
        this.#opening = '';
        while (text.length < mostAtOnce) {
            const event = past[this.#position] ?? live?.events[this.#position - past.length];
            if (event === undefined) {
                if (live?.state === 'running')
                    return text;
                this.#end();
                return text + (tail?.(this.#read, this.#last) ?? '');
            }
            this.#position++;
            if (!wants(event))
                continue;
            this.#read++;
            this.#last = event;
            text += frame(event);
        }
        return text;
    }
    /** Waits until something happens, the silence gets long, or the reader leaves. */
    #change() {
        const { live, wall } = this.#reading;
        return new Promise((resolve) => {
            this.#waitsSince = wall.now();
            this.#goOn = resolve;
            this.#unwatch ??= live?.watch(() => this.#goOn?.('changed'));
            if (this.#callOff === undefined)
                this.#listen(ownLimits.keepaliveMs);
        });
    }
    /** One timer for the whole stream, which looks how long the silence is: events do not move it. */
    #listen(ms) {
        const { wall } = this.#reading;
        this.#callOff = wall.after(ms, () => {
            const left = this.#waitsSince + ownLimits.keepaliveMs - wall.now();
            if (left > 0)
                return this.#listen(left);
            this.#callOff = undefined;
            this.#goOn?.('silence');
        });
    }
    #end() {
        this.#ended = true;
        this.#unwatch?.();
        this.#callOff?.();
        this.#goOn?.('changed');
    }
}

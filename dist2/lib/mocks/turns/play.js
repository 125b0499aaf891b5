import { momentOf } from '../state/moment.js';
/** When a script time falls due, in milliseconds since 1970. */
export const dueAt = ({ startedAt, speed }, at) => startedAt + at / speed;
/**
 * Sends each beat at its time, late ones at once, by the world's clock. Where `send` gives a hold,
 * script time stands still until it goes on, and the beats are told what came of it.
 */
export function play(beats, tempo, clock, send) {
    const playing = new Player(beats, tempo, clock, send);
    playing.next();
    return playing;
}
class Player {
    #beats;
    #tempo;
    #clock;
    #send;
    /** What is being said, how much of it is, and when that was. */
    #said = [];
    #position = 0;
    #at = 0;
    #callOff;
    #waiting;
    #stopped = false;
    /** Sends the beat that waited for its time: one function for all beats of a play. */
    #onDue = () => {
        const beat = this.#waiting;
        this.#waiting = undefined;
        if (beat !== undefined && this.#sendNow(beat))
            this.next();
    };
    constructor(beats, tempo, clock, send) {
        this.#beats = beats;
        this.#tempo = tempo;
        this.#clock = clock;
        this.#send = send;
    }
    get due() {
        return this.#waiting && dueAt(this.#tempo, this.#waiting.at);
    }
    /** Sends what is due, up to a beat that is not, or that holds the play up. */
    next(answer) {
        const now = this.#clock.now();
        for (let beat = this.#following(answer); beat !== undefined; beat = this.#following())
            if (this.#stopped || !this.#tell(beat, now))
                return;
    }
    /** The beat that follows: what is still to be said of a passage, else what the script tells next. */
    #following(answer) {
        for (;;) {
            const said = this.#said[this.#position++];
            if (said !== undefined)
                return { at: (this.#at += said.wait), event: said.event };
            const { done, value } = this.#beats.next(answer);
            if (done === true)
                return undefined;
            if ('event' in value)
                return value;
            this.#said = value.said;
            this.#position = 0;
            this.#at = value.at;
        }
    }
    retime(speed) {
        const tempo = this.#tempo;
        const now = this.#clock.now();
        // What is told without pauses stands nowhere in its script; held up, it begins anew there.
        if (Number.isFinite(tempo.speed))
            tempo.startedAt = now - ((now - tempo.startedAt) * tempo.speed) / speed;
        tempo.speed = speed;
        const beat = this.#waiting;
        if (beat === undefined)
            return;
        this.#callOff?.();
        this.#waiting = undefined;
        if (this.#tell(beat, now))
            this.next();
    }
    stop() {
        this.#stopped = true;
        this.#waiting = undefined;
        this.#callOff?.();
    }
    /** Sends a beat that is due; false where it has to wait for its time, or holds the play up. */
    #tell(beat, now) {
        const due = dueAt(this.#tempo, beat.at);
        if (due <= now)
            return this.#sendNow(beat);
        this.#waiting = beat;
        this.#callOff = this.#clock.at(due, this.#onDue);
        return false;
    }
    /** Sends a beat; false where it holds the play up. */
    #sendNow({ at, event }) {
        const hold = this.#send(event, momentOf(dueAt(this.#tempo, at)));
        if (hold === undefined)
            return true;
        this.#callOff = hold((answer) => this.#goOn(at, answer));
        return false;
    }
    #goOn(at, answer) {
        if (this.#stopped)
            return;
        this.#tempo.startedAt = this.#clock.now() - at / this.#tempo.speed;
        this.next(answer);
    }
}

import { ownLimits } from '../../contract/limits.js';
import { Ledger } from '../state/ledger.js';
import { explainHeader } from './explain-header.js';
import { conditionOf } from './refusal.js';
import { watchReader } from './watch-reader.js';
const noFault = { ids: [], instead: false };
let explain;
/** Loads what explains refusals: with the first of them. */
export async function loadExplain() {
    explain ??= (await import('./explain.js')).explain;
}
/** One call of a world as it goes on; `close` takes it into the journal, with what came of it. */
export class OpenEntry {
    number;
    /** How far it came; `undefined` where it led to no operation. */
    visit;
    /** What was thrown, where something was. */
    error;
    #received;
    #audience;
    #at;
    #began;
    constructor(received, audience) {
        const { world } = received;
        this.#received = received;
        this.#audience = audience;
        this.number = world.journal.next();
        this.#at = world.clock.now();
        this.#began = world.wall.now();
    }
    /** The reply as it is sent; its stream is watched. Where a call was refused, needs `loadExplain`. */
    close(reply, faults = noFault) {
        const { world } = this.#received;
        const entry = this.#entryOf(reply, faults);
        world.journal.add(entry);
        this.#audience.onCall?.(entry, world);
        const { explanation, ledger } = entry;
        const explained = explanation === undefined || !this.#audience.explains
            ? reply
            : { ...reply, headers: { ...reply.headers, ...explainHeader(explanation) } };
        if (ledger === undefined || typeof reply.body !== 'object')
            return explained;
        return { ...explained, body: watched(world, entry, reply.body, this.#audience) };
    }
    #entryOf(reply, met) {
        const { ids, instead } = met;
        const { world, call, matched, body } = this.#received;
        return {
            number: this.number,
            at: this.#at,
            method: call.method,
            path: call.path,
            query: call.query,
            headers: call.headers(),
            endpoint: this.visit?.id ?? matched.operations.get(call.method),
            caller: callerOf(this.visit),
            scenario: this.visit?.scenario,
            sent: kept(body.text),
            status: reply.reset === true ? undefined : reply.status,
            outcome: this.#outcome(instead),
            faults: ids,
            explanation: this.#explain(met, reply),
            answered: answeredBy(reply, ids),
            ms: world.wall.now() - this.#began,
            profile: world.profile,
            ledger: typeof reply.body === 'object' ? new Ledger() : undefined,
        };
    }
    #outcome(instead) {
        if (instead)
            return 'fault';
        return this.error === undefined ? 'success' : conditionOf(this.error);
    }
    #explain({ ids, instead }, { status, reset }) {
        const { visit, error } = this;
        if (error === undefined && ids.length === 0)
            return undefined;
        const named = `fault${ids.length === 1 ? '' : 's'} ${ids.map((id) => `\`${id}\``).join(', ')}`;
        const answer = reset === true ? 'no answer' : String(status);
        if (instead)
            return `${answer}: ${named} answered instead`;
        const why = error === undefined ? undefined : explain?.({ ...this.#received, visit, error });
        if (ids.length === 0)
            return `${answer}: ${why}`;
        return `${answer}: ${why === undefined ? '' : `${why}; `}${named} struck`;
    }
}
/** The stream of a call, which its world counts as long as someone reads it. */
function watched(world, entry, frames, { onCall }) {
    const { ledger } = entry;
    if (ledger === undefined)
        return frames;
    world.streams++;
    world.plan.streams.open++;
    return watchReader(frames, ledger, () => world.clock.now(), () => {
        world.streams--;
        world.plan.streams.open--;
        world.journal.ended(entry);
        onCall?.(entry, world);
    });
}
function callerOf(visit) {
    const caller = visit?.knownCaller;
    if (visit === undefined || caller === undefined)
        return undefined;
    const { user, key } = caller;
    const { callers } = visit.world.journal;
    let shown = callers.get(key ?? user);
    if (shown?.email !== user.email) {
        const prefix = key && visit.world.keyring.prefixOf(key.id);
        const shownKey = key && { id: key.id, prefix: prefix ?? '', name: key.name };
        callers.set(key ?? user, (shown = { email: user.email, key: shownKey }));
    }
    return shown;
}
/** What was answered; what a fault may have damaged can't be made again. */
function answeredBy({ body, again }, faults) {
    if (typeof body !== 'string')
        return undefined;
    const { length } = body;
    if (again === undefined || faults.length > 0 || length > ownLimits.journalBody)
        return kept(body);
    return new MadeAgain(length, again);
}
/** A body that takes less memory to be made again when someone looks. */
class MadeAgain {
    length;
    #again;
    constructor(length, again) {
        this.length = length;
        this.#again = again;
    }
    get text() {
        return this.#again();
    }
}
/** A body as far as it is held: a part of a text would keep all of it in memory, a copy does not. */
function kept(text) {
    if (text === '')
        return undefined;
    const { length } = text;
    if (length <= ownLimits.journalBody)
        return { text, length };
    const bytes = new TextEncoder().encode(text.slice(0, ownLimits.journalBody));
    return { text: new TextDecoder().decode(bytes), length };
}

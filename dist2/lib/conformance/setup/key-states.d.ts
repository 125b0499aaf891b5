import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { Lab } from '../lab.ts';
import type { Deletion } from './deletion.ts';
import type { IssuedKey } from './keys.ts';
/** A key on its way into a state: used before, changed, used after, and looked up. */
export type Passage<Change> = {
    readonly key: IssuedKey;
    /** The key in use before: the positive control of every later refusal. */
    readonly before: Exchange;
    readonly change: Change;
    /** The key in use after, polled until the change shows or the grace is over. */
    readonly after: Exchange;
    /** How long (ms) the change took to show. */
    readonly delay: number;
    readonly record: JsonObject | undefined;
};
/** A throwaway key, disabled; `again` is what a second disabling answers. */
export declare const disabledKey: (lab: Lab) => Promise<Passage<Exchange> & {
    readonly again: Exchange;
}>;
/** The disabled key, enabled again. */
export declare const enabledKey: (lab: Lab) => Promise<Passage<Exchange>>;
/** A throwaway key, deleted; its `change` is undefined where no route for it was found. */
export declare const deletedKey: (lab: Lab) => Promise<Passage<Deletion | undefined>>;

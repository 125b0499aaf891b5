import type { RuleId } from '../../contract/rules.ts';
import type { ActiveCheck, Need, Plan } from '../check.ts';
import type { Ask, Exchange } from '../exchange.ts';
import type { Lab } from '../lab.ts';
/** One input that the specification does not allow, and the request that carries it. */
export type InvalidInput = {
    readonly id: string;
    readonly rule: RuleId;
    readonly plan: Plan;
    readonly level?: 'must' | 'should';
    readonly needs?: readonly Need[];
    /** The field that is broken or missing. */
    readonly breaks: string;
    /** The same operation with good input: unless it was accepted, a refusal proves nothing. */
    readonly control: (lab: Lab) => Promise<Exchange>;
    readonly ask: (lab: Lab) => Ask | Promise<Ask>;
};
/** A check that an invalid input is answered 422. */
export declare const refuses: (input: InvalidInput) => ActiveCheck;
/** What no lax parser takes for a string, a boolean or a number. */
export declare const object: {
    a: number;
};

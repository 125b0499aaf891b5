import type { ChoiceId, OptionOf } from '../../contract/choices.ts';
import type { Plan } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { Lab } from '../lab.ts';
import type { Aids } from './aids.ts';
/** One reply that shows the option of a choice. */
export type Look<Id extends ChoiceId = ChoiceId> = {
    readonly option: OptionOf<Id>;
    readonly value?: unknown;
    readonly from: Exchange;
};
/** What an observer works with. */
export type View = {
    readonly lab: Lab;
    readonly aids: Aids;
    /** The option that another choice was seen to have. Throws where it was not seen. */
    option<Id extends ChoiceId>(id: Id): Promise<OptionOf<Id>>;
};
/** How one choice is observed: it never judges, and never guesses. */
export type Observer<Id extends ChoiceId> = {
    /** The cheapest plan that holds it. */
    readonly plan: Plan;
    /** Whether it ends sessions, so that it has to come after all others. */
    readonly last?: boolean;
    /** Every look that was had. Throws where no reply told the options apart. */
    readonly look: (view: View) => Promise<Look<Id> | readonly Look<Id>[]>;
};
export type Observers = {
    readonly [Id in ChoiceId]?: Observer<Id>;
};
/** A look at a choice: the reply, and the option that it shows. */
export declare const seen: <Option extends string>(from: Exchange, option: Option, value?: unknown) => {
    option: Option;
    from: Exchange;
    value?: {} | null | undefined;
};
/** The code of an error in either dialect: `error`, or the `error_code` beside a `detail`. */
export declare function codeIn({ json }: Exchange): string | undefined;
/** Whether a reply refuses the input, whichever status that has here. */
export declare const isInvalid: ({ status, json }: Exchange) => boolean;
/** Whether a credential was refused, whichever status that has here. */
export declare const isDenied: (exchange: Exchange) => boolean;
/** The items of a list in any of its forms. */
export declare function itemsIn({ json }: Exchange): readonly JsonObject[];

import { type ChoiceId } from '../../contract/choices.ts';
import type { Choice, Grade } from '../../contract/choices/choice.ts';
import { type Pick } from '../../contract/picks.ts';
import type { World } from '../state/world.ts';
import type { ControlRoutes } from './control-visit.ts';
import { type Stock } from './stock.ts';
/** A pick that a world plays, with what the specification makes of it. */
export type PickInEffect = Pick & {
    readonly grade: Grade | undefined;
    readonly says: string;
};
/** An option that a world can play; `takes_value` where it is picked as `{ option: value }`. */
export type OptionOffered = {
    readonly grade: Grade;
    readonly says: string;
    readonly takes_value?: true;
};
/** A row of the table of choices, with what a world plays. */
export type ChoiceInEffect = {
    readonly id: ChoiceId;
    readonly question: string;
    readonly clause: string;
    readonly kind: Choice['kind'];
    readonly shows: Choice['shows'];
    /** False where another pick leaves nothing of it to be seen. */
    readonly applies: boolean;
    readonly pick: PickInEffect;
    /** Operations that are played otherwise, as `GET /api/agents`. */
    readonly at: Readonly<Record<string, PickInEffect>>;
    readonly default: string;
    readonly options: Readonly<Record<string, OptionOffered>>;
};
/** The table of choices as a world plays it; of one choice where `id` is given. */
export declare function listChoices({ profile }: World, id?: string | null): {
    profile: string;
    choices: ChoiceInEffect[];
};
/** Plays a profile from the next call on: a name, or a document of picks. */
export declare function playProfile(stock: Stock, world: World, given: unknown): Promise<void>;
/** Changes single picks of what a world plays; `null` goes back to the default. */
export declare function changePicks(world: World, body: unknown): void;
export declare const choiceRoutes: ControlRoutes;

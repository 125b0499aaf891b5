import { type ChoiceId } from './choices.ts';
/**
 * The choice that hides another from whoever speaks HTTP, by the options that are picked; undefined
 * where nothing does. Of an option that is not known (undefined), any is possible.
 */
export declare function hiderOf(id: ChoiceId, optionOf: (id: ChoiceId) => string | undefined): ChoiceId | undefined;
/** All choices whose options tell whether this one is hidden. */
export declare const hidersOf: (id: ChoiceId) => readonly ChoiceId[];

import type { ChoiceId } from '../../contract/choices.ts';
import type { Observer } from './observer.ts';
/** One observer for each choice of the table. */
export declare const observers: {
    readonly [Id in ChoiceId]: Observer<Id>;
};

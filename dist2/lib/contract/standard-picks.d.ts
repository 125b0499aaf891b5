import type { ChoiceId } from './choices.ts';
/** The default option of every choice. Written by `npm run build` from the table of choices. */
export declare const standardPicks: Readonly<Record<ChoiceId, string>>;

import type { Pace } from '../../contract/script-lines.ts';
/** What a text can come in. */
export type Unit = NonNullable<Pace['by']>;
/** The units of a text: together they are the text, whatever stands in it. */
export declare function unitsOf(text: string, by: Unit): string[];
/** Whether a unit ends a sentence; `next` is the one that follows it. */
export declare function endsSentence(unit: string, next?: string): boolean;
/** Whether a unit ends a part of a sentence. */
export declare const endsClause: (unit: string) => boolean;
/** Whether an empty line follows a unit. */
export declare const endsParagraph: (unit: string, next?: string) => boolean;

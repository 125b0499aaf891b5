import type { Page } from '../page.ts';
import type { ToText } from './records.ts';
/** Writes a page as JSON text. */
export type PageText = (page: Page, toText: ToText) => string;
/** The paginated envelope of the spec (2.2). */
export declare const createPageText: (pagesWhenEmpty: number) => PageText;
export declare const itemsOnly: PageText;
export declare const wrappedPage: (inner: PageText) => PageText;
export declare const itemsAlone: PageText;
export declare const enveloped: (envelope: EnvelopeText) => PageText;
/** Writes the success envelope around the JSON text of a payload (2.3). */
export type EnvelopeText = (data: string) => string;
export declare const plainEnvelope: EnvelopeText;
export declare const envelopeWithNullError: EnvelopeText;
/** What the creation of a key answers: the record, and the full value, shown only here (2.1.R1). */
export type CreatedKey = {
    readonly record: object;
    readonly value: string;
};
export type CreatedKeyText = (record: string, value: string, envelope: EnvelopeText) => string;
export declare const flatKey: CreatedKeyText;
export declare const wrappedKey: CreatedKeyText;
export declare const nestedKey: CreatedKeyText;
/** The record of a new key with every field, or without what a new key cannot tell yet. */
export declare const wholeKeyRecord: (record: object) => object;
export declare function partialKeyRecord(record: object): object;

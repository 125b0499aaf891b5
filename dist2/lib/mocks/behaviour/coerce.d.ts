/** The type a schema asked for. */
export type Wanted = 'boolean' | 'int' | 'string';
/** Takes a near miss for the wanted type; `undefined` where it is none. */
export type Coerce = (wanted: Wanted, given: unknown) => unknown;
/** A whole number written as text, with nothing around it but blanks. */
export declare function integerText(given: unknown): number | undefined;
export declare const noCoerce: Coerce;
/** What the validator of a known deployment takes. */
export declare const pydanticCoerce: Coerce;
export declare const laxCoerce: Coerce;

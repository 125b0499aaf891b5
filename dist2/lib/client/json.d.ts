/** An object as JSON has it. */
export type Json = Readonly<Record<string, unknown>>;
export declare const isObject: (value: unknown) => value is Json;
/** The value of a JSON text; the text itself where it is none. */
export declare function parseJson(text: string): unknown;
/** Whether two values of JSON are the same, whatever the order of their fields. */
export declare function isSameJson(a: unknown, b: unknown): boolean;

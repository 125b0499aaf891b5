export type JsonObject = Readonly<Record<string, unknown>>;
export declare const isObject: (value: unknown) => value is JsonObject;
/** The member `key` of `value`, or undefined where `value` is no object. */
export declare const member: (value: unknown, key: string) => unknown;
/** The value at the end of a path of member names and indices. */
export declare const at: (value: unknown, path: readonly PropertyKey[]) => unknown;
/** A value inside a JSON document and its JSON pointer. */
export type Place = {
    readonly pointer: string;
    readonly key: string;
    readonly value: unknown;
};
/** Every value of a JSON document, outermost first. */
export declare function walk(document: unknown): readonly Place[];
/** The first place, outermost first, whose value satisfies `wanted`. */
export declare const find: (document: unknown, wanted: (place: Place) => boolean) => Place | undefined;
/** The shape of a document without its values: names and types, arrays by the union of items. */
export declare function shape(value: unknown): string;
/** A value as a report shows it. */
export declare const show: (value: unknown) => string;
/** The document in a text, or undefined where it is no JSON. */
export declare function parseJson(text: string): unknown;

/** The value of a JSON text. Throws a `SyntaxError` where it is none, or nests without reason. */
export declare function parseJson(text: string): unknown;

/** The start of a key, which its record shows as well; other text is too short to show any of it. */
export declare const maskKey: (value: string) => string;
/** A token by whom it is of. */
export declare const maskJwt: (value: string) => string;
/** A text without its secrets: JSON, whole or cut, or anything else. */
export declare const maskText: (text: string) => string;
/** A query without its secrets. */
export declare const maskQuery: (query: string) => string;
/** The value of a header without its secrets. */
export declare function maskHeader(name: string, value: string): string;

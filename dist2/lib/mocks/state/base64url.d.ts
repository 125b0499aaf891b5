/** URL-safe base64 without padding. */
export declare function toBase64Url(bytes: Uint8Array): string;
/** The bytes of URL-safe base64; `undefined` where a character does not belong to it. */
export declare function fromBase64Url(text: string): Uint8Array | undefined;

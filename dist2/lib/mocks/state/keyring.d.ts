/** What every key begins with (2.1.R2). */
export declare const keyStart = "svc_";
/** The end of every key of a world: it leads a key home, also when it is disabled or deleted. */
export declare const worldTag: (world: string) => string;
/** The tag in a key, whether the key was ever issued or not. */
export declare const tagOf: (key: string) => string;
/**
 * The full values of a world's keys. A value is derived from the world's secret and the id, so
 * that none is ever stored, and the keys of a fixture differ from world to world.
 */
export declare class Keyring {
    #private;
    /** `issued` gives the ids of the keys that the world began with. */
    constructor(secret: Uint8Array, world: string, issued?: () => Iterable<string>);
    /** The full value of the key with this id. */
    valueOf(id: string): string;
    /** The first characters of a key, which its record shows. */
    prefixOf(id: string): string;
    /** The id of the key with this value, of those issued at first and all that `valueOf` was asked for. */
    idOf(value: string): string | undefined;
}

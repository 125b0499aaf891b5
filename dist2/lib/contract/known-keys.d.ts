import * as z from 'zod/mini';
/** What is known of keys besides those of a map. */
type Beside = {
    /** Keys of other forms of the same map. */
    readonly known?: readonly string[];
    /** Where keys of other maps stand, such as `under "stream"`. */
    readonly elsewhere?: Readonly<Record<string, string>>;
};
/** A map of these keys alone, which says of any other what was meant: see `cureOf`. */
export declare function mapOf<const Shape extends z.core.$ZodShape>(shape: Shape, { known, elsewhere }?: Beside): z.ZodMiniObject<{ -readonly [P in keyof Shape]: Shape[P]; }, z.core.$strict>;
/** What the map itself says of a key that is none of its own, if it is one of `mapOf`. */
export declare const cureOf: (message: string, key: string) => string | undefined;
export {};

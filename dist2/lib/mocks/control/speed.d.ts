import * as z from 'zod/mini';
/** How fast streams are told: what divides their pauses, or `max` for none. */
export type Speed = number | 'max';
/** Reads a speed. */
export declare const speed: z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniLiteral<"max">, z.ZodMiniPipe<z.ZodMiniCustom<number, number>, z.ZodMiniTransform<"max", number>>]>;
export declare const toSpeed: (factor: number) => Speed;
export declare const toFactor: (given: Speed) => number;

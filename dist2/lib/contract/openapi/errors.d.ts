import * as z from 'zod/mini';
import { type Condition } from '../errors.ts';
import type { Operation } from '../inputs.ts';
/** The error envelope (7). */
export declare const errorBody: z.ZodMiniObject<{
    success: z.ZodMiniLiteral<false>;
    error: z.ZodMiniString<string>;
    message: z.ZodMiniString<string>;
}, z.core.$strip>;
/** The validation error body (2.4). */
export declare const validationBody: z.ZodMiniObject<{
    detail: z.ZodMiniArray<z.ZodMiniObject<{
        loc: z.ZodMiniArray<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniInt]>>;
        msg: z.ZodMiniString<string>;
        type: z.ZodMiniString<string>;
        input: z.ZodMiniOptional<z.ZodMiniUnknown>;
        ctx: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
/** Every condition under which an operation refuses a call; invalid input is none of them. */
export declare function conditionsOf(endpoint: Operation): readonly Condition[];
/** The codes that an operation answers, by their statuses in rising order. */
export declare function codesByStatus(endpoint: Operation): ReadonlyMap<number, readonly string[]>;

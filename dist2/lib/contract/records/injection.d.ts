import * as z from 'zod/mini';
/** What the injection of a text into a running turn answers (4.2: not shown). */
export declare const injected: z.ZodMiniObject<{
    success: z.ZodMiniLiteral<true>;
    id: z.ZodMiniString<string>;
}, z.core.$strip>;
/** What recalling one answers: false where the turn had taken it up. */
export declare const recalled: z.ZodMiniObject<{
    success: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;

import * as z from 'zod/mini';
/** What the injection of a text into a running turn answers (4.2: not shown). */
export const injected = z.object({ success: z.literal(true), id: z.string() });
/** What recalling one answers: false where the turn had taken it up. */
export const recalled = z.object({ success: z.boolean() });

import * as z from 'zod/mini';
/** The canonical form of every moment: ISO 8601 in UTC with milliseconds and `Z` (1.G2). */
export declare const timestamp: z.ZodMiniString<string>;

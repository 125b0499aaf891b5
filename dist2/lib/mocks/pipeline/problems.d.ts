import type * as z from 'zod/mini';
import type { Problem } from '../api-error.ts';
/** Says an issue of a schema in the words of the validation body (2.4). */
export declare function problemOf(issue: z.core.$ZodIssue, given: unknown, place: string): Problem;

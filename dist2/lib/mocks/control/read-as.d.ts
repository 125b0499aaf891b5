import type * as z from 'zod/mini';
import { ControlError } from './control-error.ts';
/**
 * A value as a schema reads it. Throws `ControlError` 422 that says what is wrong and at which
 * path, `place` being before it, and then `form`: what would be right.
 */
export declare function readAs<Schema extends z.ZodMiniType>(schema: Schema, given: unknown, form: string, place?: readonly PropertyKey[]): z.infer<Schema>;
/** A value that is wrong at a path of what was sent. */
export declare function wrongAt(path: readonly PropertyKey[], says: string, form?: string): ControlError;

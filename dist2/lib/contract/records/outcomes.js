import * as z from 'zod/mini';
/** What a deletion answers: the id of what is gone. */
export const deleted = z.object({ deleted: z.string() });
/** What the deletion of several answers: how many are gone. */
export const deletedCount = z.object({ deleted: z.int() });
/** What a switch answers: how it stands now. */
export const toggled = z.object({ id: z.string(), is_active: z.boolean() });
/** What a test of a connection says. */
export const tested = z.object({ ok: z.boolean(), error: z.nullable(z.string()) });

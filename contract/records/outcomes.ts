import * as z from 'zod/mini'

/** What a deletion answers: the id of what is gone. */
export const deleted = z.object({ deleted: z.string() })

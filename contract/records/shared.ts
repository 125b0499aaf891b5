import * as z from 'zod/mini'

/** The canonical form of dates: ISO 8601 in UTC with milliseconds and `Z` (1.G2). */
export const timestamp = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { abort: true }),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'It must be a valid date'),
)

/** The visibility of a record beyond its owner, and the state of its review. */
export const publication = {
  visibility: z.enum(['personal', 'org', 'global']),
  org_id: z.nullable(z.string()),
  publish_status: z.nullable(z.enum(['pending_review', 'approved', 'rejected'])),
  reviewed_by: z.nullable(z.string()),
  reviewed_at: z.nullable(timestamp),
  review_note: z.nullable(z.string()),
}

/**
 * Why the caller can see a record: as its owner, through an organization, or through the market.
 */
export const source = z.nullable(z.enum(['own', 'org', 'market']))

/** The response to a deletion: the id of the deleted record. */
export const deleted = z.object({ deleted: z.string() })

/** The response to a batch deletion: the number of deleted records. */
export const deletedCount = z.object({ deleted: z.int() })

/** The response to a toggle. */
export const toggled = z.object({ id: z.string(), is_active: z.boolean() })

/** The result of a connection test. */
export const tested = z.object({ ok: z.boolean(), error: z.nullable(z.string()) })

export type Tested = z.infer<typeof tested>

import * as z from 'zod/mini'

/** The canonical form of every moment: ISO 8601 in UTC with milliseconds and `Z` (1.G2). */
export const timestamp = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { abort: true }),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'It must be a moment that there is'),
)

/** Who may see a record besides its owner, and how that was decided. */
export const publication = {
  visibility: z.enum(['personal', 'org', 'global']),
  org_id: z.nullable(z.string()),
  publish_status: z.nullable(z.enum(['pending_review', 'approved', 'rejected'])),
  reviewed_by: z.nullable(z.string()),
  reviewed_at: z.nullable(timestamp),
  review_note: z.nullable(z.string()),
}

/** Whence a record reaches whoever looks. */
export const source = z.nullable(z.enum(['own', 'org', 'market']))

/** What a deletion answers: the id of what is gone. */
export const deleted = z.object({ deleted: z.string() })

/** What the deletion of several answers: how many are gone. */
export const deletedCount = z.object({ deleted: z.int() })

/** What a switch answers: how it stands now. */
export const toggled = z.object({ id: z.string(), is_active: z.boolean() })

/** What a test of a connection says. */
export const tested = z.object({ ok: z.boolean(), error: z.nullable(z.string()) })

export type Tested = z.infer<typeof tested>

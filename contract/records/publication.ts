import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

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

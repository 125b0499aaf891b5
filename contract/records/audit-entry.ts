import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

/** One line of the audit log: who did what to which record, and when (4.7: not shown). */
export const auditEntry = z.object({
  id: z.string(),
  /** Who acted; null where nobody was signed in. */
  actor_id: z.nullable(z.string()),
  actor_email: z.nullable(z.string()),
  /** What was done, such as `user.disabled`. */
  action: z.string(),
  /** The id of the record it was done to. */
  target_id: z.nullable(z.string()),
  created_at: timestamp,
})

export type AuditEntry = z.infer<typeof auditEntry>

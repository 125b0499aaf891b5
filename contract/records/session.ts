import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

/** A login that can still be refreshed, as its user sees it (4.1: not shown). */
export const session = z.object({
  id: z.string(),
  started_at: timestamp,
  refreshed_at: timestamp,
  /** When it ends unless it is refreshed before. */
  expires_at: timestamp,
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
})

export type Session = z.infer<typeof session>
export type StoredSession = Omit<Session, 'is_current'>

import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

const confirmationStatus = z.enum(['pending', 'approved', 'rejected', 'expired'])
export const confirmationDelivery = z.enum(['inline', 'channel'])
export const approverScope = z.enum(['initiator', 'agent_owner', 'org_members'])

/** An approval of a tool call, as its approver sees it (3: states; fields not specified). */
export const confirmation = z.object({
  confirmation_id: z.string(),
  status: confirmationStatus,
  mode: confirmationDelivery,
  tool_name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  created_at: timestamp,
  decided_at: z.nullable(timestamp),
  approver_user_id: z.nullable(z.string()),
})

/** The response to a decision: the fields of the confirmation that the decision sets. */
export const answeredConfirmation = z.pick(confirmation, {
  confirmation_id: true,
  status: true,
  decided_at: true,
})

/** A confirmation as a world stores it. Only a pending confirmation can change. */
export const storedConfirmation = z.extend(z.omit(confirmation, { confirmation_id: true }), {
  id: z.string(),
  /** The id of the user whose turn waits for the decision. */
  user_id: z.string(),
  agent_id: z.nullable(z.string()),
  /** The channel of an approval that has no agent, such as a trial. */
  channel_id: z.optional(z.nullable(z.string())),
  approver_scope: approverScope,
  reason: z.nullable(z.string()),
})

/** An approval that a turn waits for, or waited for. */
export interface Confirmation extends z.output<typeof confirmation> {}
export type StoredConfirmation = z.infer<typeof storedConfirmation>

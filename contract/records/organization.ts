import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

/** Owners and admins may change the organization; only owners may delete it. */
export const memberRole = z.enum(['owner', 'admin', 'member'])

const membership = z.object({
  user_id: z.string(),
  role: memberRole,
  joined_at: timestamp,
})

/** A membership with the user's name and email. */
export const member = z.extend(membership, {
  org_id: z.string(),
  email: z.string(),
  display_name: z.nullable(z.string()),
})

/** An organization (1: named only) as a world stores it. */
export const storedOrganization = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  members: z.array(membership),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
})

/** An organization as one of its members sees it. */
export const organization = z.extend(z.omit(storedOrganization, { members: true }), {
  /** The role of the caller. */
  role: memberRole,
  member_count: z.int(),
})

export type MemberRole = z.infer<typeof memberRole>
export type Membership = z.infer<typeof membership>
export type Member = z.infer<typeof member>
export type StoredOrganization = z.infer<typeof storedOrganization>
export type Organization = z.infer<typeof organization>

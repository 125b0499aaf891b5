import type { Membership } from '../../../contract/records/organization.ts'
import { everyone, type Store } from '../../world/store.ts'

/** Deletes an organization with its channels. Records that were shared with it stay. */
export function deleteOrganization(store: Store, id: string): void {
  for (const channel of store.channels.owned(everyone, 'newest'))
    if (channel.org_id === id) store.channels.delete(channel.id)
  store.organizations.delete(id)
}

/**
 * Removes a deleted user from all organizations. If no owner is left, an administrator or else the
 * oldest member becomes the owner. An organization without members is deleted.
 */
export function leaveOrganizations(store: Store, user: string): void {
  for (const organization of store.organizations.owned(everyone, 'newest')) {
    const members = organization.members.filter(({ user_id }) => user_id !== user)
    if (members.length === organization.members.length) continue
    if (members.length === 0) deleteOrganization(store, organization.id)
    else store.organizations.update(organization, { members: withOwner(members) })
  }
}

function withOwner(members: Membership[]): Membership[] {
  if (members.some(({ role }) => role === 'owner')) return members
  const next = members.find(({ role }) => role === 'admin') ?? members[0]
  return members.map((member) => (member === next ? { ...member, role: 'owner' } : member))
}

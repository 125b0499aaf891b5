import type { Store } from '../world/store.ts'

/** A record that may be personal, its owner's organization's, or everybody's. */
export type SharedRecord = {
  readonly user_id: string
  readonly visibility: 'personal' | 'org' | 'global'
  readonly org_id: string | null
}

/** Whether a user sees a record: their own, those of their organizations, and global ones. */
export function isVisible(store: Store, record: SharedRecord, user: string): boolean {
  if (record.user_id === user || record.visibility === 'global') return true
  return record.visibility === 'org' && roleIn(store, record.org_id, user) !== undefined
}

/** Whence a record reaches a user. */
export function sharingSource(record: SharedRecord, user: string): 'own' | 'org' | 'market' {
  if (record.user_id === user) return 'own'
  return record.visibility === 'org' ? 'org' : 'market'
}

/** What a user is in an organization; `undefined` outside of it. */
export function roleIn(store: Store, organization: string | null, user: string) {
  const members = store.organizations.get(organization ?? '')?.members
  return members?.find(({ user_id }) => user_id === user)?.role
}

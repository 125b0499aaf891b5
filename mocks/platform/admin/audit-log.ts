import { ownLimits } from '../../../contract/limits.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { everyone } from '../../world/store.ts'
import type { World } from '../../world/world.ts'

/** Adds an entry to the audit log of a world, and drops the oldest one if the log is full. */
export function addAuditEntry(
  { store, clock, random }: World,
  actor: Pick<StoredUser, 'id' | 'email'> | undefined,
  action: string,
  target: string | null,
): void {
  store.auditLog.insert({
    id: random.uuid('audit-entry', actor?.id),
    actor_id: actor?.id ?? null,
    actor_email: actor?.email ?? null,
    action,
    target_id: target,
    created_at: clock.iso(),
  })
  for (const { id } of store.auditLog.slice(everyone, 'newest', ownLimits.auditEntries, 1))
    store.auditLog.delete(id)
}

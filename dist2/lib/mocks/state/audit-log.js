import { ownLimits } from '../../contract/limits.js';
import { everyone } from './store.js';
/** Writes to the audit log of a world, and lets go of what is too old to keep. */
export function note({ store, clock, random }, actor, action, target) {
    store.auditLog.insert({
        id: random.uuid('audit-entry', actor?.id),
        actor_id: actor?.id ?? null,
        actor_email: actor?.email ?? null,
        action,
        target_id: target,
        created_at: clock.iso(),
    });
    for (const { id } of store.auditLog.slice(everyone, 'newest', ownLimits.auditEntries, 1))
        store.auditLog.delete(id);
}

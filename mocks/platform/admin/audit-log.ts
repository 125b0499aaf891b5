import { ownLimits } from '../../../contract/limits.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { everyone } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { PipelineContext } from '../request-context.ts'

/** Adds an audit log entry for a request. `action` comes from the row of the operation. */
export function writeAuditLog(context: PipelineContext, action: string, outcome: unknown): void {
  const { user, id, record } = (outcome ?? {}) as Partial<LoggedOutcome>
  // A sign-in is the only public operation in the log. Its actor is the user in the response.
  const actor = context.operation.access === 'public' ? user : context.caller.user
  const target = context.resource?.id ?? id ?? record?.id ?? null
  addAuditEntry(context.world, actor, action, target)
}

type LoggedOutcome = {
  readonly user: { readonly id: string; readonly email: string }
  readonly id: string
  readonly record: { readonly id?: string }
}

/** Adds an entry to the audit log of a world, and drops the oldest one if the log is full. */
export function addAuditEntry(
  { store, clock, random }: World,
  actor: Pick<StoredUser, 'id' | 'email'> | undefined,
  action: string,
  target: string | null,
): void {
  store.auditLog.insert({
    id: random.id('audit-entry', actor?.id),
    actor_id: actor?.id ?? null,
    actor_email: actor?.email ?? null,
    action,
    target_id: target,
    created_at: clock.iso(),
  })
  for (const { id } of store.auditLog.list(everyone, 'newest').slice(ownLimits.auditEntries))
    store.auditLog.delete(id)
}

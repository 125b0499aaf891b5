import { addAuditEntry } from '../platform/admin/audit-log.ts'
import type { RequestContext } from '../platform/request-context.ts'

/** Writes an operation that succeeded to the audit log, where its row in the contract says so. */
export function writeAuditLog(visit: RequestContext, outcome: unknown): void {
  const { auditAction, access } = visit.endpoint
  if (auditAction === undefined) return
  const actor = access === 'public' ? userIn(outcome) : visit.caller.user
  addAuditEntry(visit.world, actor, auditAction, visit.loaded?.id ?? idIn(outcome))
}

/** Who has signed in. */
const userIn = (outcome: unknown) =>
  (outcome as { user?: { id: string; email: string } } | undefined)?.user

/** The record that was made. */
function idIn(outcome: unknown): string | null {
  const made = outcome as { id?: string; record?: { id?: string } } | undefined
  return made?.id ?? made?.record?.id ?? null
}

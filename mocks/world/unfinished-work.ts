import type { World } from './world.ts'

/** Whether a world has turns, approvals or workflow runs that have not ended, or titles to store. */
export function hasUnfinishedWork({ store, tables }: World): boolean {
  const waiting = ['turns', 'late-titles', 'planned-changes'] as const
  if (waiting.some((table) => tables.of(table).size > 0)) return true
  for (const { status } of store.confirmations.values()) if (status === 'pending') return true
  for (const { status } of store.workflowRuns.values())
    if (status === 'pending' || status === 'running') return true
  return false
}

import type { StoredEvent } from '../../contract/events.ts'
import type { SnapshotTables } from '../../contract/snapshot.ts'
import type { Table } from './tables.ts'
import type { Turn } from './turns.ts'
import type { World } from './world.ts'

type RunningTurnRows = NonNullable<SnapshotTables['turns']>

/** Running turns and their events are stored as they happen, so that a crash loses nothing of them. */
const runningTurnTable = ({ tables }: World): Table<RunningTurnRows[string]> => tables.of('turns')
const turnEventTable = ({ tables }: World): Table<StoredEvent[]> => tables.of('turn-events')

/** Stores a running turn and its events. Call it before the first event. */
export function storeRunningTurn(
  world: World,
  turn: Turn,
  conversation_id: string,
  user_message_id: string,
): void {
  const { mode, userId: user_id, startedAt: started_at } = turn
  runningTurnTable(world).set(turn.id, {
    mode,
    conversation_id,
    user_id,
    user_message_id,
    started_at,
  })
  turn.onAppend = turnEventTable(world).adopt(turn.id, turn.events)
}

/** Deletes the stored copy of a turn that has ended. */
export function deleteRunningTurn(world: World, id: string): void {
  runningTurnTable(world).delete(id)
  turnEventTable(world).delete(id)
}

/**
 * Ends everything that was running when the state of a world was stored: turns are stored up to their
 * last event, so that they can be resumed, pending approvals expire, and workflow runs fail.
 */
export function endInterruptedWork(world: World): void {
  const { store, clock } = world
  const now = clock.iso()
  for (const [id, turn] of runningTurnTable(world).entries()) {
    const events = turnEventTable(world).get(id) ?? []
    if (events.length > 0 && store.conversations.get(turn.conversation_id) !== undefined)
      store.transcripts.insert({
        id,
        conversation_id: turn.conversation_id,
        mode: turn.mode,
        user_message_id: turn.user_message_id,
        assistant_message_id: null,
        events: Object.freeze([...events]),
        created_at: new Date(turn.started_at).toISOString(),
      })
    deleteRunningTurn(world, id)
  }
  for (const confirmation of store.confirmations.values())
    if (confirmation.status === 'pending')
      store.confirmations.update(confirmation, { status: 'expired', decided_at: now })
  const error = 'The platform was restarted during this run.'
  for (const run of store.workflowRuns.values())
    if (run.status === 'pending' || run.status === 'running')
      store.workflowRuns.update(run, {
        status: 'failed',
        error,
        completed_at: now,
        updated_at: now,
      })
}

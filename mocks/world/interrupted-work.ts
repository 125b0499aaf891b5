import type { StoredEvent } from '../../contract/events.ts'
import type { SnapshotTables } from '../../contract/snapshot.ts'
import type { Table } from './tables.ts'
import type { Turn } from './turns.ts'
import type { World } from './world.ts'

type RunningTurnRows = NonNullable<SnapshotTables['turns']>

/** What a world keeps of turns that run, so that a crash leaves them as far as they came. */
const runningTurnTable = ({ tables }: World): Table<RunningTurnRows[string]> => tables.of('turns')
const turnEventTable = ({ tables }: World): Table<StoredEvent[]> => tables.of('turn-events')

/** Keeps a turn from its beginning; to be called before its first event. */
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

/** Lets go of a turn that has ended. */
export function deleteRunningTurn(world: World, id: string): void {
  runningTurnTable(world).delete(id)
  turnEventTable(world).delete(id)
}

/**
 * What ran when the state of a world was taken down runs no more: its turns are kept up to their
 * last event, so that they can be resumed; nobody can decide for them, and runs have failed.
 */
export function endInterruptedWork(world: World): void {
  const { store, clock } = world
  const now = clock.iso()
  for (const [id, head] of runningTurnTable(world).entries()) {
    const events = turnEventTable(world).get(id) ?? []
    if (events.length > 0 && store.conversations.get(head.conversation_id) !== undefined)
      store.transcripts.insert({
        id,
        conversation_id: head.conversation_id,
        mode: head.mode,
        user_message_id: head.user_message_id,
        assistant_message_id: null,
        events: Object.freeze([...events]),
        created_at: new Date(head.started_at).toISOString(),
      })
    deleteRunningTurn(world, id)
  }
  for (const confirmation of store.confirmations.values())
    if (confirmation.status === 'pending')
      store.confirmations.update(confirmation, { status: 'expired', decided_at: now })
  const error = 'The platform was restarted while this ran.'
  for (const run of store.workflowRuns.values())
    if (run.status === 'pending' || run.status === 'running')
      store.workflowRuns.update(run, {
        status: 'failed',
        error,
        completed_at: now,
        updated_at: now,
      })
}

import { batch, signal, type ReadonlySignal } from '@preact/signals'
import { isFrameTimeUsedUp, nextTask, perFrame } from '../../../app/per-frame.ts'
import type { TurnEvent } from '../../../../client/events/turn-event.ts'
import { ApiError, StreamInterruptedError } from '../../../../client/errors.ts'
import type { TurnOptions } from '../../../../client/streams/read-turn.ts'
import type { Turn } from '../../../../client/streams/turns.ts'
import { reduceTurn } from '../turn/reduce-turn.ts'
import type { Moment } from '../turn/turn-spans.ts'
import type { TurnState } from '../turn/turn-state.ts'
import { describeError } from './describe-error.ts'

/** Reads the events of a turn, and updates the state of the turn. */
export type TurnReader = {
  readonly turn: ThreadTurn
  /** Reads the turn that `open` returns, to its end or until `cancel`. Never throws. */
  read(open: (options: TurnOptions) => Turn): Promise<void>
  /** Stops reading; the turn itself continues. */
  cancel(): void
}

/** Creates a reader. `onEvent` returns the time and the row of the event, if they are known. */
export function createTurnReader(
  key: number,
  initialState: TurnState,
  onEvent: (event: TurnEvent) => Moment | undefined,
): TurnReader {
  const view = signal(initialState)
  const connection = signal<TurnConnection>({ state: 'asking' })
  const controller = new AbortController()

  return {
    turn: {
      key,
      latestState: view,
      state: perFrame(view, 'chat', ({ isOver }) => isOver),
      connection: perFrame(connection, 'chat', ({ state }) => state !== 'open'),
    },
    cancel: () => controller.abort(),
    async read(open) {
      const turn = open({
        signal: controller.signal,
        onReconnect: (attempt, cause) => {
          connection.value = { state: 'broken', attempt, why: describeCause(cause) }
        },
      })
      try {
        for await (const event of turn) {
          batch(() => {
            if (connection.value.state !== 'open') connection.value = { state: 'open' }
            view.value = reduceTurn(view.value, event, onEvent(event))
          })
          if (isFrameTimeUsedUp()) await nextTask()
        }
        connection.value = { state: 'closed' }
      } catch (error) {
        connection.value = controller.signal.aborted
          ? { state: 'away' }
          : connectionAfterError(error)
      }
    },
  }
}

function connectionAfterError(error: unknown): TurnConnection {
  const isInterrupted = error instanceof StreamInterruptedError
  const cause = isInterrupted ? error.cause : error
  if (cause instanceof ApiError && cause.code === 'conversation_not_found') return { state: 'gone' }
  return isInterrupted
    ? { state: 'lost', why: `${error.message} ${describeCause(cause)}`, cursor: error.cursor }
    : { state: 'refused', why: describeError(error) }
}

const describeCause = (cause: unknown) =>
  cause === undefined ? 'The stream ended before the turn was complete.' : describeError(cause)

/** The state of the connection to a turn. */
export type TurnConnection =
  /** No event has arrived on the connection yet. */
  | { readonly state: 'asking' }
  | { readonly state: 'open' }
  /** The stream broke. `attempt` is the number of the next attempt to resume it. */
  | { readonly state: 'broken'; readonly attempt: number; readonly why: string }
  /** Every attempt to resume the stream failed. `cursor` is the last cursor that was received. */
  | { readonly state: 'lost'; readonly why: string; readonly cursor: number }
  /** The platform does not know the conversation, for example because the world was reset. */
  | { readonly state: 'gone' }
  /** The platform refused the turn. */
  | { readonly state: 'refused'; readonly why: string }
  /** The page does not read the turn, which may still be running. */
  | { readonly state: 'away' }
  | { readonly state: 'closed' }

/** A turn of the open conversation: a running one, or one of the history. */
export type ThreadTurn = {
  readonly key: number
  /** The state of the turn after the newest event. */
  readonly latestState: ReadonlySignal<TurnState>
  /** The state of the turn for rendering. It changes at most once per frame of the browser. */
  readonly state: ReadonlySignal<TurnState>
  /** The connection for rendering. It changes at most once per frame of the browser. */
  readonly connection: ReadonlySignal<TurnConnection>
}

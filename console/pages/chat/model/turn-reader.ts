import { batch, signal, type ReadonlySignal } from '@preact/signals'
import type { TurnEvent } from '../../../../client/events/turn-event.ts'
import { StreamInterruptedError } from '../../../../client/errors.ts'
import type { TurnOptions } from '../../../../client/streams/read-turn.ts'
import type { Turn } from '../../../../client/streams/turns.ts'
import { reduceTurn } from '../turn/reduce-turn.ts'
import type { TurnState } from '../turn/turn-state.ts'
import { describeError } from './describe-error.ts'

/** Reads a turn and draws it as it is told. */
export type TurnReader = {
  readonly turn: ThreadTurn
  /** Reads what this opens, to its end or until `leave`; it never throws. */
  read(open: (options: TurnOptions) => Turn): Promise<void>
  /** Stops reading; the platform goes on. */
  cancel(): void
}

/** A reader of one turn, which begins as `begun`. */
export function createTurnReader(
  key: number,
  begun: TurnState,
  onEvent: (event: TurnEvent, turn: Turn) => void,
): TurnReader {
  const view = signal(begun)
  const link = signal<TurnConnection>({ state: 'asking' })
  const leaving = new AbortController()

  return {
    turn: { key, state: view, connection: link },
    cancel: () => leaving.abort(),
    async read(open) {
      const turn = open({
        signal: leaving.signal,
        onReconnect: (attempt, cause) => {
          link.value = { state: 'broken', attempt, why: describeCause(cause) }
        },
      })
      try {
        for await (const event of turn)
          batch(() => {
            link.value = { state: 'open' }
            view.value = reduceTurn(view.value, event)
            onEvent(event, turn)
          })
        link.value = { state: 'closed' }
      } catch (error) {
        link.value = leaving.signal.aborted ? { state: 'away' } : failedConnection(error)
      }
    },
  }
}

const failedConnection = (error: unknown): TurnConnection =>
  error instanceof StreamInterruptedError
    ? { state: 'lost', why: `${error.message} ${describeCause(error.cause)}`, cursor: error.cursor }
    : { state: 'refused', why: describeError(error) }

const describeCause = (cause: unknown) =>
  cause === undefined ? 'The stream ended before the turn did.' : describeError(cause)

/** How the page stands to a turn that it shows. */
export type TurnConnection =
  /** Its first event has not come. */
  | { readonly state: 'asking' }
  | { readonly state: 'open' }
  /** The stream broke; the attempt of this number to resume it comes. */
  | { readonly state: 'broken'; readonly attempt: number; readonly why: string }
  /** No attempt was of use; `cursor` is the last that was seen. */
  | { readonly state: 'lost'; readonly why: string; readonly cursor: number }
  /** The platform refused to run it. */
  | { readonly state: 'refused'; readonly why: string }
  /** The page does not read it: it may run on at the platform. */
  | { readonly state: 'away' }
  | { readonly state: 'closed' }

/** A turn in a conversation: one that is read, or one of its history. */
export type ThreadTurn = {
  readonly key: number
  readonly state: ReadonlySignal<TurnState>
  readonly connection: ReadonlySignal<TurnConnection>
}

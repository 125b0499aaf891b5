import { batch, signal } from '@preact/signals'
import type { TurnEvent } from '../../../../client/events/turn-event.ts'
import { StreamInterruptedError } from '../../../../client/streams/interrupted-error.ts'
import type { TurnOptions } from '../../../../client/streams/follow.ts'
import type { Turn } from '../../../../client/streams/turns.ts'
import { tellTurn } from '../turn/tell-turn.ts'
import type { TurnView } from '../turn/turn-view.ts'
import type { Link, ShownTurn } from './shown-turn.ts'
import { wordsOf } from './words-of.ts'

/** Reads a turn and draws it as it is told. */
export type Reader = {
  readonly turn: ShownTurn
  /** Reads what this opens, to its end or until `leave`; it never throws. */
  read(open: (options: TurnOptions) => Turn): Promise<void>
  /** Stops reading; the platform goes on. */
  leave(): void
}

/** A reader of one turn, which begins as `begun`. */
export function createReader(
  key: number,
  begun: TurnView,
  onEvent: (event: TurnEvent, turn: Turn) => void,
): Reader {
  const view = signal(begun)
  const link = signal<Link>({ state: 'asking' })
  const leaving = new AbortController()

  return {
    turn: { key, view, link },
    leave: () => leaving.abort(),
    async read(open) {
      const turn = open({
        signal: leaving.signal,
        onReconnect: (attempt, cause) => {
          link.value = { state: 'broken', attempt, why: whyOf(cause) }
        },
      })
      try {
        for await (const event of turn)
          batch(() => {
            link.value = { state: 'open' }
            view.value = tellTurn(view.value, event)
            onEvent(event, turn)
          })
        link.value = { state: 'closed' }
      } catch (error) {
        link.value = leaving.signal.aborted ? { state: 'away' } : failed(error)
      }
    },
  }
}

const failed = (error: unknown): Link =>
  error instanceof StreamInterruptedError
    ? { state: 'lost', why: `${error.message} ${whyOf(error.cause)}`, cursor: error.cursor }
    : { state: 'refused', why: wordsOf(error) }

const whyOf = (cause: unknown) =>
  cause === undefined ? 'The stream ended before the turn did.' : wordsOf(cause)

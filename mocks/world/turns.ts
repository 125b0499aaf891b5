import type { StoredEvent, TurnEvent } from '../../contract/events.ts'
import { LiveEvents } from './live-events.ts'
import type { Store } from './store.ts'
import type { Table, Tables } from './tables.ts'
import type { Direction } from '../../contract/control/worlds.ts'

/** A text that was injected into a running turn. */
type Injection = { readonly id: string; readonly content: string }

/** The injected texts that a turn has not taken up yet, oldest first. */
class Injections {
  readonly #waiting: Injection[] = []

  add(injection: Injection): void {
    this.#waiting.push(injection)
  }

  /** The oldest, which then waits no longer. */
  take(): Injection | undefined {
    return this.#waiting.shift()
  }

  /** Takes one back; false where it was taken up already, or never came. */
  remove(id: string): boolean {
    const at = this.#waiting.findIndex((one) => one.id === id)
    if (at >= 0) this.#waiting.splice(at, 1)
    return at >= 0
  }
}

/** The script of a running turn or workflow, as it is sent. */
export type Playback = {
  /** When the next event falls due, in milliseconds since 1970; `undefined` while none waits for its time. */
  readonly nextDueAt: number | undefined
  /** Plays the rest at another speed. */
  setSpeed(speed: number): void
  /** Stops for good; nothing more is sent. */
  stop(): void
}

/** One run of the agent while it runs; its events so far, and who waits for more. */
export class Turn extends LiveEvents<StoredEvent> {
  readonly id: string
  readonly mode: 'react' | 'dag'
  /** The conversation that stores it; a turn without one is stored nowhere. */
  readonly conversationId: string | undefined
  readonly userId: string
  /** Milliseconds since 1970, by the world's clock. */
  readonly startedAt: number
  readonly injections = new Injections()
  /** How it is told; `undefined` before its first beat. */
  playback: Playback | undefined
  /** What it is told to say at its next line, in the place of the rest of its script. */
  overrideText: string | undefined
  /** The confirmation that it waits for, if it does. */
  pendingConfirmation: string | undefined
  /** Told of each event, before any reader is. */
  onAppend: ((event: StoredEvent) => void) | undefined
  readonly #nextCursor: () => number

  constructor(
    about: Pick<Turn, 'id' | 'mode' | 'conversationId' | 'userId' | 'startedAt'>,
    nextCursor: () => number,
  ) {
    super()
    this.id = about.id
    this.mode = about.mode
    this.conversationId = about.conversationId
    this.userId = about.userId
    this.startedAt = about.startedAt
    this.#nextCursor = nextCursor
  }

  append({ event, data }: TurnEvent, at: string): void {
    // Field by field: V8 keeps what is added to a copy in a piece of its own, half as large again.
    const stored = Object.freeze({ event, data, cursor: this.#nextCursor(), at } as StoredEvent)
    this.onAppend?.(stored)
    this.add(stored)
  }

  /** Whether a text can still change what is said: not once the answer is done. */
  get acceptsText(): boolean {
    return this.state === 'running' && !this.events.some(({ event }) => event === 'done')
  }
}

/** What became of the question whether a tool call may be made. */
export type Decision = {
  readonly status: 'approved' | 'rejected' | 'expired'
  /** What the approver gave as a reason. */
  readonly reason: string | null
}

/** The turns of a world that wait for a decision: how each goes on, by the id of its confirmation. */
export type Approvals = Map<string, (decision: Decision) => void>

/** The turns of a world that still run, oldest first. */
export class RunningTurns {
  readonly #turns = new Set<Turn>()

  get size(): number {
    return this.#turns.size
  }

  add(turn: Turn): void {
    this.#turns.add(turn)
  }

  remove(turn: Turn): void {
    this.#turns.delete(turn)
  }

  /** The one of a conversation that began last. */
  newestOf(conversationId: string): Turn | undefined {
    let newest: Turn | undefined
    for (const turn of this.#turns) if (turn.conversationId === conversationId) newest = turn
    return newest
  }

  [Symbol.iterator](): IterableIterator<Turn> {
    return this.#turns.values()
  }
}

/** Hands out the cursors of events, rising over each conversation. */
export class Cursors {
  readonly #store: Store
  readonly #next: Table<number>

  constructor(store: Store, tables: Tables) {
    this.#store = store
    this.#next = tables.of('next-cursor')
  }

  /** A counter that goes on where the conversation stands. */
  counterFor(id: string, step: number): () => number {
    return () => {
      const cursor = this.#next.get(id) ?? this.#stored(id) + 1
      this.#next.set(id, cursor + step)
      return cursor
    }
  }

  /** The highest cursor in the stored turns of a conversation, -1 without any. */
  #stored(id: string): number {
    const newest = this.#store.transcripts.owned(id, 'oldest').at(-1)
    return newest?.events.at(-1)?.cursor ?? -1
  }
}

/** A counter of its own, from 0. */
export function countFromZero(step: number): () => number {
  let next = -step
  return () => (next += step)
}

/** What waits for the next turn of a world, besides its scripts. */
export class Director {
  readonly #table: Table<Direction>

  constructor(tables: Tables) {
    this.#table = tables.of('director')
  }

  /** What the next turn is to do; `undefined` leaves it to the scripts. */
  get pending(): Direction | undefined {
    return this.#table.get('waiting')
  }

  set pending(direction: Direction | undefined) {
    if (direction === undefined) this.#table.delete('waiting')
    else this.#table.set('waiting', direction)
  }
}

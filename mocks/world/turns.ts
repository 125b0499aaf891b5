import type { StoredEvent, TurnEvent } from '../../contract/events.ts'
import { LiveEvents } from './live-events.ts'
import type { Store } from './store.ts'
import type { Table, Tables } from './changes.ts'
import { type Decision, TurnInputs } from './turn-inputs.ts'
import type { Direction, TurnOutline } from '../../contract/control/director.ts'

/** The playback of a script of a running turn or workflow. */
export type Playback = {
  /** The time of the next due event, in ms since 1970; `undefined` without one. */
  readonly nextDueAt: number | undefined
  /** Sends the next event, with the time at which it is due. Later events wait for the clock. */
  step(): void
  setSpeed(speed: number): void
  /** Stops permanently. No more events are sent. */
  stop(): void
}

/** The line of its script that a turn has reached. */
type ScriptPosition = {
  /** The number of the line, counted from 1. */
  readonly line: number
  /** The time of the line in the script, in milliseconds after the start. */
  readonly at: number
  /** The number of events before the line. */
  readonly events: number
  /** Whether a director's text before the line is being sent. */
  readonly isDirected?: true
}

/** The script of a turn, as the director API shows it. */
type PlayedScript = {
  readonly question: string
  /** The name of the scenario; `undefined` for a generated script. */
  readonly scenario: string | undefined
  /** The sent events, and the coming events. */
  outline(): Pick<TurnOutline, 'sent' | 'upcoming'>
}

/** Returns the cursor of the next event; -1 for an event that no resume replays. */
type NextCursor = (event: TurnEvent) => number

/** A running turn: its events so far, and the readers that wait for more. */
export class Turn extends LiveEvents<StoredEvent> {
  readonly id: string
  readonly mode: 'react' | 'dag'
  /** The conversation of the turn; `undefined` for a turn that is not stored. */
  readonly conversationId: string | undefined
  readonly userId: string
  /** Milliseconds since 1970 by the clock of the world. */
  readonly startedAt: number
  readonly inputs = new TurnInputs()
  /** The playback of its script; `undefined` before the first event. */
  playback: Playback | undefined
  played: PlayedScript | undefined
  position: ScriptPosition | undefined
  /** The id of the confirmation for which the turn waits. */
  pendingConfirmation: string | undefined
  /** Called for each event, before any reader. */
  onAppend: ((event: StoredEvent) => void) | undefined
  readonly #nextCursor: NextCursor

  constructor(
    about: Pick<Turn, 'id' | 'mode' | 'conversationId' | 'userId' | 'startedAt'>,
    nextCursor: NextCursor,
  ) {
    super()
    this.id = about.id
    this.mode = about.mode
    this.conversationId = about.conversationId
    this.userId = about.userId
    this.startedAt = about.startedAt
    this.#nextCursor = nextCursor
  }

  append(turnEvent: TurnEvent, at: string): void {
    const cursor = this.#nextCursor(turnEvent)
    const { event, data } = turnEvent
    // The fields are listed, because V8 needs 50% more memory for fields that are added to a copy.
    const stored = Object.freeze({ event, data, cursor, at } as StoredEvent)
    this.onAppend?.(stored)
    this.add(stored)
  }

  /** Whether an injected text can still change the answer: not after the event `done`. */
  get acceptsText(): boolean {
    return this.state === 'running' && !this.events.some(({ event }) => event === 'done')
  }
}

/** Functions that resume the turns which wait for a decision, by the id of the confirmation. */
export type Approvals = Map<string, (decision: Decision) => void>

/** The running turns of a conversation, oldest first. */
export const turnsOf = (turns: ReadonlySet<Turn>, conversation: string): readonly Turn[] =>
  [...turns].filter(({ conversationId }) => conversationId === conversation)

/** The newest running turn of a conversation. */
export const newestTurnOf = (turns: ReadonlySet<Turn>, conversation: string): Turn | undefined =>
  turnsOf(turns, conversation).at(-1)

/** Assigns cursors to events, increasing within each conversation. */
export class Cursors {
  readonly #store: Store
  readonly #next: Table<number>

  constructor(store: Store, tables: Tables) {
    this.#store = store
    this.#next = tables.of('next-cursor')
  }

  /**
   * Creates a counter that continues after the last cursor of a conversation, or starts at `first`.
   */
  counterFor(id: string, step: number, first: number): () => number {
    return () => {
      const cursor = this.#next.get(id) ?? Math.max(first, this.#stored(id) + 1)
      this.#next.set(id, cursor + step)
      return cursor
    }
  }

  /** Returns the highest cursor in the stored turns of a conversation; -1 if no turn is stored. */
  #stored(id: string): number {
    const transcripts = this.#store.transcripts.owned(id, 'oldest')
    return Math.max(-1, ...transcripts.slice(-10).map(({ events }) => events.at(-1)?.cursor ?? -1))
  }
}

/** Counts cursors in steps, starting after the last cursor of the turn. */
export function countCursors(step: number, last: number): () => number {
  let cursor = last
  return () => (cursor += step)
}

type WaitingText = Extract<Direction, { readonly say: string }>

/** Overrides the choice of a script for the next turns of a world. */
export class Director {
  readonly #table: Table<Direction | { readonly queue: readonly string[] }>

  constructor(tables: Tables) {
    this.#table = tables.of('director')
  }

  /** The script of the next turn; `undefined` leaves the choice to the scripts. */
  get pending(): Direction | undefined {
    const waiting = this.#table.get('waiting')
    return waiting === undefined || 'queue' in waiting ? undefined : waiting
  }

  /** The scripts of the turns after the next one. */
  get queue(): readonly string[] {
    const row = this.#table.get('queue')
    return row !== undefined && 'queue' in row ? row.queue : []
  }

  get text(): WaitingText | undefined {
    const { pending } = this
    return pending !== undefined && 'say' in pending ? pending : undefined
  }

  /** The scripts of the next turns, in order. */
  get scripts(): readonly string[] {
    const { pending, queue } = this
    return pending !== undefined && 'next' in pending ? [pending.next, ...queue] : queue
  }

  /** Sets the scripts of the next turns, in order. An empty list also cancels a text that waits. */
  setScripts(scripts: readonly string[]): void {
    this.#set(scripts.length === 0 ? undefined : this.text, scripts)
  }

  /** Sets the text of the next turn. Scripts that wait stay in the queue. */
  say(text: WaitingText): void {
    this.#set(joinTexts(this.text, text), this.scripts)
  }

  takeText(): void {
    this.#set(undefined, this.scripts)
  }

  takeScript(): void {
    this.#set(this.text, this.scripts.slice(1))
  }

  #set(text: WaitingText | undefined, scripts: readonly string[]): void {
    const [next, ...later] = scripts
    const waiting = text ?? (next === undefined ? undefined : { next })
    const queue = text === undefined ? later : scripts
    if (waiting === undefined) this.#table.delete('waiting')
    else this.#table.set('waiting', waiting)
    if (queue.length === 0) this.#table.delete('queue')
    else this.#table.set('queue', { queue })
  }
}

/** Adds an aside to a text that waits for the same turn. A text that ends the script replaces it. */
function joinTexts(waiting: WaitingText | undefined, text: WaitingText): WaitingText {
  if (waiting === undefined || !text.aside) return text
  const { say, conversation_id } = waiting
  if (say === text.say || conversation_id !== text.conversation_id) return text
  return { ...waiting, say: `${say}\n\n${text.say}` }
}

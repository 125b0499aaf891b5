import type { StoredEvent, TurnEvent } from '../../contract/events.ts'
import type { Playing } from '../turns/play.ts'
import { Injections } from './injections.ts'
import { Live } from './live.ts'

/** One run of the agent while it runs; its events so far, and who waits for more. */
export class Turn extends Live<StoredEvent> {
  readonly id: string
  readonly mode: 'react' | 'dag'
  /** The conversation that stores it; a turn without one is stored nowhere. */
  readonly conversationId: string | undefined
  readonly userId: string
  /** Milliseconds since 1970, by the world's clock. */
  readonly startedAt: number
  readonly injections = new Injections()
  /** How it is told; `undefined` before its first beat. */
  playing: Playing | undefined
  /** What it is told to say at its next line, in the place of the rest of its script. */
  prompt: string | undefined
  /** The confirmation that it waits for, if it does. */
  awaiting: string | undefined
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
  get takesTexts(): boolean {
    return this.state === 'running' && !this.events.some(({ event }) => event === 'done')
  }
}

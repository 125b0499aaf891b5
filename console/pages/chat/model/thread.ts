import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Client } from '../../../../client/create-client.ts'
import type { TurnMode } from '../../../../client/streams/turns.ts'
import type { StreamRecorder } from '../timeline/stream-recorder.ts'
import { readHistory } from '../turn/read-history.ts'
import { newTurn, type TurnState } from '../turn/turn-state.ts'
import { createTurnReader, type TurnReader, type ThreadTurn } from './turn-reader.ts'
import { describeError } from './describe-error.ts'

type ThreadQuestion = {
  readonly q: string
  readonly mode: TurnMode
  readonly agentId: string | undefined
}

/** The conversation that is open: its turns, and the one that is read. */
export type Thread = {
  /** `undefined` for a conversation that begins with its first question. */
  readonly id: ReadonlySignal<string | undefined>
  readonly turns: ReadonlySignal<readonly ThreadTurn[]>
  /** Whether a turn is read at the moment. */
  readonly isBusy: ReadonlySignal<boolean>
  /** What went wrong while a conversation was opened. */
  readonly error: ReadonlySignal<string | undefined>
  /** Opens a conversation and draws its history; what was read before goes on without the page. */
  open(id: string | undefined): Promise<void>
  ask(asked: ThreadQuestion): Promise<void>
  /** Goes on reading the newest turn behind a cursor; -1 for all of it. */
  resume(cursor: number): Promise<void>
  /** Gives the turn that runs a word on the way. Throws what the client throws. */
  inject(text: string): Promise<void>
  /** Stops reading. */
  stopReading(): void
}

export type ThreadOptions = {
  readonly client: Client
  readonly recorder: StreamRecorder
  /** Told when a conversation was made, named, or came to the end of a turn. */
  readonly onChange: (id: string) => void
}

export function createThread({ client, recorder, onChange }: ThreadOptions): Thread {
  const id = signal<string>()
  const turns = signal<readonly ThreadTurn[]>([])
  const trouble = signal<string>()
  const reader = signal<TurnReader>()
  let lastKey = 0

  function show(view: TurnState): ThreadTurn {
    const state = view.isOver ? 'closed' : 'away'
    return { key: ++lastKey, state: signal(view), connection: signal({ state }) }
  }

  function leave(): void {
    reader.value?.cancel()
    reader.value = undefined
  }

  /** Reads a turn in the place of those that `before` leaves. */
  async function read(
    before: readonly ThreadTurn[],
    begun: TurnState,
    open: Parameters<TurnReader['read']>[0],
  ): Promise<void> {
    leave()
    const own = createTurnReader(++lastKey, begun, (event, turn) => {
      recorder.markDelivered(event)
      if (turn.conversationId === undefined || reader.value !== own) return
      const isNew = id.value !== turn.conversationId
      id.value = turn.conversationId
      if (isNew || event.event === 'title' || event.event === 'end') onChange(turn.conversationId)
    })
    batch(() => {
      reader.value = own
      turns.value = [...before, own.turn]
    })
    await own.read(open)
    if (reader.value === own) reader.value = undefined
  }

  return {
    id,
    turns,
    error: trouble,
    isBusy: computed(() => reader.value !== undefined),
    stopReading: leave,
    async open(wanted) {
      leave()
      batch(() => {
        id.value = wanted
        turns.value = []
        trouble.value = undefined
        recorder.reset()
      })
      if (wanted === undefined) return
      try {
        const { messages } = await client.conversations.read(wanted)
        if (id.value === wanted) turns.value = readHistory(messages).map(show)
      } catch (error) {
        if (id.value === wanted) trouble.value = describeError(error)
      }
    },
    ask({ q, mode, agentId }) {
      recorder.reset()
      const conversationId = id.value
      const question = { q, agentId, ...(conversationId === undefined ? {} : { conversationId }) }
      return read(turns.value, newTurn(q), (options) => client[mode](question, options))
    },
    async resume(cursor) {
      const conversationId = id.value
      const last = turns.value.at(-1)
      if (conversationId === undefined || last === undefined) return
      // What goes on behind a cursor is held against what came before it.
      if (cursor < 0) recorder.reset()
      const begun = cursor < 0 ? newTurn(last.state.value.question) : last.state.value
      await read(turns.value.slice(0, -1), begun, (options) =>
        client.resume(conversationId, cursor, options),
      )
    },
    async inject(text) {
      if (id.value !== undefined) await client.inject(id.value, text)
    },
  }
}

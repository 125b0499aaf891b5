import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Client } from '../../../../client/create-client.ts'
import type { TurnMode } from '../../../../client/streams/turns.ts'
import type { Recorder } from '../timeline/recorder.ts'
import { readHistory } from '../turn/read-history.ts'
import { begunTurn, type TurnView } from '../turn/turn-view.ts'
import { createReader, type Reader } from './reader.ts'
import type { ShownTurn } from './shown-turn.ts'
import { wordsOf } from './words-of.ts'

export type Asked = {
  readonly q: string
  readonly mode: TurnMode
  readonly agentId: string | undefined
}

/** The conversation that is open: its turns, and the one that is read. */
export type Thread = {
  /** `undefined` for a conversation that begins with its first question. */
  readonly id: ReadonlySignal<string | undefined>
  readonly turns: ReadonlySignal<readonly ShownTurn[]>
  /** Whether a turn is read at the moment. */
  readonly isBusy: ReadonlySignal<boolean>
  /** What went wrong while a conversation was opened. */
  readonly trouble: ReadonlySignal<string | undefined>
  /** Opens a conversation and draws its history; what was read before goes on without the page. */
  open(id: string | undefined): Promise<void>
  ask(asked: Asked): Promise<void>
  /** Goes on reading the newest turn behind a cursor; -1 for all of it. */
  resume(cursor: number): Promise<void>
  /** Gives the turn that runs a word on the way. Throws what the client throws. */
  inject(text: string): Promise<void>
  /** Stops reading. */
  leave(): void
}

export type ThreadOptions = {
  readonly client: Client
  readonly recorder: Recorder
  /** Told when a conversation was made, named, or came to the end of a turn. */
  readonly onChange: (id: string) => void
}

export function createThread({ client, recorder, onChange }: ThreadOptions): Thread {
  const id = signal<string>()
  const turns = signal<readonly ShownTurn[]>([])
  const trouble = signal<string>()
  const reader = signal<Reader>()
  let lastKey = 0

  function show(view: TurnView): ShownTurn {
    const state = view.isOver ? 'closed' : 'away'
    return { key: ++lastKey, view: signal(view), link: signal({ state }) }
  }

  function leave(): void {
    reader.value?.leave()
    reader.value = undefined
  }

  /** Reads a turn in the place of those that `before` leaves. */
  async function read(
    before: readonly ShownTurn[],
    begun: TurnView,
    open: Parameters<Reader['read']>[0],
  ): Promise<void> {
    leave()
    const own = createReader(++lastKey, begun, (event, turn) => {
      recorder.passedOn(event)
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
    trouble,
    isBusy: computed(() => reader.value !== undefined),
    leave,
    async open(wanted) {
      leave()
      batch(() => {
        id.value = wanted
        turns.value = []
        trouble.value = undefined
        recorder.begin()
      })
      if (wanted === undefined) return
      try {
        const { messages } = await client.conversations.read(wanted)
        if (id.value === wanted) turns.value = readHistory(messages).map(show)
      } catch (error) {
        if (id.value === wanted) trouble.value = wordsOf(error)
      }
    },
    ask({ q, mode, agentId }) {
      recorder.begin()
      const conversationId = id.value
      const question = { q, agentId, ...(conversationId === undefined ? {} : { conversationId }) }
      return read(turns.value, begunTurn(q), (options) => client[mode](question, options))
    },
    async resume(cursor) {
      const conversationId = id.value
      const last = turns.value.at(-1)
      if (conversationId === undefined || last === undefined) return
      // What goes on behind a cursor is held against what came before it.
      if (cursor < 0) recorder.begin()
      const begun = cursor < 0 ? begunTurn(last.view.value.question) : last.view.value
      await read(turns.value.slice(0, -1), begun, (options) =>
        client.resume(conversationId, cursor, options),
      )
    },
    async inject(text) {
      if (id.value !== undefined) await client.inject(id.value, text)
    },
  }
}

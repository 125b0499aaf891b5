import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { ApiError } from '../../../../client/errors.ts'
import type { Client } from '../../../../client/create-client.ts'
import type { Turn, TurnMode } from '../../../../client/streams/turns.ts'
import { nextTask } from '../../../app/per-frame.ts'
import type { StreamRecorder } from '../timeline/stream-recorder.ts'
import { readHistory } from '../turn/reduce-turn.ts'
import { newTurn, type TurnState } from '../turn/turn-state.ts'
import { createTurnReader, type TurnReader, type ThreadTurn } from './turn-reader.ts'
import { describeError } from './describe-error.ts'
import type { ReconnectGate } from './reconnect-gate.ts'

type ThreadQuestion = {
  readonly q: string
  readonly mode: TurnMode
  readonly agentId: string | undefined
}

export type Thread = {
  /** The id of the conversation; `undefined` for a new one before its first question. */
  readonly id: ReadonlySignal<string | undefined>
  readonly turns: ReadonlySignal<readonly ThreadTurn[]>
  /**
   * Returns the number of shown turns that the platform has stored. The platform stores no refused
   * turn.
   */
  countStoredTurns(): number
  /** The turn whose events are in the recorder; `undefined` if the recorder has no turn. */
  readonly recordedTurn: ReadonlySignal<ThreadTurn | undefined>
  readonly isBusy: ReadonlySignal<boolean>
  /** A message about the open conversation, for example that it could not be opened. */
  readonly error: Signal<string | undefined>
  /** Opens a conversation with its history, and stops reading the turn that was open before. */
  open(id: string | undefined): Promise<void>
  ask(question: ThreadQuestion): Promise<void>
  /** Reads the events of the newest turn after a cursor. The cursor -1 reads the whole turn. */
  resume(cursor: number): Promise<void>
  /** Injects a message into the running turn. Throws the error of the client. */
  inject(text: string): Promise<void>
  stopReading(): void
  /** Shows the turns that another tab or client started in the open conversation. */
  addNewTurns(): Promise<void>
}

type ThreadOptions = {
  readonly client: Client
  readonly recorder: StreamRecorder
  readonly gate: Pick<ReconnectGate, 'isAutomatic' | 'open'>
  /** Called when a conversation was created or renamed, or its turn has ended. */
  readonly onChange: (id: string) => void
}

/** Removes the last turn of a history if its question was asked while the history was loading. */
function withoutAskedTurn(
  history: readonly TurnState[],
  asked: readonly ThreadTurn[],
): readonly TurnState[] {
  const [stored, own] = [history.at(-1), asked[0]?.latestState.value]
  const isStored = own !== undefined && stored?.question === own.question
  return isStored && (!stored.isOver || own.isOver) ? history.slice(0, -1) : history
}

export function createThread({ client, recorder, gate, onChange }: ThreadOptions): Thread {
  const id = signal<string>()
  const turns = signal<readonly ThreadTurn[]>([])
  const error = signal<string>()
  const recordedTurn = signal<ThreadTurn>()
  const reader = signal<TurnReader>()
  /**
   * The turns whose question was sent by this page. If such a turn is refused, it is not stored.
   * After a refused resume, the turn is stored.
   */
  const askedTurns = new WeakSet<ThreadTurn>()
  let lastKey = 0
  let lastOpening = 0
  /** Resolves when the history of the opened conversation is shown. */
  let loading: Promise<unknown> = Promise.resolve()

  function toThreadTurn(view: TurnState): ThreadTurn {
    const state = view.isOver ? 'closed' : 'away'
    const shownTurns = signal(view)
    return {
      key: ++lastKey,
      latestState: shownTurns,
      state: shownTurns,
      connection: signal({ state }),
    }
  }

  function stopReading(): void {
    reader.value?.cancel()
    reader.value = undefined
  }

  /** Reads a turn, and shows it after the turns in `before`. */
  async function read(
    before: readonly ThreadTurn[],
    initialState: TurnState,
    open: Parameters<TurnReader['read']>[0],
  ): Promise<ThreadTurn> {
    stopReading()
    let turn: Turn | undefined
    const showConversation = (isChanged = false) => {
      const conversationId = turn?.conversationId
      if (conversationId === undefined || turns.value.at(-1) !== ownReader.turn) return
      const isNew = id.value !== conversationId
      id.value = conversationId
      if (isNew || isChanged) onChange(conversationId)
    }
    const ownReader = createTurnReader(++lastKey, initialState, (event) => {
      const moment = recorder.markDelivered(event)
      showConversation(event.event === 'title' || event.event === 'end')
      return moment
    })
    batch(() => {
      reader.value = ownReader
      recordedTurn.value = ownReader.turn
      turns.value = [...before, ownReader.turn]
    })
    await ownReader.read((options) => (turn = open(options)))
    // The conversation is shown even if the turn had no event.
    showConversation()
    if (reader.value === ownReader) reader.value = undefined
    return ownReader.turn
  }

  const countStoredTurns = () =>
    turns.value.filter(
      (turn) => !(askedTurns.has(turn) && turn.connection.peek().state === 'refused'),
    ).length

  async function resume(cursor: number): Promise<void> {
    const conversationId = id.value
    const last = turns.value.at(-1)
    if (conversationId === undefined) error.value = 'The question was not sent. Ask it again.'
    if (conversationId === undefined || last === undefined) return
    const earlier = turns.value.slice(0, -1)
    // A resume after a cursor keeps the log, so that both parts of the turn can be compared.
    if (cursor < 0) recorder.reset()
    const initialState =
      cursor < 0 ? newTurn(last.latestState.value.question) : last.latestState.value
    await read(earlier, initialState, (options) => client.resume(conversationId, cursor, options))
    // Some deployments replay the turn before the last one. The last turn then stays unchanged. If
    // the questions are equal, equal answers do not prove such a replay.
    const previousTurn = earlier.at(-1)?.latestState.value
    const isReplayed =
      previousTurn?.answer &&
      previousTurn.question !== initialState.question &&
      turns.value.at(-1)?.latestState.value.answer === previousTurn.answer
    if (cursor < 0 && isReplayed) turns.value = [...earlier, last]
  }

  return {
    id,
    turns,
    countStoredTurns,
    recordedTurn,
    error,
    isBusy: computed(() => reader.value !== undefined),
    stopReading,
    async open(requested) {
      stopReading()
      const opening = ++lastOpening
      batch(() => {
        id.value = requested
        turns.value = []
        error.value = undefined
        recordedTurn.value = undefined
        recorder.reset()
      })
      if (requested === undefined) return
      try {
        const reading = client.conversations.read(requested).then(async (conversation) => {
          // Parsing a long conversation takes nearly as long as drawing it, so they are two tasks.
          await nextTask()
          return conversation
        })
        loading = reading.catch(() => undefined)
        const { messages } = await reading
        // A later `open` was called, perhaps for the same conversation.
        if (opening !== lastOpening) return
        const asked = turns.value
        const history = withoutAskedTurn(readHistory(messages), asked)
        turns.value = [...history.map(toThreadTurn), ...asked]
        // If a question was asked while the history was loading, its turn is being read already.
        if (asked.length > 0) return
      } catch (cause) {
        if (opening === lastOpening) error.value = describeError(cause)
        return
      }
      const isRunning = turns.value.at(-1)?.latestState.value.isOver === false
      if (isRunning && gate.isAutomatic.value) await resume(-1)
    },
    async ask({ q, mode, agentId }) {
      recorder.reset()
      error.value = undefined
      const conversationId = id.value
      const question = { q, agentId, ...(conversationId === undefined ? {} : { conversationId }) }
      askedTurns.add(
        await read(turns.value, newTurn(q), (options) => client[mode](question, options)),
      )
    },
    resume,
    async addNewTurns() {
      const requested = id.value
      if (requested === undefined || reader.value !== undefined) return
      const opening = lastOpening
      await loading
      const { messages } = await client.conversations.read(requested)
      const knownTurns = turns.value
      const addedTurns = readHistory(messages).slice(countStoredTurns())
      const isStale = opening !== lastOpening || reader.value !== undefined
      if (isStale || addedTurns.length === 0) return
      turns.value = [...knownTurns, ...addedTurns.map(toThreadTurn)]
      if (addedTurns.at(-1)?.isOver === false && gate.isAutomatic.value) await resume(-1)
    },
    async inject(text) {
      if (id.value === undefined)
        throw new Error('The turn has not begun yet. Send the message after its first event.')
      try {
        await client.inject(id.value, text)
      } catch (cause) {
        // The turn is over, so the delayed resume starts now and reads the end of the turn.
        if (cause instanceof ApiError && cause.status === 404) gate.open()
        throw cause
      }
    },
  }
}

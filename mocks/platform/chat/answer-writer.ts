import type { EventData } from '../../../contract/events.ts'
import type { Pace } from '../../../contract/scripts/lines.ts'
import type { RunContext } from './run-context.ts'
import { createTextEvents } from './text-events.ts'
import { batchEnd, type ScriptEvents } from './timed-events.ts'

const answerEvents = createTextEvents((text) => ({
  event: 'answer',
  data: { type: 'delta', text },
}))

type AnswerOptions = {
  /** Injected texts that the answer mentions first. */
  readonly notes: readonly string[]
  /** Whether the text starts a new paragraph. */
  readonly apart: boolean
}

/** Sends the answer of a turn, part by part. */
export class AnswerWriter {
  readonly #context: RunContext
  /** Whether an answer is open: consecutive answer lines make one answer. */
  #isOpen = false
  #beginsParagraph = false
  /** Sent at the beginning of the next answer. */
  compaction: EventData<'compact'> | undefined
  answer = ''

  constructor(context: RunContext) {
    this.#context = context
  }

  /** Makes the next part of the answer a paragraph of its own. */
  beginParagraph(): void {
    this.#beginsParagraph = true
  }

  /** Sends a part of the answer. Returns the script time of its end. */
  *send(
    at: number,
    { text, pace }: { readonly text: string; readonly pace?: Pace | undefined },
    { notes, apart }: AnswerOptions,
  ): ScriptEvents<number> {
    const whole = [
      ...notes.map((note) => `You added “${note}”: I will take that into account.`),
      text,
    ]
    const part = whole.filter((each) => each !== '').join('\n\n')
    const isApart = apart || notes.length > 0 || this.#beginsParagraph
    this.#beginsParagraph = false
    const answer = isApart && this.answer !== '' ? `\n\n${part}` : part
    if (!this.#isOpen) yield* this.#begin(at)
    const batch = { at, events: answerEvents(answer, pace, this.#context.random) }
    yield batch
    this.answer += answer
    return batchEnd(batch)
  }

  *end(at: number): ScriptEvents {
    if (this.#isOpen) yield { at, event: { event: 'answer', data: { type: 'done' } } }
    this.#isOpen = false
  }

  *#begin(at: number): ScriptEvents {
    const { mode, sendsHeartbeat } = this.#context
    this.#isOpen = true
    if (mode === 'react')
      yield { at, event: { event: 'step', data: { type: 'answer', status: 'start' } } }
    if (this.compaction !== undefined)
      yield { at, event: { event: 'compact', data: this.compaction } }
    this.compaction = undefined
    if (sendsHeartbeat) yield { at, event: { event: 'heartbeat', data: {} } }
    yield { at, event: { event: 'answer', data: { type: 'start' } } }
  }
}

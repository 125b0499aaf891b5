import type { EventData } from '../../contract/events.ts'
import type { Pace, ScriptCall } from '../../contract/scripts/lines.ts'
import type { Decision } from '../world/turns.ts'
import { type Beat, type Beats, endOf, type Telling } from './beats.ts'
import { refusalOf } from './refusal.ts'
import { sayingAs } from './saying.ts'

const firstThought = 120
const defaultCall = 600

const thinking = sayingAs((thinking_delta) => ({
  event: 'step',
  data: { type: 'thinking', status: 'delta', thinking_delta },
}))

/** What is decided where nobody is asked: a history tells what went well. */
export const approved: Decision = { status: 'approved', reason: null }

/** The ReAct side of a script: thinking, and tool calls alone or side by side. */
export class LoopTeller {
  readonly #telling: Telling
  #iteration = 1
  #thoughts: string[] = []
  #thinking = false
  #iterationBegan = 0

  constructor(telling: Telling) {
    this.#telling = telling
  }

  get iterations(): number {
    return this.#iteration
  }

  /** When the iteration that now runs began, in script time. */
  get iterationBegan(): number {
    return this.#iterationBegan
  }

  /** Begins an iteration: the model thinks about what to do. */
  *begin(at: number): Beats<number> {
    this.#thinking = true
    this.#iterationBegan = at
    const data = { type: 'thinking', status: 'start', iteration: this.#iteration } as const
    yield { at, event: { event: 'step', data } }
    return at + firstThought
  }

  *think(at: number, text: string, pace: Pace | undefined): Beats<number> {
    const now = this.#thinking ? at : yield* this.begin(at)
    const passage = { at: now, said: thinking(text, pace, this.#telling.chance) }
    yield passage
    this.#thoughts.push(text)
    return endOf(passage)
  }

  *decide(at: number): Beats<number> {
    if (!this.#thinking) return at
    this.#thinking = false
    const reasoning = this.#thoughts.join(' ')
    this.#thoughts = []
    const iteration = this.#iteration
    const data = { type: 'thinking', status: 'done', iteration, reasoning } as const
    yield { at, event: { event: 'step', data } }
    return at + 20
  }

  /** Calls side by side: all starts first, then the ends in the order in which they come. */
  *call(at: number, calls: readonly ScriptCall[]): Beats<number> {
    const started = yield* this.decide(at)
    for (const call of calls) yield this.#step(started, call, { status: 'start' })
    let ended = started
    for (const call of calls.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
      ended = started + lengthOf(call)
      yield this.#step(ended, call, outcomeOf(this.#telling, call))
    }
    return yield* this.#iterate(ended)
  }

  /** Announces a call, and asks whether it may be made. */
  *ask(at: number, call: ScriptCall): Beats<{ at: number; decision: Decision }> {
    const started = yield* this.decide(at)
    yield this.#step(started, call, { status: 'start' })
    const decision = (yield { at: started, event: { cue: 'approval', call } }) ?? approved
    return { at: started, decision }
  }

  /** Makes a call that was announced, if it is approved. */
  *settle(at: number, call: ScriptCall, decision: Decision): Beats<number> {
    const started = yield* this.decide(at)
    const ended = decision.status === 'approved' ? started + lengthOf(call) : started
    yield this.#step(ended, call, outcomeOf(this.#telling, call, decision))
    return yield* this.#iterate(ended)
  }

  *#iterate(at: number): Beats<number> {
    this.#iteration++
    return yield* this.begin(at + 30)
  }

  #step(at: number, call: ScriptCall, more: Partial<EventData<'step'>>): Beat {
    const { tool, input = {}, reasoning = null } = call
    const base = { type: 'iteration', iteration: this.#iteration, tool, input, reasoning }
    return { at, event: { event: 'step', data: { ...base, ...more } as EventData<'step'> } }
  }
}

export const lengthOf = (call: ScriptCall) => call.takes ?? defaultCall

/** What a call comes to: what it found or failed with, or that it was not approved. */
export function outcomeOf(telling: Telling, call: ScriptCall, decision: Decision = approved) {
  if (decision.status !== 'approved')
    return {
      status: 'done',
      observation: null,
      error: refusalOf(decision),
      iter_elapsed: 0,
    } as const
  return {
    status: 'done',
    observation: call.observation ?? null,
    error: call.error ?? null,
    iter_elapsed: telling.seconds(lengthOf(call)),
  } as const
}

import type { ScriptCall } from '../../contract/scenario.ts'
import { type Beat, inDeltas, type Telling } from './beats.ts'

const thinkingPace = 22
const firstThought = 120
const defaultCall = 600

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
  *begin(at: number): Generator<Beat, number> {
    this.#thinking = true
    this.#iterationBegan = at
    const data = { type: 'thinking', status: 'start', iteration: this.#iteration } as const
    yield { at, event: { event: 'step', data } }
    return at + firstThought
  }

  *think(at: number, text: string): Generator<Beat, number> {
    let now = at
    for (const thinking_delta of inDeltas(text, 3)) {
      const data = { type: 'thinking', status: 'delta', thinking_delta } as const
      yield { at: now, event: { event: 'step', data } }
      now += thinkingPace
    }
    this.#thoughts.push(text)
    return now
  }

  *decide(at: number): Generator<Beat, number> {
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
  *call(at: number, calls: readonly ScriptCall[]): Generator<Beat, number> {
    const started = yield* this.decide(at)
    const iteration = this.#iteration
    const base = (call: ScriptCall) => ({
      type: 'iteration' as const,
      iteration,
      tool: call.tool,
      input: call.input ?? {},
      reasoning: call.reasoning ?? null,
    })
    for (const call of calls) {
      const data = { ...base(call), status: 'start' } as const
      yield { at: started, event: { event: 'step', data } }
    }
    let ended = started
    for (const call of calls.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
      ended = started + lengthOf(call)
      const data = {
        ...base(call),
        status: 'done' as const,
        observation: call.observation === undefined ? null : this.#telling.fill(call.observation),
        error: call.error ?? null,
        iter_elapsed: this.#telling.seconds(lengthOf(call)),
      }
      yield { at: ended, event: { event: 'step', data } }
    }
    this.#iteration++
    return yield* this.begin(ended + 30)
  }
}

export const lengthOf = (call: ScriptCall) => call.takes ?? defaultCall

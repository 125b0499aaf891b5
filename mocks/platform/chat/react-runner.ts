import type { EventData } from '../../../contract/events.ts'
import type { Pace, ScriptCall } from '../../../contract/scripts/lines.ts'
import type { Decision } from '../../world/turns.ts'
import { type ScriptEvent, type ScriptEvents, batchEnd } from './timed-events.ts'
import { createTextEvents } from './text-events.ts'
import type { RunContext } from './run-context.ts'

const thinkingDelay = 120
const defaultCallDuration = 600

const thinkingEvents = createTextEvents((thinking_delta) => ({
  event: 'step',
  data: { type: 'thinking', status: 'delta', thinking_delta },
}))

/** What is decided where nobody is asked: a history tells what went well. */
export const defaultDecision: Decision = { status: 'approved', reason: null }

/** The ReAct side of a script: thinking, and tool calls alone or side by side. */
export class ReactRunner {
  readonly #telling: RunContext
  #iteration = 1
  #thoughts: string[] = []
  #thinking = false
  #iterationBegan = 0

  constructor(telling: RunContext) {
    this.#telling = telling
  }

  get iterations(): number {
    return this.#iteration
  }

  /** When the iteration that now runs began, in script time. */
  get iterationStartedAt(): number {
    return this.#iterationBegan
  }

  /** Begins an iteration: the model thinks about what to do. */
  *startIteration(at: number): ScriptEvents<number> {
    this.#thinking = true
    this.#iterationBegan = at
    const data = { type: 'thinking', status: 'start', iteration: this.#iteration } as const
    yield { at, event: { event: 'step', data } }
    return at + thinkingDelay
  }

  *think(at: number, text: string, pace: Pace | undefined): ScriptEvents<number> {
    const now = this.#thinking ? at : yield* this.startIteration(at)
    const passage = { at: now, said: thinkingEvents(text, pace, this.#telling.chance) }
    yield passage
    this.#thoughts.push(text)
    return batchEnd(passage)
  }

  *endThinking(at: number): ScriptEvents<number> {
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
  *runCalls(at: number, calls: readonly ScriptCall[]): ScriptEvents<number> {
    const started = yield* this.endThinking(at)
    for (const call of calls) yield this.#step(started, call, { status: 'start' })
    let ended = started
    for (const call of calls.toSorted((a, b) => callDuration(a) - callDuration(b))) {
      ended = started + callDuration(call)
      yield this.#step(ended, call, callOutcome(this.#telling, call))
    }
    return yield* this.#iterate(ended)
  }

  /** Announces a call, and asks whether it may be made. */
  *announceCall(at: number, call: ScriptCall): ScriptEvents<{ at: number; decision: Decision }> {
    const started = yield* this.endThinking(at)
    yield this.#step(started, call, { status: 'start' })
    const decision = (yield { at: started, event: { cue: 'approval', call } }) ?? defaultDecision
    return { at: started, decision }
  }

  /** Makes a call that was announced, if it is approved. */
  *finishCall(at: number, call: ScriptCall, decision: Decision): ScriptEvents<number> {
    const started = yield* this.endThinking(at)
    const ended = decision.status === 'approved' ? started + callDuration(call) : started
    yield this.#step(ended, call, callOutcome(this.#telling, call, decision))
    return yield* this.#iterate(ended)
  }

  *#iterate(at: number): ScriptEvents<number> {
    this.#iteration++
    return yield* this.startIteration(at + 30)
  }

  #step(at: number, call: ScriptCall, more: Partial<EventData<'step'>>): ScriptEvent {
    const { tool, input = {}, reasoning = null } = call
    const base = { type: 'iteration', iteration: this.#iteration, tool, input, reasoning }
    return { at, event: { event: 'step', data: { ...base, ...more } as EventData<'step'> } }
  }
}

export const callDuration = (call: ScriptCall) => call.takes ?? defaultCallDuration

/** What a call comes to: what it found or failed with, or that it was not approved. */
export function callOutcome(
  telling: RunContext,
  call: ScriptCall,
  decision: Decision = defaultDecision,
) {
  if (decision.status !== 'approved')
    return {
      status: 'done',
      observation: null,
      error: refusalError(decision),
      iter_elapsed: 0,
    } as const
  return {
    status: 'done',
    observation: call.observation ?? null,
    error: call.error ?? null,
    iter_elapsed: telling.seconds(callDuration(call)),
  } as const
}

/** What a call that was not approved fails with. */
const refusalError = ({ status, reason }: Decision): string =>
  status === 'expired'
    ? 'timed out waiting for confirmation'
    : `rejected by the approver${reason === null ? '' : `: ${reason}`}`

/** What is answered where a script has no lines of its own for a refusal. */
export const refusalAnswer = ({ tool }: ScriptCall, { status }: Decision): string =>
  status === 'expired'
    ? `Nobody approved \`${tool}\` in time, so I left everything as it is. Ask again when somebody can decide.`
    : `I did not run \`${tool}\`, because it was not approved, and left everything as it is. Tell me how you would like to go on.`

import type { EventData } from '../../../contract/events.ts'
import type { ApprovalLine, Pace, ScriptCall } from '../../../contract/scripts/lines.ts'
import { noPauses, ownPauses, type OwnPauses } from '../../../contract/scripts/own-pauses.ts'
import type { Decision } from '../../world/turn-inputs.ts'
import type { RunContext } from './run-context.ts'
import { createTextEvents } from './text-events.ts'
import { batchEnd, type ScriptEvent, type ScriptEvents } from './timed-events.ts'

const defaultCallDuration = 600

/** The pauses that the runner adds to the pauses of the script. */
export const runnerPausesOf = ({ ownPauses: isAdding }: Pick<RunContext, 'ownPauses'>): OwnPauses =>
  isAdding === false ? noPauses : ownPauses

const thinkingEvents = createTextEvents((thinking_delta) => ({
  event: 'step',
  data: { type: 'thinking', status: 'delta', thinking_delta },
}))

/** The decision if no user can decide, such as during the build of a fixture. */
export const defaultDecision: Decision = { status: 'approved', reason: null }

/** The errors that a script defines for a call that is not run. */
type RefusalErrors = NonNullable<ApprovalLine['errors']>

/**
 * The decision on a call. If the status is `repeated`, the call is not run, because it was approved
 * before.
 */
export type CallDecision = Decision | { readonly status: 'repeated'; readonly reason: null }

/**
 * Waits until a script time. Returns the seconds of the world's clock since the start of the turn.
 * They cannot be computed earlier, because the speed may change.
 */
export function* waitAndReadSeconds(
  context: RunContext,
  at: number,
): ScriptEvents<number, ScriptEvent> {
  yield { at, event: { signal: 'wait' } }
  return context.toElapsed(at)
}

/** Rounds a duration in seconds to milliseconds, to remove floating-point errors. */
export const roundSeconds = (seconds: number) => Math.round(seconds * 1000) / 1000

/** Returns `repeated` for an approved call that was approved before, else the decision. */
export const decisionOrRepeated = (
  context: RunContext,
  call: ScriptCall,
  decision: Decision,
): CallDecision =>
  decision.status === 'approved' && context.isRepeated(call)
    ? { status: 'repeated', reason: null }
    : decision

/** The ReAct loop of a script: thinking, and tool calls alone or in parallel. */
export class ReactRunner {
  readonly #context: RunContext
  readonly #pauses: OwnPauses
  #iteration = 1
  #thoughts: string[] = []
  /** The last complete thought. */
  #reasoning = ''
  #isThinking = false
  #iterationStartedAt = 0

  constructor(context: RunContext) {
    this.#context = context
    this.#pauses = runnerPausesOf(context)
  }

  get iterations(): number {
    return this.#iteration
  }

  /** The seconds from the start of the turn to the start of the current iteration. */
  get iterationStartedAt(): number {
    return this.#iterationStartedAt
  }

  /** Starts an iteration with a thought of the model. Returns the new script time. */
  *startIteration(at: number): ScriptEvents<number> {
    this.#isThinking = true
    const data = { type: 'thinking', status: 'start', iteration: this.#iteration } as const
    yield { at, event: { event: 'step', data } }
    // Measured after the event was sent, because the speed may change until then.
    this.#iterationStartedAt = this.#context.toElapsed(at)
    return at + this.#pauses.firstThought
  }

  /**
   * In some deployments, an injected text makes the agent think again in another iteration. The
   * interrupted thought has no end event.
   */
  *restartIteration(at: number): ScriptEvents<number> {
    if (!this.#isThinking || !this.#context.restartsAfterInjection) return at
    this.#iteration++
    this.#thoughts = []
    return yield* this.startIteration(at)
  }

  *think(
    at: number,
    text: string,
    {
      pace,
      deltas = true,
    }: { readonly pace?: Pace | undefined; readonly deltas?: boolean | undefined },
  ): ScriptEvents<number> {
    const now = this.#isThinking ? at : yield* this.startIteration(at)
    if (!deltas) {
      this.#thoughts.push(text)
      return now
    }
    const batch = { at: now, events: thinkingEvents(text, pace, this.#context.random) }
    yield batch
    this.#thoughts.push(text)
    return batchEnd(batch)
  }

  *endThinking(at: number): ScriptEvents<number> {
    if (!this.#isThinking) return at
    this.#isThinking = false
    const reasoning = this.#thoughts.join(' ')
    this.#thoughts = []
    this.#reasoning = reasoning
    const iteration = this.#iteration
    const data = { type: 'thinking', status: 'done', iteration, reasoning } as const
    yield { at, event: { event: 'step', data } }
    return at + this.#pauses.afterThought
  }

  /** Runs calls in parallel: all start events first, then the results, the fastest call first. */
  *runCalls(at: number, calls: readonly ScriptCall[]): ScriptEvents<number> {
    const startedAt = yield* this.endThinking(at)
    for (const [place, call] of calls.entries())
      yield this.#callEvent(startedAt, call, { status: 'start' }, place === 0)
    const since = yield* waitAndReadSeconds(this.#context, startedAt)
    let endedAt = startedAt
    for (const call of calls.toSorted((a, b) => callDuration(a) - callDuration(b))) {
      endedAt = startedAt + callDuration(call)
      const seconds = (yield* waitAndReadSeconds(this.#context, endedAt)) - since
      yield this.#callEvent(endedAt, call, callOutcome(this.#context, call, seconds))
    }
    return yield* this.#nextIteration(endedAt)
  }

  /** Sends the start event of a call, and asks for its approval. */
  *requestCall(at: number, call: ScriptCall): ScriptEvents<{ at: number; decision: Decision }> {
    const startedAt = yield* this.endThinking(at)
    yield this.#callEvent(startedAt, call, { status: 'start' }, true)
    const decision =
      (yield { at: startedAt, event: { signal: 'approval', call } }) ?? defaultDecision
    return { at: startedAt, decision }
  }

  /** Sends the result of a requested call: its observation, or the refusal. */
  *finishCall(
    at: number,
    call: ScriptCall,
    decision: CallDecision,
    errors: RefusalErrors = {},
  ): ScriptEvents<number> {
    const startedAt = yield* this.endThinking(at)
    const since = yield* waitAndReadSeconds(this.#context, startedAt)
    const endedAt = decision.status === 'approved' ? startedAt + callDuration(call) : startedAt
    const seconds = (yield* waitAndReadSeconds(this.#context, endedAt)) - since
    const outcome = callOutcome(this.#context, call, seconds, decision, errors)
    yield this.#callEvent(endedAt, call, outcome)
    return yield* this.#nextIteration(endedAt)
  }

  *#nextIteration(at: number): ScriptEvents<number> {
    this.#iteration++
    return yield* this.startIteration(at + this.#pauses.afterCall)
  }

  /** Creates an event of a call. `isFirst`: the event starts the first call after a thought. */
  #callEvent(
    at: number,
    call: ScriptCall,
    more: Partial<EventData<'step'>>,
    isFirst = false,
  ): ScriptEvent {
    const { tool, input = {} } = call
    const reasoning = this.#context.fillsCallFields
      ? ((more.status === 'start' ? call.reasoning : '') ?? (isFirst ? this.#reasoning : ''))
      : (call.reasoning ?? null)
    const base = { type: 'iteration', iteration: this.#iteration, tool, input, reasoning }
    return { at, event: { event: 'step', data: { ...base, ...more } as EventData<'step'> } }
  }
}

/** Sends the `selecting_tools` phase, in deployments that have it. */
export function* selectTools({ toolCount }: RunContext, at: number): ScriptEvents {
  if (toolCount === undefined) return
  const base = { name: 'selecting_tools', status: 'done', round: 1 } as const
  yield { at, event: { event: 'phase', data: { ...base, total_tools: toolCount } } }
}

export const callDuration = (call: ScriptCall) => call.takes ?? defaultCallDuration

/** The result fields of a call: its observation, its error, or the refusal. */
export function callOutcome(
  { approvalSeconds }: RunContext,
  call: ScriptCall,
  seconds: number,
  decision: CallDecision = defaultDecision,
  errors: RefusalErrors = {},
) {
  if (decision.status !== 'approved')
    return {
      status: 'done',
      observation: null,
      error: errors[decision.status] ?? refusalError(decision, approvalSeconds),
      iter_elapsed: 0,
    } as const
  return {
    status: 'done',
    observation: call.observation ?? null,
    error: call.error ?? null,
    iter_elapsed: roundSeconds(seconds),
  } as const
}

function refusalError({ status, reason }: CallDecision, approvalSeconds: number): string {
  if (status === 'expired') return `timed out waiting for confirmation after ${approvalSeconds}s`
  if (status === 'repeated') return 'not run, because the same call was approved before'
  return `rejected by the approver${reason === null ? '' : `: ${reason}`}`
}

/** The answer of a turn whose script has no lines for a refused call. */
export function refusalAnswer({ tool }: ScriptCall, { status }: CallDecision): string {
  if (status === 'expired')
    return `Nobody approved \`${tool}\` in time, so I left everything as it is. Ask again when somebody can decide.`
  return status === 'repeated'
    ? `I did not run \`${tool}\`: the same call was approved in another turn while this one waited, and runs only once.`
    : `I did not run \`${tool}\`, because it was not approved, and left everything as it is. Tell me how you would like to go on.`
}

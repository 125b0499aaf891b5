import type { EventData, TurnEvent } from '../../../contract/events.ts'
import type {
  ApprovalLine,
  FailLine,
  InjectLine,
  Pace,
  PlanLine,
  ScriptCall,
  ScriptLine,
  Thought,
  TypedText,
} from '../../../contract/scripts/lines.ts'
import { batchEnd, estimateTokens, type ScriptEvents, violationEvents } from './timed-events.ts'
import type { LineSource } from '../line-source.ts'
import { fillDeep } from './placeholders.ts'
import {
  decisionOrRepeated,
  ReactRunner,
  refusalAnswer,
  waitAndReadSeconds,
  selectTools,
} from './react-runner.ts'
import { runPlan } from './plan-runner.ts'
import { continuesAnswer, createTextEvents } from './text-events.ts'
import type { Script } from './playable-turn.ts'
import { isScripted, type RunContext } from './run-context.ts'

type ExtraPlaceholders = Readonly<Record<string, string>>

/** Plays the lines of a script one after another, and takes injected texts between them. */
export class ScriptRunner {
  readonly react: ReactRunner
  readonly #script: Script
  readonly #context: RunContext
  readonly #writer: AnswerWriter
  /** Injected texts that no line of the script handles; the next answer mentions them. */
  readonly #notes: string[] = []
  /** Whether `#startLine` took an injected text or a director's text. */
  #tookText = false
  /** The number of lines started so far, including lines inside approvals. */
  #line = 0
  /** The reason for another round of the plan. */
  #replanReason: string | undefined
  /** The current script time, in milliseconds. */
  time = 0
  /** Tokens of all tool observations and step results. */
  toolTokens = 0
  /** Whether the script has sent its own `done` event. */
  isDone = false
  /** Whether the turn has failed. Only `end` follows. */
  hasFailed = false
  round = 1
  verdict: Pick<PlanLine, 'achieved' | 'confidence'> = { achieved: true, confidence: 1 }

  constructor(script: Script, context: RunContext) {
    this.#script = script
    this.#context = context
    this.react = new ReactRunner(context)
    this.#writer = new AnswerWriter(context)
  }

  get answer(): string {
    return this.#writer.answer
  }

  /** Plays the whole script. A text injected during the last line gets an answer, too. */
  *run(): ScriptEvents {
    const { script, own_pauses, source } = this.#script
    // Deployments select tools during the first thought, so a pause before this thought comes
    // first.
    const begins = own_pauses === false && 'pause' in (script[0] ?? {}) ? 1 : 0
    let goesOn = yield* this.#playLines(script.slice(0, begins))
    if (goesOn) {
      yield* selectTools(this.#context, this.time)
      goesOn = yield* this.#playLines(script.slice(begins))
      if (goesOn && source !== undefined) yield* this.#playSource(source)
    }
    if (this.hasFailed) return
    if (!this.isDone)
      yield* this.#answerLateTexts(goesOn ? (this.#script.on_inject ?? []) : [], ++this.#line)
    if (this.hasFailed) return
    yield* this.#writer.end(this.time)
    this.time = yield* this.react.endThinking(this.time)
  }

  /** Plays lines to their end. Returns false if a refused call ended them early. */
  *#playLines(
    lines: readonly ScriptLine[],
    placeholders: ExtraPlaceholders = {},
  ): ScriptEvents<boolean> {
    for (const line of lines) {
      if (!(yield* this.#startLine(this.#script.on_inject ?? []))) return false
      if (!(yield* this.#playLine(line, placeholders))) return false
    }
    return true
  }

  /** Plays lines while they are being written. Stops after the last line or a refused call. */
  *#playSource(source: LineSource): ScriptEvents {
    for (let played = 0; ;) {
      if (!(yield* this.#startLine(this.#script.on_inject ?? []))) return
      yield { at: this.time, event: { signal: 'more', source, played } }
      const line = source.lines[played]
      if (line === undefined) {
        // If no line was added, a director's text has resumed the turn.
        if (source.isComplete) return
      } else {
        played++
        if (!(yield* this.#playLine(line, {}))) return
      }
    }
  }

  /** Answers injected texts that no line follows, and texts that arrive during these answers. */
  *#answerLateTexts(onInject: readonly ScriptLine[], line: number): ScriptEvents {
    do {
      this.#tookText = this.#notes.length > 0
      yield* this.#startLine(onInject, line)
      if (this.hasFailed) return
      if (this.#notes.length > 0) yield* this.#sendAnswer('')
    } while (this.#tookText)
  }

  /**
   * Waits for the next line, then handles injected texts: plays the lines `onInject`, or adds a
   * note to the next answer. Returns false if a director has replaced the rest of the script.
   */
  *#startLine(onInject: readonly ScriptLine[], number = ++this.#line): ScriptEvents<boolean> {
    yield { at: this.time, event: { signal: 'line', line: number } }
    const { takeInjection, takeDirectedText } = this.#context
    for (let directed = takeDirectedText(); directed !== undefined; directed = takeDirectedText()) {
      this.#tookText = true
      yield* this.#sendAnswer(directed.text, true)
      if (!directed.isAside) return false
      this.#writer.beginParagraph()
      yield { at: this.time, event: { signal: 'line', line: number } }
    }
    for (let inject = takeInjection(); inject !== undefined; inject = takeInjection()) {
      this.#tookText = true
      if (onInject.length === 0 && !isScripted(this.#script, inject)) this.#notes.push(inject)
      this.time = yield* this.react.restartIteration(this.time)
      for (const line of onInject) if (!(yield* this.#playLine(line, { inject }))) return false
    }
    return true
  }

  *#playLine(written: ScriptLine, placeholders: ExtraPlaceholders): ScriptEvents<boolean> {
    const fill = (text: string) => this.#context.fill(text, placeholders)
    // Nothing may follow `done`, so injected texts are answered before it.
    const isLast = 'send' in written && 'done' in written.send
    if (isLast && this.#notes.length > 0) yield* this.#answerLateTexts([], this.#line)
    if (!continuesAnswer(written)) yield* this.#writer.end(this.time)
    // Only the placeholders of the call are filled now; those of other lines after the decision.
    if ('approval' in written)
      return yield* this.#runApproval({
        ...written.approval,
        call: fillDeep(written.approval.call, fill),
      })
    const line = fillDeep(written, fill)
    if ('fail' in line) return yield* this.#fail(line.fail)
    if ('call' in line) return yield* this.#runCalls([line.call])
    if ('calls' in line) return yield* this.#runCalls(line.calls)
    if ('plan' in line) return yield* this.#runPlan(line.plan)
    if ('pause' in line) this.time += line.pause
    else if ('think' in line) yield* this.#think(line.think)
    else if ('compact' in line) this.#writer.compaction = line.compact
    else if ('replan' in line) yield* this.#replan(line.replan)
    else if ('inject' in line) yield* this.#inject(line.inject)
    else if ('send' in line) yield* this.#sendEvents(line.send)
    else if ('violate' in line) yield* violationEvents(this.time, line.violate)
    else yield* this.#sendAnswer(line.answer)
    return true
  }

  *#think(thought: Thought): ScriptEvents {
    const { text, ...how } = typeof thought === 'string' ? { text: thought } : thought
    this.time = yield* this.react.think(this.time, text, { pace: this.#script.pace, ...how })
  }

  *#inject(injected: InjectLine): ScriptEvents {
    const data = this.#context.injectScripted(injected)
    if (data === undefined) return
    yield { at: this.time, event: { event: 'inject', data } }
    this.time = yield* this.react.restartIteration(this.time)
  }

  *#fail(failure: FailLine): ScriptEvents<false> {
    this.hasFailed = true
    yield* failTurn(this.#context, this.time, failure)
    return false
  }

  *#sendEvents(events: Readonly<Record<string, unknown>>): ScriptEvents {
    for (const [event, data] of Object.entries(events)) {
      const turnEvent = { event, data } as TurnEvent
      if (turnEvent.event === 'answer' && turnEvent.data.type === 'delta')
        this.#writer.answer += turnEvent.data.text
      if (turnEvent.event === 'done') {
        yield* this.#writer.end(this.time)
        this.time = yield* this.react.endThinking(this.time)
        this.isDone = true
      }
      yield { at: this.time, event: turnEvent }
    }
  }

  *#runCalls(calls: readonly ScriptCall[]): ScriptEvents<boolean> {
    if (this.#context.approvesEveryCall) {
      for (const call of calls) if (!(yield* this.#runApproval({ call }))) return false
      return true
    }
    this.time = yield* this.react.runCalls(this.time, calls)
    for (const { observation = '' } of calls) this.toolTokens += estimateTokens(observation)
    return true
  }

  *#runApproval({ call, approved = [], ...refused }: ApprovalLine): ScriptEvents<boolean> {
    const { at, decision: answer } = yield* this.react.requestCall(this.time, call)
    this.time = at
    const decision =
      refused.repeated === undefined ? answer : decisionOrRepeated(this.#context, call, answer)
    const placeholders = { reason: decision.reason ?? 'no reason given' }
    const isApproved = decision.status === 'approved'
    if (isApproved && !(yield* this.#playLines(approved, placeholders))) return false
    const errors = fillDeep(refused.errors, (text) => this.#context.fill(text))
    this.time = yield* this.react.finishCall(this.time, call, decision, errors)
    if (isApproved) {
      this.toolTokens += estimateTokens(call.observation ?? '')
      return true
    }
    const { status } = decision
    const lines = status === 'approved' ? undefined : refused[status]
    if (lines === undefined) yield* this.#sendAnswer(refusalAnswer(call, decision))
    else yield* this.#playLines(lines, placeholders)
    return false
  }

  *#runPlan(plan: PlanLine): ScriptEvents<boolean> {
    const { pace } = this.#script
    const options = { round: this.round, pace, reason: this.#replanReason }
    const { at, refusal } = yield* runPlan(this.#context, this.time, plan, options)
    this.time = at
    this.verdict = plan
    for (const { result } of plan.steps) this.toolTokens += estimateTokens(result)
    if (refusal === undefined) return true
    this.verdict = { achieved: false, confidence: plan.confidence }
    yield* this.#sendAnswer(refusalAnswer(refusal.call, refusal.decision))
    return false
  }

  *#replan(reason: string): ScriptEvents {
    this.round++
    if (!this.#context.sendsReplanning) {
      // The specification has no `replanning` phase, so the next `planning` phase sends the reason.
      this.#replanReason = reason
      return
    }
    const data = { name: 'replanning', status: 'start', round: this.round, reason } as const
    yield { at: this.time, event: { event: 'phase', data } }
  }

  /** Sends a part of the answer. Notes about injected texts come before it. */
  *#sendAnswer(typed: TypedText, startsParagraph = false): ScriptEvents {
    const { pace } = this.#script
    const line = typeof typed === 'string' ? { text: typed, pace } : typed
    const notes = this.#notes.splice(0)
    this.time = yield* this.react.endThinking(this.time)
    this.time = yield* this.#writer.send(this.time, line, { notes, startsParagraph })
  }
}

const answerEvents = createTextEvents((text) => ({
  event: 'answer',
  data: { type: 'delta', text },
}))

type AnswerOptions = {
  /** Injected texts that the answer mentions first. */
  readonly notes: readonly string[]
  /** Whether the text starts a new paragraph. */
  readonly startsParagraph: boolean
}

/** Sends the answer of a turn, part by part. */
class AnswerWriter {
  readonly #context: RunContext
  /** Whether an answer has started but not ended. Consecutive answer lines form one answer. */
  #isOpen = false
  #beginsParagraph = false
  /** The data of the `compact` event to send before the next answer. */
  compaction: EventData<'compact'> | undefined
  answer = ''

  constructor(context: RunContext) {
    this.#context = context
  }

  /** Makes the next part of the answer a separate paragraph. */
  beginParagraph(): void {
    this.#beginsParagraph = true
  }

  /** Sends a part of the answer. Returns the script time of its end. */
  *send(
    at: number,
    { text, pace }: { readonly text: string; readonly pace?: Pace | undefined },
    { notes, startsParagraph }: AnswerOptions,
  ): ScriptEvents<number> {
    const whole = [
      ...notes.map((note) => `You added “${note}”: I will take that into account.`),
      text,
    ]
    const part = whole.filter((each) => each !== '').join('\n\n')
    const isApart = startsParagraph || notes.length > 0 || this.#beginsParagraph
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

/** Sends the last event before `end` in a turn that fails. */
function* failTurn(context: RunContext, at: number, { error, message }: FailLine): ScriptEvents {
  if (!context.failsWithDone) {
    yield { at, event: { event: 'error', data: { error, message } } }
    return
  }
  const elapsed = yield* waitAndReadSeconds(context, at)
  const text = `${error}: ${message}`
  const payload =
    context.mode === 'react'
      ? { answer: `Agent error: ${text}`, iterations: 0, elapsed }
      : { answer: `Pipeline error: ${text}`, achieved: false, confidence: 0, elapsed }
  // Sent as a violation, because a failed turn has no usage, which a regular `done` contains.
  yield { at, event: { event: 'violation', data: { name: 'done', payload } } }
}

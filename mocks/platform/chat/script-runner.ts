import type { EventData, TurnEvent } from '../../../contract/events.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type {
  ApprovalLine,
  Pace,
  PlanLine,
  ScriptCall,
  ScriptLine,
  TypedText,
} from '../../../contract/scripts/lines.ts'
import { type ScriptEvents, batchEnd, estimateTokens } from './timed-events.ts'
import { fillDeep } from './placeholders.ts'
import { refusalAnswer, ReactRunner } from './react-runner.ts'
import { runPlan } from './plan-runner.ts'
import { createTextEvents } from './text-events.ts'
import type { RunContext } from './run-context.ts'

/** What a script is to the one who tells it. */
export type Script = Pick<
  Scenario,
  'script' | 'pace' | 'usage' | 'on_inject' | 'suggestions' | 'title' | 'violate' | 'fault'
>

const answerEvents = createTextEvents((text) => ({
  event: 'answer',
  data: { type: 'delta', text },
}))

type ExtraPlaceholders = Readonly<Record<string, string>>

/** Tells the lines of a script, one after another, and takes up what is injected between them. */
export class ScriptRunner {
  readonly react: ReactRunner
  readonly #script: Script
  readonly #telling: RunContext
  /** Injected texts that the next answer takes up. */
  readonly #notes: string[] = []
  #compaction: EventData<'compact'> | undefined
  /** Whether an answer is being typed: lines that follow each other make one. */
  #answering = false
  /** Where the script stands, in its own time. */
  time = 0
  answer = ''
  /** Tokens of what calls and steps came to. */
  toolTokens = 0
  /** Whether the script itself has said that the turn is done. */
  isDone = false
  round = 1
  verdict: Pick<PlanLine, 'achieved' | 'confidence'> = { achieved: true, confidence: 1 }

  constructor(script: Script, telling: RunContext) {
    this.#script = script
    this.#telling = telling
    this.react = new ReactRunner(telling)
  }

  /** Tells the whole script; what was injected during its last line is answered, too. */
  *run(): ScriptEvents {
    yield* this.#lines(this.#script.script)
    yield* this.#takeUp([])
    if (this.#notes.length > 0) yield* this.#say('')
    yield* this.#endAnswer()
    this.time = yield* this.react.endThinking(this.time)
  }

  /** Tells lines to their end, or until a call is refused: then false, the refusal being told. */
  *#lines(lines: readonly ScriptLine[], places: ExtraPlaceholders = {}): ScriptEvents<boolean> {
    for (const line of lines) {
      if (!(yield* this.#takeUp(this.#script.on_inject ?? []))) return false
      if (!(yield* this.#line(line, places))) return false
    }
    return true
  }

  /**
   * Once the next line is due, takes up what was injected: by lines, else in the next answer. False
   * where a director wants something else said than the rest.
   */
  *#takeUp(lines: readonly ScriptLine[]): ScriptEvents<boolean> {
    yield { at: this.time, event: { cue: 'line' } }
    const { injected, prompted } = this.#telling
    const prompt = prompted()
    if (prompt !== undefined) {
      yield* this.#say(prompt, true)
      return false
    }
    for (let inject = injected(); inject !== undefined; inject = injected()) {
      if (lines.length === 0) this.#notes.push(inject)
      for (const line of lines) if (!(yield* this.#line(line, { inject }))) return false
    }
    return true
  }

  *#line(written: ScriptLine, places: ExtraPlaceholders): ScriptEvents<boolean> {
    const fill = (text: string) => this.#telling.fill(text, places)
    if (!('answer' in written || 'pause' in written)) yield* this.#endAnswer()
    // The lines of a decision are filled in once it is known.
    if ('approval' in written)
      return yield* this.#approval({
        ...written.approval,
        call: fillDeep(written.approval.call, fill),
      })
    const line = fillDeep(written, fill)
    if ('call' in line) return yield* this.#calls([line.call])
    if ('calls' in line) return yield* this.#calls(line.calls)
    if ('plan' in line) return yield* this.#plan(line.plan)
    if ('pause' in line) this.time += line.pause
    else if ('think' in line) yield* this.#think(line.think)
    else if ('compact' in line) this.#compaction = line.compact
    else if ('replan' in line) yield* this.#replan(line.replan)
    else if ('send' in line) yield* this.#send(line.send)
    else if ('violate' in line) yield* this.#violate(line.violate)
    else yield* this.#say(line.answer)
    return true
  }

  *#think(thought: TypedText): ScriptEvents {
    const { text, pace } = this.#paced(thought)
    this.time = yield* this.react.think(this.time, text, pace)
  }

  *#send(sent: Readonly<Record<string, unknown>>): ScriptEvents {
    for (const [event, data] of Object.entries(sent)) {
      const told = { event, data } as TurnEvent
      if (told.event === 'answer' && told.data.type === 'delta') this.answer += told.data.text
      if (told.event === 'done') {
        this.time = yield* this.react.endThinking(this.time)
        this.isDone = true
      }
      yield { at: this.time, event: told }
    }
  }

  *#violate(said: Readonly<Record<string, unknown>>): ScriptEvents {
    for (const [name, payload] of Object.entries(said))
      yield { at: this.time, event: { event: 'violation', data: { name, payload } } }
  }

  *#calls(calls: readonly ScriptCall[]): ScriptEvents<boolean> {
    if (this.#telling.asksAlways) {
      for (const call of calls) if (!(yield* this.#approval({ call }))) return false
      return true
    }
    this.time = yield* this.react.runCalls(this.time, calls)
    for (const { observation = '' } of calls) this.toolTokens += estimateTokens(observation)
    return true
  }

  *#approval({ call, approved = [], ...refused }: ApprovalLine): ScriptEvents<boolean> {
    const { at, decision } = yield* this.react.announceCall(this.time, call)
    this.time = at
    const places = { reason: decision.reason ?? 'no reason given' }
    const isApproved = decision.status === 'approved'
    if (isApproved && !(yield* this.#lines(approved, places))) return false
    this.time = yield* this.react.finishCall(this.time, call, decision)
    if (isApproved) {
      this.toolTokens += estimateTokens(call.observation ?? '')
      return true
    }
    const branch = decision.status === 'rejected' ? refused.rejected : refused.expired
    if (branch === undefined) yield* this.#say(refusalAnswer(call, decision))
    else yield* this.#lines(branch, places)
    return false
  }

  *#plan(plan: PlanLine): ScriptEvents<boolean> {
    const { round } = this
    const { pace } = this.#script
    const { at, refusal } = yield* runPlan(this.#telling, this.time, plan, { round, pace })
    this.time = at
    this.verdict = plan
    for (const { result } of plan.steps) this.toolTokens += estimateTokens(result)
    if (refusal === undefined) return true
    this.verdict = { achieved: false, confidence: plan.confidence }
    yield* this.#say(refusalAnswer(refusal.call, refusal.decision))
    return false
  }

  *#replan(reason: string): ScriptEvents {
    this.round++
    const data = { name: 'replanning', status: 'start', round: this.round, reason } as const
    yield { at: this.time, event: { event: 'phase', data } }
  }

  /** Types an answer, after a sentence for each injected text that no line took up. */
  *#say(said: TypedText, apart = false): ScriptEvents {
    const { text, pace } = this.#paced(said)
    const noted = this.#notes
      .splice(0)
      .map((note) => `You added “${note}”: I go by that from here.`)
    const whole = [...noted, text].filter((part) => part !== '').join('\n\n')
    const continues = this.answer === '' || (noted.length === 0 && !apart)
    const answer = continues ? whole : `\n\n${whole}`
    this.time = yield* this.react.endThinking(this.time)
    yield* this.#type(answer, pace)
    this.answer += answer
  }

  #paced(said: TypedText): { readonly text: string; readonly pace: Pace | undefined } {
    return typeof said === 'string' ? { text: said, pace: this.#script.pace } : said
  }

  *#type(answer: string, pace: Pace | undefined): ScriptEvents {
    if (!this.#answering) yield* this.#beginAnswer()
    const passage = { at: this.time, said: answerEvents(answer, pace, this.#telling.chance) }
    yield passage
    this.time = batchEnd(passage)
  }

  *#beginAnswer(): ScriptEvents {
    const { mode, sendsHeartbeat } = this.#telling
    this.#answering = true
    if (mode === 'react')
      yield { at: this.time, event: { event: 'step', data: { type: 'answer', status: 'start' } } }
    if (this.#compaction !== undefined)
      yield { at: this.time, event: { event: 'compact', data: this.#compaction } }
    this.#compaction = undefined
    if (sendsHeartbeat) yield { at: this.time, event: { event: 'heartbeat', data: {} } }
    yield { at: this.time, event: { event: 'answer', data: { type: 'start' } } }
  }

  *#endAnswer(): ScriptEvents {
    if (this.#answering) yield { at: this.time, event: { event: 'answer', data: { type: 'done' } } }
    this.#answering = false
  }
}

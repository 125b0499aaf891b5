import type { EventData } from '../../contract/events.ts'
import type {
  ApprovalLine,
  PlanLine,
  Scenario,
  ScriptCall,
  ScriptLine,
} from '../../contract/scenario.ts'
import { type Beats, inDeltas, type Telling } from './beats.ts'
import { refusalLines } from './refusal.ts'
import { LoopTeller } from './tell-loop.ts'
import { tellPlan } from './tell-plan.ts'

const defaultPace = { words: 3, every: 22 }

/** What a script is to the one who tells it. */
export type Script = Pick<Scenario, 'script' | 'pace' | 'usage' | 'on_inject'>

type Places = Readonly<Record<string, string>>

/** Tells the lines of a script, one after another, and takes up what is injected between them. */
export class ScriptTeller {
  readonly loop: LoopTeller
  readonly #script: Script
  readonly #telling: Telling
  /** Injected texts that the next answer takes up. */
  readonly #notes: string[] = []
  #compaction: EventData<'compact'> | undefined
  /** Where the script stands, in its own time. */
  at = 0
  answer = ''
  round = 1
  verdict: Pick<PlanLine, 'achieved' | 'confidence'> = { achieved: true, confidence: 1 }

  constructor(script: Script, telling: Telling) {
    this.#script = script
    this.#telling = telling
    this.loop = new LoopTeller(telling)
  }

  /** Tells the whole script; what was injected during its last line is answered, too. */
  *tell(): Beats {
    yield* this.#lines(this.#script.script)
    yield* this.#takeUp([])
    if (this.#notes.length > 0) yield* this.#say('')
    this.at = yield* this.loop.decide(this.at)
  }

  /** Tells lines to their end, or until a call is refused: then false, the refusal being told. */
  *#lines(lines: readonly ScriptLine[], places: Places = {}): Beats<boolean> {
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
  *#takeUp(lines: readonly ScriptLine[]): Beats<boolean> {
    yield { at: this.at, event: { cue: 'line' } }
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

  *#line(line: ScriptLine, places: Places): Beats<boolean> {
    if ('call' in line) return yield* this.#calls([line.call])
    if ('calls' in line) return yield* this.#calls(line.calls)
    if ('approval' in line) return yield* this.#approval(line.approval)
    if ('plan' in line) return yield* this.#plan(line.plan)
    const fill = (text: string) => this.#telling.fill(text, places)
    if ('pause' in line) this.at += line.pause
    else if ('think' in line) this.at = yield* this.loop.think(this.at, fill(line.think))
    else if ('compact' in line) this.#compaction = line.compact
    else if ('replan' in line) yield* this.#replan(line.replan)
    else yield* this.#say(fill(line.answer))
    return true
  }

  *#calls(calls: readonly ScriptCall[]): Beats<boolean> {
    if (this.#telling.asksAlways) {
      for (const call of calls) if (!(yield* this.#approval({ call }))) return false
      return true
    }
    this.at = yield* this.loop.call(this.at, calls)
    return true
  }

  *#approval({ call, rejected, expired }: ApprovalLine): Beats<boolean> {
    const { at, decision } = yield* this.loop.ask(this.at, call)
    this.at = at
    if (decision.status === 'approved') return true
    const branch = decision.status === 'rejected' ? rejected : expired
    const places = { reason: decision.reason ?? 'no reason given' }
    yield* this.#lines(branch ?? refusalLines(call, decision), places)
    return false
  }

  *#plan(plan: PlanLine): Beats<boolean> {
    const { at, refusal } = yield* tellPlan(this.#telling, this.at, plan, this.round)
    this.at = at
    this.verdict = plan
    if (refusal === undefined) return true
    this.verdict = { achieved: false, confidence: plan.confidence }
    yield* this.#lines(refusalLines(refusal.call, refusal.decision))
    return false
  }

  *#replan(reason: string): Beats {
    this.round++
    const data = { name: 'replanning', status: 'start', round: this.round, reason } as const
    yield { at: this.at, event: { event: 'phase', data } }
  }

  /** Types an answer, after a sentence for each injected text that no line took up. */
  *#say(text: string, apart = false): Beats {
    const noted = this.#notes
      .splice(0)
      .map((note) => `You added “${note}”: I go by that from here.`)
    const said = [...noted, text].filter((part) => part !== '').join('\n\n')
    const continues = this.answer === '' || (noted.length === 0 && !apart)
    const answer = continues ? said : `\n\n${said}`
    this.at = yield* this.loop.decide(this.at)
    yield* this.#type(answer)
    this.answer += answer
  }

  *#type(text: string): Beats {
    const { mode, sendsHeartbeat } = this.#telling
    const { words, every } = this.#script.pace ?? defaultPace
    if (mode === 'react')
      yield { at: this.at, event: { event: 'step', data: { type: 'answer', status: 'start' } } }
    if (this.#compaction !== undefined)
      yield { at: this.at, event: { event: 'compact', data: this.#compaction } }
    this.#compaction = undefined
    if (sendsHeartbeat) yield { at: this.at, event: { event: 'heartbeat', data: {} } }
    yield { at: this.at, event: { event: 'answer', data: { type: 'start' } } }
    for (const delta of inDeltas(text, words)) {
      this.at += every
      yield { at: this.at, event: { event: 'answer', data: { type: 'delta', text: delta } } }
    }
    yield { at: this.at, event: { event: 'answer', data: { type: 'done' } } }
  }
}

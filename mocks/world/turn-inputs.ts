import { fromSpeedFactor, toSpeedFactor } from '../../contract/duration.ts'
import type { TurnInput } from '../../contract/snapshot.ts'

/** A decision on an approval. */
export type Decision = {
  readonly status: 'approved' | 'rejected' | 'expired'
  /** The reason that the approver gave. */
  readonly reason: string | null
}

/** An approval that a turn requested, and its decision once there is one. */
export type RequestedApproval = { readonly id: string; decision?: Decision }

/** A text of a director. After an aside, the script continues. Any other text ends the script. */
export type DirectedText = { readonly text: string; readonly isAside: boolean }

type Injection = { readonly id: string; readonly content: string }

/** The start and the speed of a playback. Both change while it plays. */
type Timeline = { startedAt: number; speed: number }

/**
 * All inputs of a running turn from outside: injected texts, decisions, random numbers, changes of
 * speed. Each is recorded in order. So a turn of a loaded world can be played again up to its last
 * event, and continues from there.
 */
export class TurnInputs {
  /** Called with each input, to store it. */
  onInput: ((input: TurnInput) => void) | undefined
  /** Called after each text of a director, because a turn may wait for more lines of its script. */
  onSay: (() => void) | undefined
  /** The positions of events of a loaded turn that are not from its script. */
  readonly #foreignPositions = new Set<number>()
  readonly #injections: Injection[] = []
  #directed: DirectedText[] = []
  /** The positions of the events about injected texts. */
  readonly #injectEvents: number[] = []
  /** Whether a director has replaced the remaining lines of the script. */
  isReplaced = false
  /** The decisions on the turn's approvals so far, oldest first. */
  readonly decisions: Decision[] = []
  /** The number of items that the turn has taken from its script. */
  #step = 0
  readonly #draws: number[] = []
  readonly #approvals: RequestedApproval[] = []
  /** Recorded inputs that belong to a later step than the current one. */
  readonly #laterInputs: Extract<TurnInput, { readonly step: number }>[] = []
  #timeline: Timeline | undefined

  /** Reads the inputs of a turn that was stored. Call it before the turn plays. */
  load(inputs: readonly TurnInput[]): void {
    for (const input of inputs) {
      if ('event' in input) this.#foreignPositions.add(input.event)
      if ('inject' in input) this.#injectEvents.push(input.event)
      if ('draw' in input) this.#draws.push(input.draw)
      else if ('approval' in input) this.#approvals.push({ id: input.approval })
      else if ('decision' in input) {
        const approval = this.#approvals.at(-1)
        const { decision: status, reason } = input
        if (approval !== undefined) approval.decision = { status, reason }
        this.decisions.push({ status, reason })
      } else if ('step' in input) this.#laterInputs.push(input)
    }
  }

  /** Whether the event of a loaded turn at this position is not from the script. */
  isForeign(position: number): boolean {
    return this.#foreignPositions.has(position)
  }

  /** Counts an item of the script, and applies the recorded inputs of the steps before it. */
  beginStep(): void {
    this.#applyBefore(++this.#step)
  }

  /** Applies the recorded inputs of the current step, whose last event the turn has sent. */
  catchUp(): void {
    this.#applyBefore(this.#step + 1)
  }

  /** Sets the timeline of the playback. Recorded changes are applied to it at their steps. */
  follow(timeline: Timeline): void {
    this.#timeline = timeline
  }

  /** Records that the timeline was changed. */
  retimed({ startedAt, speed }: Timeline): void {
    this.#record({ started_at: startedAt, speed: fromSpeedFactor(speed), step: this.#step })
  }

  /** Returns the next recorded number. Without one, calls `source`, and records its number. */
  draw(source: () => number): number {
    const known = this.#draws.shift()
    if (known !== undefined) return known
    const draw = source()
    this.#record({ draw })
    return draw
  }

  /** Adds an injected text. `event` is the position of the event about the injection. */
  inject(injection: Injection, event: number): void {
    this.#injections.push(injection)
    this.#injectEvents.push(event)
    const { id, content } = injection
    this.#record({ inject: content, id, event, step: this.#step })
  }

  /** Counts the events about injected texts from a position on. */
  countInjectEvents(from: number): number {
    return this.#injectEvents.filter((event) => event >= from).length
  }

  /** Removes an injection. Returns false if the injection was used already, or never existed. */
  recall(id: string): boolean {
    const isRemoved = this.#removeInjection(id)
    if (isRemoved) this.#record({ recall: id, step: this.#step })
    return isRemoved
  }

  /** Removes and returns the oldest injected text. */
  takeInjection(): string | undefined {
    return this.#injections.shift()?.content
  }

  /** Sets a text of a director: an aside before the next line, or a text that ends the script. */
  say(text: string, isAside = false): void {
    this.#direct({ text, isAside })
    this.#record({ say: text, ...(isAside && { aside: true }), step: this.#step })
    this.onSay?.()
  }

  /** The texts of a director that the playback has not taken yet, oldest first. */
  get directedTexts(): readonly DirectedText[] {
    return this.#directed
  }

  takeDirectedText(): DirectedText | undefined {
    return this.#directed.shift()
  }

  /** Records that the next event, which will be at this position, is not from the script. */
  addEvent(event: number): void {
    this.#record({ event })
  }

  /** Records an approval request and the position of its event. */
  requestApproval(id: string, event: number): void {
    this.#record({ approval: id, event })
  }

  /**
   * Returns the recorded approval for the next approval request; `undefined` if the request is new.
   */
  recordedApproval(): RequestedApproval | undefined {
    return this.#approvals.shift()
  }

  decide({ status, reason }: Decision): void {
    this.decisions.push({ status, reason })
    this.#record({ decision: status, reason })
  }

  #direct(directed: DirectedText): void {
    // A text that ends the script also replaces the texts that wait.
    if (!directed.isAside) this.#directed = []
    this.#directed.push(directed)
    this.isReplaced ||= !directed.isAside
  }

  #removeInjection(id: string): boolean {
    const at = this.#injections.findIndex((one) => one.id === id)
    if (at >= 0) this.#injections.splice(at, 1)
    return at >= 0
  }

  #record(input: TurnInput): void {
    this.onInput?.(input)
  }

  #applyBefore(step: number): void {
    for (
      let [input] = this.#laterInputs;
      input !== undefined && input.step < step;
      [input] = this.#laterInputs
    ) {
      this.#laterInputs.shift()
      if ('inject' in input) this.#injections.push({ id: input.id, content: input.inject })
      else if ('recall' in input) this.#removeInjection(input.recall)
      else if ('say' in input) this.#direct({ text: input.say, isAside: input.aside === true })
      else if (this.#timeline !== undefined)
        Object.assign(this.#timeline, {
          startedAt: input.started_at,
          speed: toSpeedFactor(input.speed),
        })
    }
  }
}

/** Identifies a step of a plan in a turn, by the number of its round and its id. */
export type StepReference = { readonly round: number; readonly id: string }

/** The time at which an event arrived, and the event's row in the list of events. */
export type Moment = {
  /** Milliseconds since the question was sent. */
  readonly at: number
  readonly row: number
}

/** A part of a turn that takes time, such as a tool call. */
export type Span = {
  /** The id of the span. Open spans have different ids, even for two calls of one tool. */
  readonly id: string
  readonly kind: 'phase' | 'step' | 'thinking' | 'tool' | 'approval' | 'answer'
  readonly label: string
  readonly from: number
  /** The end of the span in milliseconds; `undefined` while the span is open. */
  readonly to: number | undefined
  readonly isFailed: boolean
  /** The number of events that carried text of the answer. */
  readonly deltas: number
  /** The row of the span's first event in the list of events. */
  readonly row: number
  /** The step of a plan that this span measures, if it measures a step. */
  readonly step?: StepReference
}

/** Changes the spans of a turn for one event. Without a moment, adds no spans. */
export class SpanChange {
  readonly #moment: Moment | undefined
  #spans: readonly Span[]

  constructor(spans: readonly Span[], moment: Moment | undefined) {
    this.#spans = spans
    this.#moment = moment
  }

  get spans(): readonly Span[] {
    return this.#spans
  }

  isOpen(id: string): boolean {
    return this.#indexOf(id) !== -1
  }

  /** Begins a span, unless a span with this id is already open. */
  begin(id: string, kind: Span['kind'], label: string, step?: StepReference): void {
    if (this.#moment === undefined || this.isOpen(id)) return
    const { at: from, row } = this.#moment
    const span = { id, kind, label, from, to: undefined, isFailed: false, deltas: 0, row }
    this.#spans = [...this.#spans, { ...span, ...(step && { step }) }]
  }

  /** Changes an open span; does nothing if it is not open. */
  update(id: string, change: (span: Span) => Partial<Span>): void {
    const index = this.#indexOf(id)
    const span = this.#spans[index]
    if (span !== undefined) this.#spans = this.#spans.with(index, { ...span, ...change(span) })
  }

  end(id: string, isFailed = false): void {
    this.update(id, () => ({ to: this.#moment?.at, isFailed }))
  }

  endAll(): void {
    for (const { id, to } of this.#spans) if (to === undefined) this.end(id)
  }

  /** Begins or ends a span. A span that ends without a beginning gets the duration 0. */
  beginOrEnd(
    id: string,
    kind: Span['kind'],
    label: string,
    isBegin: boolean,
    isFailed = false,
  ): void {
    this.begin(id, kind, label)
    if (!isBegin) this.end(id, isFailed)
  }

  #indexOf(id: string): number {
    return this.#spans.findLastIndex((span) => span.id === id && span.to === undefined)
  }
}

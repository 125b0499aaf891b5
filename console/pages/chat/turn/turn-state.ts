/** The turn waits for a decision on a tool call. */
export type Approval = {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  /** When nobody's decision becomes one: ISO 8601. */
  readonly timeoutAt: string | undefined
  /** Where it is decided instead of here, such as the name of a channel. */
  readonly channel: string | undefined
}

/** What an agent does on its way to an answer, in the order in which it does it. */
export type Step =
  | { readonly kind: 'thought'; readonly text: string; readonly isOver: boolean }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'approval'; readonly approval: Approval }
  | { readonly kind: 'inject'; readonly text: string }
  | { readonly kind: 'compact'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly kind: 'unknown'; readonly name: string; readonly data: unknown }

/** What the platform counted. */
export type TurnResult = {
  readonly tokens: number
  readonly seconds: number | undefined
  readonly iterations: number | undefined
  readonly rounds: number | undefined
}

/** A turn as a page draws it. */
export type TurnState = {
  readonly question: string
  /** Which way `auto` chose, and why. */
  readonly routing: { readonly mode: string; readonly reasoning: string | undefined } | undefined
  readonly steps: readonly Step[]
  readonly rounds: readonly Round[]
  readonly answer: string
  readonly isAnswering: boolean
  /** The confirmation that the turn waits for. */
  readonly awaitedConfirmation: string | undefined
  readonly suggestions: readonly string[]
  readonly title: string | undefined
  readonly result: TurnResult | undefined
  readonly isOver: boolean
}

/** A turn of which nothing was told yet. */
export const newTurn = (question: string): TurnState => ({
  question,
  routing: undefined,
  steps: [],
  rounds: [],
  answer: '',
  isAnswering: false,
  awaitedConfirmation: undefined,
  suggestions: [],
  title: undefined,
  result: undefined,
  isOver: false,
})

export type PlanStepState = 'waiting' | 'running' | 'completed' | 'failed' | 'skipped'

/** A step of a plan, and how far it came. */
export type PlanStep = {
  readonly id: string
  readonly task: string
  /** The steps that it waits for. */
  readonly deps: readonly string[]
  readonly state: PlanStepState
  readonly thinking: string
  readonly calls: readonly ToolCall[]
  readonly result: string | undefined
  readonly seconds: number | undefined
}

/** One round of a plan: made, executed, judged. */
export type Round = {
  readonly number: number
  /** Why there is another round; `undefined` for the first. */
  readonly reason: string | undefined
  /** What it is at: `planning`, `executing`, `analyzing` …; `undefined` between phases. */
  readonly phase: string | undefined
  readonly steps: readonly PlanStep[]
  readonly achieved: boolean | undefined
  /** From 0 to 1. */
  readonly confidence: number | undefined
  readonly reasoning: string | undefined
}

/** A call of a tool, as far as it was told. */
export type ToolCall = {
  readonly tool: string
  readonly input: unknown
  readonly iteration: number | undefined
  readonly reasoning: string | undefined
  readonly observation: string | undefined
  readonly error: string | undefined
  /** How long it took, by the platform's own count. */
  readonly seconds: number | undefined
  readonly state: 'running' | 'done' | 'failed'
}

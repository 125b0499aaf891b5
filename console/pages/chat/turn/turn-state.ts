import type { Span } from './turn-spans.ts'

export type Approval = {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  /** The time at which the approval expires without a decision, in ISO 8601. */
  readonly timeoutAt: string | undefined
  /** The channel in which the user decides, if it is not the chat. */
  readonly channel: string | undefined
}

/** A step of the agent before its answer. */
export type Step =
  | { readonly kind: 'thought'; readonly text: string; readonly isOver: boolean }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'approval'; readonly approval: Approval }
  | { readonly kind: 'inject'; readonly text: string }
  | { readonly kind: 'compact'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'unknown'; readonly name: string; readonly data: unknown }

/** The totals that the platform sends at the end of a turn. */
export type TurnResult = {
  readonly tokens: number
  readonly seconds: number | undefined
  readonly rounds: number | undefined
}

/** The state of a turn, from which the page renders the turn. */
export type TurnState = {
  readonly question: string
  /** The mode that `auto` chose, and the reason. */
  readonly routing?: { readonly mode: string; readonly reasoning: string | undefined }
  readonly steps: readonly Step[]
  readonly rounds: readonly Round[]
  readonly answer: string
  readonly isAnswering: boolean
  /** The id of the confirmation that the turn waits for. */
  readonly awaitedConfirmation?: string | undefined
  readonly suggestions: readonly string[]
  readonly title?: string
  readonly result?: TurnResult | undefined
  readonly isOver: boolean
  /** The spans of the turn, sorted by their start; empty for a turn of the history. */
  readonly spans: readonly Span[]
}

/** Creates the state of a turn without any events. */
export const newTurn = (question: string): TurnState => ({
  question,
  steps: [],
  rounds: [],
  answer: '',
  isAnswering: false,
  suggestions: [],
  isOver: false,
  spans: [],
})

export type PlanStepState = 'waiting' | 'running' | 'completed' | 'failed' | 'skipped'

export type PlanStep = {
  readonly id: string
  readonly task: string
  /** The ids of the steps that this step depends on. */
  readonly deps: readonly string[]
  readonly state: PlanStepState
  readonly thinking: string
  readonly calls: readonly ToolCall[]
  readonly result?: string | undefined
  readonly seconds?: number | undefined
}

/** One round of a plan: its planning, its execution and its analysis. */
export type Round = {
  readonly number: number
  /** The reason for this round; `undefined` for the first round. */
  readonly reason?: string | undefined
  /** The current phase: `planning`, `executing`, `analyzing` …; `undefined` between phases. */
  readonly phase?: string | undefined
  readonly steps: readonly PlanStep[]
  readonly achieved?: boolean | undefined
  /** How confident the platform is about `achieved`, from 0 to 1. */
  readonly confidence?: number | undefined
  readonly reasoning?: string | undefined
}

/** A tool call, with the fields that the platform has sent so far. */
export type ToolCall = {
  readonly tool: string
  readonly input: unknown
  readonly iteration: number | undefined
  readonly reasoning: string | undefined
  readonly observation: string | undefined
  readonly error: string | undefined
  /** The duration of the call in seconds, as the platform reports it. */
  readonly seconds: number | undefined
  readonly state: 'running' | 'done' | 'failed'
}

import type { Round } from './plan-view.ts'
import type { ToolCall } from './tool-call.ts'

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
export type Result = {
  readonly tokens: number
  readonly seconds: number | undefined
  readonly iterations: number | undefined
  readonly rounds: number | undefined
}

/** A turn as a page draws it. */
export type TurnView = {
  readonly question: string
  /** Which way `auto` chose, and why. */
  readonly routing: { readonly mode: string; readonly reasoning: string | undefined } | undefined
  readonly steps: readonly Step[]
  readonly rounds: readonly Round[]
  readonly answer: string
  readonly isAnswering: boolean
  /** The confirmation that the turn waits for. */
  readonly awaits: string | undefined
  readonly suggestions: readonly string[]
  readonly title: string | undefined
  readonly result: Result | undefined
  readonly isOver: boolean
}

/** A turn of which nothing was told yet. */
export const begunTurn = (question: string): TurnView => ({
  question,
  routing: undefined,
  steps: [],
  rounds: [],
  answer: '',
  isAnswering: false,
  awaits: undefined,
  suggestions: [],
  title: undefined,
  result: undefined,
  isOver: false,
})

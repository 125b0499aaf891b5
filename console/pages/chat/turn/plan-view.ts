import type { ToolCall } from './tool-call.ts'

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

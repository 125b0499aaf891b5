import type { Plan } from '../session/check.ts'

/** The maximum cost of a plan, if the run has a login and a second user. */
type PlanCost = {
  readonly requests: number
  readonly turns: number
  /** Keys that a run creates. The clean-up deletes the keys, or else disables them. */
  readonly keys: number
  /** Conversations that a run creates, and deletes at the end if the target allows it. */
  readonly conversations: number
}

/**
 * Measured costs on a deployment that follows the specification; the requests are rounded. A slow
 * target gets more requests (see `--grace`). A target that violates rules mostly gets fewer.
 */
export const planCosts: Readonly<Record<Plan, PlanCost>> = {
  smoke: { requests: 180, turns: 0, keys: 0, conversations: 0 },
  core: { requests: 640, turns: 0, keys: 17, conversations: 3 },
  turn: { requests: 680, turns: 3, keys: 17, conversations: 5 },
  full: { requests: 700, turns: 5, keys: 17, conversations: 9 },
  destructive: { requests: 720, turns: 7, keys: 17, conversations: 9 },
}

/**
 * The maximum number of unexpected turns: the requests of a run that start a turn if the target
 * does not refuse them. It is the same for every plan except `smoke`, which sends no such request.
 */
export const maxUnexpectedTurns = 55

/**
 * The maximum cost of a calibration with all inputs, except the runs of a workflow. The calibration
 * also creates an inactive channel, connector and MCP server, and removes them.
 */
export const calibrationCosts: Readonly<Record<Plan, PlanCost>> = {
  smoke: { requests: 0, turns: 0, keys: 0, conversations: 0 },
  core: { requests: 410, turns: 0, keys: 14, conversations: 7 },
  turn: { requests: 440, turns: 4, keys: 14, conversations: 10 },
  full: { requests: 560, turns: 14, keys: 14, conversations: 14 },
  destructive: { requests: 560, turns: 14, keys: 14, conversations: 14 },
}

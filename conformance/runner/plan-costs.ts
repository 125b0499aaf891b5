import type { Plan } from '../session/check.ts'

/** The maximum cost of a plan, with a login and a second user. */
type PlanCost = {
  readonly requests: number
  readonly turns: number
  /** Keys that a run creates. It deletes them at the end, or disables them if it can't. */
  readonly keys: number
  /** Conversations that a run creates, and deletes at the end if the target allows it. */
  readonly conversations: number
}

/**
 * Measured on a deployment that follows the specification; requests are rounded. A slow or busy
 * target (see `--grace`) gets more requests, a target that violates rules mostly gets fewer.
 */
export const planCosts: Readonly<Record<Plan, PlanCost>> = {
  smoke: { requests: 180, turns: 0, keys: 0, conversations: 0 },
  core: { requests: 620, turns: 0, keys: 17, conversations: 3 },
  turn: { requests: 660, turns: 3, keys: 17, conversations: 5 },
  full: { requests: 680, turns: 5, keys: 17, conversations: 9 },
  destructive: { requests: 700, turns: 7, keys: 17, conversations: 9 },
}

/**
 * The maximum number of turns that a target can start by not refusing requests that it should refuse: the number of
 * such requests in every plan except `smoke`, which sends none.
 */
export const maxUnexpectedTurns = 55

/**
 * The maximum cost of a calibration with all inputs, except the runs of a workflow. It also creates
 * an inactive channel, connector and MCP server, and removes them.
 */
export const calibrationCosts: Readonly<Record<Plan, PlanCost>> = {
  smoke: { requests: 0, turns: 0, keys: 0, conversations: 0 },
  core: { requests: 410, turns: 0, keys: 14, conversations: 7 },
  turn: { requests: 440, turns: 4, keys: 14, conversations: 10 },
  full: { requests: 560, turns: 14, keys: 14, conversations: 14 },
  destructive: { requests: 560, turns: 14, keys: 14, conversations: 14 },
}

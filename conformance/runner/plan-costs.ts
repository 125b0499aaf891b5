import type { Plan } from '../session/check.ts'

/** What a plan costs at most, with a login and a second user given. */
type PlanCost = {
  readonly requests: number
  readonly turns: number
  /** Created, and deleted at the end; where the target can't delete them, they stay behind, disabled. */
  readonly keys: number
  /** Created, and deleted at the end; where the target can't delete them, they stay behind. */
  readonly conversations: number
}

/**
 * Measured on a deployment that follows the specification, requests rounded. One that lags behind
 * (see `--grace`) or is busy is asked more often; one that breaks rules is mostly asked less.
 */
export const planCosts: Readonly<Record<Plan, PlanCost>> = {
  smoke: { requests: 160, turns: 0, keys: 0, conversations: 0 },
  core: { requests: 440, turns: 0, keys: 15, conversations: 2 },
  turn: { requests: 460, turns: 3, keys: 15, conversations: 4 },
  full: { requests: 480, turns: 5, keys: 15, conversations: 8 },
  destructive: { requests: 510, turns: 7, keys: 15, conversations: 8 },
}

/**
 * What a calibration costs at most, all aids given but the runs of a workflow. It also makes a
 * channel and an MCP server, switched off, and removes them.
 */
export const calibrationCosts: Readonly<Record<Plan, PlanCost>> = {
  smoke: { requests: 0, turns: 0, keys: 0, conversations: 0 },
  core: { requests: 170, turns: 0, keys: 14, conversations: 7 },
  turn: { requests: 200, turns: 6, keys: 14, conversations: 10 },
  full: { requests: 250, turns: 14, keys: 14, conversations: 14 },
  destructive: { requests: 250, turns: 14, keys: 14, conversations: 14 },
}

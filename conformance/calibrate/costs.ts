import type { Plan } from '../check.ts'
import type { PlanCost } from '../plan-costs.ts'

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

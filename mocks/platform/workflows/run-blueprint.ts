import { ownLimits } from '../../../contract/limits.ts'
import type { Blueprint, WorkflowNode } from '../../../contract/records/workflow.ts'
import { GraphRun, parallelNodes, skipReasons } from './graph-run.ts'
import { type RunSettings, RunState, type Values } from './run-state.ts'
import type { RunStep, SimulatedRun } from './simulate-run.ts'

const wholeGraph = { path: '', isSilent: false, isEntered: () => true }

/**
 * Computes the run of a drawn blueprint: the events of its nodes by time, and how it ends. A review that
 * nobody has decided is open: what depends on it is left out, and the outcome is `waiting`.
 */
export function runBlueprint(blueprint: Blueprint, settings: RunSettings): SimulatedRun {
  const state = new RunState(settings)
  const { world, workflowId, timeoutSeconds, inputs } = settings
  const variables = state.createVariables(world.env(workflowId))
  const graph = new GraphRun(state, blueprint, variables, {
    ...wholeGraph,
    parallel: parallelNodes.run,
    depth: 0,
  })
  const { endsAt, failed, isWaiting, outputs } = graph.runFrom(0, inputs)
  const run = {
    inputs,
    steps: state.steps,
    log: state.log.toSorted((a, b) => a.at - b.at),
    reviews: [...state.reviews.values()],
    notes: [...state.notes],
    endsAt,
  }
  if (endsAt > timeoutSeconds * 1000) return timedOut(run, timeoutSeconds)
  if (failed.length > 0) {
    const names = [...new Set(failed)].map((id) => `'${id}'`).join(', ')
    return { ...run, outcome: { status: 'failed', error: `Nodes failed: [${names}]` } }
  }
  if (isWaiting) return { ...run, outcome: { status: 'waiting' } }
  return { ...run, outcome: { status: 'completed', outputs } }
}

/** The run up to its limit: running nodes are cancelled, and later ones skipped. */
function timedOut(run: Omit<SimulatedRun, 'outcome'>, seconds: number): SimulatedRun {
  const endsAt = seconds * 1000
  const skipped = new Map<string, RunStep>()
  const steps = run.steps.flatMap((step): RunStep[] => {
    if (step.endsAt <= endsAt) return [step]
    const { node, label, startsAt } = step
    if (startsAt < endsAt) return [{ node, label, startsAt, endsAt, status: 'cancelled' }]
    const reason = skipReasons.timeout
    skipped.set(node.id, { node, label, startsAt: endsAt, endsAt, status: 'skipped', reason })
    return []
  })
  const ended = [...skipped.values()].map((step) => ({ at: endsAt, phase: 'end', step }) as const)
  const log = [...(run.log ?? []).filter(({ at }) => at < endsAt), ...ended]
  const error = `The run timed out after ${seconds} seconds`
  return {
    ...run,
    steps: [...steps, ...skipped.values()],
    log,
    endsAt,
    outcome: { status: 'failed', error },
  }
}

/** Computes one node alone with the given variables (F-069). Workflows inside of it do not run. */
export function runNode(
  node: WorkflowNode,
  settings: RunSettings,
  given: { readonly variables: Values; readonly env: Readonly<Record<string, string>> },
): { readonly step: RunStep | undefined; readonly variables: Values } {
  const state = new RunState({ ...settings, approvesReviews: true })
  const variables = state.createVariables(given.env)
  for (const [key, value] of Object.entries(given.variables)) variables.set(key, value)
  const graph = new GraphRun(state, { nodes: [node], edges: [] }, variables, {
    ...wholeGraph,
    parallel: 1,
    depth: ownLimits.workflowRun.subWorkflowDepth,
  })
  graph.runFrom(0)
  return { step: state.steps[0], variables: variables.all() }
}

import type { Blueprint, StoredWorkflow, WorkflowNode } from '../../../contract/records/workflow.ts'
import type { StoredWorkflowRun } from '../../../contract/snapshot.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import type { World } from '../../world/world.ts'
import { checkDrawnBlueprint } from '../drawn-blueprint.ts'
import { invalidBlueprint } from './defects.ts'
import { formatBlueprint, outputPreview } from './dialects.ts'
import { isDrawnNode, kindOf, findTypeProblem } from '../node-kinds.ts'
import { type RunSettings, RunState } from './run-state.ts'
import { createRunWorld, keepReads, toTextValues } from './run-world.ts'
import { createRunBudget, type RunStep, type SimulatedRun, simulateRun } from './simulate-run.ts'
import type { OutputBudget } from './template.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { limits, ownLimits } from '../../../contract/limits.ts'
import { ApiError } from '../../world/api-error.ts'
import { GraphRun, maxParallelNodes, skipReasons } from './graph-run.ts'
import { Variables } from './variables.ts'

/** Computes a run with the decisions and the cancellation since its start. */
type PlanRun = (since?: Pick<StoredWorkflowRun, 'decisions' | 'cancelled_at'>) => SimulatedRun

/** The workflow of a new run, with its user, inputs and limits. */
export type RunRequest = {
  readonly workflow: StoredWorkflow
  readonly userId: string
  readonly inputs: JsonObject
  readonly timeoutSeconds: number
  /** Whether a client reads the events. In `deployed-0.8`, a gap of 15 seconds ends the stream. */
  readonly isStreamed: boolean
  /** In a batch: the number of characters that the run may read and write. */
  readonly budget?: OutputBudget
}

/** A run that can start. */
export type PlannedRun = RunRequest & {
  readonly plan: PlanRun
  /** Whether the run has the known defects of the deployment. */
  readonly hasDefects: boolean
}

/** Prepares a run of a workflow, by the rules of its deployment. */
export function planRun(world: World, behaviour: Behaviour, request: RunRequest): PlannedRun {
  const { workflow, userId, inputs, timeoutSeconds } = request
  const hasDefects = behaviour.policy.workflows.hasDefects
  const planned = (plan: PlanRun): PlannedRun => ({ ...request, hasDefects, plan })
  const blueprint = formatBlueprint(behaviour, workflow.blueprint)
  if (!behaviour.policy.workflows.isEditorDialect && !blueprint.nodes.some(isDrawnNode)) {
    const simulated = simulateRun(blueprint, inputs, timeoutSeconds, request.budget)
    return planned(() => simulated)
  }
  const refused = hasDefects ? refusedRun(blueprint) : undefined
  if (refused !== undefined) return planned(() => refused)
  const common = { inputs, workflowId: workflow.id, hasDefects, timeoutSeconds }
  const runWorld = keepReads(createRunWorld(world, userId))
  // In a batch, the first plan may have a smaller budget. Later plans have the budget of a single
  // run.
  let firstBudget = request.budget
  return planned(({ decisions, cancelled_at: cancelledAt } = {}) => {
    const budget = firstBudget ?? createRunBudget()
    firstBudget = undefined
    const settings = { ...common, world: runWorld, budget, decisions, cancelledAt }
    return runBlueprint(blueprint, settings)
  })
}

/** The failed run of an invalid blueprint (F-012); `undefined` for a valid blueprint. */
function refusedRun(blueprint: Blueprint): SimulatedRun | undefined {
  const { error } = checkDrawnBlueprint(blueprint, true)
  if (error === null) return undefined
  const isKnown = checkDrawnBlueprint(blueprint).error === null
  return {
    steps: [],
    log: [],
    endsAt: 0,
    isRefused: true,
    notes: isKnown ? ['F-010'] : [],
    outcome: { status: 'failed', error: `${invalidBlueprint}${error}` },
  }
}

/**
 * Runs one node of a workflow alone, without a record, and returns its result (F-069). Throws
 * `request-senseless` for a type that the deployment does not know (F-012).
 */
export function testNode(
  world: World,
  userId: string,
  workflow: object,
  nodeId: string,
  variables: object,
  env: object,
): object {
  const { id, blueprint } = workflow as Pick<StoredWorkflow, 'id' | 'blueprint'>
  const node = (blueprint as Blueprint).nodes.find((one) => one.id === nodeId)
  if (node === undefined) return {}
  const hasDefects = world.behaviour('workflows.run').policy.workflows.hasDefects
  const problem = hasDefects ? findTypeProblem(node) : null
  if (problem !== null)
    throw new ApiError('request-senseless', problem, { code: `invalid_node_type: ${problem}` })
  const settings = {
    inputs: {},
    workflowId: id,
    world: createRunWorld(world, userId),
    hasDefects,
    timeoutSeconds: limits.workflowRuns.timeoutSeconds,
    budget: createRunBudget(),
  }
  const given = { variables: { ...variables }, env: toTextValues(env) }
  const { step, variables: after } = runNode(node, settings, given)
  return {
    node_id: nodeId,
    node_type: kindOf(node),
    status: step?.status === 'completed' ? 'completed' : 'failed',
    output:
      step?.status === 'completed' ? outputPreview(node, { ...step.output }, maxTestOutput) : null,
    error: step?.status === 'failed' ? step.error : null,
    duration_ms: step === undefined ? 0 : step.endsAt - step.startsAt,
    variables_after: after,
  }
}

const maxTestOutput = 500

/**
 * Computes the run of a drawn blueprint: the events of its nodes by time, and the outcome. A review
 * without a decision is open: nodes that depend on it are left out, and the outcome is `waiting`.
 */
export function runBlueprint(blueprint: Blueprint, settings: RunSettings): SimulatedRun {
  const state = new RunState(settings)
  const { world, workflowId, timeoutSeconds, inputs } = settings
  const graph = new GraphRun(blueprint, new Variables(state, world.env(workflowId)), {
    maxParallel: maxParallelNodes.run,
    depth: 0,
    path: '',
    isSilent: false,
  })
  const { endsAt, failed, isWaiting, outputs } = graph.runFrom(0, inputs)
  const run = {
    steps: state.steps,
    log: state.log.toSorted((a, b) => a.at - b.at),
    reviews: [...state.reviews.values()],
    notes: [...state.notes],
    endsAt,
  }
  if (endsAt > timeoutSeconds * 1000) return endAtTimeout(run, timeoutSeconds)
  if (failed.length > 0) {
    const names = [...new Set(failed)].map((id) => `'${id}'`).join(', ')
    return { ...run, outcome: { status: 'failed', error: `Nodes failed: [${names}]` } }
  }
  if (isWaiting) return { ...run, outcome: { status: 'waiting' } }
  return { ...run, outcome: { status: 'completed', outputs } }
}

/** The run up to its timeout: running nodes are cancelled, and later nodes skipped. */
function endAtTimeout(run: Omit<SimulatedRun, 'outcome'>, seconds: number): SimulatedRun {
  const endsAt = seconds * 1000
  const skipped = new Map<string, RunStep>()
  const steps = run.steps.flatMap((step): RunStep[] => {
    if (step.endsAt <= endsAt) return [step]
    const { node, label, startsAt, retries = 0, received } = step
    const common = { node, label, startsAt, endsAt, retries, ...(received && { received }) }
    if (startsAt < endsAt) return [{ ...common, status: 'cancelled' }]
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
    reviews: (run.reviews ?? []).filter(({ at }) => at < endsAt),
    endsAt,
    outcome: { status: 'failed', error },
  }
}

/** Computes one node alone with the given variables (F-069). Its nested workflows do not run. */
export function runNode(
  node: WorkflowNode,
  settings: RunSettings,
  given: { readonly variables: JsonObject; readonly env: Readonly<Record<string, string>> },
): { readonly step: RunStep | undefined; readonly variables: JsonObject } {
  const state = new RunState({ ...settings, approvesReviews: true })
  const variables = new Variables(state, given.env)
  for (const [key, value] of Object.entries(given.variables)) variables.set(key, value)
  const graph = new GraphRun({ nodes: [node], edges: [] }, variables, {
    maxParallel: 1,
    depth: ownLimits.workflowRun.subWorkflowDepth,
    path: '',
    isSilent: false,
  })
  graph.runFrom(0)
  return { step: state.steps[0], variables: variables.all() }
}

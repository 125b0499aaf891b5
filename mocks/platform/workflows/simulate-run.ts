import { jsonLength, type JsonObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Blueprint, WorkflowEdge, WorkflowNode } from '../../../contract/records/workflow.ts'
import type { RunEvent } from '../../../contract/records/workflow-run.ts'
import type { StoredWorkflowRun } from '../../../contract/snapshot.ts'
import type { Defect } from './defects.ts'
import { computeNodeOutput, defaultDuration, type NodeData } from './node-types.ts'
import { incomingEdges, sortNodes } from './blueprint.ts'
import {
  anyPlaceholder,
  describeTooLarge,
  fillText,
  OutputTooLarge,
  type OutputBudget,
  spendBudget,
  valueWithin,
} from './template.ts'

/** The start and the end of a node, in script milliseconds since the start of the run. */
type StepTimes = {
  readonly node: WorkflowNode
  readonly label: string | null
  readonly startsAt: number
  /** Infinite for a node that waits for a review. */
  readonly endsAt: number
  /** The number of retries of the node. Only steps of drawn blueprints have it. */
  readonly retries?: number
  /** In drawn blueprints: the outputs of the nodes before this node when it started, by node id. */
  readonly received?: JsonObject
}

export type RunStep =
  | (StepTimes & { readonly status: 'completed'; readonly output: JsonObject })
  | (StepTimes & {
      readonly status: 'failed'
      readonly error: string
      readonly strategy?: string
      /** The nodes that are skipped because of this step. */
      readonly skippedDownstream?: readonly string[]
    })
  | (StepTimes & { readonly status: 'skipped'; readonly reason?: string })
  | (StepTimes & { readonly status: 'cancelled' | 'waiting' })

/** A review that a run requests at a script time. */
export type ReviewRequest = {
  /** The path of the node: the nodes and loop passes that contain it, then its own id. */
  readonly path: string
  readonly node_id: string
  readonly at: number
  readonly title: string
  readonly description: string | null
  readonly assignee: string | null
  readonly timeout_hours: number
}

/** The decision on a review at a script time. */
export type ReviewDecision = NonNullable<StoredWorkflowRun['decisions']>[string]

/** An event at a script time: a node starts or ends, or sends an event in between. */
export type StepLog =
  | { readonly at: number; readonly phase: 'start' | 'end'; readonly step: RunStep }
  | { readonly at: number; readonly phase: 'event'; readonly event: RunEvent }

/** A whole run, computed in advance: the nodes that it reaches, in order, and its outcome. */
export type SimulatedRun = {
  readonly steps: readonly RunStep[]
  readonly endsAt: number
  readonly outcome:
    | { readonly status: 'completed'; readonly outputs: JsonObject }
    | { readonly status: 'failed'; readonly error: string }
    /** A review has no decision yet. */
    | { readonly status: 'waiting' }
  /** The events of the run in order. If absent, the events are derived from the steps. */
  readonly log?: readonly StepLog[]
  /** The reviews that the run requests. */
  readonly reviews?: readonly ReviewRequest[]
  /** Whether no node ran, because the blueprint is invalid. */
  readonly isRefused?: boolean
  /** The known defects of the deployment that the run shows. */
  readonly notes?: readonly Defect[]
}

/** The state of a simulation: the steps so far, their outputs by node, and the rest of the budget. */
type Simulation = {
  readonly steps: Map<string, RunStep>
  readonly scope: Record<string, unknown>
  /**
   * The number of characters that nodes may still read and write. An output counts again for each
   * edge.
   */
  readonly budget: OutputBudget
}

/** The output budget of one run, or of one run of a batch. */
export const createRunBudget = (leftOfBatch = Infinity): OutputBudget => ({
  left: Math.min(leftOfBatch, ownLimits.runOutputs),
  isCutByBatch: leftOfBatch < ownLimits.runOutputs,
})

/** Computes a whole run in advance, because it depends only on the blueprint and the inputs. */
export function simulateRun(
  blueprint: Blueprint,
  inputs: JsonObject,
  timeoutSeconds: number,
  budget = createRunBudget(),
): SimulatedRun {
  const scope = { inputs: { ...defaultInputs(blueprint), ...inputs } }
  const run: Simulation = { steps: new Map(), scope, budget }
  const incoming = incomingEdges(blueprint)
  for (const node of sortNodes(blueprint)) {
    const step = simulateNode(node, incoming.get(node.id) ?? [], run)
    if (step === undefined) continue
    run.steps.set(node.id, step)
    if (step.status === 'completed') run.scope[node.id] = step.output
  }
  return endRun([...run.steps.values()], blueprint, timeoutSeconds)
}

/** The default inputs that the start nodes declare. */
const defaultInputs = ({ nodes }: Blueprint): JsonObject =>
  Object.assign(
    {},
    ...nodes.map(({ type, data }) => (type === 'start' ? (data as NodeData | null)?.inputs : {})),
  ) as JsonObject

/** The step of a node; `undefined` if a node before it failed. */
function simulateNode(
  node: WorkflowNode,
  edges: readonly WorkflowEdge[],
  run: Simulation,
): RunStep | undefined {
  const { steps } = run
  const before = edges.map(({ source }) => steps.get(source))
  if (before.some((step) => step === undefined || step.status === 'failed')) return undefined
  const data = (node.data ?? {}) as NodeData
  const startsAt = Math.max(0, ...before.map((step) => step?.endsAt ?? 0))
  const common = { node, label: data.label ?? null, startsAt }
  const received = edges.flatMap((edge, index) => outputAlongEdge(edge, before[index]))
  if (edges.length > 0 && received.length === 0)
    return { ...common, endsAt: startsAt, status: 'skipped' }
  const endsAt = startsAt + (data.duration_ms ?? defaultDuration(node.type))
  const failed = (error: string): RunStep => ({ ...common, endsAt, status: 'failed', error })
  try {
    const result = computeOutput(node, data, received, run)
    if (typeof result === 'string') return failed(result)
    return { ...common, endsAt, status: 'completed', output: result }
  } catch (error) {
    if (!(error instanceof OutputTooLarge)) throw error
    return failed(describeTooLarge(run.budget))
  }
}

const onlyPlaceholder = /^\{\{([^{}]+)\}\}$/

/** The output of a node, or the message of a `fail` node. Throws `OutputTooLarge`. */
function computeOutput(
  node: WorkflowNode,
  data: NodeData,
  received: readonly JsonObject[],
  { scope, budget: runBudget }: Simulation,
): JsonObject | string {
  const available = Math.min(ownLimits.nodeOutput, runBudget.left)
  const budget = { left: available }
  const placeholders = {
    pattern: anyPlaceholder,
    wholePattern: onlyPlaceholder,
    valueOf: (path: string) => valueWithin(scope, path.split('.')),
    keepsUnknown: false,
    budget,
  }
  try {
    if (node.type === 'fail') return fillText(data.message ?? 'The node failed.', placeholders)
    // Merging reads the inputs, so their length is subtracted from the budget.
    for (const input of received) spendBudget(runBudget, jsonLength(input, runBudget.left))
    const merged = Object.assign({}, ...received) as JsonObject
    const output = computeNodeOutput(node.type, data, { received: merged, placeholders })
    const size = jsonLength(output, ownLimits.nodeOutput)
    spendBudget({ left: ownLimits.nodeOutput }, size)
    spendBudget(runBudget, size)
    return output
  } finally {
    runBudget.left = Math.max(-1, runBudget.left - (available - budget.left))
  }
}

/** The output that a node gets along an edge; none from a skipped node or an inactive branch. */
function outputAlongEdge(
  { sourceHandle }: WorkflowEdge,
  source: RunStep | undefined,
): JsonObject[] {
  if (source?.status !== 'completed') return []
  const isBranch = sourceHandle === 'true' || sourceHandle === 'false'
  if (source.node.type === 'condition' && isBranch)
    return String(source.output['result']) === sourceHandle ? [source.output] : []
  return [source.output]
}

/** Ends a run: after all steps, at the first failure, or at the timeout. */
function endRun(
  all: readonly RunStep[],
  blueprint: Blueprint,
  timeoutSeconds: number,
): SimulatedRun {
  const [failed] = all
    .filter((step) => step.status === 'failed')
    .toSorted((a, b) => a.endsAt - b.endsAt)
  const last = failed?.endsAt ?? Math.max(0, ...all.map(({ endsAt }) => endsAt))
  const endsAt = Math.min(last, timeoutSeconds * 1000)
  if (failed === undefined && endsAt === last)
    return {
      steps: all,
      endsAt,
      outcome: { status: 'completed', outputs: collectOutputs(all, blueprint) },
    }
  const error =
    failed === undefined || endsAt < last
      ? `The run exceeded its timeout of ${timeoutSeconds} seconds.`
      : `Node \`${failed.node.id}\` failed: ${failed.error}`
  return { steps: stepsUntil(all, endsAt), endsAt, outcome: { status: 'failed', error } }
}

/** The steps up to a script time. Running steps are cancelled, and later steps left out. */
const stepsUntil = (steps: readonly RunStep[], moment: number): RunStep[] =>
  steps
    .filter(({ startsAt, endsAt }) => startsAt < moment || endsAt <= moment)
    .map((step) => {
      if (step.endsAt <= moment) return step
      const { node, label, startsAt } = step
      return { node, label, startsAt, endsAt: moment, status: 'cancelled' }
    })

/** The outputs of a run: from its `end` nodes, else from the nodes without outgoing edges. */
function collectOutputs(steps: readonly RunStep[], { edges }: Blueprint): JsonObject {
  const sources = new Set(edges.map(({ source }) => source))
  const completed = steps.filter((step) => step.status === 'completed')
  const ends = completed.filter(({ node }) => node.type === 'end')
  const last = ends.length > 0 ? ends : completed.filter(({ node }) => !sources.has(node.id))
  return Object.assign({}, ...last.map(({ output }) => output)) as JsonObject
}

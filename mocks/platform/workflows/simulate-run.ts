import { jsonLength } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Blueprint, WorkflowEdge, WorkflowNode } from '../../../contract/records/workflow.ts'
import { type NodeData, nodeType, outputOf } from './node-types.ts'
import { incomingEdges, sortNodes } from './blueprint.ts'
import { fillText, OutputTooLarge, type OutputBudget, spendBudget } from './template.ts'

type Values = Readonly<Record<string, unknown>>

/** When a node begins and ends, in milliseconds after the start of the run. */
type StepTimes = {
  readonly node: WorkflowNode
  readonly label: string | null
  readonly began: number
  readonly ended: number
}

/** What becomes of one node. */
export type RunStep =
  | (StepTimes & { readonly status: 'completed'; readonly output: Values })
  | (StepTimes & { readonly status: 'failed'; readonly error: string })
  | (StepTimes & { readonly status: 'skipped' })
  | (StepTimes & { readonly status: 'cancelled' })

/** A whole run: every node that it reaches, each after those that lead to it, and how it ends. */
export type SimulatedRun = {
  readonly steps: readonly RunStep[]
  readonly ended: number
  readonly outcome:
    | { readonly status: 'completed'; readonly outputs: Values }
    | { readonly status: 'failed'; readonly error: string }
}

/** A run under way: what its nodes have put out, and the room that is left for the others. */
type Simulation = {
  readonly steps: Map<string, RunStep>
  readonly scope: Record<string, unknown>
  /** Of all that its nodes read and put out, which is counted again along each edge. */
  readonly budget: OutputBudget
}

/** The room of one run; the runs of a batch share two of them. */
export const createRunBudget = (): OutputBudget => ({ left: ownLimits.runOutputs })
export const createBatchBudget = (): OutputBudget => ({ left: ownLimits.runOutputs * 2 })

/** Plays a blueprint in thought: everything about a run follows from its inputs. */
export function simulateRun(
  blueprint: Blueprint,
  inputs: Values,
  timeoutSeconds: number,
  room = createRunBudget(),
): SimulatedRun {
  const run: Simulation = { steps: new Map(), scope: { inputs }, budget: room }
  const into = incomingEdges(blueprint)
  for (const node of sortNodes(blueprint)) {
    const step = simulateNode(node, into.get(node.id) ?? [], run)
    if (step === undefined) continue
    run.steps.set(node.id, step)
    if (step.status === 'completed') run.scope[node.id] = step.output
  }
  return endRun([...run.steps.values()], blueprint, timeoutSeconds)
}

/** The step of a node; none where a failure stands before it. */
function simulateNode(
  node: WorkflowNode,
  edges: readonly WorkflowEdge[],
  run: Simulation,
): RunStep | undefined {
  const { steps } = run
  const before = edges.map(({ source }) => steps.get(source))
  if (before.some((step) => step === undefined || step.status === 'failed')) return undefined
  const data = (node.data ?? {}) as NodeData
  const began = Math.max(0, ...before.map((step) => step?.ended ?? 0))
  const about = { node, label: data.label ?? null, began }
  const given = edges.flatMap((edge, at) => outputAlong(edge, before[at]))
  if (edges.length > 0 && given.length === 0) return { ...about, ended: began, status: 'skipped' }
  const ended = began + (data.duration_ms ?? nodeType(node.type).takes)
  const failed = (error: string): RunStep => ({ ...about, ended, status: 'failed', error })
  try {
    const result = computeOutput(node, data, given, run)
    if (typeof result === 'string') return failed(result)
    return { ...about, ended, status: 'completed', output: result }
  } catch (error) {
    if (!(error instanceof OutputTooLarge)) throw error
    return failed(
      run.budget.left < 0
        ? 'The outputs of the run are too large together.'
        : 'The output of the node is too large.',
    )
  }
}

/** What a node puts out, or the message with which it fails. Throws `OutputTooLarge`. */
function computeOutput(
  node: WorkflowNode,
  data: NodeData,
  given: readonly Values[],
  { scope, budget: roomOfAll }: Simulation,
): Values | string {
  const most = Math.min(ownLimits.nodeOutput, roomOfAll.left)
  const room = { left: most }
  try {
    if (node.type === 'fail') return fillText(data.message ?? 'The node failed.', scope, room)
    // What comes along the edges is put together before anything else: that costs as much.
    for (const one of given) spendBudget(roomOfAll, jsonLength(one, roomOfAll.left))
    const together = Object.assign({}, ...given) as Values
    const output = outputOf(node.type, data, { scope, received: together, budget: room })
    const size = jsonLength(output, ownLimits.nodeOutput)
    spendBudget({ left: ownLimits.nodeOutput }, size)
    spendBudget(roomOfAll, size)
    return output
  } finally {
    roomOfAll.left = Math.max(-1, roomOfAll.left - (most - room.left))
  }
}

/** What reaches a node along an edge: nothing from a node that was skipped, or on the other branch. */
function outputAlong({ sourceHandle }: WorkflowEdge, source: RunStep | undefined): Values[] {
  if (source?.status !== 'completed') return []
  const branches = sourceHandle === 'true' || sourceHandle === 'false'
  if (source.node.type === 'condition' && branches)
    return String(source.output['result']) === sourceHandle ? [source.output] : []
  return [source.output]
}

/** The steps up to the end of the run: all of them, or those until a failure or the timeout. */
function endRun(
  all: readonly RunStep[],
  blueprint: Blueprint,
  timeoutSeconds: number,
): SimulatedRun {
  const [failed] = all
    .filter((step) => step.status === 'failed')
    .toSorted((a, b) => a.ended - b.ended)
  const last = failed?.ended ?? Math.max(0, ...all.map(({ ended }) => ended))
  if (last > timeoutSeconds * 1000) {
    const error = `The run was ended after its timeout of ${timeoutSeconds} seconds.`
    const ended = timeoutSeconds * 1000
    return { steps: stepsUntil(all, ended), ended, outcome: { status: 'failed', error } }
  }
  if (failed !== undefined) {
    const error = `Node \`${failed.node.id}\` failed: ${failed.error}`
    return { steps: stepsUntil(all, last), ended: last, outcome: { status: 'failed', error } }
  }
  return {
    steps: all,
    ended: last,
    outcome: { status: 'completed', outputs: collectOutputs(all, blueprint) },
  }
}

/** The steps as a moment finds them: those under way are cancelled, later ones never began. */
const stepsUntil = (steps: readonly RunStep[], moment: number): RunStep[] =>
  steps
    .filter(({ began, ended }) => began < moment || ended <= moment)
    .map((step) => {
      if (step.ended <= moment) return step
      const { node, label, began } = step
      return { node, label, began, ended: moment, status: 'cancelled' }
    })

/** What a run puts out: the outputs of its `end` nodes, or of those that lead nowhere. */
function collectOutputs(steps: readonly RunStep[], { edges }: Blueprint): Values {
  const leading = new Set(edges.map(({ source }) => source))
  const completed = steps.filter((step) => step.status === 'completed')
  const ends = completed.filter(({ node }) => node.type === 'end')
  const last = ends.length > 0 ? ends : completed.filter(({ node }) => !leading.has(node.id))
  return Object.assign({}, ...last.map(({ output }) => output)) as Values
}

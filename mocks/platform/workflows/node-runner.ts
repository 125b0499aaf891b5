import {
  isObject,
  jsonLength,
  type JsonObject,
  objectIn,
  objectsIn,
  ownField,
} from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { isError, isStackOverflow } from '../../../contract/realm-safe.ts'
import type { Blueprint, WorkflowNode } from '../../../contract/records/workflow.ts'
import { answeringNodeTypes, chooseLabel } from './answer-nodes.ts'
import { branchResult, computingNodeTypes } from './compute-nodes.ts'
import {
  toText,
  type ComputedNode,
  type ComputeNode,
  fillTextField,
  NodeFailure,
  type NodeContext,
  textIn,
} from './node-context.ts'
import { durationOf, kindOf } from '../node-kinds.ts'
import { toEditorBlueprint } from './dialects.ts'
import { isLoopKind, loopNodeTypes } from './loop-passes.ts'
import { ExpressionFailure } from './python-values.ts'
import { boundedFraction, boundedNumber } from './run-state.ts'
import { describeTooLarge, type OutputBudget, OutputTooLarge, spendBudget } from './template.ts'
import type { Variables } from './variables.ts'

/** The duration of a node, and its outcome: outputs, an error, or `undefined` for an open review. */
export type NodeAttempt = {
  readonly ms: number
  readonly retries: number
  readonly result: ComputedNode | NodeFailure | undefined
}

/** The outcome of a nested workflow. */
export type NestedOutcome = {
  readonly endsAt: number
  readonly failed: readonly string[]
  readonly isWaiting: boolean
  readonly outputs: JsonObject
}

/** The position of a graph in its run. */
export type GraphPlace = {
  readonly depth: number
  /**
   * The path of the nodes that contain the graph, with `/` at the end; empty for the graph of a run.
   */
  readonly path: string
  /** Whether the graph sends no events, as in a nested workflow. */
  readonly isSilent: boolean
}

type RunnerOptions = GraphPlace & {
  readonly vars: Variables
  /** Returns the ids of the nodes that lead directly to a node. */
  readonly predecessorsOf: (id: string) => readonly string[]
  readonly runWorkflow: (
    blueprint: Blueprint,
    inputs: JsonObject,
    id: string,
    at: number,
  ) => NestedOutcome
}

const nodeTimeoutMs = 30_000
const maxTimeoutMs = 3_600_000
const retryDelay = { usual: 1000, longest: 60_000 }
const maxRetries = 20
const { runNodes, loopDepth, subWorkflowDepth } = ownLimits.workflowRun

const computeByKind = new Map<string, ComputeNode>(
  Object.entries({ ...computingNodeTypes, ...answeringNodeTypes, ...loopNodeTypes }),
)

/** Kinds of nodes whose result chooses a handle. */
const kindsWithHandles: ReadonlySet<string> = new Set(['CONDITION_BRANCH', 'QUESTION_CLASSIFIER'])

/** Whether a node waits for a person or a workflow, and so has no timeout. */
const hasNoTimeout = (kind: string) => kind === 'HUMAN_INTERVENTION' || kind === 'SUB_WORKFLOW'

/** Runs single nodes with the variables of one graph. */
export class NodeRunner {
  readonly #options: RunnerOptions

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  /** Runs a node, with as many retries as its data say. Each retry waits twice as long (F-035). */
  attempt(node: WorkflowNode, now: number): NodeAttempt {
    const { vars, isSilent } = this.#options
    const data = node.data ?? {}
    const retries = boundedNumber(data['retry_count'], 0, maxRetries)
    let delay_ms = boundedNumber(data['retry_delay_ms'], retryDelay.usual, retryDelay.longest)
    let ms = 0
    for (let attempt = 0; ; attempt++) {
      const tried = this.#try(node, now + ms, attempt)
      ms += tried.ms
      const { result } = tried
      if (!(result instanceof NodeFailure) || attempt >= retries)
        return { ms, retries: attempt, result }
      const about = { attempt: attempt + 1, max_retries: retries, delay_ms }
      const names = { node_id: node.id, node_type: kindOf(node) }
      const retrying = { ...names, ...about, previous_error: result.message }
      if (!isSilent) vars.state.send(now + ms, { event: 'node_retrying', data: retrying })
      ms += delay_ms
      delay_ms = Math.min(delay_ms * 2, retryDelay.longest)
    }
  }

  #try(node: WorkflowNode, now: number, attempt: number): Omit<NodeAttempt, 'retries'> {
    const { vars } = this.#options
    const { state } = vars
    const data = node.data ?? {}
    const kind = kindOf(node)
    const own = boundedNumber(data['duration_ms'], durationOf(kind), Number.MAX_SAFE_INTEGER)
    const limit = boundedNumber(data['timeout_ms'], nodeTimeoutMs, maxTimeoutMs)
    if (own > limit && !hasNoTimeout(kind))
      return { ms: limit, result: new NodeFailure(`Node timed out after ${limit / 1000} seconds`) }
    const { nodeBudget } = state
    const { budget } = state.settings
    const available = Math.max(0, Math.min(ownLimits.nodeOutput * 2, budget.left))
    nodeBudget.left = available
    try {
      if (!state.countNode())
        throw new NodeFailure(`The fake runs at most ${runNodes} nodes in a run`)
      state.spend(Math.ceil(jsonLength(data, ownLimits.blueprintCharacters) / 64))
      const failure = scriptedFailure(data, attempt)
      if (failure !== undefined) throw new NodeFailure(vars.interpolate(failure))
      const computed = this.#compute(node, kind, now)
      if (computed === undefined) return { ms: 0, result: undefined }
      const { ms = own, ...result } = computed
      const size = totalJsonLength(
        kind === 'START' ? [result.fields.output] : Object.values(result.fields),
      )
      spendBudget({ left: ownLimits.nodeOutput }, size)
      spendBudget(budget, size)
      return { ms, result }
    } catch (error) {
      const result = toNodeFailure(error, budget)
      return { ms: result.ms ?? own, result }
    } finally {
      budget.left = Math.max(-1, budget.left - (available - nodeBudget.left))
    }
  }

  /** The result of a node; `undefined` if it waits for a review. Throws `NodeFailure`. */
  #compute(node: WorkflowNode, kind: string, now: number): ComputedNode | undefined {
    const { id, data = {} } = node
    const { vars, path } = this.#options
    const context: NodeContext = { id, data, vars, world: vars.state.settings.world }
    const chosen = kind === 'START' || kind === 'END' ? null : (data['output'] ?? null)
    if (chosen !== null && !kindsWithHandles.has(kind)) return outputFromData(context, chosen)
    if (isLoopKind(kind) && path.split('#').length > loopDepth)
      throw new NodeFailure(`Loops are nested deeper than ${loopDepth}`)
    if (kind === 'HUMAN_INTERVENTION') return this.#review(context, now)
    if (kind === 'SUB_WORKFLOW') return this.#subWorkflow(context, now)
    const compute =
      kind === 'CONDITION_BRANCH' && textIn(data, 'mode') === 'llm'
        ? computeModelBranch
        : computeByKind.get(kind)
    if (compute === undefined) return { fields: { output: this.#receivedOutputs(id) } }
    const computed = compute(context)
    if (chosen === null) return computed
    return { ...computed, plainVariables: { ...outputFromData(context, chosen).plainVariables } }
  }

  /** The output of a node whose type is unknown: the merged outputs of the nodes before it. */
  #receivedOutputs(id: string): JsonObject {
    const { predecessorsOf: before, vars } = this.#options
    const outputs = before(id).map((source) => vars.read(`${source}.output`))
    return Object.assign({}, ...outputs.filter(isObject)) as JsonObject
  }

  #review(context: NodeContext, now: number): ComputedNode | undefined {
    const { data, id, vars } = context
    const { settings, reviews } = vars.state
    const { approvesReviews, decisions = {}, hasDefects } = settings
    const prompt = fillTextField(context, 'prompt_message')
    if (approvesReviews === true)
      return { fields: { output: { status: 'approved', auto_approved: true, message: prompt } } }
    const path = `${this.#options.path}${id}`
    const assignee = fillTextField(context, 'assignee')
    // The profile `deployed-0.8` does not show the `prompt_message` (F-050).
    const description = fillTextField(context, 'description') || (hasDefects ? '' : prompt)
    const review = {
      path,
      node_id: id,
      at: now,
      title: textIn(data, 'title') || 'Approval required',
      description: description || null,
      assignee: assignee || null,
      timeout_hours: boundedFraction(data['timeout_hours'], 24, 24 * 365),
    }
    // A retry uses the decision of the first try, so it does not ask again.
    if (!reviews.has(path)) reviews.set(path, review)
    const decision = ownField(decisions, path)
    if (decision === undefined) return undefined
    const { at, status, approval_id, decision_by, decision_note } = decision
    const ms = Math.max(0, at - now)
    if (status === 'expired') throw new NodeFailure('Approval timed out', ms)
    if (status === 'rejected')
      throw new NodeFailure(`Approval rejected: ${decision_note || 'No reason given'}`, ms)
    return { fields: { output: { status, approval_id, decision_by, decision_note } }, ms }
  }

  #subWorkflow({ id, data, vars, world }: NodeContext, now: number): ComputedNode | undefined {
    const { depth, runWorkflow } = this.#options
    const wanted = textIn(data, 'workflow_id')
    if (wanted === '') throw new NodeFailure('No workflow is selected')
    if (depth >= subWorkflowDepth)
      throw new NodeFailure(`Sub-workflows are nested deeper than ${subWorkflowDepth}`)
    const workflow = world.workflow(wanted)
    if (workflow === undefined) throw new NodeFailure(`Workflow not found or inactive: ${wanted}`)
    const mapping = objectIn(data['input_mapping'])
    // All inputs of the nested workflow become texts.
    const inputs = Object.entries(mapping).map(([name, one]) => [
      name,
      toText(vars.fillMapping(one)),
    ])
    const { nodeBudget: budget } = vars.state
    const { left } = budget
    // The blueprints of the fixture are in the short dialect.
    const blueprint = toEditorBlueprint(workflow.blueprint)
    const end = runWorkflow(blueprint, Object.fromEntries(inputs) as JsonObject, id, now)
    budget.left = left
    if (end.isWaiting) return undefined
    const ms = end.endsAt - now + durationOf('SUB_WORKFLOW')
    if (end.failed.length > 0)
      throw new NodeFailure(`The workflow failed: ${end.failed.join(', ')}`, ms)
    const name = textIn(data, 'output_variable')
    const { outputs: output } = end
    return { fields: name === '' ? { output } : { [name]: output, output }, ms }
  }
}

/** The number of characters of values as JSON. A value with several names counts once. */
const totalJsonLength = (values: readonly unknown[]): number =>
  [...new Set(values)].reduce<number>(
    (sum, value) => sum + jsonLength(value ?? null, ownLimits.nodeOutput),
    0,
  )

/** The failure that a node's data demand: `fails: 2` fails two tries, `true` fails all tries. */
function scriptedFailure(data: JsonObject, attempt: number): string | undefined {
  const { fails } = data
  const isFailing = fails === true || (typeof fails === 'number' && attempt < fails)
  return isFailing ? textIn(data, 'error') || 'The node failed.' : undefined
}

/**
 * Whether an error says that a value such as `{ toString: 1 }` cannot become a text or number. The
 * wording depends on the JavaScript engine.
 */
const isUnreadableValue = (error: unknown): boolean =>
  isError(error) && /to (?:a )?primitive|no default value/i.test(error.message)

function toNodeFailure(error: unknown, budget: OutputBudget): NodeFailure {
  if (error instanceof NodeFailure) return error
  if (error instanceof ExpressionFailure) return new NodeFailure(error.message)
  if (isError(error) && isStackOverflow(error.message))
    return new NodeFailure('The value is nested too deeply')
  if (isUnreadableValue(error)) return new NodeFailure("A value can't be read as text")
  if (!(error instanceof OutputTooLarge)) throw error
  return new NodeFailure(describeTooLarge(budget))
}

/** The output that a node's data define. Its fields become variables of the node, too. */
function outputFromData({ id, vars }: NodeContext, chosen: unknown): ComputedNode {
  const filled = vars.fill(chosen, false)
  if (!isObject(filled)) return { fields: { output: filled } }
  const { text } = filled
  const isText = typeof text === 'string' && Object.keys(filled).length === 1
  const variables = Object.entries(filled).map(([name, value]) => [`${id}.${name}`, value])
  return {
    fields: { output: isText ? text : filled },
    plainVariables: Object.fromEntries(variables) as JsonObject,
  }
}

const lowerCaseLabel = (one: JsonObject) => textIn(one, 'label').toLowerCase()

/** A branch that a model decides. It chooses among the conditions with a label and a prompt (F-040). */
const computeModelBranch: ComputeNode = (context) => {
  const { data } = context
  const options = objectsIn(data['conditions']).filter(
    (one) => textIn(one, 'label') !== '' && textIn(one, 'llm_prompt') !== '',
  )
  const answer = chooseLabel(context, context.vars.inputText(), options).toLowerCase().trim()
  const inside = options.filter((one) => answer.includes(lowerCaseLabel(one)))
  const found =
    options.find((one) => lowerCaseLabel(one) === answer) ??
    (inside.length === 1 ? inside[0] : undefined)
  const fallback = textIn(data, 'default_handle') || 'source-default'
  return branchResult(found === undefined ? fallback : `condition-${toText(found['id'])}`)
}

import { type JsonObject, parseJson } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { RunEvent } from '../../../contract/records/workflow-run.ts'
import type { WorkflowNode } from '../../../contract/records/workflow.ts'
import { kindOf } from '../node-kinds.ts'
import { type ComputeNode, type NodeContext, NodeFailure, textIn } from './node-context.ts'
import { isTruthy } from './python-values.ts'
import { boundedNumber } from './run-state.ts'
import { evaluateSafely } from './safe-expression.ts'
import type { Variables } from './variables.ts'

/** The nodes that run the nodes after them several times. */
export const loopNodeTypes = {
  ITERATOR({ data, vars }) {
    const variable = textIn(data, 'list_variable')
    if (variable === '') throw new NodeFailure('No list variable is configured')
    const most = boundedNumber(data['max_iterations'], 100, ownLimits.workflowRun.iterations)
    const output = parseList(vars.resolveField(variable)).slice(0, most)
    return { fields: { output, count: output.length } }
  },

  /**
   * Returns the result of a loop before its first pass. The output is completed after the last
   * pass.
   */
  LOOP(context) {
    const { data, vars, id } = context
    if (textIn(data, 'condition').trim() === '') throw new NodeFailure('No condition is configured')
    const loop_variable = loopVariableName(data)
    vars.set(`${id}.${loop_variable}`, 0)
    const goesOn = isLoopConditionTrue(context)
    const output = {
      iterations: 0,
      max_iterations: maxIterations(data),
      loop_variable,
      completed: !goesOn,
      _loop_continue: goesOn,
    }
    return { fields: { output, iterations: 0 } }
  },
} satisfies Readonly<Record<string, ComputeNode>>

export const isLoopKind = (kind: string): boolean => Object.hasOwn(loopNodeTypes, kind)

/** Returns a list, or the list in a JSON text. Throws `NodeFailure` for any other value. */
function parseList(value: unknown): readonly unknown[] {
  const parsed = typeof value === 'string' ? parseJson(value) : value
  if (Array.isArray(parsed)) return parsed
  throw new NodeFailure(
    typeof value === 'string' ? 'The variable is not a JSON list' : 'The variable is not a list',
  )
}

const loopVariableName = (data: JsonObject) => textIn(data, 'loop_variable') || 'loop_index'
const maxIterations = (data: JsonObject) =>
  boundedNumber(data['max_iterations'], 50, ownLimits.workflowRun.iterations)

/** Whether the condition of a loop is true now. Throws `ExpressionFailure`. */
const isLoopConditionTrue = ({ data, vars }: Pick<NodeContext, 'data' | 'vars'>): boolean =>
  isTruthy(evaluateSafely(vars.interpolate(textIn(data, 'condition')), vars.expressionValues()))

/** One pass through the body of a loop: its index from 0, and the event that announces it. */
type LoopPass = { readonly index: number; readonly event: RunEvent }

/**
 * Yields the passes through the body of an iterator or a loop, and sets their variables. `results`
 * has the outputs of earlier passes. Throws `ExpressionFailure` if a loop's condition is invalid.
 */
export function passesThroughBody(
  node: WorkflowNode,
  vars: Variables,
  results: readonly unknown[],
): Generator<LoopPass> {
  return kindOf(node) === 'ITERATOR' ? iteratorPasses(node, vars, results) : loopPasses(node, vars)
}

function* iteratorPasses(
  { id, data = {} }: WorkflowNode,
  vars: Variables,
  results: readonly unknown[],
): Generator<LoopPass> {
  const { settings, note } = vars.state
  const list = vars.get(`${id}.output`)
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  const passAt = (index: number): LoopPass => ({
    index,
    event: { event: 'iterator_iteration', data: { node_id: id, index, total: items.length } },
  })
  if (items.length === 0 && settings.hasDefects) {
    // For an empty list, `deployed-0.8` runs the body once, without an item.
    note('1.4')
    return yield passAt(0)
  }
  for (const [index, item] of items.entries()) {
    const named = [
      ['current_item', item],
      ['current_index', index],
      [textIn(data, 'iterator_variable'), item],
      [textIn(data, 'index_variable'), index],
    ] as const
    for (const [name, value] of named) if (name !== '') vars.set(`${id}.${name}`, value)
    yield passAt(index)
  }
  return vars.set(`${id}.results`, [...results])
}

function* loopPasses({ id, data = {} }: WorkflowNode, vars: Variables): Generator<LoopPass> {
  const { settings, note } = vars.state
  const most = maxIterations(data)
  const limit = settings.hasDefects ? Math.max(1, most - 1) : most
  let iteration = 0
  let goesOn = isLoopConditionTrue({ data, vars })
  if (!goesOn && settings.hasDefects) note('1.4')
  // In the profile `deployed-0.8`, the body runs once even if the condition is false.
  while (iteration < limit && (goesOn || (settings.hasDefects && iteration === 0))) {
    const event = { event: 'loop_iteration', data: { node_id: id, iteration } } as const
    yield { index: iteration, event }
    iteration++
    vars.set(`${id}.${loopVariableName(data)}`, iteration)
    vars.set(`${id}.iterations`, iteration)
    goesOn = goesOn && isLoopConditionTrue({ data, vars })
  }
  if (settings.hasDefects && goesOn) note('1.4')
  // The end event of the node is sent later, so its output can still be completed here.
  const output = vars.get(`${id}.output`)
  if (typeof output === 'object' && output !== null)
    Object.assign(output, { iterations: iteration, completed: !goesOn, _loop_continue: goesOn })
}

import type { RunEvent } from '../../../contract/records/workflow-run.ts'
import type { WorkflowNode } from '../../../contract/records/workflow.ts'
import { textIn } from './node-context.ts'
import { kindOf } from '../node-kinds.ts'
import { isLoopConditionTrue, loopVariableName, maxIterations } from './node-runner.ts'
import type { RunState } from './run-state.ts'
import type { Variables } from './variables.ts'

/** One pass through the body of a loop: its index from 0, and the event that announces it. */
type LoopPass = { readonly index: number; readonly event: RunEvent }

export const isLoop = (node: WorkflowNode): boolean => ['ITERATOR', 'LOOP'].includes(kindOf(node))

/**
 * Yields the passes through the body of an iterator or a loop, and sets their variables. `results`
 * has the outputs of earlier passes. Throws `ExpressionFailure` if a loop's condition is invalid.
 */
export function passesThroughBody(
  node: WorkflowNode,
  state: RunState,
  vars: Variables,
  results: readonly unknown[],
): Generator<LoopPass> {
  return kindOf(node) === 'ITERATOR'
    ? iteratorPasses(node, state, vars, results)
    : loopPasses(node, state, vars)
}

function* iteratorPasses(
  { id, data = {} }: WorkflowNode,
  { settings, note }: RunState,
  vars: Variables,
  results: readonly unknown[],
): Generator<LoopPass> {
  const list = vars.get(`${id}.output`)
  const total = Array.isArray(list) ? list.length : 0
  const passAt = (index: number): LoopPass => ({
    index,
    event: { event: 'iterator_iteration', data: { node_id: id, index, total } },
  })
  if (!Array.isArray(list) || total === 0) {
    // For an empty list, `deployed-0.8` runs the body once, without an item.
    if (!settings.hasDefects) return vars.set(`${id}.results`, [])
    note('1.4')
    yield passAt(0)
    return undefined
  }
  const names = [
    ['current_item', 'current_index'],
    [
      textIn(data, 'iterator_variable') || 'current_item',
      textIn(data, 'index_variable') || 'current_index',
    ],
  ]
  for (const [index, item] of list.entries()) {
    for (const [itemName, indexName] of names) {
      vars.set(`${id}.${itemName}`, item)
      vars.set(`${id}.${indexName}`, index)
    }
    yield passAt(index)
  }
  return vars.set(`${id}.results`, [...results])
}

function* loopPasses(
  node: WorkflowNode,
  { settings, note }: RunState,
  vars: Variables,
): Generator<LoopPass> {
  const { id, data = {} } = node
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

import { isObject, type JsonObject } from '../../../contract/json.ts'
import { OutputTooLarge } from './template.ts'
import type { Blueprint, WorkflowEdge, WorkflowNode } from '../../../contract/records/workflow.ts'
import { isLoopKind, passesThroughBody } from './loop-passes.ts'
import { incomingEdges, sortNodes } from './blueprint.ts'
import { type ComputedNode, NodeFailure, textIn } from './node-context.ts'
import { kindOf } from '../node-kinds.ts'
import { type GraphPlace, type NestedOutcome, NodeRunner } from './node-runner.ts'
import { ExpressionFailure } from './python-values.ts'
import type { RunState } from './run-state.ts'
import type { RunStep } from './simulate-run.ts'
import { Variables } from './variables.ts'

/** The maximum numbers of parallel nodes: in a run, a nested workflow and a loop (F-033, F-039). */
export const maxParallelNodes = { run: 5, nested: 3, body: 1 }

export const skipReasons = {
  branch: 'Branch not active',
  failure: 'Stopped by an upstream failure',
  cancelled: 'The run was cancelled',
  timeout: 'The run timed out',
} as const

type GraphOptions = GraphPlace & {
  readonly maxParallel: number
  /** In the body of a loop: whether an edge that leads into the body from outside is active. */
  readonly isEntryActive?: (edge: WorkflowEdge) => boolean
}

type GraphOutcome = NestedOutcome & {
  /** Whether a failure has stopped the whole run. */
  readonly isStopped: boolean
  /** The output of the node that completed last. */
  readonly lastOutput: unknown
}

type NodeState = 'pending' | 'running' | 'completed' | 'failed' | 'skipped'

type RunningNode = {
  /** The script time at which the node ends; infinite while it waits for a review. */
  readonly endsAt: number
  /** Called when the node ends. */
  readonly finish: () => void
}

const compareById = (a: WorkflowNode, b: WorkflowNode) => (a.id < b.id ? -1 : 1)

/** One pass through the nodes of a blueprint, or through the body of a loop, in script time. */
export class GraphRun {
  readonly #state: RunState
  readonly #blueprint: Blueprint
  readonly #vars: Variables
  readonly #options: GraphOptions
  readonly #runner: NodeRunner
  readonly #incoming: ReadonlyMap<string, readonly WorkflowEdge[]>
  readonly #outgoing: ReadonlyMap<string, readonly WorkflowEdge[]>
  readonly #nodes: ReadonlyMap<string, WorkflowNode>
  readonly #states = new Map<string, NodeState>()
  /** For each node that has ended, by id: whether an edge that leaves it is active. */
  readonly #activeEdges = new Map<string, (edge: WorkflowEdge) => boolean>()
  /** For each loop, by id: the ids of nodes outside its body that lead into the body. */
  readonly #bodyPredecessorsById = new Map<string, readonly string[]>()
  #running: readonly RunningNode[] = []
  readonly #failed: string[] = []
  #isStopped = false
  #outputs: JsonObject = {}
  #lastOutput: unknown = null

  constructor(blueprint: Blueprint, vars: Variables, options: GraphOptions) {
    this.#state = vars.state
    this.#blueprint = blueprint
    this.#vars = vars
    this.#options = options
    this.#incoming = incomingEdges(blueprint)
    this.#outgoing = Map.groupBy(blueprint.edges, ({ source }) => source)
    this.#nodes = new Map(blueprint.nodes.map((node) => [node.id, node]))
    this.#runner = new NodeRunner({
      ...options,
      vars,
      predecessorsOf: (id) => this.#sourcesOf(id),
      runWorkflow: (nested, inputs, id, at) => this.#runWorkflow(nested, inputs, id, at),
    })
  }

  stateOf(id: string): NodeState {
    return this.#states.get(id) ?? 'skipped'
  }

  isActive(edge: WorkflowEdge): boolean {
    if (!this.#nodes.has(edge.source)) return this.#options.isEntryActive?.(edge) ?? true
    return this.#activeEdges.get(edge.source)?.(edge) === true
  }

  /** Runs all nodes, starting at a script time. */
  runFrom(start: number, inputs: JsonObject = {}): GraphOutcome {
    for (const [name, value] of Object.entries(inputs)) this.#vars.set(`input.${name}`, value)
    for (const { id } of this.#blueprint.nodes) this.#states.set(id, 'pending')
    let now = start
    for (;;) {
      this.#startReady(now)
      const [next, ...others] = this.#running.toSorted((a, b) => a.endsAt - b.endsAt)
      if (next === undefined || !Number.isFinite(next.endsAt)) break
      now = next.endsAt
      this.#running = others
      next.finish()
    }
    return {
      endsAt: now,
      failed: this.#failed,
      isWaiting: this.#running.length > 0 && !this.#isStopped,
      isStopped: this.#isStopped,
      outputs: this.#outputs,
      lastOutput: this.#lastOutput,
    }
  }

  /** Starts or skips the nodes whose predecessors have ended. A skip may make other nodes ready. */
  #startReady(now: number): void {
    if (this.#isStopped || this.#isCancelledAt(now)) {
      const reason = this.#isStopped ? skipReasons.failure : skipReasons.cancelled
      for (const node of sortNodes(this.#blueprint)) this.#skip(node, now, reason)
      return
    }
    for (;;) {
      const ready = this.#readyNodes()
      const skipped = ready.filter(({ id }) => !this.#hasActiveInput(id))
      for (const node of skipped) this.#skip(node, now, skipReasons.branch)
      if (skipped.length > 0) continue
      const [next] = ready
      const count = this.#running.filter(({ endsAt }) => Number.isFinite(endsAt)).length
      if (next === undefined || count >= this.#options.maxParallel) return
      this.#start(next, now)
    }
  }

  #isCancelledAt(now: number): boolean {
    return now >= (this.#state.settings.cancelledAt ?? Number.POSITIVE_INFINITY)
  }

  #readyNodes(): WorkflowNode[] {
    const pending = this.#blueprint.nodes.filter(({ id }) => this.stateOf(id) === 'pending')
    const isOpen = (id: string) => ['pending', 'running'].includes(this.stateOf(id))
    // The bodies of loops are checked last, because there may be hundreds of nested loops.
    const ready = pending
      .filter((node) => !this.#sourcesOf(node.id).some(isOpen))
      .filter((node) => !isLoopKind(kindOf(node)) || !this.#bodyPredecessors(node).some(isOpen))
      .toSorted(compareById)
    if (ready.length > 0 || this.#running.length > 0) return ready
    // Two loops that share nodes may wait for each other. Then the first loop by id starts.
    return pending.toSorted(compareById).slice(0, 1)
  }

  /** The ids of nodes outside a loop's body that lead into the body. The loop waits for these. */
  #bodyPredecessors({ id }: WorkflowNode): readonly string[] {
    const known = this.#bodyPredecessorsById.get(id)
    if (known !== undefined) return known
    const body = this.#downstreamOf(id, false)
    const into = [...body]
      .flatMap((inner) => this.#sourcesOf(inner))
      .filter((source) => source !== id && !body.has(source))
    this.#bodyPredecessorsById.set(id, into)
    return into
  }

  #sourcesOf(id: string): string[] {
    return (this.#incoming.get(id) ?? []).map(({ source }) => source)
  }

  #hasActiveInput(id: string): boolean {
    const edges = this.#incoming.get(id) ?? []
    return edges.length === 0 || edges.some((edge) => this.isActive(edge))
  }

  #skip(node: WorkflowNode, at: number, reason: string): void {
    const { id } = node
    if (this.stateOf(id) !== 'pending' || !this.#nodes.has(id)) return
    this.#states.set(id, 'skipped')
    const common = { node, label: labelOf(node), startsAt: at, endsAt: at }
    this.#record({ ...common, status: 'skipped', reason }, at, 'end')
  }

  #record(step: RunStep, at: number, phase: 'start' | 'end'): void {
    if (this.#options.isSilent) return
    if (phase === 'start' || step.status === 'skipped') this.#state.steps.push(step)
    if (phase === 'end') this.#state.latest.set(step.node.id, step)
    this.#state.log.push({ at, phase, step })
  }

  #start(node: WorkflowNode, now: number): void {
    const { id } = node
    this.#states.set(id, 'running')
    const sources = this.#sourcesOf(id)
    const received = sources.flatMap((source) => {
      const step = this.#state.latest.get(source)
      return step?.status === 'completed' ? [[source, step.output] as const] : []
    })
    const { ms, result, retries } = this.#runner.attempt(node, now)
    const endsAt = result === undefined ? Number.POSITIVE_INFINITY : now + ms
    const common = {
      node,
      label: labelOf(node),
      startsAt: now,
      endsAt,
      retries,
      ...(sources.length > 0 && { received: Object.fromEntries(received) }),
    }
    if (result === undefined) {
      this.#record({ ...common, status: 'waiting' }, now, 'start')
      this.#running = [...this.#running, { endsAt, finish: () => {} }]
      return
    }
    const step: RunStep =
      result instanceof NodeFailure
        ? { ...common, status: 'failed', error: result.message, ...this.#strategyOf(node) }
        : { ...common, status: 'completed', output: { ...result.fields } }
    this.#record(step, now, 'start')
    const finish = () => {
      this.#record(step, endsAt, 'end')
      if (result instanceof NodeFailure) this.#fail(node, endsAt)
      else this.#complete(node, result, endsAt)
    }
    this.#running = [...this.#running, { endsAt, finish }]
  }

  #strategyOf({ id, data }: WorkflowNode) {
    const strategy = textIn(data ?? {}, 'error_strategy') || 'stop_workflow'
    if (strategy !== 'fail_branch') return { strategy }
    return { strategy, skippedDownstream: [...this.#downstreamOf(id, true)].toSorted() }
  }

  #complete(
    node: WorkflowNode,
    { fields, plainVariables, handle }: ComputedNode,
    now: number,
  ): void {
    const { id, data = {} } = node
    this.#states.set(id, 'completed')
    for (const [name, value] of Object.entries(fields)) this.#vars.set(`${id}.${name}`, value)
    for (const [name, value] of Object.entries(plainVariables ?? {})) this.#vars.set(name, value)
    const announced = textIn(data, 'output_variable')
    if (announced !== '') this.#vars.alias(`${id}.${announced}`, `${id}.output`)
    this.#lastOutput = fields.output
    // The objects of several end nodes are merged (F-023).
    if (kindOf(node) === 'END' && isObject(fields.output))
      this.#outputs = { ...this.#outputs, ...fields.output }
    this.#activeEdges.set(
      id,
      ({ sourceHandle: from }) =>
        handle === undefined || typeof from !== 'string' || from === handle,
    )
    if (isLoopKind(kindOf(node))) this.#runBody(node, now)
  }

  #fail(node: WorkflowNode, now: number): void {
    const { strategy } = this.#strategyOf(node)
    const isHandled = strategy === 'continue' || strategy === 'fail_branch'
    const { settings, note } = this.#state
    this.#states.set(node.id, 'failed')
    // These strategies should let the run continue, but in `deployed-0.8` they do not (F-034).
    if (!isHandled || settings.hasDefects) this.#failed.push(node.id)
    if (isHandled && settings.hasDefects) note('F-034')
    this.#activeEdges.set(node.id, () => strategy === 'continue')
    if (!isHandled) this.#isStopped = true
    if (strategy !== 'fail_branch') return
    for (const id of this.#downstreamOf(node.id, true)) {
      const below = this.#nodes.get(id)
      if (below !== undefined) this.#skip(below, now, skipReasons.failure)
    }
  }

  /** The ids of all nodes that follow a node. End nodes are included only if `withEnds` is true. */
  #downstreamOf(id: string, withEnds: boolean): Set<string> {
    const found = new Set([id])
    for (const one of found)
      for (const { target } of this.#outgoing.get(one) ?? []) {
        const node = this.#nodes.get(target)
        if (node !== undefined && (withEnds || kindOf(node) !== 'END')) found.add(target)
      }
    found.delete(id)
    return found
  }

  #runWorkflow(blueprint: Blueprint, inputs: JsonObject, id: string, at: number): NestedOutcome {
    const { depth, path } = this.#options
    const graph = new GraphRun(blueprint, new Variables(this.#state, this.#vars.env), {
      maxParallel: maxParallelNodes.nested,
      depth: depth + 1,
      path: `${path}${id}/`,
      isSilent: true,
    })
    return graph.runFrom(at, inputs)
  }

  /** Runs the body of a loop as often as the loop requires, one pass after another. */
  #runBody(node: WorkflowNode, start: number): void {
    const inside = this.#downstreamOf(node.id, false)
    const nodes = this.#blueprint.nodes.filter(
      ({ id }) => inside.has(id) && this.stateOf(id) === 'pending',
    )
    if (nodes.length === 0 || this.#isCancelledAt(start)) return
    const ids = new Set(nodes.map(({ id }) => id))
    const edges = this.#blueprint.edges.filter((one) => ids.has(one.source) || ids.has(one.target))
    const body: LoopBody = { nodes, edges, results: [], graph: undefined }
    const end = this.#runPasses(node, body, start)
    for (const id of ids) this.#states.set(id, 'running')
    const endsAt = end.isWaiting ? Number.POSITIVE_INFINITY : end.endsAt
    const finish = () => {
      if (end.isStopped) this.#isStopped = true
      this.#leaveBody(body, endsAt)
    }
    this.#running = [...this.#running, { endsAt, finish }]
  }

  /** Computes the passes. A failure in a pass stops the other branches only at its script time. */
  #runPasses(
    node: WorkflowNode,
    body: LoopBody,
    start: number,
  ): Pick<GraphOutcome, 'endsAt' | 'isWaiting' | 'isStopped'> {
    const { path, isSilent } = this.#options
    let endsAt = start
    try {
      for (const { index, event } of passesThroughBody(node, this.#vars, body.results)) {
        if (!isSilent) this.#state.send(endsAt, event)
        body.graph = new GraphRun(body, this.#vars, {
          ...this.#options,
          maxParallel: maxParallelNodes.body,
          path: `${path}${node.id}#${index}/`,
          isEntryActive: (edge) => this.isActive(edge),
        })
        const end = body.graph.runFrom(endsAt)
        endsAt = end.endsAt
        body.results.push(end.lastOutput)
        this.#failed.push(...end.failed)
        if (end.isWaiting || end.isStopped) return end
        if (this.#isCancelledAt(endsAt)) break
      }
    } catch (error) {
      if (!(error instanceof ExpressionFailure || error instanceof OutputTooLarge)) throw error
      this.#failed.push(node.id)
      return { endsAt, isWaiting: false, isStopped: true }
    }
    return { endsAt, isWaiting: false, isStopped: false }
  }

  /** Copies the node states of the last pass. Without a pass, the nodes are skipped. */
  #leaveBody({ nodes, graph, results }: LoopBody, now: number): void {
    const ids = new Set(nodes.map(({ id }) => id))
    for (const node of nodes) {
      const state = graph?.stateOf(node.id)
      this.#states.set(node.id, state ?? 'pending')
      if (state === undefined) this.#skip(node, now, skipReasons.branch)
      this.#activeEdges.set(node.id, (edge) => graph?.isActive(edge) ?? !ids.has(edge.target))
    }
    this.#lastOutput = results.at(-1) ?? this.#lastOutput
  }
}

type LoopBody = Blueprint & {
  /** The outputs of the passes so far. */
  readonly results: unknown[]
  /** The run of the latest pass through the loop. */
  graph: GraphRun | undefined
}

const labelOf = ({ data }: WorkflowNode): string | null => textIn(data ?? {}, 'label') || null

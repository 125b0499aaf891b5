import type {
  DatedRunEvent,
  WorkflowRun,
  RunEvent,
} from '../../../contract/records/workflow-run.ts'
import type { StoredWorkflow } from '../../../contract/records/workflow.ts'
import { LiveEvents } from '../../world/live-events.ts'
import type { RunningWorkflow } from '../../world/running-workflows.ts'
import type { Playback } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'
import { startPlayback, type Timeline, type TimedEvent } from '../playback.ts'
import type { SimulatedRun, RunStep } from './simulate-run.ts'
import { finalRecord, resultsAt } from './run-results.ts'

/** What is run, for whom, and what will come of it. */
export type RunOptions = {
  readonly workflow: StoredWorkflow
  readonly userId: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly simulated: SimulatedRun
}

/** One run of a workflow from its record, which is pending at first, to its end. */
export class LiveRun extends LiveEvents<DatedRunEvent> implements RunningWorkflow {
  readonly workflowId: string
  readonly #world: World
  readonly #order: RunOptions
  #record: WorkflowRun
  #tempo: Timeline | undefined
  #playing: Playback | undefined
  #onEnd: ((endedAt: number) => void) | undefined

  constructor(world: World, order: RunOptions) {
    super()
    this.#world = world
    this.#order = order
    this.workflowId = order.workflow.id
    this.#record = world.store.workflowRuns.insert({
      id: world.random.uuid('workflow-run', order.userId),
      workflow_id: this.workflowId,
      user_id: order.userId,
      status: 'pending',
      inputs: { ...order.inputs },
      outputs: null,
      node_results: {},
      started_at: null,
      completed_at: null,
      duration_ms: null,
      error: null,
      created_at: world.clock.iso(),
      updated_at: null,
    })
    world.runningWorkflows.set(this.record.id, this)
  }

  get record(): WorkflowRun {
    return this.#record
  }

  /** Plays the run from a moment on; `onEnd` is told the moment of its end. Milliseconds since 1970. */
  begin(startedAt: number, onEnd: (endedAt: number) => void): void {
    this.#onEnd = onEnd
    const { clock, speed } = this.#world
    const { simulated: enactment, workflow } = this.#order
    const tempo = { startedAt, speed }
    this.#tempo = tempo
    const started_at = new Date(startedAt).toISOString()
    this.#keep({ status: 'running', started_at, updated_at: started_at })
    const told = runEvents(enactment, {
      run_id: this.record.id,
      workflow_id: this.workflowId,
      node_count: workflow.blueprint.nodes.length,
      toWorldMs: (ms) => Math.round(ms / speed),
    })
    this.#playing = startPlayback(told, tempo, clock, (event, at) => {
      this.add({ ...event, at })
      if (event.event !== 'end') return
      this.#end(finalRecord(enactment, tempo), 'done')
    })
  }

  results() {
    return this.#resultsNow('running')
  }

  cancel(): void {
    const { clock } = this.#world
    const at = clock.iso()
    const error = 'The run was cancelled.'
    const duration_ms = Math.round(clock.now() - (this.#tempo?.startedAt ?? clock.now()))
    const ending = { status: 'cancelled', error, duration_ms } as const
    const data = { run_id: this.record.id, ...ending }
    const node_results = this.#resultsNow('cancelled')
    this.#playing?.stop()
    this.add({ event: 'run_failed', data, at })
    this.add({ event: 'end', data: {}, at })
    this.#end({ ...ending, node_results, completed_at: at, updated_at: at }, 'cancelled')
  }

  abandon(): void {
    this.#playing?.stop()
    this.close('cancelled')
    this.#onEnd?.(this.#world.clock.now())
  }

  #resultsNow(underWay: 'running' | 'cancelled') {
    if (this.#tempo === undefined) return {}
    return resultsAt(this.#order.simulated, this.#tempo, this.#world.clock.now(), underWay)
  }

  #end(change: Partial<WorkflowRun> & { completed_at: string }, how: 'done' | 'cancelled'): void {
    this.#keep(change)
    this.#world.runningWorkflows.delete(this.record.id)
    this.close(how)
    this.#onEnd?.(Date.parse(change.completed_at))
  }

  #keep(change: Partial<WorkflowRun>): void {
    const { workflowRuns } = this.#world.store
    const isKept = workflowRuns.get(this.record.id) !== undefined
    this.#record = isKept ? workflowRuns.update(this.record, change) : { ...this.record, ...change }
  }
}

/** Which run is told, and how long script time lasts in milliseconds of the world. */
type RunEventContext = {
  readonly run_id: string
  readonly workflow_id: string
  readonly node_count: number
  readonly toWorldMs: (ms: number) => number
}

/** A run as events in the order of their time, from `run_started` to `end`. */
function* runEvents(
  enactment: SimulatedRun,
  telling: RunEventContext,
): Generator<TimedEvent<RunEvent>> {
  const { toWorldMs: lasts, ...what } = telling
  const start = { ...what, status: 'running' } as const
  yield { at: 0, event: { event: 'run_started', data: start } }
  const beats = enactment.steps.flatMap((step) => stepEvents(step, lasts))
  yield* beats.toSorted((a, b) => a.at - b.at)
  const { outcome, ended: at } = enactment
  const common = { run_id: telling.run_id, duration_ms: lasts(at) }
  if (outcome.status === 'completed')
    yield { at, event: { event: 'run_completed', data: { ...common, ...outcome } } }
  else yield { at, event: { event: 'run_failed', data: { ...common, ...outcome } } }
  yield { at, event: { event: 'end', data: {} } }
}

function stepEvents(step: RunStep, lasts: RunEventContext['toWorldMs']): TimedEvent<RunEvent>[] {
  const node = { node_id: step.node.id, node_type: step.node.type }
  const { began, ended } = step
  if (step.status === 'skipped') {
    const data = { ...node, reason: 'No branch leads here in this run.' }
    return [{ at: began, event: { event: 'node_skipped', data } }]
  }
  const started = { ...node, label: step.label }
  const begins: TimedEvent<RunEvent> = {
    at: began,
    event: { event: 'node_started', data: started },
  }
  if (step.status === 'cancelled') return [begins]
  const common = { ...node, duration_ms: lasts(ended - began) }
  const event: RunEvent =
    step.status === 'failed'
      ? { event: 'node_failed', data: { ...common, error: step.error } }
      : { event: 'node_completed', data: { ...common, output: { ...step.output } } }
  return [begins, { at: ended, event }]
}

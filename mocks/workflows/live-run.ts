import type { DatedRunEvent, WorkflowRun } from '../../contract/records/workflow-run.ts'
import type { StoredWorkflow } from '../../contract/records/workflow.ts'
import { LiveEvents } from '../world/live-events.ts'
import type { RunningWorkflow } from '../world/running-workflows.ts'
import type { World } from '../world/world.ts'
import { play, type Playing, type Tempo } from '../turns/play.ts'
import type { Enactment } from './enact.ts'
import { recordOf, resultsUntil } from './results.ts'
import { tellRun } from './tell-run.ts'

/** What is run, for whom, and what will come of it. */
export type RunOrder = {
  readonly workflow: StoredWorkflow
  readonly userId: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly enactment: Enactment
}

/** One run of a workflow from its record, which is pending at first, to its end. */
export class LiveRun extends LiveEvents<DatedRunEvent> implements RunningWorkflow {
  readonly workflowId: string
  readonly #world: World
  readonly #order: RunOrder
  #record: WorkflowRun
  #tempo: Tempo | undefined
  #playing: Playing | undefined
  #onEnd: ((endedAt: number) => void) | undefined

  constructor(world: World, order: RunOrder) {
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
    const { enactment, workflow } = this.#order
    const tempo = { startedAt, speed }
    this.#tempo = tempo
    const started_at = new Date(startedAt).toISOString()
    this.#keep({ status: 'running', started_at, updated_at: started_at })
    const told = tellRun(enactment, {
      run_id: this.record.id,
      workflow_id: this.workflowId,
      node_count: workflow.blueprint.nodes.length,
      lasts: (ms) => Math.round(ms / speed),
    })
    this.#playing = play(told, tempo, clock, (event, at) => {
      this.add({ ...event, at })
      if (event.event !== 'end') return
      this.#end(recordOf(enactment, tempo), 'done')
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
    return resultsUntil(this.#order.enactment, this.#tempo, this.#world.clock.now(), underWay)
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

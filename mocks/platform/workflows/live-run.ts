import type {
  DatedRunEvent,
  NodeResult,
  RunEvent,
  RunEventStep,
  WorkflowRun,
} from '../../../contract/records/workflow-run.ts'
import { fromSpeedFactor, toSpeedFactor } from '../../../contract/duration.ts'
import { newRecords } from '../../../contract/new-records.ts'
import type { StoredWorkflowRun } from '../../../contract/snapshot.ts'
import type { Blueprint, StoredWorkflow } from '../../../contract/records/workflow.ts'
import { LiveEvents } from '../../world/live-events.ts'
import type { RunningWorkflow } from '../../world/running-workflows.ts'
import type { Table } from '../../world/changes.ts'
import type { Playback } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'
import { dueAt, startPlayback, type TimedEvent, type Timeline } from '../playback.ts'
import { incomingEdges } from './blueprint.ts'
import { type RunStep, type SimulatedRun, simulateRun } from './simulate-run.ts'
import { dialectOf } from './dialects.ts'

/** The parts of a run: the workflow, the user, the inputs, and the run computed from them. */
type RunOptions = {
  readonly workflow: StoredWorkflow
  readonly userId: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly simulated: SimulatedRun
  /** Whether nodes are skipped before the others of the same time start. */
  readonly skipsFirst: boolean
  /** Stored with the run, so that it goes on when its world is loaded; not for runs of a batch. */
  readonly timeoutSeconds?: number
}

/** Running workflow runs, stored at their start. */
const storedRuns = ({ tables }: World): Table<StoredWorkflowRun> => tables.of('running-workflows')

// The fields are sent in this order: the time of the last change comes last.
const { updated_at, ...newRun } = newRecords.workflow_runs

const createRecord = (world: World, { workflow, userId, inputs }: RunOptions): WorkflowRun =>
  world.store.workflowRuns.insert({
    id: world.random.uuid('workflow-run', userId),
    workflow_id: workflow.id,
    user_id: userId,
    ...newRun,
    status: 'pending',
    inputs: { ...inputs },
    created_at: world.clock.iso(),
    updated_at,
  })

/** One run of a workflow, from its pending record to its end. */
export class LiveRun extends LiveEvents<DatedRunEvent> implements RunningWorkflow {
  readonly workflowId: string
  readonly #world: World
  readonly #options: RunOptions
  #record: WorkflowRun
  #timeline: Timeline | undefined
  #playback: Playback | undefined
  #onEnd: ((endedAt: number) => void) | undefined

  /** Creates the record of the run, unless the run was loaded with its world. */
  constructor(world: World, options: RunOptions, record = createRecord(world, options)) {
    super()
    this.#world = world
    this.#options = options
    this.workflowId = options.workflow.id
    this.#record = record
    world.runningWorkflows.set(this.record.id, this)
  }

  get record(): WorkflowRun {
    return this.#record
  }

  /**
   * Starts the run, or continues one that was loaded. `onEnd` gets the time of its end. Times are
   * milliseconds since 1970.
   */
  start(startedAt: number, onEnd: (endedAt: number) => void, speed = this.#world.speed): void {
    this.#onEnd = onEnd
    const { clock } = this.#world
    const { simulated, workflow, timeoutSeconds, skipsFirst } = this.#options
    if (timeoutSeconds !== undefined)
      storedRuns(this.#world).set(this.record.id, {
        timeout_seconds: timeoutSeconds,
        started_at: startedAt,
        speed: fromSpeedFactor(speed),
      })
    const timeline = { startedAt, speed }
    this.#timeline = timeline
    const started_at = new Date(startedAt).toISOString()
    this.#update({ status: 'running', started_at, updated_at: started_at })
    const events = runEvents(simulated, {
      run_id: this.record.id,
      workflow_id: this.workflowId,
      blueprint: workflow.blueprint,
      skipsFirst,
      toWorldMs: (ms) => Math.round(ms / speed),
    })
    this.#playback = startPlayback(events, timeline, clock, (event, at) => {
      this.add({ ...event, at })
      if (event.event !== 'end') return
      this.#end(finalRecord(simulated, timeline), 'done')
    })
  }

  results() {
    return this.#resultsNow('running')
  }

  cancel(): void {
    const { clock } = this.#world
    const at = clock.iso()
    const error = 'The run was cancelled.'
    const duration_ms = Math.round(clock.now() - (this.#timeline?.startedAt ?? clock.now()))
    const ending = { status: 'cancelled', error, duration_ms } as const
    const data = { run_id: this.record.id, ...ending }
    const node_results = this.#resultsNow('cancelled')
    this.#playback?.stop()
    this.add({ event: 'run_failed', data, at })
    this.add({ event: 'end', data: {}, at })
    this.#end({ ...ending, node_results, completed_at: at, updated_at: at }, 'cancelled')
  }

  abandon(): void {
    this.#playback?.stop()
    this.close('cancelled')
    this.#onEnd?.(this.#world.clock.now())
  }

  #resultsNow(unfinished: 'running' | 'cancelled') {
    if (this.#timeline === undefined) return {}
    return resultsAt(this.#options.simulated, this.#timeline, this.#world.clock.now(), unfinished)
  }

  #end(change: Partial<WorkflowRun> & { completed_at: string }, state: 'done' | 'cancelled'): void {
    this.#update(change)
    this.#world.runningWorkflows.delete(this.record.id)
    storedRuns(this.#world).delete(this.record.id)
    this.close(state)
    this.#onEnd?.(Date.parse(change.completed_at))
  }

  #update(change: Partial<WorkflowRun>): void {
    const { workflowRuns } = this.#world.store
    const isStored = workflowRuns.get(this.record.id) !== undefined
    this.#record = isStored
      ? workflowRuns.update(this.record, change)
      : { ...this.record, ...change }
  }
}

type PlannedEvent = RunEvent & Pick<DatedRunEvent, 'step'>

const isLate = ({ status }: RunStep) => Number(status !== 'skipped')

/** Returns what an event needs to know of the nodes around its own. */
function describeSteps({ steps, inputs }: SimulatedRun, blueprint: Blueprint) {
  const incoming = incomingEdges(blueprint)
  const nodes = new Map(blueprint.nodes.map((node) => [node.id, node]))
  const outputs = Object.fromEntries(
    steps.flatMap((step) => (step.status === 'completed' ? [[step.node.id, step.output]] : [])),
  )
  return ({ node }: RunStep): RunEventStep => ({
    node,
    sources: (incoming.get(node.id) ?? []).flatMap(({ source }) => nodes.get(source) ?? []),
    outputs,
    inputs,
  })
}

/**
 * The fields of `run_started`, and the conversion from script time to world time in milliseconds.
 */
type RunEventContext = {
  readonly run_id: string
  readonly workflow_id: string
  /** The blueprint that the runner plays. */
  readonly blueprint: Blueprint
  readonly skipsFirst: boolean
  readonly toWorldMs: (ms: number) => number
}

/** The events of a run in the order of their time, from `run_started` to `end`. */
function* runEvents(
  simulated: SimulatedRun,
  context: RunEventContext,
): Generator<TimedEvent<PlannedEvent>> {
  const { toWorldMs, blueprint, skipsFirst, ...run } = context
  const start = { ...run, status: 'running', node_count: blueprint.nodes.length } as const
  yield { at: 0, event: { event: 'run_started', data: start } }
  const stepOf = describeSteps(simulated, blueprint)
  const steps = skipsFirst
    ? simulated.steps.toSorted((a, b) => a.startsAt - b.startsAt || isLate(a) - isLate(b))
    : simulated.steps
  const events = steps.flatMap((step) =>
    stepEvents(step, toWorldMs).map(({ at, event }) => ({
      at,
      event: { ...event, step: stepOf(step) },
    })),
  )
  yield* events.toSorted((a, b) => a.at - b.at)
  const { outcome, endsAt: at } = simulated
  const common = { run_id: run.run_id, duration_ms: toWorldMs(at) }
  if (outcome.status === 'completed')
    yield { at, event: { event: 'run_completed', data: { ...common, ...outcome } } }
  else yield { at, event: { event: 'run_failed', data: { ...common, ...outcome } } }
  yield { at, event: { event: 'end', data: {} } }
}

function stepEvents(
  step: RunStep,
  toWorldMs: RunEventContext['toWorldMs'],
): TimedEvent<RunEvent>[] {
  const node = { node_id: step.node.id, node_type: step.node.type }
  const { startsAt, endsAt } = step
  if (step.status === 'skipped') {
    const data = { ...node, reason: 'No branch leads to this node in this run.' }
    return [{ at: startsAt, event: { event: 'node_skipped', data } }]
  }
  const started = { ...node, label: step.label }
  const startEvent: TimedEvent<RunEvent> = {
    at: startsAt,
    event: { event: 'node_started', data: started },
  }
  if (step.status === 'cancelled') return [startEvent]
  const common = { ...node, duration_ms: toWorldMs(endsAt - startsAt) }
  const event: RunEvent =
    step.status === 'failed'
      ? { event: 'node_failed', data: { ...common, error: step.error } }
      : { event: 'node_completed', data: { ...common, output: { ...step.output } } }
  return [startEvent, { at: endsAt, event }]
}

type NodeResults = Readonly<Record<string, NodeResult>>

/** The final fields of the record of a run that was not cancelled. */
export function finalRecord({ steps, endsAt, outcome }: SimulatedRun, timeline: Timeline) {
  const completed_at = new Date(dueAt(timeline, endsAt)).toISOString()
  return {
    status: outcome.status,
    outputs: outcome.status === 'completed' ? { ...outcome.outputs } : null,
    error: outcome.status === 'failed' ? outcome.error : null,
    node_results: Object.fromEntries(
      steps.map((step) => [step.node.id, stepResult(step, timeline)]),
    ),
    completed_at,
    duration_ms: Math.round(endsAt / timeline.speed),
    updated_at: completed_at,
  } satisfies Partial<WorkflowRun>
}

/** The results of the nodes at a moment. Nodes that have not ended get the status `unfinished`. */
const resultsAt = (
  { steps }: SimulatedRun,
  timeline: Timeline,
  now: number,
  unfinished: 'running' | 'cancelled',
): NodeResults =>
  Object.fromEntries(
    steps
      .filter(({ startsAt }) => dueAt(timeline, startsAt) <= now)
      .map((step) => {
        const result = stepResult(step, timeline)
        if (dueAt(timeline, step.endsAt) <= now) return [step.node.id, result]
        const open = { ...result, status: unfinished, output: null, error: null }
        return [step.node.id, { ...open, completed_at: null, duration_ms: null }]
      }),
  )

function stepResult(step: RunStep, timeline: Timeline): NodeResult {
  const startedAt = dueAt(timeline, step.startsAt)
  const completedAt = dueAt(timeline, step.endsAt)
  return {
    status: step.status,
    output: step.status === 'completed' ? { ...step.output } : null,
    error: step.status === 'failed' ? step.error : null,
    started_at: new Date(startedAt).toISOString(),
    completed_at: new Date(completedAt).toISOString(),
    duration_ms: Math.round(completedAt - startedAt),
  }
}

/**
 * Continues the workflow runs that were running when the state of a world was stored. A run of a
 * batch, whose caller is gone, and a run whose workflow was changed since its start fail.
 */
export function continueRuns(world: World): void {
  const { workflowRuns } = world.store
  for (const run of workflowRuns.values()) {
    if (run.status !== 'pending' && run.status !== 'running') continue
    if (continueRun(world, run)) continue
    const now = world.clock.iso()
    const error = 'The platform was restarted during this run.'
    workflowRuns.update(run, { status: 'failed', error, completed_at: now, updated_at: now })
    storedRuns(world).delete(run.id)
  }
}

/** Continues a run. Returns false if that is impossible. */
function continueRun(world: World, run: WorkflowRun): boolean {
  const start = storedRuns(world).get(run.id)
  const workflow = world.store.workflows.get(run.workflow_id)
  if (start === undefined || workflow === undefined) return false
  if ((workflow.updated_at ?? workflow.created_at) >= run.created_at) return false
  const inputs = run.inputs ?? {}
  const { played: toPlayed, skipsFirst } = dialectOf(world.behaviour('workflows.run'))
  const played = { ...workflow, blueprint: toPlayed(workflow.blueprint) }
  const simulated = simulateRun(played.blueprint, inputs, start.timeout_seconds)
  const live = new LiveRun(
    world,
    { workflow: played, userId: run.user_id, inputs, simulated, skipsFirst },
    run,
  )
  const release = world.runCounts.begin(run.user_id, world.clock.now(), 0)
  live.start(start.started_at, release, toSpeedFactor(start.speed))
  return true
}

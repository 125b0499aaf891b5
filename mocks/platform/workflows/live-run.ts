import { fromSpeedFactor, toSpeedFactor } from '../../../contract/duration.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { newRecords } from '../../../contract/new-records.ts'
import type { DatedRunEvent, WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { StoredWorkflow } from '../../../contract/records/workflow.ts'
import type { StoredWorkflowRun } from '../../../contract/snapshot.ts'
import type { Table } from '../../world/changes.ts'
import { LiveEvents } from '../../world/live-events.ts'
import type { RunningWorkflow } from '../../world/running-workflows.ts'
import type { Playback } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'
import { startPlayback } from '../playback.ts'
import { createApproval, decisionOf, expiredDecision, expireReview } from './approvals.ts'
import type { Defect } from './defects.ts'
import { hasKnownDefects, type PlanRun, planRun } from './plan-run.ts'
import {
  finalRecord,
  momentOf,
  type PlannedEvent,
  resultsAt,
  runItems,
  type RunPause,
  type RunTimeline,
  maxSilenceMs,
  itemsUntilSilence,
} from './run-items.ts'
import type { ReviewDecision, ReviewRequest, SimulatedRun } from './simulate-run.ts'

/** The parts of a run: the workflow, the user, the inputs, and how the run is computed. */
type RunOptions = {
  readonly workflow: StoredWorkflow
  readonly userId: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly plan: PlanRun
  /** Whether the run has the known defects of the deployment. */
  readonly hasDefects: boolean
  /** Whether a client reads the events. In `deployed-0.8`, a gap of 15 seconds ends the stream. */
  readonly isStreamed: boolean
  /** The timeout. Only runs with this field are stored, so that they continue after a reload. */
  readonly timeoutSeconds?: number
}

/** The stored data of running workflow runs, by run id. */
const storedRuns = ({ tables }: World): Table<StoredWorkflowRun> => tables.of('running-workflows')

// Responses have the fields in this order, so `updated_at` is added last.
const { updated_at, ...newRun } = newRecords.workflow_runs

const createRecord = (world: World, { workflow, userId, inputs }: RunOptions): WorkflowRun =>
  world.store.workflowRuns.insert({
    id: world.random.id('workflow-run', userId),
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
  #simulated: SimulatedRun
  #timeline: RunTimeline | undefined
  #playback: Playback | undefined
  /** The number of planned items that were played. */
  #playedItems = 0
  /** The ids of the requested approvals, by the path of their node. */
  readonly #approvals: Map<string, string>
  readonly #decisions: Map<string, ReviewDecision>
  #cancelledAt: number | undefined
  #cancelTimers: (() => void)[] = []
  #onEnd: ((endedAt: number) => void) | undefined

  /** Creates the record of the run, unless the run was loaded with its world. */
  constructor(world: World, options: RunOptions, loaded?: LoadedRun) {
    super()
    this.#world = world
    this.#options = options
    this.workflowId = options.workflow.id
    this.#approvals = new Map(Object.entries(loaded?.stored.approvals ?? {}))
    this.#decisions = new Map(Object.entries(loaded?.stored.decisions ?? {}))
    this.#cancelledAt = loaded?.stored.cancelled_at
    // Planning comes first: if it throws, no record must stay behind that nobody can cancel.
    this.#simulated = this.#plan()
    this.#record = loaded?.record ?? createRecord(world, options)
    world.runningWorkflows.set(this.record.id, this)
  }

  get record(): WorkflowRun {
    return this.#record
  }

  /** The known defects of the deployment that the run shows. */
  get notes(): readonly Defect[] {
    return this.#simulated.notes ?? []
  }

  /**
   * Starts the run, or continues a loaded run. `onEnd` is called with the time when the run ended.
   * Times are milliseconds since 1970.
   */
  start(
    startedAt: number,
    onEnd: (endedAt: number) => void,
    speed = this.#world.speed,
    pauses: readonly RunPause[] = [],
  ): void {
    this.#onEnd = onEnd
    this.#timeline = { startedAt, speed, pauses }
    this.#save()
    const started_at = new Date(startedAt).toISOString()
    // In the profile `deployed-0.8`, the record of a streamed run stays pending (F-036).
    const { hasDefects, isStreamed } = this.#options
    if (!hasDefects || !isStreamed)
      this.#update({ status: 'running', started_at, updated_at: started_at })
    this.#play(this.#timeline)
  }

  results() {
    return this.#resultsNow('running')
  }

  cancel(isForced = false): void {
    const timeline = this.#timeline
    const isFirst = timeline !== undefined && this.#cancelledAt === undefined
    // `deployed-0.8` waits until the running nodes end, and then completes the run (F-037).
    if (this.#options.hasDefects && isFirst && !isForced) {
      this.#cancelledAt = this.#scriptTime(timeline) + 1
      this.#replan(timeline)
      return
    }
    const { clock } = this.#world
    const at = clock.iso()
    const error = 'The run was cancelled.'
    const duration_ms = Math.round(clock.now() - (this.#timeline?.startedAt ?? clock.now()))
    const ending = { status: 'cancelled', error, duration_ms } as const
    const data = { run_id: this.record.id, ...ending }
    const node_results = this.#resultsNow('cancelled')
    this.#stop()
    this.add({ event: 'run_failed', data, at })
    this.add({ event: 'end', data: {}, at })
    this.#end({ ...ending, node_results, completed_at: at, updated_at: at }, 'cancelled')
  }

  abandon(): void {
    this.#stop()
    this.close('cancelled')
    this.#onEnd?.(this.#world.clock.now())
  }

  #plan(): SimulatedRun {
    return this.#options.plan({ decisions: this.#decisions, cancelledAt: this.#cancelledAt })
  }

  /** Stores the data that a loaded world needs to continue the run. */
  #save(): void {
    const { timeoutSeconds, isStreamed } = this.#options
    if (timeoutSeconds === undefined || this.#timeline === undefined) return
    const { startedAt, speed, pauses } = this.#timeline
    storedRuns(this.#world).set(this.record.id, {
      timeout_seconds: timeoutSeconds,
      started_at: startedAt,
      speed: fromSpeedFactor(speed),
      ...(!isStreamed && { streamed: false }),
      ...(pauses.length > 0 && { pauses: [...pauses] }),
      ...(this.#approvals.size > 0 && { approvals: Object.fromEntries(this.#approvals) }),
      ...(this.#decisions.size > 0 && { decisions: Object.fromEntries(this.#decisions) }),
      ...(this.#cancelledAt !== undefined && { cancelled_at: this.#cancelledAt }),
    })
  }

  /** Plays the planned items from the first unplayed one on. */
  #play(timeline: RunTimeline): void {
    const { workflow, hasDefects, isStreamed } = this.#options
    const { clock } = this.#world
    const planned = runItems(this.#simulated, {
      run_id: this.record.id,
      workflow_id: this.workflowId,
      blueprint: workflow.blueprint,
      timeline,
    })
    const isSilent = hasDefects && isStreamed
    const items = isSilent ? [...itemsUntilSilence(planned)] : [...planned]
    const rest = items.slice(this.#playedItems).map(({ at, event }) => ({
      at: momentOf(timeline, at) - timeline.startedAt,
      event,
    }))
    this.#playback = startPlayback(rest.values(), { ...timeline, speed: 1 }, clock, (item, at) => {
      this.#playedItems++
      if ('review' in item) this.#requestReview(item.review, Date.parse(at))
      else this.#send(item, at, timeline)
    })
    if (!isSilent || this.state !== 'running' || this.#simulated.outcome.status !== 'waiting')
      return
    const last = Math.max(clock.now(), momentOf(timeline, this.#simulated.endsAt))
    this.#cancelTimers.push(
      clock.at(last + maxSilenceMs, () => this.#endSilently(clock.iso(), timeline)),
    )
  }

  #send(item: PlannedEvent | { readonly silence: true }, at: string, timeline: RunTimeline): void {
    if ('silence' in item) return this.#endSilently(at, timeline)
    this.add({ ...item, at })
    if (item.event === 'end') this.#end(finalRecord(this.#simulated, timeline), 'done')
    return undefined
  }

  /** Ends the stream without an outcome, as `deployed-0.8` does after a long gap (F-031). */
  #endSilently(at: string, timeline: RunTimeline): void {
    const node_results = this.#resultsNow('running')
    this.#stop()
    this.add({ event: 'end', data: {}, at })
    const started_at = new Date(timeline.startedAt).toISOString()
    const times = { started_at, completed_at: at, updated_at: at }
    const duration_ms = Math.round(Date.parse(at) - timeline.startedAt)
    this.#end({ status: 'completed', node_results, duration_ms, ...times }, 'done')
  }

  /** Requests a review, and waits for its decision until the timeout that its node sets. */
  #requestReview(review: ReviewRequest, askedAt: number): void {
    const { path, timeout_hours } = review
    if (this.#decisions.has(path)) return
    const world = this.#world
    const id =
      this.#approvals.get(path) ??
      createApproval(world, this.#options.workflow, this.record, review)
    this.#approvals.set(path, id)
    this.#save()
    world.approvals.set(id, () => this.#applyReviewDecision(path, id))
    const expiresAt = Math.min(
      askedAt + Math.round(timeout_hours * 3_600_000),
      ownLimits.worldTime.last,
    )
    this.#cancelTimers.push(world.clock.at(expiresAt, () => expireReview(world, id)))
  }

  #applyReviewDecision(path: string, id: string): void {
    if (this.state !== 'running' || this.#timeline === undefined) return
    // The record of the approval may have been deleted. Then the review expires at its timeout.
    const decision = decisionOf(this.#world, id) ?? expiredDecision(id)
    const at = this.#scriptTime(this.#timeline) + 1
    this.#decisions.set(path, { at, ...decision })
    const ms = this.#world.clock.now() - momentOf(this.#timeline, at)
    const { pauses } = this.#timeline
    this.#timeline = { ...this.#timeline, pauses: [...pauses, { after: at - 1, ms }] }
    this.#replan(this.#timeline)
  }

  /** The current script time in ms. This time stops while all open nodes wait for a review. */
  #scriptTime(timeline: RunTimeline): number {
    const { endsAt, outcome } = this.#simulated
    const now = this.#world.clock.now()
    const hasPaused = outcome.status === 'waiting' && momentOf(timeline, endsAt) <= now
    if (hasPaused || !Number.isFinite(timeline.speed)) return endsAt
    const paused = timeline.pauses.reduce((sum, { ms }) => sum + ms, 0)
    return Math.max(0, Math.floor((now - timeline.startedAt - paused) * timeline.speed))
  }

  /** Computes the rest of the run again. The events sent so far do not change. */
  #replan(timeline: RunTimeline): void {
    this.#stop()
    this.#simulated = this.#plan()
    this.#save()
    this.#play(timeline)
    for (const review of this.#simulated.reviews ?? [])
      if (this.state === 'running' && this.#approvals.has(review.path))
        this.#requestReview(review, momentOf(timeline, review.at))
  }

  #stop(): void {
    this.#playback?.stop()
    for (const cancel of this.#cancelTimers) cancel()
    this.#cancelTimers = []
    for (const id of this.#approvals.values()) this.#world.approvals.delete(id)
  }

  #resultsNow(unfinished: 'running' | 'cancelled') {
    if (this.#timeline === undefined) return {}
    return resultsAt(this.#simulated, this.#timeline, this.#world.clock.now(), unfinished)
  }

  #end(change: Partial<WorkflowRun> & { completed_at: string }, state: 'done' | 'cancelled'): void {
    this.#stop()
    this.#update(change)
    this.#world.runningWorkflows.delete(this.record.id)
    storedRuns(this.#world).delete(this.record.id)
    this.close(state)
    // In the profile `deployed-0.8`, a pending review stays pending after the run has ended.
    if (!this.#options.hasDefects)
      for (const id of this.#approvals.values()) expireReview(this.#world, id)
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

/** A run of a loaded world: its record, and what was stored about it. */
type LoadedRun = { readonly record: WorkflowRun; readonly stored: StoredWorkflowRun }

/**
 * Continues the workflow runs that were running when the state of a world was stored. Two kinds of runs
 * fail: runs of a batch, whose caller is gone, and runs whose workflow was changed since their start.
 */
export function continueRuns(world: World): void {
  const { workflowRuns } = world.store
  for (const run of workflowRuns.values()) {
    if (run.status !== 'pending' && run.status !== 'running') continue
    if (continueRun(world, run)) continue
    const now = world.clock.iso()
    const error = 'The platform was restarted during this run.'
    workflowRuns.update(run, { status: 'failed', error, completed_at: now, updated_at: now })
    const reviews = Object.values(storedRuns(world).get(run.id)?.approvals ?? {})
    storedRuns(world).delete(run.id)
    if (!hasKnownDefects(world.behaviour('workflows.run')))
      for (const id of reviews) expireReview(world, id)
  }
}

/** Continues a run. Returns false if that is impossible. */
function continueRun(world: World, run: WorkflowRun): boolean {
  const stored = storedRuns(world).get(run.id)
  const workflow = world.store.workflows.get(run.workflow_id)
  if (stored === undefined || workflow === undefined) return false
  if ((workflow.updated_at ?? workflow.created_at) >= run.created_at) return false
  const inputs = run.inputs ?? {}
  const { user_id: userId } = run
  const { timeout_seconds: timeoutSeconds, started_at, speed, pauses } = stored
  const behaviour = world.behaviour('workflows.run')
  const plan = planRun(world, behaviour, { workflow, userId, inputs, timeoutSeconds })
  const hasDefects = hasKnownDefects(behaviour)
  const isStreamed = stored.streamed !== false
  const options = { workflow, userId, inputs, plan, hasDefects, isStreamed, timeoutSeconds }
  const live = new LiveRun(world, options, { record: run, stored })
  const release = world.runCounts.begin(userId, world.clock.now(), 0)
  live.start(started_at, release, toSpeedFactor(speed), pauses)
  return true
}

import { fromSpeedFactor, toSpeedFactor } from '../../../contract/duration.ts'
import { ownField } from '../../../contract/json.ts'
import { newRecords } from '../../../contract/new-records.ts'
import type { WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { StoredWorkflowRun } from '../../../contract/snapshot.ts'
import type { Table } from '../../world/changes.ts'
import { LiveEvents } from '../../world/live-events.ts'
import type { RunningWorkflow } from '../../world/running-workflows.ts'
import type { Playback } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'
import { dueAt, startPlayback } from '../playback.ts'
import { createApproval, decisionOf, expireReview } from './approvals.ts'
import type { Defect } from './defects.ts'
import { type PlannedRun, planRun } from './plan-run.ts'
import {
  type DatedRunEvent,
  finalRecord,
  momentOf,
  resultsAt,
  runItems,
  type RunTimeline,
  maxSilenceMs,
  itemsUntilSilence,
} from './run-items.ts'
import type { ReviewRequest, SimulatedRun } from './simulate-run.ts'

/** The stored data of running workflow runs, by run id. */
const storedRuns = ({ tables }: World): Table<StoredWorkflowRun> => tables.of('running-workflows')

// Responses have the fields in this order, so `updated_at` is added last.
const { updated_at, ...newRun } = newRecords.workflow_runs

const createRecord = (world: World, { workflow, userId, inputs }: PlannedRun): WorkflowRun =>
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
  readonly #options: PlannedRun
  #record: WorkflowRun
  #simulated: SimulatedRun
  /** Everything that a loaded world needs to continue the run; `undefined` before its start. */
  #stored: StoredWorkflowRun | undefined
  #playback: Playback | undefined
  /** The number of planned items that were played. */
  #playedItems = 0
  #cancelTimers: (() => void)[] = []
  #onEnd: ((endedAt: number) => void) | undefined

  /** Creates the record of the run, unless the run was loaded with its world. */
  constructor(world: World, options: PlannedRun, loaded?: LoadedRun) {
    super()
    this.#world = world
    this.#options = options
    this.workflowId = options.workflow.id
    this.#stored = loaded?.stored
    // The record is created after planning: if planning throws, nobody could cancel the record.
    this.#simulated = options.plan(this.#stored)
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
  start(startedAt: number, onEnd: (endedAt: number) => void): void {
    this.#onEnd = onEnd
    const { hasDefects, isStreamed, timeoutSeconds } = this.#options
    const stored = this.#stored ?? {
      timeout_seconds: timeoutSeconds,
      blueprint: this.#options.workflow.blueprint,
      started_at: startedAt,
      speed: fromSpeedFactor(this.#world.speed),
      ...(!isStreamed && { streamed: false }),
    }
    this.#store(stored)
    const started_at = new Date(startedAt).toISOString()
    // In the profile `deployed-0.8`, the record of a streamed run stays pending (F-036).
    if (!hasDefects || !isStreamed)
      this.#update({ status: 'running', started_at, updated_at: started_at })
    this.#play(stored)
  }

  results(unfinished: 'running' | 'cancelled' = 'running') {
    if (this.#stored === undefined) return {}
    return resultsAt(this.#simulated, this.#stored, this.#world.clock.now(), unfinished)
  }

  cancel(isForced = false): void {
    const stored = this.#stored
    // `deployed-0.8` waits until the running nodes end, and then completes the run (F-037). A
    // second cancellation only ends a run that waits for a review, which might never end otherwise.
    if (this.#options.hasDefects && stored !== undefined && !isForced) {
      const isWaiting = this.#simulated.outcome.status === 'waiting'
      const isFirst = stored.cancelled_at === undefined
      if (isFirst) this.#replan({ ...stored, cancelled_at: this.#scriptTime(stored) + 1 })
      if (isFirst || !isWaiting) return
    }
    const { clock } = this.#world
    const at = clock.iso()
    const error = 'The run was cancelled.'
    const duration_ms = Math.round(clock.now() - (stored?.started_at ?? clock.now()))
    const ending = { status: 'cancelled', error, duration_ms } as const
    const data = { run_id: this.record.id, ...ending }
    const node_results = this.results('cancelled')
    this.add({ event: 'run_failed', data, at })
    this.add({ event: 'end', data: {}, at })
    this.#end({ ...ending, node_results, completed_at: at, updated_at: at }, 'cancelled')
  }

  abandon(): void {
    this.#stop()
    this.close('cancelled')
    this.#onEnd?.(this.#world.clock.now())
  }

  #store(stored: StoredWorkflowRun): void {
    this.#stored = stored
    // Runs of a batch are not stored: after a reload, their caller is gone, so they do not
    // continue.
    if (this.#options.budget === undefined) storedRuns(this.#world).set(this.record.id, stored)
  }

  /** Plays the planned items from the first unplayed one on. */
  #play(timeline: RunTimeline): void {
    const { workflow, hasDefects, isStreamed } = this.#options
    const { clock } = this.#world
    const start = {
      run_id: this.record.id,
      workflow_id: workflow.id,
      status: 'running',
      node_count: workflow.blueprint.nodes.length,
    } as const
    const planned = runItems(this.#simulated, start, timeline)
    const isSilent = hasDefects && isStreamed
    const items = isSilent ? [...itemsUntilSilence(planned)] : [...planned]
    const startedAt = timeline.started_at
    const rest = items.slice(this.#playedItems).map(({ at, event }) => ({
      at: momentOf(timeline, at) - startedAt,
      event,
    }))
    this.#playback = startPlayback(rest.values(), { startedAt, speed: 1 }, clock, (item, at) => {
      this.#playedItems++
      if ('review' in item) this.#requestReview(item.review, Date.parse(at))
      else if ('silence' in item) this.#endSilently(at, timeline)
      else {
        this.add({ ...item, at })
        if (item.event === 'end') this.#end(finalRecord(this.#simulated, timeline), 'done')
      }
    })
    if (!isSilent || this.state !== 'running' || this.#simulated.outcome.status !== 'waiting')
      return
    const last = Math.max(clock.now(), momentOf(timeline, this.#simulated.endsAt))
    this.#cancelTimers.push(
      clock.at(last + maxSilenceMs, () => this.#endSilently(clock.iso(), timeline)),
    )
  }

  /** Ends the stream without an outcome, as `deployed-0.8` does after a long gap (F-031). */
  #endSilently(at: string, timeline: RunTimeline): void {
    this.add({ event: 'end', data: {}, at })
    const started_at = new Date(timeline.started_at).toISOString()
    const times = { started_at, completed_at: at, updated_at: at }
    const duration_ms = Math.round(Date.parse(at) - timeline.started_at)
    const node_results = this.results()
    this.#end({ status: 'completed', node_results, duration_ms, ...times }, 'done')
  }

  /** Requests a review, and waits for its decision until the timeout that its node sets. */
  #requestReview(review: ReviewRequest, askedAt: number): void {
    const { path, timeout_hours } = review
    const stored = this.#stored
    if (stored === undefined || ownField(stored.decisions ?? {}, path) !== undefined) return
    const world = this.#world
    const { approvals = {} } = stored
    const known = ownField(approvals, path)
    const id = known ?? createApproval(world, this.#options.workflow, this.record, review)
    if (known === undefined) this.#store({ ...stored, approvals: { ...approvals, [path]: id } })
    world.approvals.set(id, () => this.#applyReviewDecision(path, id))
    const expiresAt = dueAt({ startedAt: askedAt, speed: 1 }, Math.round(timeout_hours * 3_600_000))
    this.#cancelTimers.push(world.clock.at(expiresAt, () => expireReview(world, id)))
  }

  #applyReviewDecision(path: string, id: string): void {
    const stored = this.#stored
    const decision = decisionOf(this.#world, id)
    if (this.state !== 'running' || stored === undefined || decision === undefined) return
    const after = this.#scriptTime(stored)
    const at = after + 1
    const ms = this.#world.clock.now() - momentOf(stored, at)
    this.#replan({
      ...stored,
      pauses: [...(stored.pauses ?? []), { after, ms }],
      decisions: { ...stored.decisions, [path]: { at, ...decision } },
    })
  }

  /** The current script time in ms. This time stops while all open nodes wait for a review. */
  #scriptTime(timeline: RunTimeline): number {
    const { endsAt, outcome } = this.#simulated
    const now = this.#world.clock.now()
    const speed = toSpeedFactor(timeline.speed)
    const hasPaused = outcome.status === 'waiting' && momentOf(timeline, endsAt) <= now
    if (hasPaused || !Number.isFinite(speed)) return endsAt
    const paused = (timeline.pauses ?? []).reduce((sum, { ms }) => sum + ms, 0)
    return Math.max(0, Math.floor((now - timeline.started_at - paused) * speed))
  }

  /** Computes the rest of the run again. The events sent so far do not change. */
  #replan(changed: StoredWorkflowRun): void {
    this.#stop()
    this.#store(changed)
    this.#simulated = this.#options.plan(changed)
    this.#play(changed)
    for (const review of this.#simulated.reviews ?? [])
      if (this.state === 'running' && ownField(changed.approvals ?? {}, review.path) !== undefined)
        this.#requestReview(review, momentOf(changed, review.at))
  }

  #stop(): void {
    this.#playback?.stop()
    for (const cancel of this.#cancelTimers) cancel()
    this.#cancelTimers = []
    for (const id of this.#approvalIds) this.#world.approvals.delete(id)
  }

  get #approvalIds(): readonly string[] {
    return Object.values(this.#stored?.approvals ?? {})
  }

  #end(change: Partial<WorkflowRun> & { completed_at: string }, state: 'done' | 'cancelled'): void {
    this.#stop()
    this.#update(change)
    this.#world.runningWorkflows.delete(this.record.id)
    storedRuns(this.#world).delete(this.record.id)
    this.close(state)
    // In the profile `deployed-0.8`, a pending review stays pending after the run has ended.
    if (!this.#options.hasDefects) for (const id of this.#approvalIds) expireReview(this.#world, id)
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
 * Continues the workflow runs that were running when a world was stored. The runs of a batch fail,
 * because their caller is gone.
 */
export function continueRuns(world: World): void {
  const { workflowRuns } = world.store
  // Not `values`, which yields a record of the fixture again if it changes during the loop.
  for (const run of workflowRuns.inCreationOrder()) {
    if (run.status !== 'pending' && run.status !== 'running') continue
    if (continueRun(world, run)) continue
    const now = world.clock.iso()
    const error = 'The platform was restarted during this run.'
    workflowRuns.update(run, { status: 'failed', error, completed_at: now, updated_at: now })
    const reviews = Object.values(storedRuns(world).get(run.id)?.approvals ?? {})
    storedRuns(world).delete(run.id)
    if (!world.behaviour('workflows.run').policy.workflows.hasDefects)
      for (const id of reviews) expireReview(world, id)
  }
}

/** Continues a run. Returns false if that is impossible. */
function continueRun(world: World, run: WorkflowRun): boolean {
  const stored = storedRuns(world).get(run.id)
  const workflow = world.store.workflows.get(run.workflow_id)
  if (stored === undefined || workflow === undefined) return false
  const planned = planRun(world, world.behaviour('workflows.run'), {
    // The blueprint of the workflow may have changed since the start of the run.
    workflow: { ...workflow, blueprint: stored.blueprint ?? workflow.blueprint },
    userId: run.user_id,
    inputs: run.inputs ?? {},
    timeoutSeconds: stored.timeout_seconds,
    isStreamed: stored.streamed !== false,
  })
  const live = new LiveRun(world, planned, { record: run, stored })
  const release = world.runCounts.begin(run.user_id, world.clock.now(), 0)
  live.start(stored.started_at, release)
  return true
}

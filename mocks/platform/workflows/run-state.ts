import type { JsonObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { RunEvent } from '../../../contract/records/workflow-run.ts'
import type { Defect } from './defects.ts'
import { ExpressionFailure } from './python-values.ts'
import type { RunWorld } from './run-world.ts'
import type { ReviewDecision, ReviewRequest, RunStep, StepLog } from './simulate-run.ts'
import type { OutputBudget } from './template.ts'

export type RunSettings = {
  readonly inputs: JsonObject
  readonly workflowId: string
  readonly world: RunWorld
  /** Whether the run has the known defects of the deployment. */
  readonly hasDefects: boolean
  readonly timeoutSeconds: number
  readonly budget: OutputBudget
  /** The review decisions so far, by the path of the node. */
  readonly decisions?: Readonly<Record<string, ReviewDecision>> | undefined
  /** Whether reviews are approved at once, as in scheduled runs and in tests of a node (F-054). */
  readonly approvesReviews?: boolean
  /** The script time of the cancellation. No node starts after it (F-037). */
  readonly cancelledAt?: number | undefined
}

const { runNodes, runSteps } = ownLimits.workflowRun

/** The counters and results of a whole run with its sub-workflows. */
export class RunState {
  readonly settings: RunSettings
  readonly log: StepLog[] = []
  readonly steps: RunStep[] = []
  /** The last step of each node that has ended, by node id. */
  readonly latest = new Map<string, RunStep>()
  readonly reviews = new Map<string, ReviewRequest>()
  readonly notes = new Set<Defect>()
  /** The number of characters that the running node may still read and write. */
  readonly nodeBudget: OutputBudget = { left: 0 }
  #nodesLeft: number = runNodes
  #stepsLeft: number = runSteps
  #draws = 0

  constructor(settings: RunSettings) {
    this.settings = settings
  }

  /** Counts a node. Returns false if the run has had too many nodes. */
  countNode(): boolean {
    return --this.#nodesLeft >= 0
  }

  readonly spend = (steps: number) => {
    this.#stepsLeft -= steps
    if (this.#stepsLeft < 0) throw new ExpressionFailure('the run takes too many steps')
  }

  /** A fraction from 0 up to 1, another one at each call. */
  readonly random = () =>
    this.settings.world.seeded(`${this.settings.workflowId}\n${++this.#draws}`)

  /** Records that the run shows a known defect of the deployment, such as `F-010`. */
  readonly note = (fact: Defect) => void this.notes.add(fact)

  send(at: number, event: RunEvent): void {
    this.log.push({ at, phase: 'event', event })
  }
}

/**
 * Limits a number in the data of a node to 0 up to `max`, and rounds it; `usual` if the value is
 * not a number.
 */
export const boundedNumber = (value: unknown, usual: number, max: number): number =>
  Math.round(boundedFraction(value, usual, max))

/** Like `boundedNumber`, but does not round the number. */
export function boundedFraction(value: unknown, usual: number, max: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return Math.min(usual, max)
  return Math.min(Math.max(0, number), max)
}

import type { Profile } from '../../contract/picks.ts'
import { composeProfile, describeConflict } from './compose.ts'
import { executeRun, RunError, type RunOutcome, type RunSettings } from './execute.ts'
import { canSelect } from './runners.ts'
import type { RunPurpose, RunSummary, Stop } from '../../contract/tolerance-report.ts'
import type { Variant } from './variant.ts'

/** Limits of a session. */
export type Limits = {
  /** Maximum number of concurrent runs. */
  readonly jobs: number
  /**
   * The time limit of a run, in milliseconds. Default: ten minutes for the baseline. Later runs may
   * take ten times as long as the baseline.
   */
  readonly timeout?: number | undefined
  /** The time limit of the session, in milliseconds. */
  readonly budget?: number | undefined
}

/** Thrown to end the session early. The report contains the findings so far. */
export class SessionStop extends Error {
  override readonly name = 'SessionStop'
  readonly stop: Stop

  constructor(stop: Stop) {
    super(stop.reason)
    this.stop = stop
  }
}

const minuteMs = 60_000
/**
 * The time limit of a run, in baseline durations. It is large, because the machine may get busy.
 */
const timeoutFactor = 10

/** The part of `Player` that the search uses. */
export type RunPlayer = Pick<Player, 'play' | 'jobs' | 'profile' | 'selects' | 'onRun'>

/** Plays runs, with a maximum number at a time, within the limits of the session. */
export class Player {
  readonly summaries: RunSummary[] = []
  readonly outcomes: RunOutcome[] = []
  readonly profile: Profile
  /** The variants whose environment variables all runs set. */
  environments: readonly Variant[] = []
  /** Called with each run that ends. */
  onRun: ((outcome: RunOutcome, purpose: RunPurpose) => void) | undefined
  readonly #settings: RunSettings
  readonly #limits: Limits
  readonly #deadline: number
  readonly #waiting: (() => void)[] = []
  readonly #numbers = new Map<RunPurpose, number>()
  #running = 0
  #slowest = 0

  constructor(settings: RunSettings, profile: Profile, limits: Limits) {
    this.#settings = settings
    this.profile = profile
    this.#limits = limits
    this.#deadline = settings.time.now() + (limits.budget ?? Number.POSITIVE_INFINITY)
  }

  get jobs(): number {
    return this.#limits.jobs
  }

  /** Whether a run can be limited to some tests. */
  get selects(): boolean {
    const { command, results } = this.#settings
    return canSelect(command, results !== undefined)
  }

  /** Runs the tests with variants. Throws a `SessionStop` at the end of the session. */
  async play(
    purpose: RunPurpose,
    variants: readonly Variant[],
    selectors?: readonly string[],
  ): Promise<RunOutcome> {
    const profile = composeProfile(this.profile, variants)
    if (profile === undefined) throw new Error(describeConflict(this.profile, variants))
    await this.#waitForSlot()
    try {
      const timeout = this.#timeout()
      const remaining = this.#deadline - this.#settings.time.now()
      this.#requireTime(remaining)
      const outcome = await executeRun(this.#settings, {
        name: this.#nextName(purpose),
        profile,
        variants,
        environments: this.environments,
        selectors,
        timeout: Math.min(timeout, remaining),
      })
      if (outcome.end.isTimeout && remaining < timeout) this.#requireTime(0)
      if (this.#settings.stop.aborted) this.#requireTime(remaining)
      if (purpose === 'baseline') this.#slowest = Math.max(this.#slowest, outcome.seconds * 1000)
      this.#note(outcome, purpose)
      return outcome
    } catch (error) {
      if (error instanceof RunError) throw new SessionStop({ code: 3, reason: error.message })
      throw error
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  async #waitForSlot(): Promise<void> {
    while (this.#running >= this.#limits.jobs)
      await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    this.#running += 1
  }

  #requireTime(remaining: number): void {
    if (this.#settings.stop.aborted)
      throw new SessionStop({ code: 130, reason: 'The session was interrupted.' })
    if (remaining <= 0)
      throw new SessionStop({ code: 5, reason: 'The time of --budget is used up. Raise it.' })
  }

  #timeout(): number {
    if (this.#limits.timeout !== undefined) return this.#limits.timeout
    if (this.#slowest === 0) return 10 * minuteMs
    return Math.max(minuteMs, timeoutFactor * this.#slowest)
  }

  #nextName(purpose: RunPurpose): string {
    const number = (this.#numbers.get(purpose) ?? 0) + 1
    this.#numbers.set(purpose, number)
    return `${purpose}-${number}`
  }

  #note(outcome: RunOutcome, purpose: RunPurpose): void {
    const { name, variants, seconds, coverage, results, end } = outcome
    this.outcomes.push(outcome)
    this.summaries.push({
      name,
      purpose,
      behaviours: variants.map(({ id }) => id),
      seconds,
      calls: coverage.calls,
      tests: results.size,
      failed: [...results.values()].filter(({ status }) => status === 'failed').length,
      exit: end.code,
      problem: end.problem ?? null,
    })
    this.onRun?.(outcome, purpose)
  }
}

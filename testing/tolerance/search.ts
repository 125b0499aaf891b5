import type { RunOutcome } from './execute.ts'
import {
  endText,
  failuresOf,
  hasPassed,
  type Cause,
  CauseFinder,
  type ComparedRuns,
  isReached,
} from './causes.ts'
import { Evidence } from './evidence.ts'
import { type RunPlayer, SessionStop } from './player.ts'
import {
  commandTest,
  type Failure,
  nameOf,
  type UnstableTest,
  type BehaviourVerdict,
  type RunPurpose,
} from '../../contract/tolerance-report.ts'
import { composeProfile, packRuns } from './compose.ts'
import type { Variant } from './variant.ts'

/** The results of the tests under the profile without variants. */
export type Baseline = {
  /** The ids of the tests that pass in each run of the complete command. */
  readonly stable: Set<string>
  readonly setAside: UnstableTest[]
  /** The text by which the runner selects a test. */
  readonly selectors: ReadonlyMap<string, string>
  readonly runs: readonly RunOutcome[]
}

/** The stable tests to judge: single tests, or the command if its runs have no single results. */
export const countedTests = ({
  stable,
  runs,
}: Pick<Baseline, 'stable' | 'runs'>): readonly string[] => {
  const hasSingleTests = runs.some(({ results }) => results.size > 0)
  return [...stable].filter((test) => (test !== commandTest) === hasSingleTests)
}

/**
 * Runs the command twice under the profile. Throws a `SessionStop` if it does not pass, or if no
 * request reached a fake.
 */
export async function runBaseline(player: RunPlayer): Promise<Baseline> {
  const first = await player.play('baseline', [])
  requireRunning(first)
  requireCalls(first)
  const second = await player.play('baseline', [])
  requireRunning(second)
  const runs = [first, second]
  const all = new Set([...first.results.keys(), ...second.results.keys(), commandTest])
  const failures = runs.map(
    (run) => new Map(failuresOf(run, all).map(({ test, message }) => [test, message])),
  )
  const broken = [...all].filter((test) => failures.every((failed) => failed.has(test)))
  if (broken.length > 0)
    throw new SessionStop({ code: 3, reason: brokenText(player.profile.name, broken, failures[0]) })
  const changing = [...all].filter(
    (test) =>
      failures.some((failed) => failed.has(test)) ||
      runs.some(({ results }) => results.get(test)?.status === 'flaky'),
  )
  const isSkipped = (test: string) => first.results.get(test)?.status === 'skipped'
  const stable = new Set([...all].filter((test) => !changing.includes(test) && !isSkipped(test)))
  if (countedTests({ stable, runs }).length === 0)
    throw new SessionStop({
      code: 3,
      reason: `No test passes without a retry in both runs under the profile \`${player.profile.name}\`. Make the tests reliable first: ${endText(first)}, then ${endText(second)}.`,
    })
  const selectors = [...first.results].map(([id, { selector }]) => [id, selector ?? ''] as const)
  return {
    stable,
    setAside: changing.map((test) => ({
      test,
      reason: 'its result changed between two runs of the baseline',
    })),
    selectors: new Map(selectors.filter(([, selector]) => selector !== '')),
    runs,
  }
}

function requireRunning({ end }: RunOutcome): void {
  if (!end.hasStarted)
    throw new SessionStop({ code: 3, reason: `The command did not start: ${end.problem}.` })
  if (end.isTimeout)
    throw new SessionStop({
      code: 3,
      reason: `The command was killed, because ${end.problem}. Use a command that ends by itself, such as \`vitest run\`, or a longer --timeout.${tailText(end.tail)}`,
    })
}

function requireCalls({ coverage, end }: RunOutcome): void {
  if (coverage.calls > 0) return
  if (end.code !== 0)
    throw new SessionStop({
      code: 3,
      reason: `The command failed before it sent a request: ${endText({ end })}.${tailText(end.tail)}`,
    })
  throw new SessionStop({
    code: 4,
    reason: `No request of the tests reached the fake. Point the client at the address in the environment variable UNDERSTUDY_URL, or write {url} in the command; in process, create the fake by \`useFake\` of agent-understudy/vitest or by the fixture of agent-understudy/playwright. A development server that runs already does not know the address: stop it.`,
  })
}

const maxNamedTests = 5

function brokenText(
  profile: string,
  broken: readonly string[],
  messages: ReadonlyMap<string, string> | undefined,
): string {
  const named = broken
    .slice(0, maxNamedTests)
    .map((test) => `\n  ${test}: ${messages?.get(test)?.split('\n').slice(0, 8).join('\n    ')}`)
  const more = broken.length > maxNamedTests ? `\n  and ${broken.length - maxNamedTests} more` : ''
  return `The tests must pass under the profile \`${profile}\` first. These fail:${named.join('')}${more}`
}

const tailText = (tail: string): string =>
  tail.trim() === '' ? ' It printed nothing.' : ` It printed:\n${tail.trim().slice(-1000)}`

/**
 * The maximum number of tests without a result that are played alone. The next run, which omits the
 * cause, judges the others.
 */
const maxTestsAlone = 20

/** Searches for the variants that the tests do not tolerate. */
export class Search {
  readonly causes: Cause[] = []
  /**
   * Two runs for each finding, by the finding's name: one with its variants, one without variants.
   */
  readonly isolated = new Map<string, ComparedRuns>()
  /** Called with each cause that is found. */
  onCause: ((cause: Cause) => void) | undefined
  readonly verdicts = new Map<string, BehaviourVerdict>()
  readonly #player: RunPlayer
  readonly #baseline: Baseline
  /** Maps each choice that a run used to the variants of the first run that used it. */
  readonly #reachedWith = new Map<string, readonly Variant[]>()
  readonly #pinned = new Set<string>()
  readonly #evidence = new Evidence()
  /** The tests whose failures count. Default: all stable tests. */
  #judgedTests: ReadonlySet<string>
  #selectors: readonly string[] | undefined

  constructor(player: RunPlayer, baseline: Baseline) {
    this.#player = player
    this.#baseline = baseline
    this.#judgedTests = baseline.stable
    for (const run of baseline.runs) this.#note(run)
    const { onRun } = player
    player.onRun = (run, purpose) => {
      this.#note(run)
      onRun?.(run, purpose)
    }
  }

  /** Limits later runs to these tests. Removes verdicts of behaviours that no test has reached. */
  judgeOnly(tests: ReadonlySet<string>): void {
    const { stable, selectors } = this.#baseline
    this.#judgedTests = tests
    const texts = [...tests].flatMap((test) => selectors.get(test) ?? [])
    const isPart = tests.size < stable.size && texts.length === tests.size
    this.#selectors = isPart && this.#player.selects ? texts : undefined
    for (const [id, verdict] of this.verdicts)
      if (/^(not-exercised|pinned)$/.test(verdict) && !id.startsWith('environment:'))
        this.verdicts.delete(id)
  }

  /** The profiles that tests set themselves. */
  get pinned(): readonly string[] {
    return [...this.#pinned]
  }

  /** Moves variants to the front if requests rely on their choice: they are the likely causes. */
  #mostTellingFirst(variants: readonly Variant[]): readonly Variant[] {
    const isLikely = ({ option }: Variant) =>
      option === undefined || this.#reachedWith.has(option.choice)
    return [...variants.filter(isLikely), ...variants.filter((one) => !isLikely(one))]
  }

  /**
   * Plays variants in as few runs as possible. Then plays the variants without a verdict again:
   * some became reachable later, and some failed only together with other variants.
   */
  async run(purpose: RunPurpose, variants: readonly Variant[]): Promise<void> {
    await this.playBatches(purpose, this.#pack(this.#mostTellingFirst(variants)))
    const open = variants.filter((variant) => this.#isUndecided(variant))
    await this.playBatches(
      purpose,
      this.#pack(open).map((batch) => this.#withReachingVariants(batch)),
    )
    for (const variant of variants) {
      if (this.verdicts.has(variant.id)) continue
      this.verdicts.set(variant.id, this.#verdictWithoutRun(variant))
    }
  }

  #pack(variants: readonly Variant[]): readonly (readonly Variant[])[] {
    return packRuns(this.#player.profile, variants, (batch) => !this.#failsTogether(batch))
  }

  /** Adds the variants of the runs in which requests first reached the choices of a batch. */
  #withReachingVariants(batch: readonly Variant[]): readonly Variant[] {
    const company = batch.flatMap(({ option }) =>
      option === undefined ? [] : (this.#reachedWith.get(option.choice) ?? []),
    )
    return [...new Set(company)].reduce((together, variant) => {
      const isFree = !together.includes(variant) && this.verdicts.get(variant.id) !== 'intolerant'
      const next = [...together, variant]
      const canJoin = isFree && !this.#failsTogether(next)
      return canJoin && composeProfile(this.#player.profile, next) !== undefined ? next : together
    }, batch)
  }

  /** Plays batches of variants, and finds the causes of failures. */
  async playBatches(purpose: RunPurpose, batches: readonly (readonly Variant[])[]): Promise<void> {
    await inParallel(
      batches.map((batch) => () => this.#investigate(purpose, batch)),
      this.#player.jobs,
    )
  }

  /** Plays a batch. If tests fail, finds the causes, and plays the batch again without them. */
  async #investigate(purpose: RunPurpose, batch: readonly Variant[]): Promise<void> {
    const outcome = await this.#player.play(purpose, batch, this.#selectors)
    const unfair = batch.filter(({ id }) => outcome.coverage.unfairVariants.has(id))
    const judged = this.#baseline.stable.intersection(this.#judgedTests)
    const failures = await this.#withoutBystanders(outcome, failuresOf(outcome, judged))
    if (failures.length === 0) return this.#setTolerated(batch, outcome)
    if (unfair.length > 0) {
      for (const { id } of unfair) this.verdicts.set(id, 'unfair')
      return this.#continue(batch, new Set(unfair))
    }
    const { selectors } = this.#baseline
    const hasAllResults = failures.every(({ test }) => outcome.results.has(test))
    const shared = new CauseFinder(this.#player, outcome, failures, selectors)
    const removed = new Set<Variant>()
    let isUnstable = false
    for (const failure of failures) {
      const broken = this.#choicesThatBreak(failure.test)
      // If tests are played together, a test that hangs hides the results of the others.
      const finder = hasAllResults
        ? shared
        : new CauseFinder(this.#player, outcome, [failure], selectors)
      const cause = await finder.find(
        failure,
        ({ option }) => option !== undefined && broken.has(option.choice),
      )
      const isProven =
        cause !== undefined && (await finder.confirm(cause, this.causes, this.#evidence))
      if (!isProven) {
        isUnstable = true
        this.#setAside(failure.test)
        continue
      }
      this.causes.push(cause)
      this.onCause?.(cause)
      await this.#isolate(finder, cause, outcome)
      const [first] = cause.variants
      if (cause.variants.length === 1 && first !== undefined)
        this.verdicts.set(first.id, 'intolerant')
      if (first !== undefined && !cause.variants.some((one) => removed.has(one))) removed.add(first)
    }
    if (removed.size > 0 || isUnstable) await this.#continue(batch, removed)
  }

  /**
   * Plays tests without a result alone, because a test that hangs hides the results of others.
   * Returns the failures of tests that have a result or fail alone, or else all failures.
   */
  async #withoutBystanders(
    { results, variants }: RunOutcome,
    failures: readonly Failure[],
  ): Promise<readonly Failure[]> {
    const { selectors } = this.#baseline
    const lost = failures.filter(({ test }) => !results.has(test) && selectors.has(test))
    if (lost.length < 2 || !this.#player.selects) return failures
    const own = failures.filter((one) => !lost.includes(one))
    for (const { test } of lost.slice(0, maxTestsAlone)) {
      const selector = selectors.get(test) ?? ''
      const alone = await this.#player.play('bisect', variants, [selector])
      own.push(...failuresOf(alone, new Set([test])))
    }
    return own.length > 0 ? own : failures
  }

  /** Plays the test of a cause alone if the fakes do not know which test sends a request. */
  async #isolate(finder: CauseFinder, cause: Cause, outcome: RunOutcome): Promise<void> {
    const name = nameOf({ behaviours: cause.variants.map(({ id }) => id) })
    const isAlone = outcome.results.size === 1 || outcome.coverage.namesTests
    if (isAlone || this.isolated.has(name)) return
    const runs = await finder.isolate(cause)
    if (runs !== undefined) this.isolated.set(name, runs)
  }

  async #continue(batch: readonly Variant[], removed: ReadonlySet<Variant>): Promise<void> {
    const rest = batch.filter((variant) => !removed.has(variant) && !this.#isHeldBack(variant))
    if (rest.length > 0) await this.#investigate('check', rest)
  }

  /** Tests that were all skipped, or did not run, prove nothing. */
  #setTolerated(batch: readonly Variant[], outcome: RunOutcome): void {
    const judged = countedTests(this.#baseline).filter((test) => this.#judgedTests.has(test))
    if (!judged.some((test) => hasPassed(outcome, test))) return
    for (const variant of batch)
      if (isReached(variant, outcome) && !this.verdicts.has(variant.id))
        this.verdicts.set(variant.id, 'tolerated')
  }

  /** Whether a variant needs another variant that breaks tests. */
  #isHeldBack({ neededVariants = [] }: Variant): boolean {
    return neededVariants.some((id) => this.verdicts.get(id) === 'intolerant')
  }

  /** Whether a variant has no verdict yet, and another run may reach it. */
  #isUndecided(variant: Variant): boolean {
    const { id, option, nextProfile } = variant
    if (this.verdicts.has(id) || this.#isHeldBack(variant)) return false
    return option === undefined || nextProfile !== undefined
      ? this.causes.some(({ variants }) => variants.some((one) => one.id === id))
      : this.#reachedWith.has(option.choice)
  }

  /** The verdict for a variant that no run has decided. */
  #verdictWithoutRun(variant: Variant): BehaviourVerdict {
    const isCause = this.causes.some(({ variants }) => variants.includes(variant))
    if (isCause) return 'intolerant'
    if (this.#isHeldBack(variant)) return 'not-run'
    return this.#isPinned(variant) ? 'pinned' : 'not-exercised'
  }

  /** Whether requests rely on the choice, but tests set its option themselves. */
  #isPinned({ option }: Variant): boolean {
    return option !== undefined && this.#pinned.size > 0 && this.#reachedWith.has(option.choice)
  }

  #failsTogether(batch: readonly Variant[]): boolean {
    const ids = new Set(batch.map(({ id }) => id))
    return this.causes.some(({ variants }) => variants.every(({ id }) => ids.has(id)))
  }

  /** The choices with an option that breaks this test. Their other options may break it, too. */
  #choicesThatBreak(test: string): ReadonlySet<string> {
    const causesOfTest = this.causes.filter(({ failure }) => failure.test === test)
    const breakingChoices = causesOfTest.flatMap(({ variants }) =>
      variants.map(({ option }) => option?.choice ?? ''),
    )
    return new Set(breakingChoices)
  }

  #setAside(test: string): void {
    this.#baseline.stable.delete(test)
    const causesOfTest = this.causes.filter(({ failure }) => failure.test === test)
    const { failed, passed } = this.#evidence.countWithout(
      test,
      causesOfTest.map(({ variants }) => variants),
    )
    const reason = `its result changes by itself: it failed in ${failed} of ${failed + passed} runs`
    this.#baseline.setAside.push({ test, reason })
    if (countedTests(this.#baseline).length > 0) return
    throw new SessionStop({
      code: 3,
      reason: 'No test is left whose result stays the same. Make the tests reliable first.',
    })
  }

  #note(outcome: RunOutcome): void {
    const { coverage, variants } = outcome
    this.#evidence.addRun(outcome, this.#judgedTests)
    for (const mark of coverage.marks) {
      const [choice = '', option] = mark.split('=')
      if (option !== undefined && !this.#reachedWith.has(choice))
        this.#reachedWith.set(choice, variants)
    }
    for (const profile of coverage.pinned) this.#pinned.add(profile)
  }
}

/** Runs tasks with a maximum number at a time. If one fails, waits for the others, then throws. */
async function inParallel(
  tasks: readonly (() => Promise<void>)[],
  maxAtATime: number,
): Promise<void> {
  const left = [...tasks]
  const work = async () => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) await task()
  }
  const results = await Promise.allSettled(Array.from({ length: maxAtATime }, work))
  const failed = results.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

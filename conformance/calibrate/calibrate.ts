import {
  type ChoiceId,
  choiceIds,
  choices,
  maskingChoices,
  type OptionOf,
} from '../../contract/choices.ts'
import type { Profile } from '../../contract/picks.ts'
import { messageOf } from '../../contract/realm-safe.ts'
import { quoteMasked } from '../report/evidence.ts'
import { createMask } from '../report/mask.ts'
import type { Spent } from '../report/report.ts'
import { cleanUp } from '../runner/clean-up.ts'
import { createRunRecorder, type ProgressCallbacks, type RunOptions } from '../runner/runner.ts'
import { skip } from '../session/assertions.ts'
import { type Plan, plans } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { OutOfTime, OverBudget, Skipped } from '../session/outcomes.ts'
import {
  concludeChoice,
  concludeAll,
  type ChoiceResult,
  type NeedsOwnPick,
  optionIn,
  withoutFixed,
} from './conclude.ts'
import { observedNoOption, type ObservedOption } from './look.ts'
import { type Observation, toObservations, toProfile } from './observation.ts'
import {
  type CalibrationInputs,
  InputMissing,
  type Observer,
  type ObserverContext,
} from './observer.ts'
import { observers, TrafficReader } from './observers.ts'
import { sendSurvey } from './survey.ts'

/** Options of `calibrate`. The target, limits and clock are the same as in `RunOptions`. */
export type CalibrateOptions = Omit<RunOptions, 'checks' | 'only' | ProgressCallbacks> & {
  /** The choices to observe, by default all. Adds the choices that these choices depend on. */
  readonly only?: readonly ChoiceId[]
  /**
   * Credentials and ids that some choices need. The observation names the flag of a missing one.
   */
  readonly inputs?: CalibrationInputs
  /**
   * The base profile that the calibrated profile extends. Its answers have priority over choices.
   */
  readonly base?: Profile | undefined
  /** Called with the id of each choice before it is observed. */
  readonly onProgress?: RunOptions['onProgress']
}

/**
 * Observes how a deployment decides each choice, then removes the created records. Never throws
 * because of the target: a choice that no response shows is masked or unknown, with the reason.
 * @example
 * const { profile, observations } = await calibrate({ target, plan: 'turn' })
 */
export async function calibrate(options: CalibrateOptions): Promise<Calibration> {
  const { target, plan } = options
  const session = createRunRecorder(options)
  const searches = new Map<ChoiceId, Promise<ChoiceResult>>()
  const findings = new Map<ChoiceId, ChoiceResult>()
  const looks = new Map<ChoiceId, readonly ObservedOption[]>()
  const reader = new TrafficReader()
  const seenAt = new Map<ChoiceId, Map<Exchange, readonly ObservedOption[]>>()
  let readCount = 0
  const readNew = () => {
    for (const exchange of session.exchanges.slice(readCount)) {
      readCount += 1
      for (const [id, seen] of reader.read(exchange))
        seenAt.set(id, (seenAt.get(id) ?? new Map()).set(exchange, seen))
    }
  }
  /** Reads the options in the exchanges that an observer has provoked. */
  const readProvoked = (id: ChoiceId, provoked: readonly Exchange[]) => {
    readNew()
    const atEnd = reader.readAtEnd().get(id)
    const each = provoked.flatMap(
      (exchange) => seenAt.get(id)?.get(exchange) ?? (atEnd ? [] : observedNoOption(exchange)),
    )
    return [...(atEnd ?? []), ...each]
  }
  // If the base has a pick for an operation, only a pick for this operation replaces it.
  const isInBase: NeedsOwnPick = (id, place) => options.base?.at[place]?.[id] !== undefined
  const observe = async (id: ChoiceId): Promise<ChoiceResult> => {
    const outcome = await tryObserver(id, plan, context)
    if ('state' in outcome) return outcome
    const all = 'looks' in outcome ? outcome.looks : readProvoked(id, outcome.provoked)
    const observedOptions = withoutFixed(id, all, options.base)
    if (all.length > 0 && observedOptions.length === 0) return fixedResult
    looks.set(id, observedOptions)
    for (const other of dependenciesOf(observedOptions)) await find(other)
    return concludeChoice(
      id,
      observedOptions,
      (other, place) => optionIn(findings.get(other), place),
      isInBase,
    )
  }
  const find = (id: ChoiceId): Promise<ChoiceResult> => {
    const running = searches.get(id) ?? (options.stop?.aborted ? stoppedResult : observe(id))
    searches.set(id, running)
    void running.then((result) => findings.set(id, result))
    return running
  }
  const context: ObserverContext = {
    session,
    inputs: options.inputs ?? {},
    async option<Id extends ChoiceId>(id: Id) {
      const other = await find(id)
      return other.state === 'seen' ? (other.pick.option as OptionOf<Id>) : skip(`depends on ${id}`)
    },
  }
  const findAll = async (isLast: boolean) => {
    const selectedIds = choiceIds.filter((id) => options.only?.includes(id) ?? true)
    for (const id of selectedIds.filter((each) => (observerOf(each).last ?? false) === isLast)) {
      options.onProgress?.({ done: findings.size, of: selectedIds.length, id })
      const { state } = await find(id)
      // The choices that can mask this choice are observed after it: they may depend on it.
      if (state === 'unseen') for (const other of maskingChoices(id)) await find(other)
    }
  }
  await findAll(false)
  // The survey needs open sessions, so it runs before the observers that end sessions.
  const hasSurvey =
    plan !== 'smoke' && [...findings.keys()].some((id) => observerOf(id).isShownEverywhere)
  // An error, such as a ledger on a full disk, must not prevent the removal of the records.
  const surveyError = hasSurvey
    ? await sendSurvey(session).then(() => undefined, messageOf)
    : undefined
  await findAll(true)
  const ending = session.isOutOfTime ? ({ outOfTime: true } as const) : {}
  const leftovers = await cleanUp(session)
  // A response that was requested for one choice can also show another choice.
  readNew()
  const atEnd = reader.readAtEnd()
  const shown = new Map(
    [...findings.keys()].flatMap((id) => {
      const { isExpectedOf } = observerOf(id)
      const read = seenAt.get(id)
      const unread = session.exchanges
        .filter((exchange) => !read?.has(exchange) && isExpectedOf?.(exchange))
        .map((exchange) => observedNoOption(exchange))
      const shownBy = [...(read?.values() ?? [])].flat()
      // If all exchanges together show an option, this option replaces those that were seen first.
      const ownOptions = atEnd.get(id) ?? looks.get(id) ?? []
      const all = new Set([...ownOptions, ...shownBy, ...unread])
      const counted = withoutFixed(id, [...all], options.base)
      return counted.length === 0 ? [] : [[id, counted] as const]
    }),
  )
  concludeAll(shown, findings, isInBase)
  const mask = createMask(target, session.exchanges, {
    '<RESTRICTED_PASSWORD>': context.inputs.restrictedPassword,
    '<RESTRICTED_KEY>': context.inputs.restrictedKey,
  })
  return {
    target: target.baseUrl,
    profile: toProfile(findings),
    observations: toObservations(findings, mask),
    leftovers: leftovers.map((left) => quoteMasked(left, mask)),
    spent: session.spent,
    ...(surveyError !== undefined && { surveyError: quoteMasked(surveyError, mask) }),
    ...ending,
  }
}

const observerOf = (id: ChoiceId) => observers[id] as Observer<ChoiceId>

/** Returns the choices on which the observed options depend. */
const dependenciesOf = (looks: readonly ObservedOption[]): ReadonlySet<ChoiceId> =>
  new Set(looks.flatMap(({ given = {} }) => Object.keys(given) as ChoiceId[]))

const stoppedResult = Promise.resolve<ChoiceResult>({
  state: 'unknown',
  reason: 'the run was stopped before this choice',
})

const fixedResult: ChoiceResult = {
  state: 'unknown',
  reason: 'the answers of the base are the same under each option',
  isLeftOut: true,
}

type Outcome =
  | { readonly looks: readonly ObservedOption[] }
  | { readonly provoked: readonly Exchange[] }
  | Exclude<ChoiceResult, { state: 'seen' }>

async function tryObserver(id: ChoiceId, plan: Plan, context: ObserverContext): Promise<Outcome> {
  const observer = observerOf(id)
  const { plan: needed = 'core' } = observer
  if (plans.indexOf(needed) > plans.indexOf(plan)) {
    return { state: 'unknown', reason: `needs --plan ${needed}`, isLeftOut: true }
  }
  try {
    for (const [other, allowed] of Object.entries(choices[id].when ?? {})) {
      const option = await context.option(other as ChoiceId)
      if (!allowed.includes(option)) skip(`does not apply if ${other} is ${option}`)
    }
    if (observer.provoke) return { provoked: [await observer.provoke(context)].flat() }
    return { looks: [await observer.observe(context)].flat() }
  } catch (error) {
    // A failing observer must not stop the other observers. The calibration reports its reason.
    const reason = messageOf(error)
    if (error instanceof InputMissing || error instanceof OverBudget) {
      return { state: 'unknown', reason, isLeftOut: true }
    }
    // True if no response showed the option; false if an error stopped the observer.
    const isUnobserved = error instanceof Skipped && !(error instanceof OutOfTime)
    return { state: isUnobserved ? 'unseen' : 'unknown', reason }
  }
}

/**
 * The result of a calibration: a profile of the certain picks, and an observation of each choice.
 */
export type Calibration = {
  readonly target: string
  readonly profile: Profile
  /** One observation for each observed choice, in the order of the table of choices. */
  readonly observations: readonly Observation[]
  /** Records that could not be removed from the target. */
  readonly leftovers: readonly string[]
  readonly spent: Spent
  /** The error that ended the survey of all operations early. Some choices have less evidence. */
  readonly surveyError?: string
  /** Set if the run reached its time limit; choices not observed by then are unknown. */
  readonly outOfTime?: true
}

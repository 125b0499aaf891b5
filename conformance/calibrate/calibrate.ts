import {
  type ChoiceId,
  choiceIds,
  choices,
  type OptionOf,
  maskingChoice,
  maskingChoices,
} from '../../contract/choices.ts'
import type { Pick, Picks, Profile } from '../../contract/picks.ts'
import { type Plan, plans } from '../session/check.ts'
import { cleanUp } from '../runner/clean-up.ts'
import { quoteMasked } from '../report/evidence.ts'
import { createMask } from '../report/mask.ts'
import { skip } from '../session/assertions.ts'
import { createRunRecorder, type RunOptions, type ProgressCallbacks } from '../runner/runner.ts'
import { OutOfTime, OverBudget, Skipped } from '../session/outcomes.ts'
import {
  type CalibrationInputs,
  InputMissing,
  type ObservedOption,
  type Observer,
  type ObserverContext,
  type Reading,
} from './observer.ts'
import { conclude, type Found, type OptionAt } from './conclude.ts'
import { type Observation, toObservation } from './observation.ts'
import { observers } from './observers.ts'
import { readings } from './readings.ts'
import { sendSurvey } from './survey.ts'
import type { Spent } from '../report/report.ts'

/** Options of `calibrate`. The target, limits and clock are the same as for a run. */
export type CalibrateOptions = Omit<RunOptions, 'checks' | 'only' | ProgressCallbacks> & {
  /** The choices to observe, and those they depend on; all choices by default. */
  readonly only?: readonly ChoiceId[]
  /** Credentials and ids for some choices. If one is missing, the reason names the flag. */
  readonly inputs?: CalibrationInputs
}

/**
 * Observes how a deployment decides each choice, and removes what it created there. Never throws
 * because of the target: a choice that it does not show is masked or unknown, with the reason.
 * @example
 * const { profile, observations } = await calibrate({ target, plan: 'turn' })
 */
export async function calibrate(options: CalibrateOptions): Promise<Calibration> {
  const { target, plan } = options
  const session = createRunRecorder(options)
  const finds = new Map<ChoiceId, Promise<Found>>()
  const found = new Map<ChoiceId, Found>()
  const looks = new Map<ChoiceId, readonly ObservedOption[]>()
  const optionAt: OptionAt = (id, place) => {
    const result = found.get(id)
    if (result?.state !== 'seen') return undefined
    const own = place && result.at.get(place)?.pick
    return own?.option ?? (result.isOnlyAt ? undefined : result.pick.option)
  }
  const observe = async (id: ChoiceId): Promise<Found> => {
    const outcome = await tryObserver(id, plan, context)
    if ('state' in outcome) return outcome
    looks.set(id, outcome.looks)
    return conclude(id, outcome.looks, optionAt)
  }
  const find = (id: ChoiceId): Promise<Found> => {
    const running = finds.get(id) ?? (options.stop?.aborted ? stopped : observe(id))
    finds.set(id, running)
    void running.then((result) => found.set(id, result))
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
    const wanted = choiceIds.filter((id) => options.only?.includes(id) ?? true)
    for (const id of wanted.filter((each) => (observerOf(each).last ?? false) === isLast)) {
      const { state } = await find(id)
      // A masking choice may itself depend on this one, so it is observed afterwards.
      if (state === 'unseen') for (const other of maskingChoices(id)) await find(other)
    }
  }
  await findAll(false)
  // Before the observers that end sessions.
  if (plan !== 'smoke' && [...found.keys()].some((id) => readings[id])) await sendSurvey(session)
  await findAll(true)
  const ending = session.isOutOfTime ? ({ outOfTime: true } as const) : {}
  const leftovers = await cleanUp(session)
  // Responses that were requested for one choice show others too, at further operations.
  for (const id of dependenciesFirst(found.keys())) {
    const read = readings[id] as Reading<ChoiceId> | undefined
    const all = [
      ...(looks.get(id) ?? []),
      ...session.exchanges.flatMap((exchange) => read?.(exchange, session.exchanges) ?? []),
    ]
    if (all.length > 0) found.set(id, conclude(id, all, optionAt))
  }
  const mask = createMask(target, session.exchanges, {
    '<RESTRICTED_PASSWORD>': context.inputs.restrictedPassword,
    '<RESTRICTED_KEY>': context.inputs.restrictedKey,
  })
  const observations = choiceIds.flatMap((id) => {
    const result = found.get(id)
    if (result === undefined) return []
    // If a masking choice was never observed, it is unknown whether it masks this one.
    const isSure = maskingChoices(id).every((other) => found.get(other)?.state !== 'unknown')
    const optionOf = (other: ChoiceId) => optionAt(other, undefined)
    const by = result.state === 'unseen' && isSure ? maskingChoice(id, optionOf) : undefined
    return [
      by === undefined ? toObservation(id, result, mask) : ({ id, state: 'masked', by } as const),
    ]
  })
  return {
    target: target.baseUrl,
    profile: toProfile(found),
    observations,
    leftovers: leftovers.map((left) => quoteMasked(left, mask)),
    spent: session.spent,
    ...ending,
  }
}

const observerOf = (id: ChoiceId) => observers[id] as Observer<ChoiceId>

/** How many choices a choice depends on, one after the other. */
const depthOf = (id: ChoiceId): number =>
  1 + Math.max(0, ...Object.keys(choices[id].when ?? {}).map((other) => depthOf(other as ChoiceId)))

/** Sorts choices so that each comes after those it depends on. */
const dependenciesFirst = (ids: Iterable<ChoiceId>): readonly ChoiceId[] =>
  [...ids].toSorted((a, b) => depthOf(a) - depthOf(b))

const stopped = Promise.resolve<Found>({
  state: 'unknown',
  reason: 'the run was stopped before this choice',
})

type Outcome = { readonly looks: readonly ObservedOption[] } | Exclude<Found, { state: 'seen' }>

async function tryObserver(id: ChoiceId, plan: Plan, context: ObserverContext): Promise<Outcome> {
  const observer = observerOf(id)
  if (plans.indexOf(observer.plan) > plans.indexOf(plan)) {
    return { state: 'unknown', reason: `needs --plan ${observer.plan}`, isLeftOut: true }
  }
  try {
    for (const [other, allowed] of Object.entries(choices[id].when ?? {})) {
      const option = await context.option(other as ChoiceId)
      if (!allowed.includes(option)) skip(`does not apply if ${other} is ${option}`)
    }
    return { looks: [await observer.observe(context)].flat() }
  } catch (error) {
    // A failing observer must not stop the others; its reason becomes part of the calibration.
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof InputMissing || error instanceof OverBudget) {
      return { state: 'unknown', reason, isLeftOut: true }
    }
    return { state: isUnobserved(error) ? 'unseen' : 'unknown', reason }
  }
}

/** Whether the observer ran but no response showed the option; otherwise something prevented it. */
const isUnobserved = (error: unknown): boolean =>
  error instanceof Skipped &&
  !(error instanceof OverBudget || error instanceof OutOfTime || error instanceof InputMissing)

/** The profile of everything that was seen. */
function toProfile(found: ReadonlyMap<ChoiceId, Found>): Profile {
  const picks: Record<string, Pick> = {}
  const at: Record<string, Record<string, Pick>> = {}
  for (const id of choiceIds) {
    const result = found.get(id)
    if (result?.state !== 'seen') continue
    if (!result.isOnlyAt) picks[id] = result.pick
    for (const [place, { pick }] of result.at) at[place] = { ...at[place], [id]: pick }
  }
  return { name: 'calibrated', picks: picks as Partial<Picks>, at }
}

/**
 * How a deployment decides the choices: a profile of the certain picks, and everything that is not
 * certain.
 */
export type Calibration = {
  readonly target: string
  readonly profile: Profile
  /** One observation for each observed choice, in the order of the table. */
  readonly observations: readonly Observation[]
  /** Records that could not be removed from the target. */
  readonly leftovers: readonly string[]
  readonly spent: Spent
  /** Set if the run reached its time limit; choices not observed by then are unknown. */
  readonly outOfTime?: true
}

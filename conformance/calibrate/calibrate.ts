import {
  type ChoiceId,
  choiceIds,
  choices,
  type OptionOf,
  maskingChoice,
  maskingChoices,
} from '../../contract/choices.ts'
import type { Choice } from '../../contract/choices/choice.ts'
import type { Pick, Picks, Profile } from '../../contract/picks.ts'
import { type Plan, plans } from '../session/check.ts'
import { cleanUp } from '../runner/clean-up.ts'
import { excerpt, quoteMasked } from '../report/evidence.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue } from '../session/json.ts'
import { createMask, type Mask } from '../report/mask.ts'
import { skip } from '../session/assertions.ts'
import { createRunRecorder, type RunOptions, type ProgressCallbacks } from '../runner/runner.ts'
import { OutOfTime, OverBudget, Skipped } from '../session/outcomes.ts'
import {
  type CalibrationInputs,
  InputMissing,
  type ObservedOption,
  type Observer,
  type ObserverContext,
} from './observer.ts'
import { observers } from './observers.ts'
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
  const find = (id: ChoiceId): Promise<Found> => {
    const running = finds.get(id) ?? (options.stop?.aborted ? stopped : observe(id, plan, context))
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
  const wanted = inOrder.filter((id) => options.only?.includes(id) ?? true)
  for (const id of wanted) {
    const { state } = await find(id)
    // A masking choice may itself depend on this one, so it is observed afterwards.
    if (state === 'unseen') for (const other of maskingChoices(id)) await find(other)
  }
  const ending = session.isOutOfTime ? ({ outOfTime: true } as const) : {}
  const leftovers = await cleanUp(session)
  const mask = createMask(target, session.exchanges, {
    '<RESTRICTED_PASSWORD>': context.inputs.restrictedPassword,
    '<RESTRICTED_KEY>': context.inputs.restrictedKey,
  })
  const optionOf = (id: ChoiceId) => {
    const result = found.get(id)
    return result?.state === 'seen' ? result.pick.option : undefined
  }
  const observations = choiceIds.flatMap((id) => {
    const result = found.get(id)
    if (result === undefined) return []
    // If a masking choice was never observed, it is unknown whether it masks this one.
    const isSure = maskingChoices(id).every((other) => found.get(other)?.state !== 'unknown')
    const by = result.state === 'unseen' && isSure ? maskingChoice(id, optionOf) : undefined
    return [
      by === undefined ? toObservation(id, result, mask) : ({ id, state: 'masked', by } as const),
    ]
  })
  const picks = Object.fromEntries(
    observations.flatMap((each) => (each.state === 'seen' ? [[each.id, each.pick]] : [])),
  ) as Partial<Picks>
  return {
    target: target.baseUrl,
    profile: { name: 'calibrated', picks, at: {} },
    observations,
    leftovers: leftovers.map((left) => quoteMasked(left, mask)),
    spent: session.spent,
    ...ending,
  }
}

const observerOf = (id: ChoiceId) => observers[id] as Observer<ChoiceId>

const inOrder = choiceIds.toSorted(
  (a, b) => Number(observerOf(a).last ?? false) - Number(observerOf(b).last ?? false),
)

type Found =
  | { readonly state: 'seen'; readonly pick: Pick; readonly from: readonly Exchange[] }
  | { readonly state: 'conflict'; readonly looks: ReadonlyMap<string, readonly ObservedOption[]> }
  /** The calibration tried this choice, but no response showed it. Another choice may mask it. */
  | { readonly state: 'unseen'; readonly reason: string }
  | { readonly state: 'unknown'; readonly reason: string }

const stopped = Promise.resolve<Found>({
  state: 'unknown',
  reason: 'the run was stopped before this choice',
})

async function observe(id: ChoiceId, plan: Plan, context: ObserverContext): Promise<Found> {
  const observer = observerOf(id)
  if (plans.indexOf(observer.plan) > plans.indexOf(plan)) {
    return { state: 'unknown', reason: `needs --plan ${observer.plan}` }
  }
  try {
    for (const [other, allowed] of Object.entries(choices[id].when ?? {})) {
      const option = await context.option(other as ChoiceId)
      if (!allowed.includes(option)) skip(`does not apply if ${other} is ${option}`)
    }
    return conclude(id, [await observer.observe(context)].flat())
  } catch (error) {
    // A failing observer must not stop the others; its reason becomes part of the calibration.
    const reason = error instanceof Error ? error.message : String(error)
    return { state: isUnobserved(error) ? 'unseen' : 'unknown', reason }
  }
}

/** Whether the observer ran but no response showed the option; otherwise something prevented it. */
const isUnobserved = (error: unknown): boolean =>
  error instanceof Skipped &&
  !(error instanceof OverBudget || error instanceof OutOfTime || error instanceof InputMissing)

/** Returns the option if all responses agree, else the conflict between them. */
function conclude(id: ChoiceId, looks: readonly ObservedOption[]): Found {
  const byPick = Map.groupBy(looks, ({ option, value }) =>
    value === undefined ? option : `${option}: ${String(value)}`,
  )
  const [first] = looks
  if (first === undefined) return { state: 'unseen', reason: 'no response showed the choice' }
  if (byPick.size > 1) return { state: 'conflict', looks: byPick }
  const { option, value } = first
  const { options }: Choice = choices[id]
  if (value !== undefined && options[option]?.value?.safeParse(value).success !== true) {
    const reason = `the observed value is not a valid option: ${excerpt(formatValue(value), 200)}`
    return { state: 'unknown', reason }
  }
  const pick = value === undefined ? { option } : { option, value }
  return { state: 'seen', pick, from: looks.map(({ exchange: from }) => from) }
}

function toObservation(id: ChoiceId, found: Found, mask: Mask): Observation {
  if (found.state === 'seen') {
    const confidence = new Set(found.from).size > 1 ? 'repeated' : 'single'
    return { id, state: 'seen', pick: found.pick, confidence, evidence: lines(found.from, mask) }
  }
  if (found.state === 'conflict') {
    const seen = [...found.looks].map(
      ([option, looks]) =>
        [
          option,
          lines(
            looks.map(({ exchange: from }) => from),
            mask,
          ),
        ] as const,
    )
    return { id, state: 'conflict', seen: Object.fromEntries(seen) }
  }
  return { id, state: 'unknown', reason: quoteMasked(found.reason, mask) }
}

const maxLines = 3

const lines = (exchanges: readonly Exchange[], mask: Mask): readonly string[] =>
  [
    ...new Set(
      exchanges.map(({ request, status }) =>
        quoteMasked(`${request.method} ${request.path}: ${status}`, mask),
      ),
    ),
  ].slice(0, maxLines)

/** A response that showed a pick, as one line. */
type Evidence = string

/** The result for one choice. */
export type Observation = { readonly id: ChoiceId } & (
  | {
      readonly state: 'seen'
      readonly pick: Pick
      /** `repeated`: several responses agree. `single`: one response shows it. */
      readonly confidence: 'repeated' | 'single'
      readonly evidence: readonly Evidence[]
    }
  | { readonly state: 'conflict'; readonly seen: Readonly<Record<string, readonly Evidence[]>> }
  | { readonly state: 'masked'; readonly by: ChoiceId }
  | { readonly state: 'unknown'; readonly reason: string }
)

/** The observed choices of a deployment: a profile of the certain picks, and the others. */
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

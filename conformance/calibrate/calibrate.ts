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

/** What the observation may cost, how the target is reached, and how time passes, as for a run. */
export type CalibrateOptions = Omit<RunOptions, 'checks' | 'only' | ProgressCallbacks> & {
  /** The choices to observe, with those that they hang on; all of the table by default. */
  readonly only?: readonly ChoiceId[]
  /** What some choices take to be seen; without it they are unknown, with the flag as the reason. */
  readonly inputs?: CalibrationInputs
}

/**
 * Observes each choice of the table on a target and removes what that made. Never throws for what
 * the target does: what it does not show is listed as masked or unknown, with what hides it.
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
      return other.state === 'seen' ? (other.pick.option as OptionOf<Id>) : skip(`hangs on ${id}`)
    },
  }
  const wanted = gentlestFirst.filter((id) => options.only?.includes(id) ?? true)
  for (const id of wanted) {
    const { state } = await find(id)
    // What hides a choice may hang on it itself, so that is asked once it was not seen.
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
    // Of what was never looked at, nobody knows whether it hides anything.
    const isSure = maskingChoices(id).every((other) => found.get(other)?.state !== 'unknown')
    const by = result.state === 'unseen' && isSure ? maskingChoice(id, optionOf) : undefined
    return [by === undefined ? shown(id, result, mask) : ({ id, state: 'masked', by } as const)]
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

const gentlestFirst = choiceIds.toSorted(
  (a, b) => Number(observerOf(a).last ?? false) - Number(observerOf(b).last ?? false),
)

type Found =
  | { readonly state: 'seen'; readonly pick: Pick; readonly from: readonly Exchange[] }
  | { readonly state: 'conflict'; readonly looks: ReadonlyMap<string, readonly ObservedOption[]> }
  /** It was looked for, and no reply told it: perhaps it is hidden. */
  | { readonly state: 'unseen'; readonly reason: string }
  | { readonly state: 'unknown'; readonly reason: string }

const stopped = Promise.resolve<Found>({
  state: 'unknown',
  reason: 'the run was stopped before it',
})

async function observe(id: ChoiceId, plan: Plan, context: ObserverContext): Promise<Found> {
  const observer = observerOf(id)
  if (plans.indexOf(observer.plan) > plans.indexOf(plan)) {
    return { state: 'unknown', reason: `needs --plan ${observer.plan}` }
  }
  try {
    for (const [other, allowed] of Object.entries(choices[id].when ?? {})) {
      const option = await context.option(other as ChoiceId)
      if (!allowed.includes(option)) skip(`does not apply where ${other} is ${option}`)
    }
    return concluded(id, [await observer.observe(context)].flat())
  } catch (error) {
    // One observer that fails must not cost the others; its reason stands in the calibration.
    const reason = error instanceof Error ? error.message : String(error)
    return { state: isInVain(error) ? 'unseen' : 'unknown', reason }
  }
}

/** Whether it was looked for, and no reply told; else something stood in the way. */
const isInVain = (error: unknown): boolean =>
  error instanceof Skipped &&
  !(error instanceof OverBudget || error instanceof OutOfTime || error instanceof InputMissing)

/** One option from all looks, else the conflict between them. */
function concluded(id: ChoiceId, looks: readonly ObservedOption[]): Found {
  const byPick = Map.groupBy(looks, ({ option, value }) =>
    value === undefined ? option : `${option}: ${String(value)}`,
  )
  const [first] = looks
  if (first === undefined) return { state: 'unseen', reason: 'no reply showed it' }
  if (byPick.size > 1) return { state: 'conflict', looks: byPick }
  const { option, value } = first
  const { options }: Choice = choices[id]
  if (value !== undefined && options[option]?.value?.safeParse(value).success !== true) {
    const reason = `no profile takes the value that was seen: ${excerpt(formatValue(value), 200)}`
    return { state: 'unknown', reason }
  }
  const pick = value === undefined ? { option } : { option, value }
  return { state: 'seen', pick, from: looks.map(({ exchange: from }) => from) }
}

function shown(id: ChoiceId, found: Found, mask: Mask): Observation {
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

const mostLines = 3

const lines = (exchanges: readonly Exchange[], mask: Mask): readonly string[] =>
  [
    ...new Set(
      exchanges.map(({ request, status }) =>
        quoteMasked(`${request.method} ${request.path}: ${status}`, mask),
      ),
    ),
  ].slice(0, mostLines)

/** A reply that showed a pick, in a line. */
type Evidence = string

/** What was found out about one choice. */
export type Observation = { readonly id: ChoiceId } & (
  | {
      readonly state: 'seen'
      readonly pick: Pick
      /** `repeated`: several replies agree. `single`: one reply shows it. */
      readonly confidence: 'repeated' | 'single'
      readonly evidence: readonly Evidence[]
    }
  | { readonly state: 'conflict'; readonly seen: Readonly<Record<string, readonly Evidence[]>> }
  | { readonly state: 'masked'; readonly by: ChoiceId }
  | { readonly state: 'unknown'; readonly reason: string }
)

/** What a target was seen to do: the picks that are sure, and all that is not. */
export type Calibration = {
  readonly target: string
  readonly profile: Profile
  /** One for each choice that was looked at, in the order of the table. */
  readonly observations: readonly Observation[]
  /** What could not be removed from the target. */
  readonly leftovers: readonly string[]
  readonly spent: Spent
  /** The time of the run was over before its end: what was not seen by then is unknown. */
  readonly outOfTime?: true
}

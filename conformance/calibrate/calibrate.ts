import { type ChoiceId, choiceIds, choices, type OptionOf } from '../../contract/choices.ts'
import type { Pick, Picks } from '../../contract/picks.ts'
import type { Plan } from '../check.ts'
import { cleanUp } from '../clean-up.ts'
import type { Exchange } from '../exchange.ts'
import { createMask, type Mask } from '../mask.ts'
import { plans, recorderOf, type RunOptions } from '../runner.ts'
import type { Calibration, Observation } from './calibration.ts'
import { type Look, Masked, type Observer, type Observers, type View } from './observer.ts'
import { observers, unobserved } from './observers.ts'

/** What the observation may cost, how the target is reached, and how time passes, as for a run. */
export type CalibrateOptions = Omit<RunOptions, 'checks' | 'only' | 'onProgress'> & {
  /** The choices to observe, with those that they hang on; all of the table by default. */
  readonly only?: readonly ChoiceId[]
}

/**
 * Observes each choice of the table on a target and removes what that made. Never throws for what
 * the target does: what it does not show is listed as masked or unknown, with what hides it.
 */
export async function calibrate(options: CalibrateOptions): Promise<Calibration> {
  const { target, plan } = options
  const lab = recorderOf(options)
  const found = new Map<ChoiceId, Promise<Found>>()
  const find = (id: ChoiceId): Promise<Found> => {
    const isStopped = options.stop?.aborted === true
    const running = found.get(id) ?? (isStopped ? stopped : observe(id, plan, view))
    found.set(id, running)
    return running
  }
  const view: View = {
    lab,
    async option<Id extends ChoiceId>(id: Id) {
      const other = await find(id)
      if (other.state === 'seen') return other.pick.option as OptionOf<Id>
      throw new Masked(other.state === 'masked' ? other.by : id)
    },
  }
  const wanted = gentlestFirst.filter((id) => options.only?.includes(id) ?? true)
  for (const id of wanted) await find(id)
  const leftovers = await cleanUp(lab)
  const mask = createMask(target, lab.exchanges)
  const observations: Observation[] = []
  for (const id of choiceIds) {
    const result = await found.get(id)
    if (result !== undefined) observations.push(shown(id, result, mask))
  }
  const picks = Object.fromEntries(
    observations.flatMap((each) => (each.state === 'seen' ? [[each.id, each.pick]] : [])),
  ) as Partial<Picks>
  return {
    target: target.baseUrl,
    profile: { name: 'calibrated', picks, at: {} },
    observations,
    leftovers: leftovers.map(mask),
  }
}

const known: Observers = observers
const observerOf = (id: ChoiceId) => known[id] as Observer<ChoiceId> | undefined
const whyUnobserved: Partial<Record<ChoiceId, string>> = unobserved

const gentlestFirst = choiceIds.toSorted(
  (a, b) => Number(observerOf(a)?.last ?? false) - Number(observerOf(b)?.last ?? false),
)

type Found =
  | { readonly state: 'seen'; readonly pick: Pick; readonly from: readonly Exchange[] }
  | { readonly state: 'conflict'; readonly looks: ReadonlyMap<string, readonly Look[]> }
  | { readonly state: 'masked'; readonly by: ChoiceId }
  | { readonly state: 'unknown'; readonly reason: string }

const stopped = Promise.resolve<Found>({
  state: 'unknown',
  reason: 'the run was stopped before it',
})

async function observe(id: ChoiceId, plan: Plan, view: View): Promise<Found> {
  const observer = observerOf(id)
  if (observer === undefined) return { state: 'unknown', reason: whyUnobserved[id] ?? '' }
  if (plans.indexOf(observer.plan) > plans.indexOf(plan)) {
    return { state: 'unknown', reason: `needs --plan ${observer.plan}` }
  }
  try {
    for (const [other, allowed] of Object.entries(choices[id].when ?? {})) {
      const option = await view.option(other as ChoiceId)
      if (!allowed.includes(option)) return { state: 'masked', by: other as ChoiceId }
    }
    return concluded([await observer.look(view)].flat())
  } catch (error) {
    if (error instanceof Masked) return { state: 'masked', by: error.by }
    if (await isShutOut(id, view)) return { state: 'masked', by: 'auth.chat-header' }
    // One observer that fails must not cost the others; its reason stands in the calibration.
    return { state: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Whether no credential opens what the choice shows itself on: neither the header nor the body. */
async function isShutOut(id: ChoiceId, { option }: View): Promise<boolean> {
  const { endpoints = [], events, replies = [] } = choices[id].shows
  const isOnAuto = endpoints.join() === 'chat.auto'
  const onTurns = events ?? endpoints.find((endpoint) => endpoint.startsWith('chat.'))
  if (placesOfCredentials.has(id) || !(onTurns || replies.includes('stream'))) return false
  try {
    const inBody = await option(isOnAuto ? 'auth.auto-body-token' : 'auth.body-token')
    return inBody === 'ignored' && (await option('auth.chat-header')) === 'ignored'
  } catch {
    return false
  }
}

const placesOfCredentials: ReadonlySet<ChoiceId> = new Set([
  'auth.body-token',
  'auth.chat-header',
  'auth.auto-body-token',
])

/** One option from all looks, else the conflict between them. */
function concluded(looks: readonly Look[]): Found {
  const byPick = Map.groupBy(looks, ({ option, value }) =>
    value === undefined ? option : `${option}: ${String(value)}`,
  )
  const [first] = looks
  if (first === undefined) return { state: 'unknown', reason: 'no reply showed it' }
  if (byPick.size > 1) return { state: 'conflict', looks: byPick }
  const { option, value } = first
  const pick = value === undefined ? { option } : { option, value }
  return { state: 'seen', pick, from: looks.map(({ from }) => from) }
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
            looks.map(({ from }) => from),
            mask,
          ),
        ] as const,
    )
    return { id, state: 'conflict', seen: Object.fromEntries(seen) }
  }
  return found.state === 'unknown' ? { id, ...found, reason: mask(found.reason) } : { id, ...found }
}

const mostLines = 3

const lines = (exchanges: readonly Exchange[], mask: Mask): readonly string[] =>
  [
    ...new Set(exchanges.map(({ ask, status }) => mask(`${ask.method} ${ask.path}: ${status}`))),
  ].slice(0, mostLines)

import { toGlob } from '../contract/glob.ts'
import type { Profile } from '../contract/picks.ts'
import { type Baseline, runBaseline } from './baseline.ts'
import type { Cause } from './causes.ts'
import type { RunOutcome, RunSettings } from './execute.ts'
import { faultVariants, optionVariants } from './variants.ts'
import type { Variant } from './variant.ts'
import { planPairs } from './compose.ts'
import { type Limits, Player, SessionStop } from './player.ts'
import type { LeftOut, RunPurpose, Stop, ToleranceReport } from '../contract/tolerance-report.ts'
import { Search } from './search.ts'
import { createReport } from './create-report.ts'

export type ToleranceOptions = Limits & {
  readonly settings: RunSettings
  /** The profile of the baseline. */
  readonly profile: Profile
  /** Patterns of the ids of behaviours; all open options by default. */
  readonly only: readonly string[]
  /** Also plays the faults after which a correct client reaches the same result. */
  readonly faults: boolean
  /** Also plays each two options together. */
  readonly pairs: boolean
  /** The command that plays only some behaviours, for the report. */
  readonly reproduce: (ids: readonly string[]) => string
  /** The name or the path of the fixture, for the report. */
  readonly fixture: string
  /** Called with each cause when it is found. */
  readonly onCause?: ((cause: Cause) => void) | undefined
  /** Called after each run, also with the number of behaviours that are decided. */
  readonly onRun?:
    | ((outcome: RunOutcome, purpose: RunPurpose, decided: Decided) => void)
    | undefined
}

/** The number of behaviours that have a verdict, and of all. */
type Decided = { readonly done: number; readonly of: number }

/** The runs for pairs, with those that find the causes. */
const maxPairRuns = 40

/** The behaviours that match `only`. */
export type Selection = {
  readonly variants: readonly Variant[]
  readonly leftOut: readonly LeftOut[]
}

/** Selects the behaviours that a session plays beside a profile. */
export function selectVariants(
  profile: Profile,
  { only, faults }: Pick<ToleranceOptions, 'only' | 'faults'>,
): Selection {
  const options = optionVariants(profile)
  if (only.length === 0) {
    const further = faults ? faultVariants(profile) : []
    return { variants: [...options.variants, ...further], leftOut: options.leftOut }
  }
  const patterns = only.map((pattern) => toGlob(pattern))
  const isSelected = ({ id }: { readonly id: string }) => patterns.some((fits) => fits(id))
  const variants = [...options.variants, ...faultVariants(profile)].filter(isSelected)
  return { variants, leftOut: options.leftOut.filter(isSelected) }
}

/**
 * Runs a test command under a profile, and then beside every behaviour that the specification
 * allows. Resolves to the report, also if the session ends early.
 */
export async function runTolerance(options: ToleranceOptions): Promise<ToleranceReport> {
  const { settings, profile } = options
  const began = settings.time.now()
  const player = new Player(settings, profile, options)
  player.onRun = (outcome, purpose) => {
    const done = search?.verdicts.size ?? 0
    options.onRun?.(outcome, purpose, { done, of: selection.variants.length })
  }
  const selection = selectVariants(profile, options)
  let baseline: Baseline | undefined
  let search: Search | undefined
  let stop: Stop | undefined
  try {
    baseline = await runBaseline(player)
    search = new Search(player, baseline)
    search.onCause = options.onCause
    await search.run(
      'options',
      selection.variants.filter((one) => !isFault(one)),
    )
    const faults = selection.variants.filter(isFault)
    if (faults.length > 0) await search.run('faults', faults)
    if (options.pairs) await playPairs(player, search, selection.variants, options.jobs)
  } catch (error) {
    if (!(error instanceof SessionStop)) throw error
    stop = error.stop
  }
  return createReport({
    ...options,
    player,
    selection,
    baseline,
    search,
    stop,
    seconds: (settings.time.now() - began) / 1000,
  })
}

const isFault = ({ option }: Variant) => option === undefined

/** Plays each two options together that tests reach and tolerate alone. */
async function playPairs(
  player: Player,
  search: Search,
  variants: readonly Variant[],
  jobs: number,
): Promise<void> {
  const tolerated = variants.filter(
    ({ id, option }) => option !== undefined && search.verdicts.get(id) === 'tolerated',
  )
  const before = player.summaries.length
  const { batches } = planPairs(player.profile, tolerated, maxPairRuns)
  const planned = batches.filter((batch) => batch.length > 0)
  for (let index = 0; index < planned.length; index += jobs) {
    if (player.summaries.length - before >= maxPairRuns) return
    await search.playBatches('pairs', planned.slice(index, index + jobs))
  }
}

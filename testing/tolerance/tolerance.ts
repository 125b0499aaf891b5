import { toGlob } from '../../contract/glob.ts'
import { type Profile, type Pick as ChoicePick, picksAt, type Picks } from '../../contract/picks.ts'
import { type Baseline, runBaseline, Search } from './search.ts'
import { type Cause, failuresOf } from './causes.ts'
import type { RunOutcome, RunSettings } from './execute.ts'
import type { Selection, Variant } from './variant.ts'
import { planPairs, composeProfile, packRuns } from './compose.ts'
import { type Limits, Player, SessionStop } from './player.ts'
import {
  commandTest,
  type LeftOut,
  type RunPurpose,
  type Stop,
  type ToleranceReport,
} from '../../contract/tolerance-report.ts'
import { createReport } from './create-report.ts'
import { differenceVariants } from './differences.ts'
import { type ChoiceId, choiceIds, choices, unmetConditions } from '../../contract/choices.ts'
import { environmentVariants, isEnvironment } from './environments.ts'
import { faultVariants } from './network-faults.ts'

export type ToleranceOptions = Limits & {
  readonly settings: RunSettings
  /** The profile of the baseline. */
  readonly profile: Profile
  /** Patterns of the ids of behaviours; all open options by default. */
  readonly only: readonly string[]
  /** Also plays the faults after which a correct client reaches the same result. */
  readonly faults: boolean
  /** Plays only the differences of this profile, instead of the open options. */
  readonly to?: Profile | undefined
  /** Also plays every pair of options in one run. */
  readonly pairs: boolean
  /** The command that plays only some behaviours, for the report. */
  readonly reproduce: (ids: readonly string[]) => string
  /** The name or the path of the fixture, for the report. */
  readonly fixture: string
  /** Called with each cause when it is found. */
  readonly onCause?: ((cause: Cause) => void) | undefined
  /** Called after each run with its outcome and the progress of the session. */
  readonly onRun?:
    | ((outcome: RunOutcome, purpose: RunPurpose, decided: DecidedProgress) => void)
    | undefined
}

/**
 * How many behaviours are decided (`done`) and exist (`of`), and how many runs they need if no test
 * fails.
 */
type DecidedProgress = { readonly done: number; readonly of: number; readonly runs: number }

/** The maximum number of runs for pairs, including the runs that search for causes. */
const maxPairRuns = 40

/** Selects the behaviours that the runs of a session add to a profile. */
export function selectVariants(
  profile: Profile,
  { only, faults, to }: Pick<ToleranceOptions, 'only' | 'faults' | 'to'>,
): Selection {
  if (to !== undefined) return applySelection(differenceVariants(profile, to), only)
  const options = optionVariants(profile)
  const hasFaults = faults || only.length > 0
  const further = hasFaults ? faultVariants(profile) : []
  const variants = [...environmentVariants, ...options.variants, ...further]
  return applySelection({ variants, leftOut: options.leftOut }, only)
}

function applySelection({ variants, leftOut }: Selection, only: readonly string[]): Selection {
  if (only.length === 0) return { variants, leftOut }
  const patterns = only.map((pattern) => toGlob(pattern))
  const isSelected = ({ id }: { readonly id: string }) => patterns.some((fits) => fits(id))
  return { variants: variants.filter(isSelected), leftOut: leftOut.filter(isSelected) }
}

/**
 * Runs a test command under a profile, and then with every behaviour that the specification allows.
 * Resolves to the report, even if the session ends early.
 */
export async function runTolerance(options: ToleranceOptions): Promise<ToleranceReport> {
  const { settings, profile } = options
  const began = settings.time.now()
  const player = new Player(settings, profile, options)
  player.onRun = (outcome, purpose) => {
    const done = search?.verdicts.size ?? 0
    options.onRun?.(outcome, purpose, { done, of: selection.variants.length, runs })
  }
  const selection = selectVariants(profile, options)
  const {
    environment = [],
    options: optional = [],
    faults = [],
  } = Object.groupBy(selection.variants, variantKind)
  const runs = minRunCount([environment, optional, faults], options)
  let baseline: Baseline | undefined
  let search: Search | undefined
  let stop: Stop | undefined
  let groups: readonly EnvironmentGroup[] = []
  try {
    baseline = await runBaseline(player)
    search = new Search(player, baseline)
    search.onCause = options.onCause
    groups =
      options.to === undefined
        ? await playEnvironments(player, search, baseline, environment)
        : [{ tests: baseline.stable, environments: [] }]
    for (const { tests, environments } of groups) {
      player.environments = environments
      search.judgeOnly(tests)
      await search.run('options', optional)
      if (faults.length > 0) await search.run('faults', faults)
      if (options.pairs) await playPairs(player, search, selection.variants, options.jobs)
    }
  } catch (error) {
    if (!(error instanceof SessionStop)) throw error
    stop = error.stop
  }
  player.environments = groups[0]?.environments ?? []
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

/** The kind of a behaviour. A run plays behaviours of one kind only. */
function variantKind(variant: Variant): 'faults' | 'environment' | 'options' {
  if (variant.id.startsWith('fault:')) return 'faults'
  return isEnvironment(variant) ? 'environment' : 'options'
}

/** The number of runs if no test fails: two for the baseline, and the packed runs of each kind. */
function minRunCount(
  kinds: readonly [environment: readonly Variant[], ...others: (readonly Variant[])[]],
  { profile, to }: ToleranceOptions,
): number {
  const packed = kinds.map((variants) => packRuns(profile, variants).length)
  // One more run plays the environments that `--only` excludes.
  const further = to === undefined && kinds[0].length < environmentVariants.length ? 1 : 0
  return packed.reduce((sum, count) => sum + count, 2 + further)
}

/** Tests whose later runs have the same environments. */
type EnvironmentGroup = {
  readonly tests: ReadonlySet<string>
  readonly environments: readonly Variant[]
}

/**
 * Plays time zones and languages. Later runs use those in which their tests pass, to find clients
 * that work only on this machine. Tests that fail in an environment are in a second group. Also
 * plays the environments that the session did not choose, but without findings for them.
 */
async function playEnvironments(
  player: Player,
  search: Search,
  { stable }: Baseline,
  chosen: readonly Variant[],
): Promise<readonly EnvironmentGroup[]> {
  if (chosen.length > 0) await search.run('environment', chosen)
  const failing = new Set(
    search.causes.filter((one) => one.variants.some(isEnvironment)).map((one) => one.failure.test),
  )
  let passed = chosen.filter(({ id }) => search.verdicts.get(id) === 'tolerated')
  const others = environmentVariants.filter((one) => !chosen.includes(one))
  for (const further of others.length > 1 ? [others, ...others.map((one) => [one])] : [others]) {
    if (further.length === 0) break
    const failures = failuresOf(await player.play('environment', [...passed, ...further]), stable)
    if (failures.length === 0) {
      passed = [...passed, ...further]
      break
    }
    for (const { test } of failures) failing.add(test)
  }
  const unharmed = [...stable].filter((test) => !failing.has(test))
  if (failing.size === 0 || unharmed.every((test) => test === commandTest))
    return [{ tests: stable, environments: passed }]
  return [
    { tests: new Set(unharmed), environments: environmentVariants },
    { tests: failing, environments: passed },
  ]
}

/** Plays pairs of the options that tests reach and tolerate alone. */
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

/** For each choice whose options need a value, a value. A tolerant client works with any. */
const optionValues: Partial<Readonly<Record<ChoiceId, unknown>>> = {
  'keys.expiry-field': 'expires',
  'conversations.search-parameter': 'search',
  'chat.query-length': 4000,
  'events.cursor-step': 7,
  'events.first-cursor': 100,
  'events.title': 1,
  'versioning.published': '0.8.1',
  'http.headers': { 'x-powered-by': 'Platform', vary: 'Origin' },
}

/** The options that are not played, with the reason. */
const unplayedOptions: Readonly<Record<string, string>> = {
  'http.cors-origins=listed': 'only the owner of the deployment knows which origins it lists',
}

/**
 * Picks that an option needs, because no client tolerates the option alone, by `choice=option`. For
 * example, if a refresh returns no new refresh token, the old one must stay valid.
 */
const companionPicks: Readonly<Record<string, Partial<Readonly<Record<ChoiceId, ChoicePick>>>>> = {
  'refresh.shape=access-only': { 'refresh.rotation': { option: 'reusable' } },
}

/** Creates a variant for every open option that a profile does not have. Lists options left out. */
export function optionVariants(profile: Profile): Selection {
  const variants: Variant[] = []
  const leftOut: LeftOut[] = []
  const current = picksAt(profile)
  for (const choice of choiceIds)
    for (const [name, { grade }] of Object.entries(choices[choice].options)) {
      const id = `${choice}=${name}`
      if (grade !== 'open' || current[choice].option === name) continue
      const variant = unplayedOptions[id] ?? optionVariant(choice, name, current)
      if (typeof variant === 'string') leftOut.push({ id, reason: variant })
      else if (composeProfile(profile, [variant]) === undefined)
        leftOut.push({ id, reason: `other picks of \`${profile.name}\` make it invisible` })
      else variants.push(variant)
    }
  return { variants, leftOut }
}

/** Creates the variant of an option, or returns the reason why the profile does not allow it. */
function optionVariant(choice: ChoiceId, name: string, current: Picks): Variant | string {
  const { question, clause, options } = choices[choice]
  const { says = '', value } = options[name] ?? {}
  const sample = optionValues[choice]
  if (value !== undefined && sample === undefined)
    throw new Error(`An option of \`${choice}\` takes a value: give it one in \`optionValues\`.`)
  const picks: Partial<Record<ChoiceId, ChoicePick>> = {
    [choice]: value === undefined ? { option: name } : { option: name, value: sample },
    ...companionPicks[`${choice}=${name}`],
  }
  for (const [other, allowed] of unmetConditions(choice, (id) => current[id].option)) {
    const option = allowed.find((one) => choices[other].options[one]?.grade !== 'deviates')
    if (option === undefined || choices[other].options[option]?.value !== undefined)
      return `it needs \`${other}\` to be ${allowed.map((one) => `\`${one}\``).join(' or ')}`
    picks[other] = { option }
  }
  return {
    id: `${choice}=${name}`,
    says,
    picks,
    faults: [],
    marks: [`${choice}=${name}`],
    option: { choice, name, question, clause },
  }
}

import { join } from 'node:path'
import { type JsonObject, withoutUndefined } from '../../contract/json.ts'
import type { Profile } from '../../contract/picks.ts'
import { toProfileDocument } from '../../contract/profile.ts'
import { specGaps } from '../../contract/spec-gaps.ts'
import { adviceFor } from './advice.ts'
import { variablesOf } from './environments.ts'
import { notPlayed } from './network-faults.ts'
import { type Baseline, countedTests, type Search } from './search.ts'
import { type Cause, hasPassed, isReached, variantsKey } from './causes.ts'
import { type RunSettings, type RunOutcome, readCalls } from './execute.ts'
import { firstDifference } from './first-difference.ts'
import type { Player } from './player.ts'
import {
  type BehaviourResult,
  type BehaviourVerdict,
  commandTest,
  type Failure,
  type Finding,
  nameOf,
  type Stop,
  type ToleranceReport,
  type PlayedBehaviours,
} from '../../contract/tolerance-report.ts'
import type { Selection, Variant } from './variant.ts'
import { isDeepStrictEqual } from 'node:util'
import { composeProfile } from './compose.ts'

type ReportInput = {
  readonly settings: RunSettings
  readonly player: Player
  readonly selection: Selection
  /** The results without variants; `undefined` if the baseline did not pass. */
  readonly baseline: Baseline | undefined
  readonly search: Search | undefined
  readonly stop: Stop | undefined
  readonly seconds: number
  readonly reproduce: (ids: readonly string[]) => string
  readonly fixture: string
  readonly to?: Profile | undefined
}

/** Creates the report of a session. Call it before the run folders are deleted. */
export async function createReport(session: ReportInput): Promise<ToleranceReport> {
  const { settings, player, selection, baseline, search, seconds, reproduce } = session
  const findings = await Promise.all(
    joinCauses(search?.causes ?? [], player.profile, reproduce).map((finding) =>
      withExchange(finding, settings.folder, selection.variants, search?.isolated),
    ),
  )
  const testNames = baseline === undefined ? [] : countedTests(baseline)
  const behaviours = selection.variants.map((variant): BehaviourResult => {
    const verdict = search?.verdicts.get(variant.id) ?? 'not-run'
    const wasReached = player.outcomes.some(
      (run) => run.variants.includes(variant) && isReached(variant, run),
    )
    return {
      ...describeVariant(variant),
      verdict,
      unproven: wasReached ? unprovenTests(variant, testNames, player.outcomes, findings) : [],
      plays: playedBehaviours(player.profile, [variant]),
      reproduce: reproduce([variant.id]),
    }
  })
  const counts = countVerdicts(behaviours)
  const environment = withoutUndefined(variablesOf(player.environments)) as Record<string, string>
  const stop =
    session.stop ?? (counts.reached + findings.length === 0 ? nothingJudgedStop : undefined)
  return {
    kind: 'tolerance',
    version: 1,
    command: settings.command,
    profile: player.profile.name,
    to: session.to?.name ?? null,
    profileDocument: toProfileDocument(player.profile) as object,
    fixture: session.fixture,
    seed: settings.seed,
    exit: exitCode(findings, stop),
    stopped: stop ?? null,
    tests: testNames.length,
    testNames,
    hasSingleTests: testNames.some((test) => test !== commandTest),
    environment,
    setAside: baseline?.setAside ?? [],
    pinned: search?.pinned ?? [],
    counts,
    behaviours,
    leftOut: selection.leftOut,
    notPlayed: session.to === undefined ? notPlayed(behaviours, player.environments) : [],
    findings,
    runs: player.summaries,
    seconds,
    baseline: null,
    trend: null,
  }
}

const nothingJudgedStop: Stop = {
  code: 4,
  reason:
    'No behaviour was judged: the tests reach none of the chosen behaviours, or only where no client can recover. Choose others with --only, or test more of the client.',
}

/** Returns the exit code. An interruption has precedence over a behaviour that breaks tests. */
function exitCode(findings: readonly Finding[], stop: Stop | undefined): number {
  if (stop !== undefined && stop.code !== 5) return stop.code
  if (findings.length > 0) return 1
  return stop?.code ?? 0
}

function countVerdicts(behaviours: readonly BehaviourResult[]): ToleranceReport['counts'] {
  const count = (verdict: BehaviourVerdict) =>
    behaviours.filter((one) => one.verdict === verdict).length
  const counts = {
    tolerated: count('tolerated'),
    intolerant: count('intolerant'),
    'not-exercised': count('not-exercised'),
    pinned: count('pinned'),
    unfair: count('unfair'),
    'not-run': count('not-run'),
  }
  return { reached: counts.tolerated + counts.intolerant, ...counts }
}

const describeVariant = ({ id, says, option }: Variant) => ({
  id,
  says,
  choice: option?.choice ?? null,
  option: option?.name ?? null,
  question: option?.question ?? null,
  clause: option?.clause ?? null,
  gap: option === undefined ? null : specGapOf(option.choice),
  advice: adviceFor(id),
})

/** The gap in the specification that belongs to this choice alone; `null` without such a gap. */
const specGapOf = (choice: string): string | null =>
  specGaps.find(({ choices }) => choices?.length === 1 && choices[0] === choice)?.open ?? null

/** Adds to a finding the first exchange in which its run differs from the baseline. */
async function withExchange(
  finding: Finding,
  folder: string,
  variants: readonly Variant[],
  isolated: Search['isolated'] | undefined,
): Promise<Finding> {
  const blamedVariants = variants.filter(({ id }) => finding.behaviours.includes(id))
  const runs = isolated?.get(nameOf(finding)) ?? { baseline: 'baseline-1', here: finding.run }
  const [baseline, here] = await Promise.all(
    [runs.baseline, runs.here].map(async (run) => {
      const calls = await readCalls(join(folder, run))
      const testCalls = calls.filter(
        ({ test }) => test !== null && isSameTest(finding.tests[0], test),
      )
      return testCalls.length > 0 ? testCalls : calls
    }),
  )
  return { ...finding, exchange: firstDifference(baseline ?? [], here ?? [], blamedVariants) }
}

/** Whether a failed test has this name. Its id may have the file and the suites before the name. */
const isSameTest = (failure: Failure | undefined, name: string) =>
  failure?.test === name || failure?.test.endsWith(` > ${name}`)

/** Creates one finding for each set of behaviours, with all tests that it breaks. */
function joinCauses(
  causes: readonly Cause[],
  profile: Profile,
  reproduce: (ids: readonly string[]) => string,
): readonly Finding[] {
  const bySet = Map.groupBy(causes, ({ variants }) => variantsKey(variants))
  return Array.from(bySet.values(), (same) => {
    const first = same[0] as Cause
    const behaviours = first.variants.map(({ id }) => id)
    const tests = new Map<string, Failure>(same.map(({ failure }) => [failure.test, failure]))
    return {
      behaviours,
      tests: [...tests.values()],
      exchange: null,
      known: null,
      plays: playedBehaviours(profile, first.variants),
      reproduce: reproduce(behaviours),
      run: first.run,
      isRough: same.some(({ isRough }) => isRough),
    }
  })
}

/** The settings of a world that plays these variants with a profile, if they can be combined. */
export function playedBehaviours(profile: Profile, variants: readonly Variant[]): PlayedBehaviours {
  const profileDocument = toProfileDocument(profile)
  const here = toProfileDocument(composeProfile(profile, variants) ?? profile)
  const picks = changedEntries(profileDocument.picks, here.picks)
  const answers = changedEntries(profileDocument.answers ?? {}, here.answers ?? {})
  const operations = changedEntries(profileDocument.operations ?? {}, here.operations ?? {})
  return {
    picks,
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(Object.keys(operations).length > 0 && { operations }),
    faults: variants.flatMap(({ faults }) => faults),
  }
}

/** New or changed entries of `runEntries`; `null` for entries that are missing in `runEntries`. */
function changedEntries(baselineEntries: JsonObject, runEntries: JsonObject): JsonObject {
  const removedKeys = Object.keys(baselineEntries).filter((key) => !Object.hasOwn(runEntries, key))
  const changed = Object.entries(runEntries).filter(
    ([key, one]) => !isDeepStrictEqual(one, baselineEntries[key]),
  )
  return Object.fromEntries([...removedKeys.map((key) => [key, null] as const), ...changed])
}

/** The tests without proof for a variant: they neither passed with it nor failed because of it. */
export function unprovenTests(
  { id }: Variant,
  tests: readonly string[],
  outcomes: readonly RunOutcome[],
  findings: readonly Finding[],
): readonly string[] {
  const played = outcomes.filter(({ variants }) => variants.some((one) => one.id === id))
  const broken = new Set(
    findings
      .filter(({ behaviours }) => behaviours.includes(id))
      .flatMap((finding) => finding.tests.map(({ test }) => test)),
  )
  return tests.filter((test) => !broken.has(test) && !played.some((run) => hasPassed(run, test)))
}

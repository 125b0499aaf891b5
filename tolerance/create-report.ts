import { join } from 'node:path'
import type { Profile } from '../contract/picks.ts'
import { toProfileDocument } from '../contract/profile.ts'
import { specGaps } from '../contract/spec-gaps.ts'
import { adviceFor } from './advice.ts'
import type { Baseline } from './baseline.ts'
import type { Cause } from './causes.ts'
import type { RunSettings } from './execute.ts'
import { firstDifference } from './first-difference.ts'
import type { Player } from './player.ts'
import { readCalls } from './read-run.ts'
import {
  type BehaviourResult,
  type BehaviourVerdict,
  commandTest,
  type Failure,
  type Finding,
  type LeftOut,
  type Stop,
  type ToleranceReport,
} from '../contract/tolerance-report.ts'
import { playedBehaviours, unprovenTests } from './played-behaviours.ts'
import type { Search } from './search.ts'
import type { Variant } from './variant.ts'

type Session = {
  readonly settings: RunSettings
  readonly player: Player
  readonly selection: {
    readonly variants: readonly Variant[]
    readonly leftOut: readonly LeftOut[]
  }
  /** Undefined if the baseline did not pass. */
  readonly baseline: Baseline | undefined
  readonly search: Search | undefined
  readonly stop: Stop | undefined
  readonly seconds: number
  readonly reproduce: (ids: readonly string[]) => string
  readonly fixture: string
}

/** Creates the report of a session, while the folders of its runs are there. */
export async function createReport(session: Session): Promise<ToleranceReport> {
  const { settings, player, selection, baseline, search, seconds, reproduce } = session
  const findings = await Promise.all(
    joinCauses(search?.causes ?? [], player.profile, reproduce).map((finding) =>
      withExchange(finding, settings.folder, selection.variants),
    ),
  )
  const stable = [...(baseline?.stable ?? [])].filter((test) => test !== commandTest)
  const testNames = stable.length > 0 || baseline === undefined ? stable : [commandTest]
  const behaviours = selection.variants.map((variant): BehaviourResult => {
    const verdict = search?.verdicts.get(variant.id) ?? 'not-run'
    const isReached = verdict === 'tolerated' || verdict === 'intolerant'
    return {
      ...describeVariant(variant),
      verdict,
      unproven: isReached ? unprovenTests(variant, testNames, player.outcomes, findings) : [],
      plays: playedBehaviours(player.profile, [variant]),
      reproduce: reproduce([variant.id]),
    }
  })
  const counts = countVerdicts(behaviours)
  const stop = session.stop ?? (counts.reached + findings.length === 0 ? nothingJudged : undefined)
  return {
    kind: 'tolerance',
    version: 1,
    command: settings.command,
    profile: player.profile.name,
    profileDocument: toProfileDocument(player.profile) as object,
    fixture: session.fixture,
    seed: settings.seed,
    exit: exitCode(findings, stop),
    stopped: stop ?? null,
    tests: testNames.length,
    testNames,
    hasSingleTests: stable.length > 0,
    setAside: baseline?.setAside ?? [],
    pinned: search?.pinned ?? [],
    counts,
    behaviours,
    leftOut: selection.leftOut,
    findings,
    runs: player.summaries,
    seconds,
    baseline: null,
    trend: null,
  }
}

const nothingJudged: Stop = {
  code: 4,
  reason:
    'No behaviour was judged: the requests of the tests reach none of those that were chosen, or only where no client can recover. Choose others with --only, or test more of the client.',
}

/** An interruption is reported as such; otherwise a behaviour that breaks tests comes first. */
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
  gap: option === undefined ? null : gapOf(option.choice),
  advice: adviceFor(id),
})

/** What the specification leaves open, if that is covered by this choice alone. */
const gapOf = (choice: string): string | null =>
  specGaps.find(({ choices }) => choices?.length === 1 && choices[0] === choice)?.open ?? null

/** Adds the first exchange in which the run of a finding differs from the baseline. */
async function withExchange(
  finding: Finding,
  folder: string,
  variants: readonly Variant[],
): Promise<Finding> {
  const guilty = variants.filter(({ id }) => finding.behaviours.includes(id))
  const marks = new Set(guilty.flatMap((variant) => variant.marks))
  const [baseline, calls] = await Promise.all(
    ['baseline-1', finding.run].map((run) => readCalls(join(folder, run))),
  )
  return { ...finding, exchange: firstDifference(baseline ?? [], calls ?? [], marks) }
}

/** One finding for each set of behaviours, with all tests that it breaks. */
function joinCauses(
  causes: readonly Cause[],
  profile: Profile,
  reproduce: (ids: readonly string[]) => string,
): readonly Finding[] {
  const bySet = Map.groupBy(causes, ({ variants }) =>
    variants
      .map(({ id }) => id)
      .toSorted()
      .join('\n'),
  )
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

import { isDeepStrictEqual } from 'node:util'
import type { Profile } from '../contract/picks.ts'
import { toProfileDocument } from '../contract/profile.ts'
import { commandTest, type Finding, type PlayedBehaviours } from '../contract/tolerance-report.ts'
import { compose } from './compose.ts'
import type { RunOutcome } from './execute.ts'
import type { Variant } from './variant.ts'

type Document = {
  readonly picks: Readonly<Record<string, unknown>>
  readonly answers?: Readonly<Record<string, unknown>>
}

/** What a world plays beside a profile to show variants that can be played together. */
export function playedBehaviours(profile: Profile, variants: readonly Variant[]): PlayedBehaviours {
  const usual = toProfileDocument(profile) as Document
  const here = toProfileDocument(compose(profile, variants) ?? profile) as Document
  const picks = changesOf(usual.picks, here.picks)
  const answers = changesOf(usual.answers ?? {}, here.answers ?? {})
  return {
    picks,
    ...(Object.keys(answers).length > 0 && { answers }),
    faults: variants.flatMap(({ faults }) => faults),
  }
}

/** The entries of `here` that are new or different; null for those that are gone. */
function changesOf(usual: Document['picks'], here: Document['picks']): Document['picks'] {
  const gone = Object.keys(usual).filter((key) => !Object.hasOwn(here, key))
  const changed = Object.entries(here).filter(([key, one]) => !isDeepStrictEqual(one, usual[key]))
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...changed])
}

/** The tests that neither passed in a run with a variant nor failed because of it. */
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

function hasPassed({ results, end }: RunOutcome, test: string): boolean {
  if (test === commandTest) return end.code === 0
  const status = results.get(test)?.status
  return status === 'passed' || status === 'flaky'
}

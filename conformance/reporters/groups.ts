import type { Report, Result, Verdict } from '../report.ts'

/** What stands behind several failures at once: the rule that they all break. */
export type CauseGroup = {
  readonly clause: string
  readonly says: string
  readonly rule: string
  readonly instances: number
  readonly failures: readonly Result[]
}

/** Failures by their cause, the one behind most checks first. */
export function causeGroups(results: readonly Result[]): readonly CauseGroup[] {
  const failed = results.filter(({ verdict }) => verdict === 'fail')
  return [...Map.groupBy(failed, ({ rule }) => rule)]
    .flatMap(([rule, failures]) => {
      const instances = failures.reduce((sum, failure) => sum + failure.instances, 0)
      const [first] = failures
      return first ? [{ clause: first.clause, says: first.says, rule, instances, failures }] : []
    })
    .toSorted((a, b) => b.failures.length - a.failures.length)
}

/** `1 cause, 13 checks`: how much there really is to repair. */
export function causesTitle(groups: readonly CauseGroup[]): string {
  const checks = groups.reduce((sum, { failures }) => sum + failures.length, 0)
  return `${counted(groups.length, 'cause')}, ${counted(checks, 'check')}`
}

/** Why checks came to no verdict: one reason, and all that share it. */
export type ReasonGroup = {
  readonly verdict: Verdict
  readonly reason: string
  readonly results: readonly Result[]
}

/** The checks that came to no verdict by their reason, the one that most share first. */
export function undecidedGroups({ results }: Report): readonly ReasonGroup[] {
  return (['blocked', 'inconclusive', 'skipped'] as const).flatMap((verdict) => {
    const undecided = results.filter((result) => result.verdict === verdict)
    return [...Map.groupBy(undecided, ({ message }) => message)]
      .map(([reason, group]) => ({ verdict, reason, results: group }))
      .toSorted((a, b) => b.results.length - a.results.length)
  })
}

export const counted = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`

export const ids = (results: readonly Result[]): readonly string[] => results.map(({ id }) => id)

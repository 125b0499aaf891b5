import { type ChoiceId, choices } from '../../../contract/choices.ts'
import { type RuleId, rules } from '../../../contract/rules.ts'
import type { Check } from '../../../conformance/session/check.ts'
import { allChecks } from '../../../conformance/checks/all-checks.ts'
import { allMutants } from '../../../conformance/mutants/all-mutants.ts'

/** A check and the mutants that prove it. */
export type ProvenCheck = {
  readonly check: Check
  /** The wrappers of `conformance/mutants/` that it kills. */
  readonly mutants: readonly string[]
  /** The picks that contradict the specification and that it detects, as `choice: option`. */
  readonly picks: readonly string[]
}

export type CoveredRule = {
  readonly id: RuleId
  readonly checks: readonly ProvenCheck[]
}

/** Maps every rule of the specification to its checks, and these to the mutants they kill. */
export const coverageMap = (): readonly CoveredRule[] => {
  const byRule = Map.groupBy(allChecks, ({ rule }) => rule)
  const ids = Object.keys(rules).filter((id): id is RuleId => id in rules)
  return ids.map((id) => ({ id, checks: (byRule.get(id) ?? []).map(proven) }))
}

function proven(check: Check): ProvenCheck {
  const mutants = allMutants
    .filter(({ killedBy: breaks }) => breaks === check.id)
    .map(({ id }) => id)
  return { check, mutants, picks: check.level === 'must' ? deviatingPicks(check) : [] }
}

const deviatingPicks = ({ detects = [] }: Check): readonly string[] =>
  detects.flatMap((id: ChoiceId) =>
    Object.entries(choices[id].options)
      .filter(([, { grade, unseen }]) => grade === 'deviates' && unseen === undefined)
      .map(([option]) => `${id}: ${option}`),
  )

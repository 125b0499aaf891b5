import { type ChoiceId, choices } from '../../../contract/choices.ts'
import { type RuleId, rules } from '../../../contract/rules.ts'
import type { Check } from '../../../conformance/session/check.ts'
import { allChecks } from '../../../conformance/checks/all-checks.ts'
import { allMutants } from '../../../conformance/mutants/all-mutants.ts'

/** A check and the mutants that prove it. */
export type ProvenCheck = {
  readonly check: Check
  /** The ids of the mutants of `conformance/mutants/` that the check detects. */
  readonly mutants: readonly string[]
  /** The picks against the specification that the check detects, as `choice: option`. */
  readonly picks: readonly string[]
}

export type CoveredRule = {
  readonly id: RuleId
  readonly checks: readonly ProvenCheck[]
}

/** Every rule of the specification with its checks, and the mutants that each check detects. */
export const coverageMap = (): readonly CoveredRule[] => {
  const byRule = Map.groupBy(allChecks, ({ rule }) => rule)
  const ids = Object.keys(rules).filter((id): id is RuleId => id in rules)
  return ids.map((id) => ({ id, checks: (byRule.get(id) ?? []).map(toProvenCheck) }))
}

function toProvenCheck(check: Check): ProvenCheck {
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

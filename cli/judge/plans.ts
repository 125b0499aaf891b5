import { type Plan, plans } from '../../conformance/session/check.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { planCosts } from '../../conformance/runner/plan-costs.ts'
import { selectChecks } from '../../conformance/runner/runner.ts'

const words: Readonly<Record<Plan, string>> = {
  smoke: 'Only reads: signs in, lists, and tries what must be refused.',
  core: 'All that needs no turn of an agent: makes keys and conversations, and removes them.',
  turn: 'Also runs turns, reads their streams, and resumes them.',
  full: 'Also breaks off the streams of turns, and begins conversations in rarer ways.',
  destructive:
    'Also tries limits: two turns at once in a conversation, many requests at a time, large bodies.',
}

/** The plans, cheapest first: what each does beyond the one before it, and what it costs at most. */
export const tellPlans = () =>
  plans.map((name) => ({
    name,
    says: words[name],
    checks: selectChecks(allChecks, name).length,
    ...planCosts[name],
  }))

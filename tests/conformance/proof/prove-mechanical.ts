import { type Check, isActive } from '../../../conformance/session/check.ts'
import { allChecks } from '../../../conformance/checks/all-checks.ts'
import type { Target } from '../../../conformance/session/test-session.ts'
import type { MechanicalMutant } from '../mechanical/mechanical-mutants.ts'
import { type ResponseKind, recordTraffic } from '../mechanical/traffic.ts'
import type { ServerUnderTest } from './prove.ts'
import { runConformance, selectChecks } from '../../../conformance/runner/runner.ts'

/**
 * `killed`: a `must` check fails. `noticed`: a check warns. `survived`: no check reacts.
 * `not-executed`: the damage had no effect.
 */
export type MechanicalStatus = 'killed' | 'noticed' | 'survived' | 'not-executed'

export type MechanicalProof = {
  readonly mutant: MechanicalMutant
  readonly status: MechanicalStatus
  /** The `must` checks that fail. */
  readonly failing: readonly string[]
}

export type MechanicalProofOptions = {
  /** Creates a correct server for each run. */
  readonly server: () => ServerUnderTest
  readonly target: Target
}

/** The responses of a run of the plan `turn`, and the checks that depend on each kind. */
export type RecordedPlan = {
  readonly kinds: readonly ResponseKind[]
  /**
   * Maps each kind of response to the active checks that receive it, also through a shared set-up.
   */
  readonly affectedChecks: ReadonlyMap<string, readonly string[]>
}

const turnChecks = selectChecks(allChecks, 'turn')
const passive = turnChecks.filter((check) => !isActive(check)).map(({ id }) => id)

/** Runs the whole plan, then each check alone, to see which responses it depends on. */
export async function recordPlan(options: MechanicalProofOptions): Promise<RecordedPlan> {
  const affectedChecks = new Map<string, string[]>()
  for (const check of turnChecks.filter(isActive)) {
    for (const { name } of await recordRun(options, [check])) {
      affectedChecks.set(name, [...(affectedChecks.get(name) ?? []), check.id])
    }
  }
  return { kinds: await recordRun(options, allChecks), affectedChecks }
}

async function recordRun({ server, target }: MechanicalProofOptions, checks: readonly Check[]) {
  const traffic = recordTraffic()
  const right = server()
  const fetch = traffic.wrap(right.fetch, () => undefined)
  await runConformance({ target, plan: 'turn', checks, ...right, fetch })
  return traffic.kinds()
}

/**
 * Runs the checks of the plan `turn` that depend on the kind of response of a mechanical mutant.
 */
export async function proveMechanical(
  { server, target }: MechanicalProofOptions,
  { affectedChecks }: RecordedPlan,
  mutant: MechanicalMutant,
): Promise<MechanicalProof> {
  const right = server()
  let hits = 0
  const fetch = mutant.wrap(right.fetch, () => (hits += 1))
  const only = [...(affectedChecks.get(mutant.kind) ?? []), ...passive]
  const { results, summary } = await runConformance({
    target,
    plan: 'turn',
    only,
    ...right,
    fetch,
  })
  const failing = results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  if (hits === 0) return { mutant, status: 'not-executed', failing }
  if (failing.length > 0) return { mutant, status: 'killed', failing }
  return { mutant, status: summary.warn > 0 ? 'noticed' : 'survived', failing }
}

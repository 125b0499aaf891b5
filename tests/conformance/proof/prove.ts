import { type Check, isActive } from '../../../conformance/session/check.ts'
import { allChecks } from '../../../conformance/checks/all-checks.ts'
import type { Target } from '../../../conformance/session/test-session.ts'
import type { Mutant } from '../../../conformance/mutants/wrap.ts'
import type { Verdict } from '../../../conformance/report/report.ts'
import { type RunOptions, runConformance } from '../../../conformance/runner/runner.ts'
import type { Fetch } from '../../../conformance/http/transport.ts'

/**
 * `killed`: the mutant's own check passes without the mutant, and fails or warns with it.
 * `survived`: the check passes in both cases. `missed`: it is undecided with the mutant.
 * `not-executed`: the fault had no effect. `broken`: it fails without the mutant, or the suite
 * itself failed.
 */
type MutantStatus = 'killed' | 'survived' | 'missed' | 'not-executed' | 'broken'

export type Proof = {
  readonly mutant: Mutant
  readonly status: MutantStatus
  /** The verdict of the mutant's own check without the mutant, and with it. */
  readonly verdictWithout: Verdict | 'unknown'
  readonly verdictWith: Verdict | 'unknown'
  readonly message: string
  /** The number of times that the fault had an effect. */
  readonly hits: number
}

/** The function that calls a server, and its clock if it is not the real clock. */
export type ServerUnderTest = { readonly fetch: Fetch } & Pick<RunOptions, 'now' | 'sleep'>

export type ProveOptions = {
  /** Creates a correct server for each run, so that proofs do not depend on each other. */
  readonly server: () => ServerUnderTest
  readonly target: Target
  readonly mutants: readonly Mutant[]
  readonly checks?: readonly Check[]
  readonly grace?: number
  readonly timeout?: number
  /** Number of proofs in parallel; more than 1 needs a server per run. */
  readonly atOnce?: number
  readonly onProof?: (proof: Proof) => void
}

/** Proves for each mutant that its own check distinguishes it from the correct server. */
export async function proveMutants(options: ProveOptions): Promise<readonly Proof[]> {
  const baselines = new Map<string, Promise<CheckVerdict>>()
  const proofs: Proof[] = []
  const queue = [...options.mutants.entries()]
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, mutant] = next
      const baseline =
        baselines.get(mutant.killedBy) ?? runKillingCheck(options, mutant, options.server())
      baselines.set(mutant.killedBy, baseline)
      const proof = await proveOne(options, mutant, await baseline)
      options.onProof?.(proof)
      proofs[place] = proof
    }
  }
  await Promise.all(Array.from({ length: options.atOnce ?? 1 }, work))
  return proofs
}

/** Formats the number of killed mutants, and every mutant that was not killed. */
export function toProofText(proofs: readonly Proof[]): string {
  const killed = proofs.filter(({ status }) => status === 'killed').length
  const others = proofs.filter(({ status }) => status !== 'killed')
  const lines = others.map(
    ({ mutant, status, verdictWithout, verdictWith, hits, message }) =>
      `${status.padEnd(12)} ${mutant.id} (${mutant.killedBy}: ${verdictWithout} → ${verdictWith}, ${hits} hits) ${message}`,
  )
  return [...lines, `${killed} of ${proofs.length} mutants killed`].join('\n')
}

export const checksWithoutMutant = (
  checks: readonly Check[],
  mutants: readonly Mutant[],
): readonly string[] => {
  const broken = new Set(mutants.map(({ killedBy }) => killedBy))
  return checks.filter(({ id, level }) => level === 'must' && !broken.has(id)).map(({ id }) => id)
}

type CheckVerdict = { readonly verdict: Verdict | 'unknown'; readonly message: string }

async function proveOne(
  options: ProveOptions,
  mutant: Mutant,
  baseline: CheckVerdict,
): Promise<Proof> {
  let hits = 0
  const right = options.server()
  const fetch = mutant.wrap(right.fetch, () => (hits += 1))
  const { verdict, message } = await runKillingCheck(options, mutant, { ...right, fetch })
  const status = statusOf(baseline.verdict, verdict, hits)
  const shownMessage =
    status === 'broken' && baseline.verdict !== 'pass' ? baseline.message : message
  return {
    mutant,
    status,
    verdictWithout: baseline.verdict,
    verdictWith: verdict,
    message: shownMessage,
    hits,
  }
}

function statusOf(
  verdictWithout: CheckVerdict['verdict'],
  verdictWith: CheckVerdict['verdict'],
  hits: number,
): MutantStatus {
  if (verdictWithout !== 'pass' || verdictWith === 'error' || verdictWith === 'unknown')
    return 'broken'
  if (hits === 0) return 'not-executed'
  if (verdictWith === 'fail' || verdictWith === 'warn') return 'killed'
  return verdictWith === 'pass' ? 'survived' : 'missed'
}

async function runKillingCheck(
  { target, checks = allChecks, grace, timeout }: ProveOptions,
  { killedBy, trafficFrom = [] }: Mutant,
  server: ServerUnderTest,
): Promise<CheckVerdict> {
  const check = checks.find(({ id }) => id === killedBy)
  const plan = check && isActive(check) ? check.plan : 'core'
  const { results } = await runConformance({
    target,
    plan,
    only: [killedBy, ...trafficFrom],
    checks,
    ...server,
    ...(grace !== undefined && { grace }),
    ...(timeout !== undefined && { timeout }),
  })
  const result = results.find(({ id }) => id === killedBy)
  return { verdict: result?.verdict ?? 'unknown', message: result?.message ?? 'no such check' }
}

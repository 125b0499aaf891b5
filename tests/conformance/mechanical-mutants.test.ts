import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mechanicalMutants, type MechanicalMutant } from './mechanical/mechanical-mutants.ts'
import { explainSurvivor, expectedSurvivors } from './mechanical/survivors.ts'
import {
  recordPlan,
  type MechanicalStatus,
  proveMechanical,
  type RecordedPlan,
} from './proof/prove-mechanical.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { recordTraffic } from './mechanical/traffic.ts'
import { runConformance, selectChecks } from '../../conformance/runner/runner.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { drawn, isProving } from '../support/proving.ts'

const server = () => {
  const { fake, systemClock } = virtualFake()
  return { fetch: fake.fetch, now: systemClock.now, sleep: systemClock.sleep, tag: 'test' }
}
const options = { server, target }

const everyCheck = selectChecks(allChecks, 'turn').map(({ id }) => id)

/**
 * Records the responses of a run. Every check is listed for every response, because it would take
 * a run of each check to find out which checks depend on a response.
 */
async function recordKinds(): Promise<RecordedPlan> {
  const traffic = recordTraffic()
  const { fetch, ...right } = server()
  const recorded = traffic.wrap(fetch, () => undefined)
  await runConformance({ target, plan: 'turn', ...right, fetch: recorded })
  const kinds = traffic.kinds()
  return { kinds, affectedChecks: new Map(kinds.map(({ name }) => [name, everyCheck])) }
}

describe('the generated mutants', () => {
  let plan: RecordedPlan
  let all: readonly MechanicalMutant[]
  const statuses = new Map<MechanicalStatus, number>()
  const unexplained: string[] = []
  const covered: string[] = []
  const explained = new Set<string>()

  beforeAll(async () => {
    plan = isProving ? await recordPlan(options) : await recordKinds()
    all = mechanicalMutants(plan.kinds)
    for (const mutant of drawn(all, 2)) {
      const { status } = await proveMechanical(options, plan, mutant)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 'killed') continue
      const explanation = explainSurvivor(mutant.id)
      if (explanation === undefined) unexplained.push(`${status} ${mutant.id}`)
      else explained.add(explanation.pattern.source)
      if (mutant.breaksSchema) covered.push(mutant.id)
    }
  }, 1_800_000)

  afterAll(() => {
    const counts = [...statuses].map(([status, count]) => `${count} ${status}`).join(', ')
    process.stdout.write(`mechanical mutants: ${counts}, ${unexplained.length} unexplained\n`)
  })

  it('there are more than 2000 generated mutants, and their ids are unique', () => {
    expect(all.length).toBeGreaterThan(2000)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it('each generated mutant is caught by a check, or has a documented reason why it survives', () => {
    expect(unexplained).toEqual([])
  })

  it('each generated mutant that breaks a specified body is caught by a check', () => {
    expect(covered).toEqual([])
  })

  it('each documented reason for surviving mutants matches a generated mutant', () => {
    const named = expectedSurvivors.filter(({ pattern }) => !all.some(({ id }) => pattern.test(id)))
    expect(named.map(({ pattern }) => pattern.source)).toEqual([])
  })

  it.runIf(isProving)('each documented reason explains a mutant that no check catches', () => {
    const idle = expectedSurvivors.filter(({ pattern }) => !explained.has(pattern.source))
    expect(idle.map(({ pattern }) => pattern.source)).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  mechanicalMutants,
  type MechanicalMutant,
} from '../conformance/mutants/mechanical/mechanical-mutants.ts'
import { explainSurvivor, expectedSurvivors } from '../conformance/mutants/mechanical/survivors.ts'
import {
  recordPlan,
  type MechanicalStatus,
  proveMechanical,
  type RecordedPlan,
} from '../conformance/proof/prove-mechanical.ts'
import { target, virtualFake } from './judge-fake.ts'
import { seeded } from './seeded.ts'

/** A sample in each test run, all of them in `npm run prove`. */
const isWhole = process.env['UNDERSTUDY_PROVE'] === 'all'
const sampleSize = 40

const server = () => {
  const { fake, wall } = virtualFake()
  return { fetch: fake.fetch, now: wall.now, sleep: wall.sleep, tag: 'test' }
}
const ground = { server, target }

/** A reproducible random sample of a list. */
function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
  const draw = seeded(6)
  const left = [...all]
  return Array.from({ length: count }, () => left.splice(draw(left.length), 1)).flat()
}

describe('mechanically generated mutants', () => {
  let terrain: RecordedPlan
  let all: readonly MechanicalMutant[]
  const fates = new Map<MechanicalStatus, number>()
  const unexplained: string[] = []
  const covered: string[] = []
  const explained = new Set<string>()

  beforeAll(async () => {
    terrain = await recordPlan(ground)
    all = mechanicalMutants(terrain.kinds)
    for (const mutant of isWhole ? all : sampleOf(all, sampleSize)) {
      const { fate } = await proveMechanical(ground, terrain, mutant)
      fates.set(fate, (fates.get(fate) ?? 0) + 1)
      if (fate === 'killed') continue
      const explanation = explainSurvivor(mutant.id)
      if (explanation === undefined) unexplained.push(`${fate} ${mutant.id}`)
      else explained.add(explanation.pattern.source)
      if (mutant.breaksSchema) covered.push(mutant.id)
    }
  }, 1_800_000)

  afterAll(() => {
    const counts = [...fates].map(([fate, count]) => `${count} ${fate}`).join(', ')
    process.stdout.write(`mechanical mutants: ${counts}, ${unexplained.length} unexplained\n`)
  })

  it('are many, with unique ids', () => {
    expect(all.length).toBeGreaterThan(2000)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it('are caught, or have a documented reason', () => {
    expect(unexplained).toEqual([])
  })

  it('are caught if they break a specified body', () => {
    expect(covered).toEqual([])
  })

  it('have a documented reason only if they are not caught', () => {
    const named = expectedSurvivors.filter(({ pattern }) => !all.some(({ id }) => pattern.test(id)))
    expect(named.map(({ pattern }) => pattern.source)).toEqual([])
  })

  it.runIf(isWhole)('use each of the documented reasons', () => {
    const idle = expectedSurvivors.filter(({ pattern }) => !explained.has(pattern.source))
    expect(idle.map(({ pattern }) => pattern.source)).toEqual([])
  })
})

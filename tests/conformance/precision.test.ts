import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allMutants } from '../../conformance/mutants/all-mutants.ts'
import type { Mutant } from '../../conformance/mutants/wrap.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { seeded } from '../support/seeded.ts'
import { isProving } from '../support/proving.ts'

/** Draws a sample of the mutants in each test run; `npm run prove` tests all mutants. */
const draw = seeded(9)
const mutants = isProving
  ? allMutants
  : Array.from({ length: 2 }, () => allMutants.slice(draw(allMutants.length))[0]).flatMap(
      (mutant) => mutant ?? [],
    )

/** The checks that fail in the full plan, except the expected one. */
async function othersFailing({ killedBy: breaks, wrap }: Mutant): Promise<readonly string[]> {
  const { fake, systemClock } = virtualFake()
  const { results } = await runConformance({
    target,
    plan: 'full',
    fetch: wrap(fake.fetch, () => undefined),
    now: systemClock.now,
    sleep: systemClock.sleep,
    tag: 'test',
  })
  const failing = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
  return failing.map(({ id }) => id).filter((id) => id !== breaks)
}

describe('a single fault', () => {
  const others: { readonly id: string; readonly failing: readonly string[] }[] = []
  const share = (part: number) =>
    others.map(({ failing }) => failing.length).toSorted((a, b) => a - b)[
      Math.floor(part * (others.length - 1))
    ]

  beforeAll(async () => {
    for (const mutant of mutants) {
      others.push({ id: mutant.id, failing: await othersFailing(mutant) })
    }
  }, 1_800_000)

  afterAll(() => {
    const loudest = others.toSorted((a, b) => b.failing.length - a.failing.length).slice(0, 5)
    const names = loudest.map(({ id, failing }) => `${id} ${failing.length}`).join(', ')
    const spread = `median ${share(0.5)}, nine of ten at most ${share(0.9)}`
    process.stdout.write(`precision: other checks that fail with a mutant: ${spread}; ${names}\n`)
  })

  it('a mutant makes at most one other check fail in the median, and at most six in nine of ten cases', () => {
    expect(others.length).toBe(mutants.length)
    expect(share(0.5)).toBeLessThanOrEqual(1)
    expect(share(0.9)).toBeLessThanOrEqual(6)
  })
})

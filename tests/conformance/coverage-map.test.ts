import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { coverageMarkdown } from '../../tools/build/coverage/coverage-page.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { coverageMap } from '../../tools/build/coverage/coverage-map.ts'
import { allMutants } from '../../conformance/mutants/all-mutants.ts'
import { rules } from '../../contract/rules.ts'

/** Every numbered section, convention and rule of the specification. */
const addresses = [
  '1.G1 1.G2 1.G3 2.1 2.1.R1 2.1.R2 2.1.R3 2.2 2.3 2.4 2.5 2.6 2.7 2.8 3',
  '4.C1 4.C2 4.C3 4.1 4.2 4.3 4.4 4.5 4.6 4.7 5.R1 5.R2 5.R3 5.R4 5.R5 5.R6 5.R7 5.R8',
  '6 6.O1 6.O2 6.O3 7 8 9.1 9.2 9.3 9.4',
].flatMap((row) => row.split(' '))

const map = coverageMap()
const proofs = map.flatMap(({ checks }) => checks)

describe('the coverage map of the specification', () => {
  it('the coverage map of the specification has every numbered section', () => {
    const clauses = new Set(map.map(({ id }) => rules[id].clause))
    expect(addresses.filter((address) => !clauses.has(address))).toEqual([])
  })

  it('for each rule, the coverage map of the specification names a check, or a reason why there is none', () => {
    const wrong = map.filter(
      ({ id, checks }) => (checks.length === 0) === (rules[id].excluded === undefined),
    )
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('the coverage map of the specification has a mutant for each must check', () => {
    const bare = proofs.filter(
      ({ check, mutants }) => check.level === 'must' && mutants.length === 0,
    )
    expect(bare.map(({ check }) => check.id)).toEqual([])
  })

  it('the coverage map of the specification contains every check and every mutant', () => {
    expect(proofs.map(({ check }) => check.id).toSorted()).toEqual(
      allChecks.map(({ id }) => id).toSorted(),
    )
    expect(proofs.flatMap(({ mutants }) => mutants).toSorted()).toEqual(
      allMutants.map(({ id }) => id).toSorted(),
    )
  })

  it('the coverage map of the specification equals docs/coverage.md', async () => {
    expect(await readFile('docs/coverage.md', 'utf8')).toBe(coverageMarkdown())
  })
})

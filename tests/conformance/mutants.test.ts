import { beforeAll, describe, expect, it } from 'vitest'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { allMutants } from '../../conformance/mutants/all-mutants.ts'
import type { Mutant } from '../../conformance/mutants/wrap.ts'
import { type Proof, proveMutants, toProofText, checksWithoutMutant } from './proof/prove.ts'
import { expiredToken } from '../support/expired-token.ts'
import { drawn } from '../support/proving.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const server = () => {
  const { fake, systemClock } = virtualFake()
  return { fetch: fake.fetch, now: systemClock.now, sleep: systemClock.sleep }
}

/** A sample of the mutants in each test run, all mutants in `npm run prove`. */
const mutants = drawn(allMutants, 32)

describe('the mutants', () => {
  let proofs: ReadonlyMap<string, Proof>
  beforeAll(async () => {
    const given = { ...target, expiredToken: await expiredToken() }
    const all = await proveMutants({ server, target: given, mutants, atOnce: 8 })
    proofs = new Map(all.map((proof) => [proof.mutant.id, proof]))
    process.stdout.write(`${toProofText(all)}\n`)
  }, 120_000)

  it.each(mutants)('a mutant is killed by $killedBy: $id', ({ id }) => {
    const proof = proofs.get(id)
    expect(proof && toProofText([proof])).toBe('1 of 1 mutants killed')
  })

  it('every must check has a mutant that it detects', () => {
    expect(checksWithoutMutant(allChecks, allMutants)).toEqual([])
  })

  it('the mutants name only existing checks', () => {
    const ids = new Set(allChecks.map(({ id }) => id))
    expect(allMutants.filter(({ killedBy }) => !ids.has(killedBy))).toEqual([])
  })

  it('the mutants have unique ids', () => {
    expect(new Set(allMutants.map(({ id }) => id)).size).toBe(allMutants.length)
  })
})

const mutant = (changes: Partial<Mutant>): Mutant => ({
  id: 'harmless',
  killedBy: 'lists.answer-200',
  description: 'Nothing is wrong.',
  wrap: (fetch) => fetch,
  ...changes,
})

/** A wrapper whose fault takes effect in every response. */
const always =
  (answer: (response: Response) => Response): Mutant['wrap'] =>
  (fetch, hit) =>
  async (request) => {
    hit()
    return answer(await fetch(request))
  }

async function fateOf(changes: Partial<Mutant>): Promise<string | undefined> {
  const [proof] = await proveMutants({ server, target, mutants: [mutant(changes)] })
  return proof?.status
}

describe('the proof of a mutant', () => {
  it('a mutant does not count as killed if its fault had no effect', async () => {
    expect(await fateOf({})).toBe('not-executed')
  })

  it('the proof of a mutant reports a fault that the check does not detect', async () => {
    expect(await fateOf({ wrap: always((response) => response) })).toBe('survived')
  })

  it('a mutant does not count as killed if the check was undecided', async () => {
    const wrap = always(() => new Response('', { status: 503 }))
    expect(await fateOf({ wrap })).toBe('missed')
  })

  it('the proof of a mutant rejects a check that does not pass on the correct server', async () => {
    const [proof] = await proveMutants({
      server: () => ({ ...server(), fetch: async () => Response.json({}) }),
      target,
      mutants: [mutant({ killedBy: 'login.answers-200' })],
    })
    expect(proof?.status).toBe('broken')
  })

  it('the proof of a mutant reports that the check of the mutant does not exist', async () => {
    expect(await fateOf({ killedBy: 'no.such-check' })).toBe('broken')
  })
})

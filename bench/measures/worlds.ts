import { readFile } from 'node:fs/promises'
import type { Fixture } from '../../contract/fixture.ts'
import type { PlainRequest } from '../../recording/exchange.ts'
import { createFake } from '../../mocks/fake.ts'
import { Rounds } from '../rounds.ts'
import { inRounds } from '../statistics.ts'
import type { Measure } from './measure.ts'

const many = 1000
const base = 'structuredClone of the fixture'
const made = 'a world made'

/** What a world costs beside a copy of its fixture, and beside a list call. In process. */
export const worlds: Measure = async ({ quick }) => {
  const file = new URL('../../generated/fixtures/demo.json', import.meta.url)
  const contestants = costsOf(JSON.parse(await readFile(file, 'utf8')) as Fixture)
  for (const [, run] of contestants) await run()
  const results = await inRounds(quick ? 5 : 15, contestants, ([, run]) => run())
  const costs = new Map(
    [...results].map(([[name], rounds]) => [name, rounds.map((cost) => ({ cost }))]),
  )
  const rounds = new Rounds(costs, base)
  return {
    title: 'Worlds',
    about: `In process, from the sources: ${many.toLocaleString('en')} of each in a round (20 copies).`,
    columns: ['', 'µs', '× copy'],
    rows: rounds.names.map((name) => [
      name,
      rounds.spread(name, costOf),
      rounds.beside(name, costOf),
    ]),
    goals: [
      {
        text: `${made}, of a copy of its fixture`,
        reached: rounds.ratio(made, costOf),
        bound: { most: 1 / 1000 },
      },
    ],
  }
}

const costOf = (round: { readonly cost: number }) => round.cost

type Cost = readonly [name: string, run: () => Promise<number>]

/** What is compared, and what gives the microseconds of one. */
function costsOf(fixture: Fixture): readonly Cost[] {
  const names = Array.from({ length: many }, (_, index) => `world-${index}`)
  const keyId = fixture.showcase.keys['full'] ?? ''
  async function withFake(run: (fake: ReturnType<typeof createFake>) => Promise<number>) {
    const fake = createFake({ fixture })
    fake.world()
    const cost = await run(fake)
    fake.close()
    return cost
  }
  return [
    [base, () => timed(20, () => structuredClone(fixture))],
    [made, () => withFake((fake) => timed(many, (index) => fake.world(names[index])))],
    [
      'a world made and called for the first time',
      () =>
        withFake((fake) => {
          const calls = names.map((name) => listCall('svc_of_nobody', name))
          return timed(many, (index) => fake.handle(calls[index] as PlainRequest))
        }),
    ],
    [
      'a list call',
      () =>
        withFake((fake) => {
          const call = listCall(fake.world().keyring.valueOf(keyId))
          return timed(many, () => fake.handle(call))
        }),
    ],
  ]
}

/** Microseconds that each of many runs takes. */
async function timed(count: number, run: (index: number) => unknown): Promise<number> {
  const began = performance.now()
  for (let index = 0; index < count; index++) await run(index)
  return ((performance.now() - began) * 1000) / count
}

const listCall = (key: string, world?: string): PlainRequest => ({
  method: 'GET',
  path: '/api/conversations',
  query: 'size=20',
  header: (name) => {
    if (name === 'authorization') return `Bearer ${key}`
    return name === 'x-understudy-world' ? world : undefined
  },
  headers: () => [],
  signal: new AbortController().signal,
  read: async () => new Uint8Array(),
})

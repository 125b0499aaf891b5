import { describe, expect, it } from 'vitest'
import { attacks } from './soak/attacks/list.ts'
import { runAttacks } from './soak/attacks/run-attacks.ts'
import { shuffled } from './soak/attacks/shuffled.ts'
import { targetAttacks } from './soak/attacks/targets.ts'
import { playTarget } from './soak/attacks/play-target.ts'
import { seeded } from './seeded.ts'

/** `npm run soak -- --attacks` plays all of them; here some, and each that was fatal once. */
const seed = 20_261_122
const drawn = 8
const measured = ['record-by-a-long-id', 'login-of-megabytes', 'journal-query-of-token-beginnings']
/** Megabytes of JavaScript objects: enough for what a world may take, too few for what it may not. */
const heap = 300
const time = { timeout: 240_000 }

const [fatal, others] = [true, false].map((wanted) =>
  attacks.filter(({ once }) => (once === 'fatal') === wanted),
)
const sample = [...(fatal ?? []), ...shuffled(others ?? [], seeded(seed)).slice(0, drawn)]

const problemsOf = (played: Awaited<ReturnType<typeof runAttacks>>) =>
  played.flatMap(({ name, ground, problems }) =>
    problems.map((problem) => `${name} on ${ground}: ${problem}`),
  )

describe('a server under attack', () => {
  it.each(['serve', 'demo'] as const)(
    'responds, stays within its memory and serves others: %s',
    time,
    async (ground) => {
      const run = { attacks: sample, draw: seeded(seed), grounds: [ground], heap, ratios: false }
      const played = await runAttacks(run)
      expect(played.length).toBeGreaterThan(10)
      expect(problemsOf(played)).toEqual([])
    },
  )

  it(
    'spends no more than its share on hostile input, and no square of its size',
    time,
    async () => {
      const chosen = attacks.filter(({ name }) => measured.includes(name))
      const played = await runAttacks({
        attacks: chosen,
        draw: seeded(seed),
        grounds: ['serve'],
        ratios: true,
      })
      expect(played.flatMap(({ rounds }) => rounds)).toHaveLength(3 * measured.length)
      expect(problemsOf(played)).toEqual([])
    },
  )
})

it('every attack has a name of its own, and a sentence that says what it tries', () => {
  const all = [...attacks, ...targetAttacks]
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(all.filter(({ tries }) => !/^[A-Z].*\.$/.test(tries))).toEqual([])
})

it.each(['target-of-controls', 'target-of-token-beginnings'])(
  'the suite comes to its end and reports in spite of a hostile target: %s',
  time,
  async (name) => {
    const [attack] = targetAttacks.filter((one) => one.name === name)
    if (attack === undefined) throw new Error(`There is no attack ${name}.`)
    expect((await playTarget(attack, false)).problems).toEqual([])
  },
)

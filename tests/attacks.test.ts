import { describe, expect, it } from 'vitest'
import { seeded } from './seeded.ts'
import { attacks } from './soak/attacks/list.ts'
import { playTarget } from './soak/attacks/play-target.ts'
import { runAttacks } from './soak/attacks/run-attacks.ts'
import { shuffled } from './soak/attacks/shuffled.ts'
import { targetAttacks } from './soak/attacks/targets.ts'

/** `npm run soak -- --attacks` plays all of them; here some, and each that was fatal once. */
const seed = 20_261_122
const drawn = 6
/** Those whose cost is held against their size here, too. */
const measured = ['record-by-a-long-id', 'login-of-megabytes', 'journal-query-of-token-beginnings']
/** Megabytes of JavaScript objects: enough for what a world may take, too few for what it may not. */
const heap = 300
const time = { timeout: 240_000 }

const fatal = attacks.filter(({ once }) => once === 'fatal')
const others = attacks.filter(({ name, once }) => once !== 'fatal' && !measured.includes(name))
const some = shuffled(others, seeded(seed)).slice(0, drawn)

/** Whoever plays a demo can do less, and hurt more: what is fatal is played there, all else on `serve`. */
const sample = {
  demo: fatal,
  serve: [...some, ...attacks.filter(({ name }) => measured.includes(name))],
} as const

describe.each(['serve', 'demo'] as const)('under attack, %s', (ground) => {
  it('responds at a fair cost, stays within its memory, and serves others', time, async () => {
    const played = await runAttacks({
      attacks: sample[ground],
      draw: seeded(seed),
      grounds: [ground],
      heap,
      // What was mended cost a thousand list calls, and grew four times.
      margin: { lists: 5, growth: 1.3 },
      isMeasured: ({ name }) => measured.includes(name),
    })
    expect(played.length).toBeGreaterThan(7)
    expect(
      played.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)),
    ).toEqual([])
  })
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

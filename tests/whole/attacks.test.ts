import { describe, expect, it } from 'vitest'
import { drawn } from '../support/proving.ts'
import { seeded } from '../support/seeded.ts'
import { attacks } from '../soak/attacks/list.ts'
import { playTarget } from '../soak/attacks/play-target.ts'
import { runAttacks } from '../soak/attacks/run-attacks.ts'
import { shuffled } from '../soak/attacks/shuffled.ts'
import { targetAttacks } from '../soak/attacks/targets.ts'

/**
 * `npm run soak` plays all attacks and measures their cost. This test plays a random sample, and
 * all attacks that were once fatal; `npm test` draws some of these.
 */
const seed = 20_261_122
const others = 6
/** Megabytes of JavaScript heap: enough for the limits of a world, too little for an attack that exceeds them. */
const heap = 300
const time = { timeout: 240_000 }

const fatal = attacks.filter(({ wasFatal }) => wasFatal)
const harmless = attacks.filter(({ wasFatal }) => !wasFatal)
const some = shuffled(harmless, seeded(seed)).slice(0, others)

/** A demo is public, so attacks that were fatal run there; all others run on `serve`. */
const sample = {
  demo: fatal,
  serve: some,
} as const

describe.each(drawn(['serve', 'demo'] as const, 1))('a server under attack (%s)', (mode) => {
  it(
    'a server under attack answers every request, keeps its memory bounded, and serves other clients',
    time,
    async () => {
      const chosen = drawn(
        sample[mode].filter(({ on: modes }) => modes.includes(mode)),
        5,
      )
      const played = await runAttacks({
        attacks: chosen,
        draw: seeded(seed),
        modes: [mode],
        heap,
        isMeasured: false,
      })
      expect(played).toHaveLength(chosen.length)
      expect(played.length).toBeGreaterThan(4)
      expect(
        played.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)),
      ).toEqual([])
    },
  )
})

it('every attack has a unique name and a description of one sentence', () => {
  const all = [...attacks, ...targetAttacks]
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(all.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([])
})

it.each(drawn(['target-of-controls', 'target-of-token-beginnings'], 1))(
  'the conformance suite finishes and reports against a hostile target: %s',
  time,
  async (name) => {
    const [attack] = targetAttacks.filter((one) => one.name === name)
    if (attack === undefined) throw new Error(`There is no attack ${name}.`)
    expect((await playTarget(attack, false)).problems).toEqual([])
  },
)

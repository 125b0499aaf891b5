import { describe, expect, it } from 'vitest'
import { createCall, demoFixture, fullKeyOf, sendToFake } from '../../tools/bench/in-process.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { createFake } from '../../mocks/fake.ts'
import { SortedList } from '../../mocks/world/sorted-list.ts'
import { createManualClock } from '../support/manual-clock.ts'

/** The number of comparisons of an operation on a list of this size. */
function comparisonsOf(size: number, act: (list: SortedList<number>, middle: number) => void) {
  let count = 0
  const list = new SortedList<number>(
    (a, b) => {
      count++
      return a - b
    },
    Array.from({ length: size }, (_, index) => index * 2),
  )
  act(list, size)
  return count
}

describe('the cost of large collections and many streams', () => {
  it.each<[string, (list: SortedList<number>, middle: number) => void]>([
    ['adding', (list, middle) => list.add(middle + 1)],
    ['removing', (list, middle) => list.remove(middle)],
    ['replacing a value by an equal one', (list, middle) => list.exchange(middle, middle)],
    ['replacing a value by another', (list, middle) => list.exchange(middle, -1)],
  ])('a search in 100,000 values takes about twice as many comparisons as in 100: %s', (_, act) => {
    const [few, many] = [comparisonsOf(100, act), comparisonsOf(100_000, act)]
    expect(many).toBeLessThanOrEqual(4 * few)
  })

  it('all streams share one keepalive timer, and each has one idle timer', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    let timers = 0
    const counted = {
      now: systemClock.now,
      after(ms: number, run: () => void) {
        timers++
        return systemClock.after(ms, run)
      },
    }
    const story: Scenario = {
      name: 'ten-words',
      match: { query: ['tell'], endpoint: 'react' },
      pace: { by: 'word', size: 1, every: 50 },
      script: [{ answer: 'one two three four five six seven eight nine ten' }],
    }
    const fake = createFake({ fixture: demoFixture, scenarios: [story], systemClock: counted })
    const key = fullKeyOf(fake)
    const streams = 100
    const replies = await Promise.all(
      Array.from({ length: streams }, () =>
        sendToFake(fake, createCall(key, 'POST /api/react', { q: 'tell' })),
      ),
    )
    let ended = 0
    const readings = replies.map(async ({ body }) => {
      if (typeof body !== 'object') throw new Error('A turn is no stream.')
      while ((await body.pull()) !== undefined);
      ended++
    })
    await settled()
    expect(systemClock.waiting).toBe(1 + streams)
    for (let ms = 0; ms < 1000; ms++) {
      systemClock.pass(1)
      await settled()
    }
    await Promise.all(readings)
    expect(ended).toBe(streams)
    // Fifteen times at which something becomes due. None of them sets one timer per stream.
    expect(timers).toBeLessThan(2 * streams)
    expect(systemClock.waiting).toBe(0)
  })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

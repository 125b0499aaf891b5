import type { Scenario } from '../../contract/scripts/scenario.ts'
import { createFake } from '../../mocks/fake.ts'
import type { SystemClock } from '../../mocks/world/clock.ts'
import { answer, callOf, cpuOf, demo, keyOf } from './in-process.ts'

const words = 20
const every = 50
const story: Scenario = {
  name: 'twenty-words',
  match: { query: ['tell'], endpoint: 'react' },
  pace: { by: 'word', size: 1, every },
  script: [{ answer: Array.from({ length: words }, (_, index) => `word${index}`).join(' ') }],
}

/** Time that passes by hand, a millisecond at a time, so that no machine is too slow for it. */
function createSteps(): SystemClock & { step(): void } {
  let now = Date.parse('2026-11-21T08:00:00.000Z')
  const due = new Map<number, Set<() => void>>()
  return {
    now: () => now,
    after(ms, run) {
      const at = now + Math.max(1, Math.ceil(ms))
      let runs = due.get(at)
      if (runs === undefined) due.set(at, (runs = new Set()))
      runs.add(run)
      return () => due.get(at)?.delete(run)
    },
    step() {
      const runs = due.get(++now)
      due.delete(now)
      for (const run of runs ?? []) run()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Microseconds of CPU for each event of so many streams that are read at once, and for a start. */
export async function streamCosts(streams: number): Promise<{ event: number; start: number }> {
  const wall = createSteps()
  const fake = createFake({ fixture: demo, scenarios: [story], systemClock: wall, explain: false })
  const key = keyOf(fake)
  let frames = 0
  const read = async (body: object) => {
    const reply = await answer(fake, callOf(key, 'POST /api/react', body))
    if (typeof reply.body !== 'object') throw new Error('A turn is no stream.')
    for (let text = await reply.body.pull(); text !== undefined; text = await reply.body.pull())
      frames += String(text).split('\n\n').length - 1
  }
  const bodies: object[] = []
  for (let index = 0; index < streams; index++) {
    const made = await answer(fake, callOf(key, 'POST /api/conversations', {}))
    const { data } = JSON.parse(String(made.body)) as { data: { id: string } }
    bodies.push({ q: 'tell', conversation_id: data.id })
  }
  const readings: Promise<void>[] = []
  let begun = 0
  let start = 0
  const total = await cpuOf(async () => {
    // They begin over a second, as those of a crowd do.
    for (let ms = 0; ms < 1000 + words * every + 500; ms++) {
      const before = begun
      const most = Math.min(streams, Math.ceil(((ms + 1) / 1000) * streams))
      start += await cpuOf(async () => {
        while (begun < most) readings.push(read(bodies[begun++] ?? {}))
        if (begun > before) await settled()
      })
      wall.step()
      await settled()
    }
  })
  await Promise.all(readings)
  fake.close()
  return { start: start / streams, event: (total - start) / frames }
}

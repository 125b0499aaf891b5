import { createFake } from '../../mocks/fake.ts'
import { answer, callOf, cpuOf, demo, keyOf } from './in-process.ts'

/** What worlds cost where there are so many: microseconds of CPU, and bytes of heap. */
export type WorldCosts = {
  readonly made: number
  readonly list: number
  readonly bytes: number
}

const calls = 2000

/** Makes so many worlds, each with a conversation of its own, and calls one after another. */
export async function worldCosts(worlds: number): Promise<WorldCosts> {
  const fake = createFake({ fixture: demo, explain: false })
  const names = Array.from({ length: worlds - 1 }, (_, index) => `world-${index}`)
  fake.world()
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const made = await cpuOf(() => names.forEach((name) => fake.world(name)))
  const lists = ['default', ...names].map((name) =>
    callOf(keyOf(fake, name), 'GET /api/conversations?size=20'),
  )
  for (const name of names)
    await answer(fake, callOf(keyOf(fake, name), 'POST /api/conversations', { title: 'Made' }))
  globalThis.gc?.()
  const bytes = process.memoryUsage().heapUsed - before
  for (const list of lists) await answer(fake, list)
  const listed = await cpuOf(async () => {
    for (let index = 0; index < calls; index++) {
      const list = lists[index % lists.length]
      if (list !== undefined) await answer(fake, list)
    }
  })
  fake.close()
  const others = Math.max(1, worlds - 1)
  return { made: made / others, list: listed / calls, bytes: bytes / others }
}

/** Microseconds of CPU that a deep copy of the fixture takes, which a world is instead of. */
export async function cloneCost(): Promise<number> {
  const copies = 20
  const took = await cpuOf(() => {
    for (let copy = 0; copy < copies; copy++) structuredClone(demo)
  })
  return took / copies
}

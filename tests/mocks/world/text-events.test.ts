import { describe, expect, it } from 'vitest'
import { documented } from '../../../contract/picks.ts'
import { compileProfile } from '../../../mocks/server/behaviour/compile.ts'
import { Tables, Changes } from '../../../mocks/world/changes.ts'
import { createTextEvents } from '../../../mocks/platform/chat/text-events.ts'

const never = () => 0.5
const answering = () =>
  createTextEvents((text) => ({ event: 'answer', data: { type: 'delta', text } }))
const { frames } = compileProfile(documented).general.wire

describe('the text events of a script', () => {
  it('the text events of a script are cached as frozen data after the first turn, with equal content', () => {
    const say = answering()
    const [first, second, third] = [1, 2, 3].map(() => say('One two. Three', undefined, never))
    expect(third).toBe(second)
    expect(second).toEqual(first)
    expect(first?.map(({ event }) => Object.isFrozen(event.data))).toEqual([false])
    expect(third?.map(({ event }) => Object.isFrozen(event.data))).toEqual([true])
  })

  it('the text events of a script are computed again for another pace, and if randomness is involved', () => {
    const say = answering()
    const text = 'One two three four'
    const paces = [undefined, { size: 1 }, { size: 1, jitter: 0.5 }] as const
    const lengths = paces.map((pace) => [1, 2].map(() => say(text, pace, never).length))
    expect(lengths).toEqual([
      [2, 2],
      [4, 4],
      [4, 4],
    ])
    const shaken = [0.1, 0.9].map((chance) => say(text, paces[2], () => chance)[0]?.delay)
    expect(shaken[0]).toBeLessThan(shaken[1] ?? 0)
  })

  it('the text events of a script are dropped from the cache after many others, and then computed again', () => {
    const say = answering()
    const createEvents = () => say('Once more', undefined, never)
    const kept = [createEvents(), createEvents()][1]
    for (let other = 0; other < 4; other++)
      say(`${other}${'long '.repeat(20_000)}`, undefined, never)
    expect(createEvents()).not.toBe(kept)
    expect(createEvents()).toEqual(kept)
  })
})

describe('frames of shared data', () => {
  const frameOf = (text: string, cursor: number, share = (data: object) => data) => {
    const data = { type: 'delta' as const, text }
    share(data)
    return frames.live({ event: 'answer', data, cursor, at: '2026-11-21T08:00:00.000Z' })
  }

  it('frames of shared data equal frames of data that is not shared, at every cursor', () => {
    for (const cursor of [0, 7, 1234])
      for (const text of ['word', '"7"', `${Number.MAX_SAFE_INTEGER}`, 'é 👍'])
        expect(frameOf(text, cursor, Object.freeze)).toEqual(frameOf(text, cursor))
  })

  it('frames of shared data differ only in the cursor when the same data is sent again', () => {
    const data = Object.freeze({ type: 'delta' as const, text: 'again' })
    const [first, second] = [3, 12].map(
      (cursor) =>
        frames.live({ event: 'answer', data, cursor, at: '2026-11-21T08:00:00.000Z' }).text,
    )
    expect(first).toContain('id: 3\n')
    expect(second).toBe(first?.replaceAll('3', '12'))
  })
})

it('a table stores a growing list as changes, and restores it from them', () => {
  const lines: unknown[] = []
  const changes = new Changes()
  const systemClock = { now: () => 0, after: () => () => {} }
  changes.persistTo({ write: (line) => lines.push(...line) }, systemClock, () => {})
  const list: string[] = []
  const tables = new Tables(changes)
  const addName = tables.of<string[]>('names').adopt('a', list)
  for (const name of ['Ann', 'Bob']) {
    list.push(name)
    addName(name)
  }
  changes.commit()
  expect(tables.dump()).toEqual({ names: { a: ['Ann', 'Bob'] } })
  expect(lines).toEqual([
    ['names', 'a', 'Ann', 'push'],
    ['names', 'a', 'Bob', 'push'],
  ])
})

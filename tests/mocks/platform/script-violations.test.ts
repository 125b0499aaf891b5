import { describe, expect, it } from 'vitest'
import type { Violations } from '../../../contract/scripts/scenario.ts'
import { readProfile } from '../../../contract/profile.ts'
import { mountScripts, script, playScript } from '../../support/play-scripts.ts'
import { mountInProcess } from '../../support/transports.ts'
import { cursorsOf, type SeenEvent } from '../../support/stream-reader.ts'
import { conversationOf, newConversation, signIn } from '../../support/visitor.ts'

const names = (events: readonly SeenEvent[]) => events.map(({ event }) => event)
const countOf = (events: readonly SeenEvent[], name: string) =>
  names(events).filter((one) => one === name).length

const breaking = (violate: Violations) => script([{ answer: 'So far.' }], { violate })

/** Plays a script; returns its events, the stored messages, and a function that resumes. */
async function kept(violate: Violations) {
  const visitor = await signIn(mountScripts(breaking(violate)))
  const conversation_id = await newConversation(visitor)
  const live = await visitor.stream('POST /api/react', { body: { q: '-', conversation_id } })
  const { messages } = await conversationOf(visitor, conversation_id)
  const resume = (cursor: number) =>
    visitor.stream('POST /api/chat/resume', { body: { conversation_id, cursor } })
  return { visitor, conversation_id, live, messages, resume }
}

describe('an event that violates the specification', () => {
  it('an event that violates the specification is sent with its name and payload, stored, and replayed by a resume', async () => {
    const odd = script([
      { violate: { step: { type: 7 } } },
      { violate: { 'brand-new': ['anything', null] } },
      { violate: { answer: 'no object' } },
      { answer: 'Hm.' },
    ])
    const visitor = await signIn(mountScripts(odd))
    const conversation_id = await newConversation(visitor)
    const live = await visitor.stream('POST /api/react', { body: { q: '-', conversation_id } })
    expect(live[1]).toMatchObject({ event: 'step', data: { type: 7 } })
    expect(live[2]).toMatchObject({ event: 'brand-new', data: ['anything', null] })
    expect(live[3]).toMatchObject({ event: 'answer', data: 'no object' })
    const body = { conversation_id, cursor: -1 }
    const again = await visitor.stream('POST /api/chat/resume', { body })
    expect(again.slice(0, -1)).toEqual(live.slice(0, -1))
  })
})

describe('a script that violates its stream', () => {
  it.each(['missing', 'twice'] as const)(
    'a script can send its stream with an `end` that is %s',
    async (end) => {
      const events = await playScript(breaking({ end }))
      expect(countOf(events, 'end')).toBe(end === 'twice' ? 2 : 0)
      expect(countOf(events, 'done')).toBe(1)
    },
  )

  it.each(['missing', 'twice'] as const)(
    'a script can send its stream with a `done` that is %s, and the conversation still has its answer',
    async (done) => {
      const { live, messages, resume } = await kept({ done })
      const times = done === 'twice' ? 2 : 0
      expect(countOf(live, 'done')).toBe(times)
      expect(messages.map(({ content }) => content)).toEqual(['-', 'So far.'])
      expect(countOf(await resume(-1), 'done')).toBe(times)
    },
  )

  it('a stream without `end` can be resumed as usual', async () => {
    const { live, resume } = await kept({ end: 'missing' })
    const again = await resume(-1)
    expect(names(again)).toEqual([...names(live), 'resume_done'])
  })

  it('a script can send each cursor twice, and a resume after a cursor starts with the next cursor', async () => {
    const { live, resume } = await kept({ cursor: 'repeated' })
    const cursors = cursorsOf(live)
    expect(cursors.slice(0, 6)).toEqual([0, 0, 1, 1, 2, 2])
    expect(cursorsOf(await resume(0)).slice(0, 2)).toEqual([1, 1])
  })

  it.each([
    ['repeated', 'conversation'],
    ['falling', 'conversation'],
    ['repeated', 'turn'],
    ['falling', 'turn'],
  ] as const)(
    'a turn with %s cursors continues these cursors in a fork of its world, if cursors increase in a %s',
    async (cursor, range) => {
      const profile = readProfile({ picks: { 'events.cursor-range': range } })
      const slow = { by: 'word', size: 1, every: 100 } as const
      const lines = script([{ answer: 'One two three.' }], { violate: { cursor }, pace: slow })
      const mounted = mountInProcess({ scenarios: [lines], speed: 1, profile })
      const { fake } = mounted
      fake.clock.freeze()
      const visitor = await signIn(mounted)
      const conversation_id = await newConversation(visitor)
      await visitor.open('POST /api/react', { body: { q: '-', conversation_id } })
      const worlds = ['default']
      while (fake.world().runningTurns.size > 0) {
        const name = `fork-${worlds.length}`
        fake.control().fork(name)
        worlds.push(name)
        fake.clock.advance(20)
      }
      const cursors = worlds.map((name) => {
        fake.control(name).clock.advance('1m')
        const [turn] = fake.world(name).store.transcripts.owned(conversation_id, 'oldest')
        return turn?.events.map((event) => event.cursor)
      })
      expect(worlds.length).toBeGreaterThan(10)
      expect(cursors).toEqual(worlds.map(() => cursors[0]))
    },
  )

  it('a script can send pairs of cursors in falling order, and the next turn continues above them', async () => {
    const { live, visitor, conversation_id } = await kept({ cursor: 'falling' })
    const cursors = cursorsOf(live)
    expect(cursors.slice(0, 6)).toEqual([1, 0, 3, 2, 5, 4])
    expect(new Set(cursors).size).toBe(cursors.length)
    const next = await visitor.stream('POST /api/react', { body: { q: '-', conversation_id } })
    expect(Math.min(...cursorsOf(next))).toBeGreaterThan(Math.max(...cursors))
  })
})

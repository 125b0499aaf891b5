import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { demo, describeTransports, type Mounted } from '../../support/transports.ts'
import { cursorsOf, type SeenEvent } from '../../support/stream-reader.ts'
import { dueBy, failing, shortStory, storyBeats } from '../../support/short-story.ts'
import { conversationOf, newConversation, signIn, type Visitor } from '../../support/visitor.ts'

const story = { scenarios: [shortStory], speed: 1 }
const length = storyBeats.length

const slowPlan: Scenario = {
  name: 'slow-plan',
  match: { endpoint: 'dag', query: 'slowly' },
  script: [{ pause: 4000 }, { answer: 'At last.' }],
}

const ask = (conversation_id: string) => ({ body: { q: 'Tell me', conversation_id } })
const resume = (conversation_id: string, cursor: unknown) => ({
  body: { conversation_id, cursor },
})
const withoutEnd = (events: readonly SeenEvent[]) => events.filter(({ event }) => event !== 'end')
const resumeDone = (replayed: number, last_cursor: number) => ({
  event: 'resume_done',
  data: { replayed, last_cursor },
  id: undefined,
})

/** A turn on a frozen clock, of which only this number of milliseconds has passed. */
async function interrupted(mounted: Mounted, ms: number) {
  const visitor = await signIn(mounted)
  mounted.fake.world().clock.freeze()
  const id = await newConversation(visitor)
  const live = await visitor.read('POST /api/react', ask(id))
  mounted.fake.world().clock.advance(ms)
  return { visitor, id, live }
}

/** A second turn on a frozen clock, which has sent nothing yet, and the events of the first. */
async function beforeFirstEvent(mounted: Mounted) {
  const { visitor, id, live: first } = await interrupted(mounted, 10_000)
  const firstEvents = withoutEnd(await first.rest())
  // Not awaited, because MSW returns a response only with its first event.
  const live = visitor.read('POST /api/dag', { body: { q: 'Go slowly', conversation_id: id } })
  await expect.poll(() => mounted.fake.world().runningTurns.size).toBe(1)
  return { visitor, id, firstEvents, live }
}

async function finished(visitor: Visitor) {
  const id = await newConversation(visitor)
  return { id, live: await visitor.stream('POST /api/react', ask(id)) }
}

describeTransports('a resume', (mount) => {
  it('a resume replays the turn without its `end`, then sends `resume_done` with the number of events', async () => {
    const visitor = await signIn(await mount({ scenarios: [shortStory] }))
    const { id, live } = await finished(visitor)
    const replay = await visitor.stream('POST /api/chat/resume', resume(id, -1))
    expect(replay).toEqual([...withoutEnd(live), resumeDone(length - 1, length - 2)])
  })

  it('a resume returns exactly the later events for each cursor', async () => {
    const visitor = await signIn(await mount({ scenarios: [shortStory] }))
    const { id, live } = await finished(visitor)
    const cursors = cursorsOf(live)
    for (const cursor of cursors) {
      const replay = await visitor.stream('POST /api/chat/resume', resume(id, cursor))
      const later = withoutEnd(live).filter((_event, index) => (cursors[index] ?? 0) > cursor)
      expect(replay.slice(0, -1)).toEqual(later)
      expect(replay.at(-1)).toEqual(resumeDone(later.length, Math.max(cursor, length - 2)))
    }
  })

  it('a resume of a running turn breaks off without `resume_done` when its world is reset', async () => {
    const mounted = await mount(story)
    const { visitor, id, live } = await interrupted(mounted, 1000)
    const resumed = await visitor.read('POST /api/chat/resume', resume(id, -1))
    await resumed.until(1)
    mounted.fake.control().reset()
    expect(await resumed.rest()).toEqual(await live.rest())
  })

  it('a resume beyond the last cursor returns only `resume_done`', async () => {
    const visitor = await signIn(await mount({ scenarios: [shortStory] }))
    const { id } = await finished(visitor)
    expect(await visitor.stream('POST /api/chat/resume', resume(id, 1_000_000))).toEqual([
      resumeDone(0, 1_000_000),
    ])
  })

  it('a repeated resume returns the same events, and does not run the agent again', async () => {
    const mounted = await mount({ scenarios: [shortStory] })
    const visitor = await signIn(mounted)
    const { id } = await finished(visitor)
    const before = await conversationOf(visitor, id)
    const replay = () => visitor.stream('POST /api/chat/resume', resume(id, -1))
    expect(await replay()).toEqual(await replay())
    expect(await conversationOf(visitor, id)).toEqual(before)
  })

  it('a resume replays the newest of two turns', async () => {
    const visitor = await signIn(await mount({ scenarios: [shortStory] }))
    const { id } = await finished(visitor)
    const second = await visitor.stream('POST /api/react', ask(id))
    const replay = await visitor.stream('POST /api/chat/resume', resume(id, -1))
    expect(replay.slice(0, -1)).toEqual(withoutEnd(second))
    expect(cursorsOf(replay)[0]).toBe(length)
  })

  it('a resume replays a turn of the fixture', async () => {
    const visitor = await signIn(await mount())
    const { conversation_id = '', events = [] } =
      demo.transcripts.findLast((one) => one.conversation_id === demo.conversations[0]?.id) ?? {}
    const replay = await visitor.stream('POST /api/chat/resume', resume(conversation_id, -1))
    expect(events.length).toBeGreaterThan(0)
    expect(cursorsOf(replay).slice(0, -1)).toEqual(
      events.filter(({ event }) => event !== 'end').map(({ cursor }) => cursor),
    )
  })

  it('a resume of a running turn replays the events of the turn, sends its new events, and ends with the turn', async () => {
    const mounted = await mount(story)
    const { visitor, id, live } = await interrupted(mounted, 1400)
    const replay = await visitor.read('POST /api/chat/resume', resume(id, 1))
    expect(await replay.until(dueBy(1400) - 2)).toEqual((await live.until(dueBy(1400))).slice(2))
    mounted.fake.world().clock.advance(10_000)
    const liveEvents = withoutEnd(await live.rest())
    expect(await replay.rest()).toEqual([
      ...liveEvents.slice(2),
      resumeDone(length - 3, length - 2),
    ])
  })

  it('several readers can resume one turn from different cursors, and get the same events', async () => {
    const mounted = await mount(story)
    const { visitor, id, live } = await interrupted(mounted, 500)
    const read = (cursor: number) => visitor.read('POST /api/chat/resume', resume(id, cursor))
    const cursors = [-1, 0, 2]
    const readers = await Promise.all(cursors.map(read))
    // Not awaited: some transports return the response only with the first event.
    const ahead = read(10)
    mounted.fake.world().clock.advance(10_000)
    const liveEvents = withoutEnd(await live.rest())
    for (const [index, reader] of [...readers, await ahead].entries())
      expect((await reader.rest()).slice(0, -1)).toEqual(
        liveEvents.filter(({ id: cursor }) => Number(cursor) > (cursors[index] ?? 10)),
      )
  })

  it('a resume continues a turn whose reader disconnected, and which kept running', async () => {
    const mounted = await mount(story)
    const { visitor, id, live } = await interrupted(mounted, 500)
    const seen = [...(await live.until(dueBy(500)))]
    await live.leave()
    mounted.fake.world().clock.advance(10_000)
    const last = cursorsOf(seen).at(-1)
    const replay = await visitor.stream('POST /api/chat/resume', resume(id, last))
    expect([...seen, ...replay].map(({ event }) => event)).toEqual([
      ...storyBeats.slice(0, -1).map(({ event }) => event),
      'resume_done',
    ])
    const { messages } = await conversationOf(visitor, id)
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'That is the end.' })
  })

  it('a resume continues the turn that sent its cursor, even if another turn runs or ran at the same time', async () => {
    const mounted = await mount(story)
    const { visitor, id, live } = await interrupted(mounted, 500)
    const seen = [...(await live.until(dueBy(500)))]
    await live.leave()
    const other = await visitor.read('POST /api/react', ask(id))
    const last = cursorsOf(seen).at(-1)
    // MSW returns a response only with its first byte, so the clock must be advanced first.
    const during = visitor.read('POST /api/chat/resume', resume(id, last))
    await expect.poll(() => mounted.fake.control().about().streams).toBe(2)
    mounted.fake.world().clock.advance(20_000)
    const cursorsOfOther = new Set(cursorsOf(await other.rest()))
    const after = await visitor.stream('POST /api/chat/resume', resume(id, last))
    expect(await (await during).rest()).toEqual(after)
    expect([...seen, ...after].map(({ event }) => event)).toEqual([
      ...storyBeats.slice(0, -1).map(({ event }) => event),
      'resume_done',
    ])
    const sent = after.slice(0, -1)
    expect(cursorsOf(sent).filter((cursor) => cursorsOfOther.has(cursor))).toEqual([])
  })

  it('a resume of the whole conversation sends the events of turns that overlapped in the order of their cursors', async () => {
    const profile = readProfile({ picks: { 'resume.replay-range': 'conversation' } })
    const mounted = await mount({ ...story, profile })
    const { visitor, id, live } = await interrupted(mounted, 500)
    const other = await visitor.read('POST /api/react', ask(id))
    mounted.fake.world().clock.advance(20_000)
    const all = [...withoutEnd(await live.rest()), ...withoutEnd(await other.rest())]
    const replay = await visitor.stream('POST /api/chat/resume', resume(id, -1))
    expect(cursorsOf(replay.slice(0, -1))).toEqual(cursorsOf(all).toSorted((a, b) => a - b))
  })

  it('a resume replays the newest turn, and its messages come last, even if the clock was set back before it', async () => {
    const mounted = await mount(story)
    const { visitor, id, live } = await interrupted(mounted, 10_000)
    await live.rest()
    const { clock } = mounted.fake.world()
    clock.freeze(clock.now() - 86_400_000)
    const { messages: before } = await conversationOf(visitor, id)
    const newest = await visitor.read('POST /api/react', ask(id))
    clock.advance(10_000)
    const events = withoutEnd(await newest.rest())
    const replay = await visitor.stream('POST /api/chat/resume', resume(id, -1))
    expect(replay.slice(0, -1)).toEqual(events)
    const { messages } = await conversationOf(visitor, id)
    expect([messages.length, messages.slice(0, 2)]).toEqual([4, before])
  })

  it('a resume from the start replays the turn whose answer is the last message', async () => {
    const match = { endpoint: 'react', query: 'briefly' } as const
    const brief = { ...shortStory, name: 'brief', match, script: [{ answer: 'Yes.' }] }
    const mounted = await mount({ ...story, scenarios: [brief, shortStory] })
    const { visitor, id, live } = await interrupted(mounted, 500)
    const sent = { body: { q: 'Tell me briefly', conversation_id: id } }
    const other = await visitor.read('POST /api/react', sent)
    mounted.fake.world().clock.advance(900)
    expect((await other.rest()).at(-1)?.event).toBe('end')
    mounted.fake.world().clock.advance(20_000)
    const first = withoutEnd(await live.rest())
    const replay = await visitor.stream('POST /api/chat/resume', resume(id, -1))
    expect(cursorsOf(replay.slice(0, -1))).toEqual(cursorsOf(first))
  })

  it('a resume follows a running turn that has sent nothing yet, and does not replay the turn before it', async () => {
    const mounted = await mount({ ...story, scenarios: [shortStory, slowPlan] })
    const { visitor, id, firstEvents, live } = await beforeFirstEvent(mounted)
    const replays = [-1, firstEvents.length - 3].map((cursor) =>
      visitor.read('POST /api/chat/resume', resume(id, cursor)),
    )
    await expect.poll(() => mounted.fake.control().about().streams).toBe(3)
    mounted.fake.world().clock.advance(10_000)
    const liveEvents = withoutEnd(await (await live).rest())
    expect(liveEvents.length).toBeGreaterThan(0)
    for (const replay of replays)
      expect((await (await replay).rest()).slice(0, -1)).toEqual(liveEvents)
  })

  it('a resume replays the turn before a running turn that has sent nothing yet, if the deployment replays only stored events', async () => {
    const profile = readProfile({ picks: { 'resume.mid-turn': 'stored' } })
    const mounted = await mount({ ...story, scenarios: [shortStory, slowPlan], profile })
    const { visitor, id, firstEvents } = await beforeFirstEvent(mounted)
    const replay = await visitor.stream('POST /api/chat/resume', resume(id, -1))
    expect(replay.slice(0, -1)).toEqual(firstEvents)
  })

  it('a resume reads a failed turn to its end, whether it still runs or not', async () => {
    const mounted = await mount({ ...story, scenarios: [shortStory, failing] })
    const visitor = await signIn(mounted)
    const id = await newConversation(visitor)
    mounted.fake.world().clock.freeze()
    const sent = { body: { q: 'Fail', conversation_id: id } }
    const live = await visitor.read('POST /api/react', sent)
    const during = visitor.read('POST /api/chat/resume', resume(id, 0))
    await expect.poll(() => mounted.fake.control().about().streams).toBe(2)
    mounted.fake.world().clock.advance(10_000)
    const liveEvents = withoutEnd(await live.rest())
    expect(liveEvents.at(-1)?.event).toBe('error')
    const after = await visitor.stream('POST /api/chat/resume', resume(id, 0))
    expect(after.slice(0, -1)).toEqual(liveEvents.slice(1))
    expect(await (await during).rest()).toEqual(after)
  })

  it('a resume after a failed turn replays the failed turn, and not the turn before it', async () => {
    const visitor = await signIn(await mount({ scenarios: [shortStory, failing] }))
    const { id } = await finished(visitor)
    const sent = { body: { q: 'Fail', conversation_id: id } }
    const live = withoutEnd(await visitor.stream('POST /api/react', sent))
    const replay = await visitor.stream('POST /api/chat/resume', resume(id, -1))
    expect(replay.slice(0, -1)).toEqual(live)
  })

  it('a resume finds no failed turn in a deployment whose failures look like answers', async () => {
    const profile = readProfile({ picks: { 'turn.failure': 'done-text' } })
    const visitor = await signIn(await mount({ scenarios: [failing], profile }))
    const id = await newConversation(visitor)
    await visitor.stream('POST /api/react', { body: { q: 'Fail', conversation_id: id } })
    expect(await visitor.refusal('POST /api/chat/resume', resume(id, -1))).toEqual([
      404,
      'no_recent_assistant_message',
    ])
  })

  it('a resume requires a conversation of the caller', async () => {
    const mounted = await mount({ scenarios: [shortStory] })
    const { id } = await finished(await signIn(mounted, 'other'))
    const stranger = await signIn(mounted)
    for (const one of [id, 'unknown', ''])
      expect(await stranger.refusal('POST /api/chat/resume', resume(one, -1))).toEqual([
        404,
        'conversation_not_found',
      ])
  })

  it('a resume requires a turn', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor)
    expect(await visitor.refusal('POST /api/chat/resume', resume(id, -1))).toEqual([
      404,
      'no_recent_assistant_message',
    ])
  })

  it.each([-2, -1000])('a resume refuses the cursor %i', async (cursor) => {
    const visitor = await signIn(await mount({ scenarios: [shortStory] }))
    const { id } = await finished(visitor)
    expect(await visitor.refusal('POST /api/chat/resume', resume(id, cursor))).toEqual([
      400,
      'invalid_cursor',
    ])
  })

  it.each([
    [undefined, 'missing'],
    [null, 'int_type'],
    ['abc', 'int_parsing'],
    [1.5, 'int_from_float'],
    [[], 'int_type'],
  ])('a resume refuses the cursor %j as invalid input', async (cursor, type) => {
    const visitor = await signIn(await mount({ scenarios: [shortStory] }))
    const { id } = await finished(visitor)
    const { status, json } = await visitor.call('POST /api/chat/resume', resume(id, cursor))
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', 'cursor'], type }] }])
  })

  it.each(['3', 3.0])('a resume accepts the cursor %j', async (cursor) => {
    const visitor = await signIn(await mount({ scenarios: [shortStory] }))
    const { id } = await finished(visitor)
    const [first] = await visitor.stream('POST /api/chat/resume', resume(id, cursor))
    expect(first?.id).toBe('4')
  })
})

import { describe, expect, it } from 'vitest'
import type { DirectorState } from '../../../contract/control/director.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { askForRefund } from '../../support/refund.ts'
import { shortStory } from '../../support/short-story.ts'
import { answerIn, type SeenEvent } from '../../support/stream-reader.ts'
import { describeTransports, mountInProcess, shippedScenarios } from '../../support/transports.ts'
import { newConversation, signIn, type Visitor, visit } from '../../support/visitor.ts'

const plan: Scenario = {
  name: 'small-plan',
  match: { endpoint: 'dag', query: 'a plan' },
  script: [
    {
      plan: {
        steps: [{ id: 'a', task: 'Do it', result: 'Done.' }],
        achieved: true,
        confidence: 1,
        reasoning: 'All is done.',
      },
    },
    { answer: 'The plan is done.' },
  ],
}
const scenarios = [shortStory, plan]
const start = Date.parse('2026-11-21T08:00:00.000Z')

/** A fake with a manual clock, and a signed-in visitor. */
async function begin(speed = 1) {
  const systemClock = createManualClock(start)
  const mounted = mountInProcess({ scenarios, speed, systemClock })
  const visitor = await signIn(mounted)
  const { director } = mounted.fake.control()
  return { ...mounted, systemClock, visitor, director }
}

const ask = (visitor: Visitor, q: string, at = 'react') =>
  visitor.stream(`POST /api/${at}`, { body: { q } })

const startTurn = (visitor: Visitor) => visitor.read('POST /api/react', { body: { q: 'Tell me' } })

/** The number of events that all running turns have sent. */
const countEvents = ({ turns }: DirectorState) => turns.reduce((sum, { events }) => sum + events, 0)

/** Returns the text of an answer, and expects the turn to be complete. */
function answerText(events: readonly SeenEvent[]): string {
  expect(events.at(-1)?.event).toBe('end')
  return answerIn(events)
}

describe('the director of a world', () => {
  it('the director makes only the next turn play a scenario, whatever the query of the turn is', async () => {
    const { visitor, director } = await begin(Infinity)
    expect(director.next('short-story').waiting).toEqual({ next: 'short-story' })
    expect(answerText(await ask(visitor, 'What is the weather?'))).toBe('That is the end.')
    expect(director.state().waiting).toBeNull()
    expect(answerText(await ask(visitor, 'What is the weather?'))).not.toBe('That is the end.')
  })

  it('the director skips a turn that cannot play the selected scenario, and uses the next turn', async () => {
    const { visitor, director } = await begin(Infinity)
    director.next('small-plan')
    expect(answerText(await ask(visitor, 'Hm'))).not.toBe('The plan is done.')
    expect(answerText(await ask(visitor, 'Hm', 'dag'))).toBe('The plan is done.')
  })

  it('a scenario that the director selected is also played by a turn of /api/auto', async () => {
    const { visitor, director } = await begin(Infinity)
    director.next('small-plan')
    const events = await ask(visitor, 'Hm', 'auto')
    expect(events[0]).toMatchObject({ event: 'routing', data: { mode: 'dag' } })
    expect(answerText(events)).toBe('The plan is done.')
  })

  it.each(['react', 'dag'])(
    'the director makes the next turn answer with a text instead of a script, on %s',
    async (at) => {
      const { visitor, director } = await begin(Infinity)
      director.say('Out of order, {{user}}.')
      expect(answerText(await ask(visitor, 'Tell me a plan', at))).toBe('Out of order, {{user}}.')
      expect(answerText(await ask(visitor, 'Tell me a plan', at))).not.toContain('Out of order')
    },
  )

  it('the director can cancel a selection, and a misspelt scenario gets a suggestion', async () => {
    const { visitor, director } = await begin(Infinity)
    director.next('short-story')
    expect(director.next(null).waiting).toBeNull()
    expect(answerText(await ask(visitor, 'Hm'))).not.toBe('That is the end.')
    expect(() => director.next('short-stroy')).toThrow('Did you mean `short-story`?')
  })

  it('the next turn plays a matching script if the scenario that the director selected was removed', async () => {
    const { fake, visitor, director } = await begin(Infinity)
    const { scenarios: own } = fake.control()
    await own.add({ ...shortStory, name: 'own', script: [{ answer: 'My own.' }] })
    director.next('own')
    own.remove('own')
    expect(answerText(await ask(visitor, 'Tell me'))).toBe('That is the end.')
    expect(director.state().waiting).toBeNull()
  })

  it('the selection of the director is part of a snapshot', async () => {
    const { fake, visitor, director } = await begin(Infinity)
    director.say('Later.')
    const taken = fake.control().snapshot()
    director.next(null)
    await fake.control().restore(taken)
    expect(answerText(await ask(visitor, 'Hm'))).toBe('Later.')
  })
})

describe('the director of a world', () => {
  it('the director pauses all streams, and resumes them where they stopped', async () => {
    const { systemClock, visitor, director } = await begin()
    const stream = await startTurn(visitor)
    systemClock.pass(500)
    expect(director.pause()).toMatchObject({ paused: true, turns: [{ mode: 'react' }] })
    const [turn] = director.state().turns
    systemClock.pass(60_000)
    expect(director.state().turns).toEqual([turn])
    expect(director.resume().paused).toBe(false)
    systemClock.pass(60_000)
    expect(answerText(await stream.rest())).toBe('That is the end.')
    expect(director.state().turns).toEqual([])
  })

  it('the director steps through a turn, one group of events at a time', async () => {
    const { visitor, director } = await begin()
    const stream = await startTurn(visitor)
    const counts: number[] = []
    for (let { turns } = director.state(); turns.length > 0; { turns } = director.step())
      counts.push(turns[0]?.events ?? 0)
    expect(counts[0]).toBe(1)
    expect(counts.length).toBeGreaterThan(5)
    for (const [index, count] of counts.slice(1).entries())
      expect(count - (counts[index] ?? 0)).toBeLessThan(5)
    expect(answerText(await stream.rest())).toBe('That is the end.')
    expect(director.state().paused).toBe(true)
    expect(() => director.step()).toThrow('This world has no scheduled event')
  })

  it('the director sends only the event of one turn per step, even if events of other turns are due at the same moment', async () => {
    const { visitor, director } = await begin()
    director.pause()
    for (let turn = 0; turn < 3; turn++) await startTurn(visitor)
    expect(countEvents(director.state())).toBe(3)
    const steps = Array.from({ length: 6 }, () => countEvents(director.step()))
    expect(steps).toEqual([4, 5, 6, 7, 8, 9])
  })

  it('the director skips a long pause without pausing the turn', async () => {
    const { fake, systemClock, visitor, director } = await begin()
    const stream = await startTurn(visitor)
    systemClock.pass(400)
    const [turn] = director.state().turns
    const due = Date.parse(turn?.next_beat_at ?? '')
    expect(due - fake.clock.now()).toBeGreaterThan(500)
    expect(director.skip().paused).toBe(false)
    expect(fake.clock.now()).toBe(due)
    systemClock.pass(60_000)
    expect(answerText(await stream.rest())).toBe('That is the end.')
    expect(() => director.skip()).toThrow('No turn has a next event')
  })

  it('the director skips to the next event, even over several pauses', async () => {
    const systemClock = createManualClock(start)
    const lines = [{ answer: 'One.' }, { pause: 2000 }, { pause: 3000 }, { answer: 'Two.' }]
    const pausing = { ...shortStory, script: lines }
    const mounted = mountInProcess({ scenarios: [pausing], speed: 1, systemClock })
    const { director } = mounted.fake.control()
    await startTurn(await signIn(mounted))
    for (
      let { turns } = director.state(), count = -1;
      turns.length > 0;
      { turns } = director.skip()
    ) {
      expect(turns[0]?.events).toBeGreaterThan(count)
      count = turns[0]?.events ?? 0
    }
  })

  it('the director replaces the rest of a running script by a text', async () => {
    const { systemClock, visitor, director } = await begin()
    const stream = await startTurn(visitor)
    systemClock.pass(200)
    expect(director.say('I am needed elsewhere.').waiting).toBeNull()
    systemClock.pass(60_000)
    expect(answerText(await stream.rest())).toBe('I am needed elsewhere.')
  })

  it('a text of the director is appended to the current answer if nothing else is left to send', async () => {
    const { systemClock, visitor, director } = await begin()
    const stream = await startTurn(visitor)
    systemClock.pass(1500)
    await stream.untilEvent('answer')
    director.say('And one thing more.')
    systemClock.pass(60_000)
    expect(answerText(await stream.rest())).toBe('That is the end.\n\nAnd one thing more.')
  })

  it('the director makes running turns faster or slower', async () => {
    const { fake, systemClock, visitor, director } = await begin()
    const stream = await startTurn(visitor)
    systemClock.pass(200)
    const waitOf = () =>
      Date.parse(director.state().turns[0]?.next_beat_at ?? '') - fake.clock.now()
    const before = waitOf()
    expect(director.speed(10)).toMatchObject({ speed: 10 })
    expect(waitOf()).toBe(Math.floor(before / 10))
    director.speed(0.5)
    expect(Math.abs(waitOf() - before * 2)).toBeLessThanOrEqual(1)
    expect(director.speed('max').turns).toEqual([])
    expect(answerText(await stream.rest())).toBe('That is the end.')
    expect(answerText(await ask(visitor, 'Tell me'))).toBe('That is the end.')
  })

  it('the director keeps event times in order when the speed changes', async () => {
    const { fake, systemClock, visitor, director } = await begin()
    const conversation_id = await newConversation(visitor)
    await visitor.read('POST /api/react', { body: { q: 'Tell me', conversation_id } })
    for (const speed of [1, 7, 0.3, 20, 1 / 3, 2]) {
      director.speed(speed)
      systemClock.pass(130)
    }
    systemClock.pass(60_000)
    const [turn] = fake.world().store.transcripts.owned(conversation_id, 'oldest')
    const moments = turn?.events.map(({ at }) => at) ?? []
    expect(moments).toEqual(moments.toSorted())
    expect(moments.at(-1)).toBeDefined()
    const done = turn?.events.find(({ event }) => event === 'done')
    const measured = Date.parse(done?.at ?? '') - Date.parse(moments[0] ?? '')
    expect(done?.data).toMatchObject({ elapsed: measured / 1000 })
  })

  it('the director does not continue a turn that waits for an approval', async () => {
    const systemClock = createManualClock(start)
    const mounted = mountInProcess({ scenarios: shippedScenarios, systemClock })
    const visitor = await signIn(mounted)
    const { reader, id } = await askForRefund(visitor)
    const { director } = mounted.fake.control()
    expect(director.speed(2).turns).toMatchObject([{ next_beat_at: null, awaiting: id }])
    const before = mounted.fake.clock.now()
    for (const move of [() => director.skip(), () => director.step()])
      expect(() => move()).toThrow('decide the approval')
    expect(mounted.fake.clock.now()).toBe(before)
    director.resume()
    await visitor.call(`POST /api/confirmations/${id}/respond`, { body: { decision: 'approve' } })
    systemClock.pass(600_000)
    expect(answerText(await reader.rest())).not.toBe('')
  })
})

describeTransports('the director over the control API', (mount) => {
  it('the control API of the director accepts one command per call, and returns the state of the turns', async () => {
    const mounted = await mount({ scenarios })
    const direct = (body: unknown) =>
      visit(mounted).call<{ error: string }>('POST /__control/director', { body })
    const { json } = await direct({ next: 'short-story' })
    expect(json).toEqual({
      paused: false,
      speed: 'max',
      waiting: { next: 'short-story' },
      queue: [],
      turns: [],
    })
    expect((await visit(mounted).call('GET /__control/director')).json).toEqual(json)
    expect(answerText(await ask(await signIn(mounted), 'Hm'))).toBe('That is the end.')
    for (const wrong of [
      {},
      { pause: false },
      { speed: -1 },
      { next: 'x', say: 'y' },
      { say: '' },
    ]) {
      const { status, json: refused } = await direct(wrong)
      expect([status, refused.error]).toEqual([422, expect.stringContaining('{"say": "…"}')])
    }
    expect((await direct({ next: 'nobody' })).status).toBe(422)
    expect((await direct({ skip: true })).status).toBe(409)
  })
})

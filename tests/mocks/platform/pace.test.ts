import { describe, expect, it } from 'vitest'
import {
  describeTransports,
  type Mounted,
  mountInProcess,
  shippedScenarios,
} from '../../support/transports.ts'
import { dueBy, shortStory, storyBeats, tellStory } from '../../support/short-story.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

const story = { scenarios: [shortStory], speed: 1 }
const eventsOf = (events: readonly { readonly event: string }[]) => events.map(({ event }) => event)

/** The only running turn. */
const runningTurn = ({ fake }: Mounted) => [...fake.world().runningTurns][0]

async function begin(mounted: Mounted) {
  const visitor = await signIn(mounted)
  mounted.fake.world().clock.freeze()
  const conversation_id = await newConversation(visitor)
  return visitor.read('POST /api/react', { body: { q: 'Tell me', conversation_id } })
}

describeTransports('the pace of a turn', (mount) => {
  it('a turn sends exactly the events that are due, each at its time and in order', async () => {
    const mounted = await mount(story)
    const { clock } = mounted.fake.world()
    const stream = await begin(mounted)
    const turn = runningTurn(mounted)
    const moments = [...new Set(storyBeats.map(({ ms }) => ms))]
    let passed = 0
    for (const moment of moments.slice(1)) {
      clock.advance(moment - 1 - passed)
      expect(turn?.events).toHaveLength(dueBy(moment - 1))
      clock.advance(1)
      passed = moment
      expect(turn?.events).toHaveLength(dueBy(moment))
      const seen = await stream.until(dueBy(moment))
      expect(eventsOf(seen)).toEqual(eventsOf(storyBeats.slice(0, dueBy(moment))))
    }
    expect(await stream.rest()).toHaveLength(storyBeats.length)
  })

  it('each event has the time at which it was due, even if it is sent later', async () => {
    const mounted = await mount(story)
    const { clock } = mounted.fake.world()
    const stream = await begin(mounted)
    const start = clock.now()
    const turn = runningTurn(mounted)
    clock.advance(60_000)
    await stream.rest()
    expect(turn?.events.map(({ at }) => Date.parse(at) - start)).toEqual(
      storyBeats.map(({ ms }) => ms),
    )
  })

  it('a turn pauses while the clock is stopped, even if other requests arrive', async () => {
    const mounted = await mount(story)
    await begin(mounted)
    const visitor = await signIn(mounted)
    for (let call = 0; call < 5; call++) await visitor.call('GET /api/agents')
    expect(runningTurn(mounted)?.events).toHaveLength(dueBy(0))
  })

  it('a turn continues when the stopped clock runs again', async () => {
    const mounted = await mount(story)
    const stream = await begin(mounted)
    mounted.fake.world().clock.resume(1000)
    expect(await stream.rest()).toHaveLength(storyBeats.length)
  })
})

const at = (found: (beat: (typeof storyBeats)[number]) => boolean) =>
  storyBeats.filter(found).map(({ ms }) => ms)

describe('the event times of a scenario', () => {
  it('the event times of a scenario follow the pauses of the script', () => {
    const [called = 0] = at(({ data }) => 'tool' in data && data.status === 'start')
    expect(at(({ data }) => 'tool' in data && data.status === 'done')).toEqual([called + 1000])
    const [typed = 0] = at(({ event, data }) => event === 'answer' && data.type === 'start')
    expect(at(({ event, data }) => event === 'answer' && data.type === 'delta')).toEqual(
      [100, 200, 300, 400].map((pause) => typed + pause),
    )
  })

  it('the event times of a scenario never decrease', () => {
    const moments = at(() => true)
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    expect(moments[0]).toBe(0)
  })
})

/** Plays a plan at a given speed. Returns its events without their times. */
const playPlan = async (speed: number) => {
  const mounted = mountInProcess({ scenarios: shippedScenarios, speed })
  const { clock } = mounted.fake.world()
  const visitor = await signIn(mounted)
  clock.freeze()
  const body = { q: 'Which market should we enter next year?' }
  const stream = await visitor.read('POST /api/dag', { body })
  clock.advance(600_000)
  return (await stream.rest()).map(({ event, data, id }) => [
    event,
    id,
    data['step_id'],
    data['answer'],
  ])
}

describe('the speed of a fake', () => {
  it.each([0.5, 2, 10])('a speed of %d divides the pauses between events', async (speed) => {
    const sentEvents = await tellStory(speed)
    expect(sentEvents.map(({ ms }) => ms)).toEqual(
      storyBeats.map(({ ms }) => Math.floor(ms / speed)),
    )
  })

  it('a speed of Infinity removes all pauses, even while the clock is frozen', async () => {
    const mounted = mountInProcess({ ...story, speed: Infinity })
    const stream = await begin(mounted)
    expect(eventsOf(await stream.rest())).toEqual(eventsOf(storyBeats))
  })

  it('the speed of a fake changes only times', async () => {
    const sentEvents = await playPlan(1)
    expect(sentEvents.length).toBeGreaterThan(20)
    expect(await playPlan(7)).toEqual(sentEvents)
  })
})

import { describe, expect, it } from 'vitest'
import { eventData } from '../../../contract/events.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import {
  demo,
  describeTransports,
  mountInProcess,
  shippedScenarios,
} from '../../support/transports.ts'
import { answerIn, cursorsOf, only, type SeenEvent } from '../../support/stream-reader.ts'
import { conversationOf, newConversation, signIn } from '../../support/visitor.ts'

const modeOf = ({ match }: Scenario) => [match.endpoint].flat()[0]

const played = new Map<Scenario, Promise<readonly SeenEvent[]>>()

/** Plays a scenario once; later calls return the same events. */
function play(scenario: Scenario): Promise<readonly SeenEvent[]> {
  const events = played.get(scenario) ?? playAlone(scenario)
  played.set(scenario, events)
  return events
}

/** Plays a scenario for any query; the selection of scenarios has its own tests. */
async function playAlone({ match: { endpoint }, ...scenario }: Scenario): Promise<SeenEvent[]> {
  const alone = { ...scenario, match: { endpoint } }
  const visitor = await signIn(mountInProcess({ scenarios: [alone] }))
  const conversation_id = await newConversation(visitor)
  return visitor.stream(`POST /api/${modeOf(alone)}`, { body: { q: 'Tell me', conversation_id } })
}

/** Scenarios without approvals and without events outside the specification. */
const plain = shippedScenarios.filter(
  ({ script, violate, fault }) =>
    violate === undefined &&
    fault === undefined &&
    !script.some((line) => 'approval' in line || 'send' in line || 'violate' in line),
)

/** Each field of the specification, with the second name that web clients read. */
const answerNames = [
  ['type', 'status'],
  ['text', 'content'],
] as const
const stepNames = [
  ['tool', 'tool_name'],
  ['input', 'tool_args'],
  ['thinking_delta', 'content'],
] as const

const names = (events: readonly SeenEvent[]) => events.map(({ event }) => event)

describeTransports('a turn', (mount) => {
  it('a turn streams server-sent events with headers that prevent buffering by proxies', async () => {
    const visitor = await signIn(await mount())
    const response = await visitor.open('POST /api/react', { body: { q: 'Hi' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-store')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(await response.text()).toMatch(/^(id: \d+\nevent: [a-z_]+\ndata: .+\n\n)+$/)
  })

  it('cursors increase over two turns of a conversation', async () => {
    const visitor = await signIn(await mount())
    const conversation_id = await newConversation(visitor)
    const ask = (q: string) => visitor.stream('POST /api/react', { body: { q, conversation_id } })
    const cursors = [...cursorsOf(await ask('First')), ...cursorsOf(await ask('Second'))]
    expect(cursors).toEqual(cursors.map((_, index) => index))
  })

  it('the cursors of a turn continue the cursors of the stored turns of its conversation', async () => {
    const visitor = await signIn(await mount())
    const stored = demo.transcripts.findLast(
      (one) => one.conversation_id === demo.conversations[0]?.id,
    )
    const body = { q: 'And now?', conversation_id: stored?.conversation_id }
    const [first] = cursorsOf(await visitor.stream('POST /api/react', { body }))
    expect(first).toBe((stored?.events.at(-1)?.cursor ?? Number.NaN) + 1)
  })

  it('the data of an event also contains the cursor if the data is an object, except for `end`', async () => {
    const visitor = await signIn(await mount({ scenarios: shippedScenarios }))
    const conversation_id = await newConversation(visitor)
    const body = { q: 'Where is my order?', conversation_id }
    const events = await visitor.stream('POST /api/react', { body })
    expect(only(events, 'end')).toEqual({})
    expect(only(events, 'suggestions')).toEqual(expect.any(Array))
    const objects = events.filter(({ event }) => event !== 'end' && event !== 'suggestions')
    for (const { data, id } of objects) expect(data['cursor']).toBe(Number(id))
  })

  it('the first turn sets the title of a conversation without a title, and later turns do not change it', async () => {
    const visitor = await signIn(await mount({ scenarios: shippedScenarios }))
    const conversation_id = await newConversation(visitor)
    const ask = () =>
      visitor.stream('POST /api/react', { body: { q: 'Where is my order?', conversation_id } })
    expect(only(await ask(), 'title')).toMatchObject({ title: 'Delivery of order FH-20417' })
    expect(names(await ask())).not.toContain('title')
    expect((await conversationOf(visitor, conversation_id)).title).toBe(
      'Delivery of order FH-20417',
    )
    const titled = await newConversation(visitor, { title: 'Mine' })
    const body = { q: 'Where is my order?', conversation_id: titled }
    expect(names(await visitor.stream('POST /api/react', { body }))).not.toContain('title')
  })

  it('a turn keeps a title that the user has set while the turn ran', async () => {
    const mounted = await mount({ scenarios: shippedScenarios, speed: 1 })
    const visitor = await signIn(mounted)
    const { clock } = mounted.fake.world()
    clock.freeze()
    const conversation_id = await newConversation(visitor)
    const body = { q: 'Where is my order?', conversation_id }
    const stream = await visitor.read('POST /api/react', { body })
    await visitor.call(`PATCH /api/conversations/${conversation_id}`, { body: { title: 'Mine' } })
    clock.advance(60_000)
    expect(only(await stream.rest(), 'title')).toMatchObject({ title: 'Mine' })
    expect((await conversationOf(visitor, conversation_id)).title).toBe('Mine')
  })

  it('a turn adds its tokens to the conversation', async () => {
    const visitor = await signIn(await mount())
    const conversation_id = await newConversation(visitor)
    const body = { q: 'Hi', conversation_id }
    const { tokens } = only(await visitor.stream('POST /api/react', { body }), 'done')
    expect(await conversationOf(visitor, conversation_id)).toMatchObject({ total_tokens: tokens })
  })

  it('a turn without a conversation streams like any other and is not stored', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { store, runningTurns: running } = mounted.fake.world()
    const before = [store.conversations.size, store.messages.size, store.transcripts.size]
    const events = await visitor.stream('POST /api/dag', { body: { q: 'Hi' } })
    expect(cursorsOf(events)).toEqual(events.map((_, index) => index))
    expect([store.conversations.size, store.messages.size, store.transcripts.size]).toEqual(before)
    expect([...running]).toEqual([])
  })

  it('a turn of /api/auto first announces its mode, and then uses it', async () => {
    const visitor = await signIn(await mount({ scenarios: shippedScenarios }))
    const ask = async (q: string) => {
      const conversation_id = await newConversation(visitor)
      const events = await visitor.stream('POST /api/auto', { body: { q, conversation_id } })
      expect(names(events).filter((name) => name === 'routing')).toEqual(['routing'])
      return [events[0]?.data['mode'], (await conversationOf(visitor, conversation_id)).mode]
    }
    expect(await ask('Where is my order?')).toEqual(['react', 'react'])
    expect(await ask('Investigate the root cause of the outage')).toEqual(['dag', 'dag'])
  })
})

describe.each(plain.map((scenario) => [scenario.name, scenario] as const))(
  'the scenario %s, as a client receives it,',
  (_name, scenario) => {
    const seen = () => play(scenario)

    it('a scenario ends with `end`, and sends its answer before `done` and its suggestions after `done`', async () => {
      const order = names(await seen())
      expect(order.at(-1)).toBe('end')
      expect(order.filter((name) => name === 'end')).toHaveLength(1)
      expect(order.lastIndexOf('answer')).toBeLessThan(order.indexOf('done'))
      expect(order.slice(order.indexOf('done'))).toEqual(['done', 'suggestions', 'title', 'end'])
    })

    it('a scenario sends no event that the specification does not list', async () => {
      const specified = ['step', 'step_progress', 'phase', 'compact', 'answer', 'done']
      const others = names(await seen()).filter((name) => !specified.includes(name))
      expect(others).toEqual(['suggestions', 'title', 'end'])
    })

    it('the deltas of a scenario form the answer in its `done` event', async () => {
      const events = await seen()
      expect(only(events, 'done')).toMatchObject({
        answer: answerIn(events),
        tokens: expect.any(Number),
        elapsed: expect.any(Number),
        cache: { read_tokens: expect.any(Number) },
      })
      expect(answerIn(events).length).toBeGreaterThan(20)
    })

    it('the events of a scenario have the field names of the specification, and also the names that web clients read', async () => {
      for (const { event, data } of await seen()) {
        const shape = eventData[event as keyof typeof eventData]
        expect(shape.safeParse(data).error).toBeUndefined()
        const clients = event === 'answer' ? answerNames : stepNames
        for (const [specified, read] of clients) expect(data[read]).toEqual(data[specified])
      }
    })

    it('a scenario starts every tool call before the end of the call, and leaves no tool call open', async () => {
      const open = new Map<string, number>()
      for (const { data } of await seen()) {
        if (!('tool' in data)) continue
        const call = JSON.stringify([data['step_id'], data['tool'], data['input']])
        open.set(call, (open.get(call) ?? 0) + (data['status'] === 'start' ? 1 : -1))
        expect(open.get(call)).toBeGreaterThanOrEqual(0)
      }
      expect([...open.values()].every((count) => count === 0)).toBe(true)
    })
  },
)

describe('the shipped scenarios together', () => {
  it('the shipped scenarios together send every event of the specification', async () => {
    const seen = new Set<string>()
    for (const scenario of plain) for (const name of names(await play(scenario))) seen.add(name)
    expect(seen).toEqual(
      new Set([
        'step',
        'step_progress',
        'phase',
        'compact',
        'answer',
        'done',
        'suggestions',
        'title',
        'end',
      ]),
    )
  })

  it('the shipped scenarios together have plans with phases in order, each step after its dependencies', async () => {
    for (const scenario of plain.filter((one) => modeOf(one) === 'dag')) {
      const events = await play(scenario)
      const phases = events
        .filter(({ event }) => event === 'phase')
        .map(({ data }) => `${String(data['name'])} ${String(data['status'])}`)
      const round =
        'planning start,planning done,executing start,executing done,analyzing start,analyzing done'
      const rounds = phases.filter((phase) => phase === 'planning start')
      expect(phases.join()).toBe(rounds.map(() => round).join())
      const plan = events.flatMap(({ data }) =>
        Array.isArray(data['steps']) ? (data['steps'] as { id: string; deps: string[] }[]) : [],
      )
      const at = (id: string, what: string) =>
        events.findIndex(({ data }) => data['step_id'] === id && data['event'] === what)
      for (const { id, deps } of plan)
        for (const dep of deps) expect(at(dep, 'completed')).toBeLessThan(at(id, 'started'))
    }
  })
})

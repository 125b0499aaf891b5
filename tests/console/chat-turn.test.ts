import { describe, expect, it } from 'vitest'
import { createClient } from '../../client/create-client.ts'
import type { TurnEvent } from '../../client/events/turn-event.ts'
import { createReconnectGate } from '../../console/pages/chat/model/reconnect-gate.ts'
import { layoutPlan } from '../../console/pages/chat/turn/plan-layout.ts'
import { readHistory, reduceTurn } from '../../console/pages/chat/turn/reduce-turn.ts'
import { newTurn } from '../../console/pages/chat/turn/turn-state.ts'
import { createFake } from '../../entries/index.ts'
import { credentials, instantClock } from '../support/client-of.ts'
import { shipped, shippedTurns } from '../support/shipped-turns.ts'

const playEvents = (...events: Pick<TurnEvent, 'event' | 'data'>[]) =>
  events
    .map((event) => ({ cursor: undefined, ...event }) as TurnEvent)
    .reduce((turn, event) => reduceTurn(turn, event), newTurn('Why?'))

const call = { type: 'iteration', iteration: 1, tool: 'search' } as const

describe('the state of a turn', () => {
  it('the state of a turn collects thoughts, and drops empty thoughts', () => {
    const { steps } = playEvents(
      { event: 'step', data: { type: 'thinking', status: 'start' } },
      { event: 'step', data: { type: 'thinking', status: 'delta', thinking_delta: 'I ' } },
      { event: 'step', data: { type: 'thinking', status: 'delta', thinking_delta: 'look.' } },
      { event: 'step', data: { type: 'thinking', status: 'done', reasoning: 'I look.' } },
      { event: 'step', data: { type: 'thinking', status: 'start' } },
      { event: 'step', data: { type: 'thinking', status: 'done', reasoning: '' } },
    )
    expect(steps).toEqual([{ kind: 'thought', text: 'I look.', isOver: true }])
  })

  it('the state of a turn distinguishes tool calls that run in parallel', () => {
    const { steps } = playEvents(
      { event: 'step', data: { ...call, status: 'start', input: { q: 'a' } } },
      { event: 'step', data: { ...call, status: 'start', input: { q: 'b' } } },
      { event: 'step', data: { ...call, status: 'done', input: { q: 'b' }, error: 'gone' } },
      { event: 'step', data: { ...call, status: 'done', input: { q: 'a' }, observation: '3' } },
    )
    expect(steps).toMatchObject([
      { call: { state: 'done', input: { q: 'a' }, observation: '3' } },
      { call: { state: 'failed', input: { q: 'b' }, error: 'gone' } },
    ])
  })

  it('the state of a turn waits for an approval until the agent continues', () => {
    const asked = {
      event: 'awaiting_confirmation',
      data: { confirmation_id: 'c1', tool_name: 'pay', arguments: {} },
    } as const
    const calm = { event: 'heartbeat', data: {} } as const
    expect(playEvents(asked, calm).awaitedConfirmation).toBe('c1')
    const next = { event: 'step', data: { ...call, status: 'start', input: {} } } as const
    expect(playEvents(asked, calm, next).awaitedConfirmation).toBeUndefined()
    const added = { event: 'inject', data: { type: 'inject', content: 'Please hurry.' } } as const
    expect(playEvents(asked, added).awaitedConfirmation).toBe('c1')
  })

  it('the state of a turn ignores the phase in which the platform selects tools', () => {
    const choosing = { name: 'selecting_tools', status: 'start' } as const
    expect(playEvents({ event: 'phase', data: choosing }).rounds).toEqual([])
    const planning = { name: 'planning', status: 'start', round: 1 } as const
    expect(playEvents({ event: 'phase', data: planning }).rounds).toMatchObject([
      { phase: 'planning' },
    ])
  })

  it('the state of a turn replaces the answer if the platform starts it again', () => {
    const turn = playEvents(
      { event: 'answer', data: { type: 'start' } },
      { event: 'answer', data: { type: 'delta', text: 'One' } },
      { event: 'answer', data: { type: 'start' } },
      { event: 'answer', data: { type: 'delta', text: 'Two' } },
    )
    expect(turn).toMatchObject({ answer: 'Two', isAnswering: true })
  })

  it('the state of a turn that fails has the message of the failure', () => {
    const failure = { error: 'internal_error', message: 'The tool server is down.' }
    const turn = playEvents({ event: 'error', data: failure })
    expect(turn.steps).toEqual([{ kind: 'failed', message: 'The tool server is down.' }])
  })

  it('the state of a turn keeps unknown events unchanged', () => {
    const steps = [{ kind: 'unknown', name: 'aura', data: { colour: 'red' } }]
    const event: TurnEvent = {
      event: 'unknown',
      name: 'aura',
      data: { colour: 'red' },
      cursor: undefined,
    }
    expect(reduceTurn(newTurn(''), event).steps).toEqual(steps)
  })
})

describe('a turn of the history', () => {
  const drawn = shippedTurns.filter((_turn, at) => at % 6 === 0)

  it.each(drawn.map((turn) => [turn.scenario, turn] as const))(
    'a turn of the history looks like the same turn while it was live: %s',
    async (_name, { scenarios, question }) => {
      const fake = createFake({ ...shipped, scenarios, speed: Infinity })
      const client = createClient({
        baseUrl: 'http://platform.test',
        fetch: (url, init) => fake.fetch(new Request(url, init)),
      })
      await client.login(credentials)
      const { q, mode = 'react' } = question
      const turn = client[mode]({ q })
      let live = newTurn(q)
      for await (const event of turn) {
        live = reduceTurn(live, event)
        if (event.event === 'awaiting_confirmation')
          await client.confirmations.approve(event.data.confirmation_id)
      }
      const { messages } = await client.conversations.read(turn.conversationId ?? '')
      const [again] = readHistory(messages)
      const { routing: _routing, suggestions: _suggestions, title: _title, ...shown } = live
      expect(again).toMatchObject(shown)
      expect(shown.answer).not.toBe('')
    },
  )

  const message = { id: 'm', conversation_id: 'c', created_at: '2026-01-01T00:00:00Z' } as const
  const question = { ...message, role: 'user', message_type: 'text', metadata: null } as const

  it('a turn of the history without an answer is treated as still running', () => {
    const turns = readHistory([{ ...question, content: 'Still there?' }])
    expect(turns).toMatchObject([{ question: 'Still there?', isOver: false }])
  })

  it('a turn of the history without stored events shows at least its answer', () => {
    const answer = { ...message, role: 'assistant', message_type: 'done', content: 'Yes.' } as const
    const turns = readHistory([
      { ...question, content: 'Still there?' },
      { ...answer, metadata: { tokens: 7, elapsed: 1.5 } },
    ])
    expect(turns).toMatchObject([
      {
        question: 'Still there?',
        answer: 'Yes.',
        isOver: true,
        result: { tokens: 7, seconds: 1.5 },
      },
    ])
  })
})

describe('the graph of a plan', () => {
  it('the graph of a plan places each step below the steps that it depends on', async () => {
    const { boxes, edges, width, height } = await layoutPlan([
      { id: 'a', deps: [] },
      { id: 'b', deps: ['a'] },
      { id: 'c', deps: ['a', 'unheard of'] },
      { id: 'd', deps: ['b', 'c'] },
    ])
    const depth = (id: string) => boxes.get(id)?.y ?? NaN
    expect(depth('b')).toBeGreaterThan(depth('a'))
    expect(depth('c')).toBe(depth('b'))
    expect(depth('d')).toBeGreaterThan(depth('c'))
    expect(edges).toHaveLength(4)
    expect(width * height).toBeGreaterThan(0)
  })

  it('the graph of a plan keeps parallel steps in their order', async () => {
    const steps = ['b', 'c', 'd'].map((id) => ({ id, deps: ['a'] }))
    const { boxes } = await layoutPlan([
      { id: 'a', deps: [] },
      ...steps,
      { id: 'e', deps: ['b', 'd'] },
    ])
    const across = steps.map(({ id }) => boxes.get(id)?.x ?? NaN)
    expect(across).toEqual(across.toSorted((one, other) => one - other))
  })
})

describe('the reconnect gate', () => {
  it('the reconnect gate opens after the delay of the client, or when the user opens it', async () => {
    const gate = createReconnectGate(instantClock)
    await gate.systemClock.sleep(300)
    gate.setAutomatic(false)
    let isOpen = false
    const waiting = gate.systemClock.sleep(300).then(() => (isOpen = true))
    await Promise.resolve()
    expect(isOpen).toBe(false)
    gate.open()
    await waiting
    const leaving = new AbortController()
    const left = gate.systemClock.sleep(300, leaving.signal)
    leaving.abort()
    await left
    const last = gate.systemClock.sleep(300)
    gate.setAutomatic(true)
    await last
    expect(isOpen).toBe(true)
  })

  it('the reconnect gate delays one resume until the user opens the gate, and later resumes are automatic', async () => {
    let now = 0
    const gate = createReconnectGate({ now: () => now, sleep: () => Promise.resolve() })
    gate.waitForUser()
    let isOpen = false
    const held = gate.systemClock.sleep(300).then(() => (isOpen = true))
    await new Promise(setImmediate)
    expect(isOpen).toBe(false)
    gate.open()
    await held
    now += 1000
    await gate.systemClock.sleep(300)
  })
})

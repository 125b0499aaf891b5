import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { script } from '../../support/play-scripts.ts'
import { only, type SeenEvent } from '../../support/stream-reader.ts'
import { describeTransports, type Mounted } from '../../support/transports.ts'
import { conversationOf, newConversation, signIn } from '../../support/visitor.ts'

const profileOf = (picks: Record<string, unknown>) => ({ profile: readProfile({ picks }) })

/** Plays one turn of a scenario in a new conversation with this title. */
async function playTurn(mounted: Mounted, mode = 'react', title = '') {
  const visitor = await signIn(mounted)
  const id = await newConversation(visitor, { title })
  const body = { q: 'Tell', conversation_id: id }
  const events = await visitor.stream(`POST /api/${mode}`, { body })
  return { visitor, id, events, ...(await conversationOf(visitor, id)) }
}

const isThinking = ({ data }: SeenEvent) =>
  data['type'] === 'thinking' && data['status'] === 'start'
const callsIn = (events: readonly SeenEvent[]) =>
  events.filter(({ data }) => data['type'] === 'iteration').map(({ data }) => data)

const fail = { error: 'TimeoutError', message: 'The model is down.' }
const failing = script([{ think: 'Hm.' }, { fail }], { title: 'Never used', suggestions: ['Why?'] })
const plan = {
  steps: [
    {
      id: 'one',
      task: 'Count',
      tool_hint: null,
      calls: [{ tool: 'count', observation: '3' }],
      result: 'Three.',
      usage: { prompt_tokens: 40, completion_tokens: 2 },
    },
    { id: 'two', task: 'Write', result: 'Written.' },
  ],
  achieved: true,
  confidence: 0.9,
  reasoning: 'Done.',
}
const planned: Scenario = {
  name: 'planned',
  match: { endpoint: 'dag' },
  script: [{ plan }, { answer: 'Three.' }],
}

describeTransports('a script', (mount) => {
  it('a script can let its turn fail: an `error` event, then `end`, and the question is the only message that is stored', async () => {
    const { events, messages, title } = await playTurn(await mount({ scenarios: [failing] }))
    expect(events.slice(-2).map(({ event }) => event)).toEqual(['error', 'end'])
    expect(only(events, 'error')).toMatchObject(fail)
    expect([messages.map(({ role }) => role), title]).toEqual([['user'], ''])
  })

  it('in a deployment without an `error` event, a failed turn has a `done` with the error and without usage', async () => {
    const profile = profileOf({ 'turn.failure': 'done-text', 'events.title': { 'after-end': 2 } })
    const mounted = await mount({ ...profile, scenarios: [failing] })
    const { events, messages, title } = await playTurn(mounted)
    expect(events.slice(-2).map(({ event }) => event)).toEqual(['done', 'end'])
    const answer = 'Agent error: TimeoutError: The model is down.'
    const elapsed = expect.any(Number)
    expect(only(events, 'done')).toEqual({
      answer,
      iterations: 0,
      elapsed,
      cursor: expect.any(Number),
    })
    expect([messages.map(({ role }) => role), title]).toEqual([['user'], ''])
  })

  it('in a deployment without an `error` event, the `done` of a failed plan says that it was not achieved', async () => {
    const down: Scenario = { ...planned, script: [{ plan }, { fail }] }
    const mounted = await mount({
      ...profileOf({ 'turn.failure': 'done-text' }),
      scenarios: [down],
    })
    const { events } = await playTurn(mounted, 'dag')
    const answer = 'Pipeline error: TimeoutError: The model is down.'
    expect(only(events, 'done')).toMatchObject({ answer, achieved: false, confidence: 0 })
  })

  it('a text that a script injects has the given id, and is stored as a message', async () => {
    const inject = { content: 'Hurry.', id: 'b9580d0a47fe' }
    const lines = script([{ think: 'Hm.' }, { inject }, { answer: 'Well.' }])
    const { events, messages } = await playTurn(await mount({ scenarios: [lines] }))
    expect(only(events, 'inject')).toMatchObject({ type: 'inject', ...inject })
    expect(events.filter(isThinking)).toHaveLength(1)
    expect(messages.map(({ message_type, content }) => [message_type, content])).toEqual([
      ['text', 'Tell'],
      ['inject', 'Hurry.'],
      ['done', 'Well.'],
    ])
  })

  it('a text that a script injects makes the agent think again if the deployment is configured so', async () => {
    const lines = script([
      { think: 'Hm.' },
      { inject: 'Hurry.' },
      { think: 'Oh.' },
      { answer: 'Well.' },
    ])
    const mounted = await mount({
      ...profileOf({ 'events.inject': 'by-mode' }),
      scenarios: [lines],
    })
    const { events } = await playTurn(mounted)
    expect(only(events, 'inject')['id']).toMatch(/^[\da-f]{12}$/)
    expect(events.filter(isThinking).map(({ data }) => data['iteration'])).toEqual([1, 2])
    const ends = events.filter(
      ({ data }) => data['type'] === 'thinking' && data['status'] === 'done',
    )
    expect(ends.map(({ data }) => [data['iteration'], data['reasoning']])).toEqual([[2, 'Oh.']])
    expect(only(events, 'done')['iterations']).toBe(2)
  })

  it('a text injected into a plan shows its phase instead of its id if the deployment is configured so', async () => {
    const lines: Scenario = {
      ...planned,
      script: [{ plan }, { inject: 'Hurry.' }, { answer: 'Well.' }],
    }
    const mounted = await mount({
      ...profileOf({ 'events.inject': 'by-mode' }),
      scenarios: [lines],
    })
    const { cursor: _cursor, ...data } = only((await playTurn(mounted, 'dag')).events, 'inject')
    expect(data).toEqual({ type: 'inject', content: 'Hurry.', phase: 'analyzing' })
  })

  it('a script can send a thought without deltas', async () => {
    const lines = script([{ think: { text: 'Hm, well.', deltas: false } }, { answer: 'Yes.' }])
    const { events } = await playTurn(await mount({ scenarios: [lines] }))
    const thoughts = events
      .filter(({ data }) => data['type'] === 'thinking')
      .map(({ data }) => data)
    expect(thoughts.map(({ status }) => status)).toEqual(['start', 'done'])
    expect(thoughts[1]?.['reasoning']).toBe('Hm, well.')
  })

  it('a script can give a tool call an empty reasoning', async () => {
    const lines = script([{ call: { tool: 'look', reasoning: '' } }, { answer: 'Yes.' }])
    const { events } = await playTurn(await mount({ scenarios: [lines] }))
    expect(callsIn(events).map(({ reasoning }) => reasoning)).toEqual(['', ''])
  })

  it('the first of parallel calls has the thought as its reasoning if the deployment fills every field', async () => {
    const calls = [{ tool: 'look' }, { tool: 'hear' }]
    const lines = script([{ think: 'Hm.' }, { calls }, { answer: 'Yes.' }])
    const mounted = await mount({
      ...profileOf({ 'events.call-fields': 'filled' }),
      scenarios: [lines],
    })
    const { events } = await playTurn(mounted)
    expect(callsIn(events).map(({ status, reasoning }) => [status, reasoning])).toEqual([
      ['start', 'Hm.'],
      ['start', ''],
      ['done', ''],
      ['done', ''],
    ])
  })

  it('a step of a plan can have a usage of its own, and null as its tool hint', async () => {
    const mounted = await mount({
      ...profileOf({ 'events.step-usage': 'yes' }),
      scenarios: [planned],
    })
    const { events } = await playTurn(mounted, 'dag')
    const usages = events.flatMap(({ data }) => data['usage'] ?? [])
    expect(usages[0]).toEqual({ prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 })
    expect(usages).toHaveLength(3)
    const steps = events.flatMap(({ data }) => data['steps'] ?? [])
    expect(steps).toMatchObject([{ tool_hint: null }, { tool_hint: null }])
  })
})

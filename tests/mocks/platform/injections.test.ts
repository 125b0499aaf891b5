import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { newestTurnOf } from '../../../mocks/world/turns.ts'
import {
  describeTransports,
  type Mounted,
  mountInProcess,
  shippedScenarios as scenarios,
} from '../../support/transports.ts'
import { playScript, script } from '../../support/play-scripts.ts'
import { answerIn, only, type Reader } from '../../support/stream-reader.ts'
import { conversationOf, newConversation, signIn, type Visitor } from '../../support/visitor.ts'

type Injected = { readonly success: boolean; readonly id: string }
type Running = {
  readonly visitor: Visitor
  readonly conversation_id: string
  readonly reader: Reader
  /** Advances the clock by this number of milliseconds. */
  readonly pass: (ms: number) => void
  /** Advances the clock until the turn has sent an event with this name. */
  readonly passTo: (event: string) => void
}

/** A turn with a frozen clock that has sent only its first event. */
async function running(mounted: Mounted, q: string, chat = 'react'): Promise<Running> {
  const { clock } = mounted.fake.world()
  clock.freeze()
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  const reader = await visitor.read(`POST /api/${chat}`, { body: { q, conversation_id } })
  const turnNow = () => newestTurnOf(mounted.fake.world().runningTurns, conversation_id)
  const passTo = (name: string) => {
    while (turnNow()?.events.every(({ event }) => event !== name)) clock.advance(10)
  }
  return { visitor, conversation_id, reader, pass: (ms) => clock.advance(ms), passTo }
}

const inject = ({ visitor, conversation_id }: Running, content: string) =>
  visitor.call<Injected>('POST /api/chat/inject', { body: { conversation_id, content } })
const recall = ({ visitor, conversation_id }: Running, inject_id: string) =>
  visitor.call('POST /api/chat/inject/recall', { body: { conversation_id, inject_id } })

const order = 'Where is my order?'
const delay = 'Are readings delayed in Frankfurt right now?'
const aMinute = 60_000

describeTransports('a text injected into a running turn', (mount) => {
  const start = async (q: string, chat?: string) =>
    running(await mount({ scenarios, speed: 1 }), q, chat)

  it('a text injected into a running turn can be recalled while a newer turn of the conversation runs', async () => {
    const turn = await start(order)
    const { json } = await inject(turn, 'Only the date, please')
    const { visitor, conversation_id } = turn
    await visitor.read('POST /api/react', { body: { q: delay, conversation_id } })
    expect((await recall(turn, json.id)).json).toEqual({ success: true })
    turn.pass(aMinute)
    expect(answerIn(await turn.reader.rest())).not.toContain('Only the date')
  })

  it('a text injected into a running turn appears in the stream, is stored, and is used by the next answer', async () => {
    const turn = await start(order)
    const { status, json } = await inject(turn, 'Only the date, please')
    expect(status).toBe(200)
    expect(json).toEqual({ success: true, id: expect.stringMatching(/^[\da-f]{12}$/) })
    turn.pass(aMinute)
    const events = await turn.reader.rest()
    expect(only(events, 'inject')).toMatchObject({
      type: 'inject',
      content: 'Only the date, please',
      id: json.id,
    })
    const answer = String(only(events, 'done')['answer'])
    expect(answer).toMatch(/^You added “Only the date, please”/)
    expect(answer).toContain('FH-20417')
    expect(answerIn(events)).toBe(answer)
    const { messages } = await conversationOf(turn.visitor, turn.conversation_id)
    expect(messages.map(({ role, message_type }) => [role, message_type])).toEqual([
      ['user', 'text'],
      ['user', 'inject'],
      ['assistant', 'done'],
    ])
  })

  it('after a text is injected, the `on_inject` lines of the script are played before its next line', async () => {
    const turn = await start(delay)
    await inject(turn, 'the store was changed at noon')
    turn.pass(aMinute)
    const events = await turn.reader.rest()
    const tools = events
      .filter(({ data }) => data['status'] === 'done' && data['type'] === 'iteration')
      .map(({ data }) => data['tool'])
    expect(tools).toEqual(['deploys_list', 'metrics_query', 'logs_count', 'store_latency'])
    const thoughts = events.map(({ data }) => data['thinking_delta'] ?? '').join('')
    expect(thoughts).toContain('New from the engineer on call: the store was changed at noon.')
    expect(only(events, 'done')['answer']).not.toContain('You added')
  })

  it('a text injected during the last line of a script is answered after the text of that line', async () => {
    const turn = await start(order)
    turn.passTo('answer')
    await inject(turn, 'And who signs?')
    turn.pass(aMinute)
    const events = await turn.reader.rest()
    expect(only(events, 'done')['answer']).toMatch(/\n\nYou added “And who signs\?”[^\n]+$/)
    expect(answerIn(events)).toBe(only(events, 'done')['answer'])
  })

  it('an injected text can be withdrawn until it is used, and a withdrawn text stays in the history', async () => {
    const turn = await start(order)
    const early = await inject(turn, 'Forget this')
    expect((await recall(turn, early.json.id)).json).toEqual({ success: true })
    expect((await recall(turn, early.json.id)).json).toEqual({ success: false })
    const kept = await inject(turn, 'Keep this')
    turn.passTo('answer')
    expect((await recall(turn, kept.json.id)).json).toEqual({ success: false })
    turn.pass(aMinute)
    const answer = only(await turn.reader.rest(), 'done')['answer']
    expect(answer).toContain('“Keep this”')
    expect(answer).not.toContain('Forget this')
    expect((await recall(turn, kept.json.id)).json).toEqual({ success: false })
    const { messages } = await conversationOf(turn.visitor, turn.conversation_id)
    const injected = messages.filter(({ message_type }) => message_type === 'inject')
    expect(injected.map(({ content }) => content)).toEqual(['Forget this', 'Keep this'])
  })

  it('an injected text is refused without a running turn, or for a conversation of another user', async () => {
    const mounted = await mount({ scenarios })
    const visitor = await signIn(mounted)
    const foreign = await newConversation(await signIn(mounted, 'other'))
    const own = await newConversation(visitor)
    const refused = async (path: string, conversation_id: string) =>
      visitor.refusal(`POST /api/chat/${path}`, {
        body: { conversation_id, content: 'Hi', inject_id: '0' },
      })
    expect(await refused('inject', own)).toEqual([404, 'not_found'])
    for (const id of [foreign, 'unknown'])
      for (const path of ['inject', 'inject/recall'])
        expect(await refused(path, id)).toEqual([404, 'conversation_not_found'])
  })
})

const place = (picks: object = {}) =>
  mountInProcess({ scenarios, speed: 1, profile: readProfile({ picks }) })

const slow = { by: 'word', size: 1, every: 100 } as const

const playing = (...own: Parameters<typeof script>) =>
  mountInProcess({ scenarios: [script(...own)], speed: 1 })

describe('a text injected into a turn', () => {
  it('a text injected into a turn is refused once the answer is done', async () => {
    const turn = await running(place(), order)
    turn.passTo('done')
    const body = { conversation_id: turn.conversation_id, content: 'Wait!' }
    expect(await turn.visitor.refusal('POST /api/chat/inject', { body })).toEqual([
      404,
      'not_found',
    ])
    turn.pass(aMinute)
    expect((await turn.reader.rest()).map(({ event }) => event)).not.toContain('inject')
  })

  it('the event of a text injected into a plan names the current phase, and the answer uses the text', async () => {
    const turn = await running(place(), 'Which market should we enter next year?', 'dag')
    turn.pass(500)
    await inject(turn, 'Leave out Norway')
    turn.pass(aMinute)
    const events = await turn.reader.rest()
    expect(only(events, 'inject')).toMatchObject({ phase: 'executing' })
    expect(only(events, 'done')['answer']).toContain('“Leave out Norway”')
  })

  it('a script that injects a text continues with its next line, not with its `on_inject` lines', async () => {
    const own = script([{ inject: 'Be brief' }, { answer: 'Yes.' }], {
      on_inject: [{ think: 'They add: {{inject}}' }],
    })
    const events = await playScript(own)
    expect(only(events, 'inject')).toMatchObject({ content: 'Be brief' })
    expect(answerIn(events)).toBe('Yes.')
    expect(JSON.stringify(events)).not.toContain('They add')
  })

  it('if a text is injected during the last line, the `on_inject` lines of the script are still played', async () => {
    const lines = [{ answer: { text: 'One two three.', pace: slow } }]
    const turn = await running(
      playing(lines, { on_inject: [{ answer: ' Noted: {{inject}}.' }] }),
      'Hi',
    )
    turn.passTo('answer')
    await inject(turn, 'Four')
    turn.pass(aMinute)
    expect(answerIn(await turn.reader.rest())).toBe('One two three. Noted: Four.')
  })

  it('a text that is injected while an earlier injected text is being answered is answered, too', async () => {
    const mounted = playing([{ answer: 'One.' }], { pace: slow })
    const turn = await running(mounted, 'Hi')
    turn.passTo('answer')
    await inject(turn, 'Two')
    turn.pass(250)
    await inject(turn, 'Three')
    mounted.fake.control().director.say('Four.')
    turn.pass(aMinute)
    expect(answerIn(await turn.reader.rest()).split('\n\n')).toEqual([
      'One.',
      expect.stringContaining('“Two”'),
      'Four.',
      expect.stringContaining('“Three”'),
    ])
    expect(mounted.fake.control().director.state().waiting).toBeNull()
  })

  it('a text injected before the `done` of a script is answered before this `done`', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
    const done = {
      answer: 'One.',
      tokens: 5,
      iterations: 1,
      elapsed: 1,
      iter_elapsed: 1,
      usage,
      cache: { read_tokens: 0, creation_tokens: 0 },
    }
    const turn = await running(
      playing([{ answer: 'One.' }, { pause: 1000 }, { send: { done } }]),
      'Hi',
    )
    turn.passTo('answer')
    await inject(turn, 'Two')
    turn.pass(aMinute)
    const names = (await turn.reader.rest()).map(({ event }) => event)
    expect(names.lastIndexOf('answer')).toBeGreaterThan(names.indexOf('inject'))
    expect(names.indexOf('done')).toBeGreaterThan(names.lastIndexOf('answer'))
  })

  it('a text injected into a turn during an approval is used after the decision', async () => {
    const mounted = mountInProcess({ scenarios })
    const { store } = mounted.fake.world()
    const desk = [...store.agents.values()].find(({ name }) => name === 'Support Desk')
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor, { agent_id: desk?.id })
    const body = { q: 'Pay back the two crushed gateways', conversation_id }
    const reader = await visitor.read('POST /api/react', { body })
    const { confirmation_id } = await reader.untilEvent('awaiting_confirmation')
    await visitor.call('POST /api/chat/inject', {
      body: { conversation_id, content: 'they are in a hurry' },
    })
    await visitor.call(`POST /api/confirmations/${String(confirmation_id)}/respond`, {
      body: { decision: 'approve' },
    })
    const thoughts = (await reader.rest()).map(({ data }) => data['thinking_delta'] ?? '').join('')
    expect(thoughts).toContain('The user adds: they are in a hurry.')
  })

  it('a text injected into a turn for a conversation of another user gets 403 if the deployment is configured so', async () => {
    const visitor = await signIn(place({ 'chat.inject-elsewhere': 'forbidden' }))
    const body = { conversation_id: 'unknown', content: 'Hi', inject_id: '0' }
    for (const path of ['inject', 'inject/recall'])
      expect(await visitor.refusal(`POST /api/chat/${path}`, { body })).toEqual([403, 'forbidden'])
  })
})

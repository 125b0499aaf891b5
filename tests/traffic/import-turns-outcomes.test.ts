import { describe, expect, it } from 'vitest'
import { isObject, type JsonObject } from '../../contract/json.ts'
import {
  answerLines,
  answersIn,
  callOf,
  chat,
  doneOf,
  end,
  frameOf,
  framesOf,
  linesOf,
  playAll,
  respond,
  start,
  thought,
  turn,
  type Sent,
} from './import-turn-events.ts'
import { exchangeOf, importTurns } from './import-turns.ts'

/** A decision that is sent as `approved` instead of `decision`. */
const decide = (confirmation: string, approved: boolean) =>
  exchangeOf({
    index: 1,
    path: `/api/confirmations/${confirmation}/respond`,
    body: { approved },
  })

/** A turn of a conversation, with the same question each time. */
const ask = (index: number, answer: string, conversation_id: string) =>
  chat(index, { frames: framesOf(turn(answer)), body: { q: 'What is it?', conversation_id } })

describe('approvals', () => {
  const awaiting: Sent = [
    'awaiting_confirmation',
    {
      type: 'awaiting_confirmation',
      confirmation_id: 'k1',
      tool_name: 'pay',
      arguments: { amount: 7 },
    },
  ]
  const approvedTurn: readonly Sent[] = [
    start,
    thought('I pay.'),
    callOf('start'),
    awaiting,
    callOf('done', { observation: 'paid', error: null }),
    ['step', { type: 'thinking', status: 'start', iteration: 2 }],
    thought('Paid.', 2),
    ...answerLines('It is paid.'),
    doneOf('It is paid.'),
    end,
  ]
  const rejectedTurn: readonly Sent[] = [
    ...approvedTurn.slice(0, 3),
    ['awaiting_confirmation', { ...(awaiting[1] as JsonObject), confirmation_id: 'k2' }],
    callOf('done', { observation: null, error: 'Nobody wanted it.' }),
    ['step', { type: 'thinking', status: 'start', iteration: 2 }],
    thought('Not paid.', 2),
    ...answerLines('I did not pay.'),
    doneOf('I did not pay.'),
    end,
  ]
  const refusal = callOf('done', { observation: null, error: 'Rejected by the user.' })

  it('two turns that decide one approval differently become one script with two branches', async () => {
    const exchanges = [
      chat(0, { frames: framesOf(rejectedTurn, 1000) }),
      respond(1, 'k2', 'reject', 3500),
      chat(2, {
        frames: framesOf(approvedTurn, 1000),
        body: { q: 'What is it?', conversation_id: 'c2' },
      }),
      respond(3, 'k1', 'approve', 3900),
    ]
    const { scripts, uses, events: approved } = await playAll(exchanges, 'approve')
    expect(scripts).toHaveLength(1)
    expect(answersIn(approved)).toEqual(['It is paid.'])
    const { events: rejected } = await playAll(exchanges, 'reject')
    expect(answersIn(rejected)).toEqual(['I did not pay.'])
    const result = rejected.find(({ data }) => isObject(data) && typeof data['error'] === 'string')
    expect(result?.data).toMatchObject({ error: 'Nobody wanted it.' })
    expect(uses.map(({ entry }) => entry).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3])
  })

  it('the time that a person takes to decide is not a pause of the imported script', async () => {
    const slow = approvedTurn.map((event, at) => ({
      t: at < 4 ? at : 300_000 + at,
      text: frameOf(event),
    }))
    const { scripts } = await playAll([
      chat(0, { frames: slow }),
      respond(1, 'k1', 'approve', 299_000),
    ])
    const [line] = scripts.flatMap(linesOf).filter((one) => 'approval' in one)
    expect(line).toMatchObject({ approval: { call: { takes: 1004 } } })
  })

  it('an approval that was answered with another field than `decision` follows the result of its call', async () => {
    const { scripts } = await playAll([
      chat(0, { frames: framesOf(approvedTurn) }),
      decide('k1', true),
    ])
    const [line] = scripts.flatMap(linesOf).filter((one) => 'approval' in one)
    expect(line).toMatchObject({ approval: { call: { observation: 'paid' } } })
    const refused = { frames: framesOf([...rejectedTurn.slice(0, 4), refusal, ...turn('No.')]) }
    const { result, uses } = importTurns([chat(0, refused), decide('k2', false)])
    expect(JSON.stringify(result)).toContain('"rejected":[')
    expect(uses.map(({ what }) => what)).toContain('the decision of an approval')
  })

  it('an approval that nobody decided before the stream was cut becomes a valid script', async () => {
    const { scripts } = await playAll([chat(0, { frames: framesOf(approvedTurn.slice(0, 4)) })])
    expect(scripts[0]?.about).toContain('ends')
  })
})

describe('injected texts and questions that are asked twice', () => {
  it('a recorded injected text becomes a line of the script, and its request is listed as used', async () => {
    const inject: Sent = ['inject', { type: 'inject', content: 'And the dog?', id: 'i1' }]
    const exchanges = [
      chat(0, { frames: framesOf([start, inject, ...turn('Yes.').slice(1)]) }),
      exchangeOf({
        index: 1,
        path: '/api/chat/inject',
        body: { conversation_id: 'c1', content: 'And the dog?' },
      }),
    ]
    const { scripts, uses, events } = await playAll(exchanges)
    expect(scripts.flatMap(linesOf)).toContainEqual({
      inject: { content: 'And the dog?', id: 'i1' },
    })
    expect(events.find(({ name }) => name === 'inject')?.data).toMatchObject({
      content: 'And the dog?',
    })
    expect(uses.map(({ entry }) => entry)).toContain(1)
  })

  it('equal questions with different answers become scripts that differ in the number of the turn', async () => {
    const { scripts } = await playAll([
      chat(0, { frames: framesOf(turn('One.')) }),
      chat(1, { frames: framesOf(turn('Two.')) }),
      chat(2, {
        frames: framesOf(turn('One.')),
        body: { q: 'what is it?', conversation_id: 'c2' },
      }),
    ])
    expect(scripts.map(({ name, match }) => [name, match.turn])).toEqual([
      ['what-is-it-2', 2],
      ['what-is-it', undefined],
    ])
  })

  it('of two answers to one question in the same turn of a conversation, the script plays the newer answer', () => {
    const exchanges = [ask(0, 'Old.', 'c1'), ask(1, 'Newer.', 'c2'), ask(2, 'Newest.', 'c1')]
    const { result, unused } = importTurns(exchanges)
    expect(unused.map(({ entry }) => entry)).toEqual([0])
    expect(result.map(({ match }) => match.turn)).toEqual([undefined, 2])
    expect(result.map(({ script }) => JSON.stringify(script))).toEqual([
      expect.stringContaining('Newer.'),
      expect.stringContaining('Newest.'),
    ])
  })

  it('the script of a stream that has only an answer is described as a recorded turn, not as a stored answer', async () => {
    const events = [...answerLines('It rains.').slice(1), doneOf('It rains.'), end]
    const { scripts } = await playAll([chat(0, { frames: framesOf(events) })])
    expect(scripts[0]?.about).toBe('A recorded turn')
  })

  it('a question that another question contains is matched by an exact expression', async () => {
    const { scripts } = await playAll([
      chat(0, { frames: framesOf(turn('Hi.')), body: { q: 'Hello (you)?' } }),
      chat(1, { frames: framesOf(turn('More.')), body: { q: 'hello (you)? How are you?' } }),
      chat(2, { frames: framesOf(turn('Path.')), body: { q: '/etc/hosts/' } }),
    ])
    expect(scripts.map(({ match }) => match.query)).toEqual([
      { all: ['/etc/hosts/'] },
      'hello (you)? How are you?',
      String.raw`/^Hello \(you\)\?$/`,
    ])
  })

  it('the script of a cut stream continues with the events of its resume', async () => {
    const events = turn('One ', 'two ', 'three.')
    const wrapped = events
      .slice(0, -1)
      .map(([name, data], cursor): Sent => [name, { cursor, data }])
    const resume = (from: number) =>
      exchangeOf({
        index: 1,
        path: '/api/chat/resume',
        body: { conversation_id: 'c1', cursor: from - 1 },
        frames: framesOf(
          [...wrapped.slice(from), ['resume_done', { replayed: 1, last_cursor: 7 }]],
          1,
        ),
      })
    for (const from of [0, 3, 5]) {
      const live = chat(0, { frames: framesOf(events.slice(0, 5)) })
      const { events: played, unused } = await playAll([live, resume(from)])
      expect(unused).toEqual([])
      expect(answersIn(played)).toEqual(['One ', 'two ', 'three.'])
    }
  })

  it('unusual requests and responses do not stop an import, and are listed with reasons', () => {
    const odd = [
      chat(0, { body: {} }),
      chat(1, { status: 0 }),
      chat(2, { status: 500, text: 'Oops' }),
      chat(3, { text: '' }),
      chat(4, { text: '<html>' }),
      exchangeOf({ index: 5, path: '/api/chat/resume', body: {}, text: 'x' }),
      exchangeOf({
        index: 6,
        path: '/api/conversations',
        body: {},
        text: '{"data":[null,7,{"id":"c","messages":[null,{"role":"assistant"},{"role":"user"}]}]}',
      }),
      exchangeOf({ index: 7, path: '/api/chat/inject', body: { content: 5 } }),
      chat(8, {
        frames: framesOf([
          ['phase', { name: 'planning', status: 'start' }],
          ['phase', { name: 'planning', status: 'done', steps: 7 }],
          ['step_progress', null],
          ['answer', 'x'],
          ['suggestions', null],
        ]),
      }),
    ]
    const { result, unused } = importTurns(odd)
    expect(result).toHaveLength(1)
    expect(unused.map(({ entry }) => entry)).toEqual(expect.arrayContaining([0, 1, 3, 4]))
  })
})

/** A response with the conversation of all turns in this file. */
const stored = (index: number, messages: readonly JsonObject[]) => {
  const text = JSON.stringify({ data: { id: 'c1', title: 'Given', messages } })
  return exchangeOf({
    index,
    path: '/api/conversations/c1',
    body: {},
    text,
    type: 'application/json',
  })
}

describe('turns that only a stored conversation shows', () => {
  const question = { role: 'user', message_type: 'text', content: 'What is it?' }

  it('an answer without stored events becomes a script with its text, and the script names this limitation', async () => {
    const answer = {
      role: 'assistant',
      id: 'm1',
      content: 'It is a boat, for two.',
      metadata: null,
    }
    const { scripts, events, unused } = await playAll([chat(0), stored(1, [question, answer])])
    expect(unused).toEqual([])
    expect(answersIn(events).join('')).toBe('It is a boat, for two.')
    expect(scripts[0]?.about).toContain('the recording only has the stored answer of this turn')
  })

  it('the stored events of a turn replace a stream that was cut', async () => {
    const sse_events = turn('One ', 'two.').map(([event, data], cursor) => ({
      event,
      data,
      cursor,
    }))
    const answer = { role: 'assistant', content: 'One two.', metadata: { sse_events } }
    const live = chat(0, { frames: framesOf(turn('One ', 'two.').slice(0, 5)) })
    const { scripts, events } = await playAll([live, stored(1, [question, answer])])
    expect(scripts).toHaveLength(1)
    expect(answersIn(events)).toEqual(['One ', 'two.'])
  })
})

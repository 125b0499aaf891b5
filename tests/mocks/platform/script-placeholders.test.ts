import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { ScriptLine } from '../../../contract/scripts/lines.ts'
import { askForRefund, callsIn, respond } from '../../support/refund.ts'
import { answerIn, only } from '../../support/stream-reader.ts'
import { ask, mountScripts, script, playScript } from '../../support/play-scripts.ts'
import { demo, mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

const turnOf = (number: number, lines: readonly ScriptLine[], more: Partial<Scenario> = {}) => ({
  ...script(lines),
  name: `warranty/${number}`,
  ...more,
})

/** Three turns of one dialogue. */
const dialogue: readonly Scenario[] = [
  turnOf(1, [{ answer: 'Which product?' }], { match: { endpoint: 'react', query: 'warranty' } }),
  turnOf(2, [{ answer: '{{product}} has five years. You asked “{{previous.query}}”.' }], {
    match: { endpoint: 'react', after: 'warranty/1', query: '/(?<product>canopy|amber)/' },
  }),
  turnOf(
    3,
    [{ answer: '{{product}} once more; first “{{turn.1.query}}”, then “{{turn.2.answer}}”' }],
    {
      match: { endpoint: 'react', after: 'warranty/2' },
    },
  ),
]

describe('a dialogue', () => {
  it('a dialogue continues at its next turn, remembers earlier turns, and starts again after the last', async () => {
    const visitor = await signIn(mountScripts(...dialogue))
    const chat = await newConversation(visitor)
    expect(await ask(visitor, chat, 'The warranty?')).toBe('Which product?')
    expect(await ask(visitor, chat, 'the Canopy')).toBe(
      'Canopy has five years. You asked “The warranty?”.',
    )
    expect(await ask(visitor, chat, 'Again')).toBe(
      'Canopy once more; first “The warranty?”, then “Canopy has five years. You asked “The warranty?”.”',
    )
    expect(await ask(visitor, chat, 'warranty')).toBe('Which product?')
  })

  it('a dialogue belongs to one conversation, and starts from its first turn in another conversation', async () => {
    const visitor = await signIn(mountScripts(...dialogue))
    await ask(visitor, await newConversation(visitor), 'warranty')
    const other = await ask(visitor, await newConversation(visitor), 'canopy')
    expect(other).not.toContain('five years')
  })

  it('a dialogue also counts the turns that its conversation had before the world started', async () => {
    const stored = demo.conversations.find(({ id }) =>
      demo.transcripts.some(({ conversation_id }) => conversation_id === id),
    )
    const questions = demo.messages.filter(
      ({ conversation_id, role }) => conversation_id === stored?.id && role === 'user',
    )
    const next = script([{ answer: 'It was “{{previous.query}}”.' }], {
      match: { endpoint: 'react', turn: questions.length + 1 },
    })
    const visitor = await signIn(mountScripts(next))
    expect(await ask(visitor, stored?.id ?? '', 'And?')).toBe(
      `It was “${questions.at(-1)?.content}”.`,
    )
  })

  it('the answers of turns that overlapped belong to their own questions', async () => {
    const mounted = mountInProcess({
      scenarios: [
        turnOf(1, [{ pause: 5000 }, { answer: 'Slow.' }], {
          match: { endpoint: 'react', query: 'slowly' },
        }),
        turnOf(2, [{ answer: 'Fast.' }], { match: { endpoint: 'react', query: 'fast' } }),
        turnOf(3, [{ answer: '{{turn.1.answer}} {{turn.2.answer}}' }], {
          match: { endpoint: 'react', query: 'again' },
        }),
      ],
      speed: 1,
    })
    const { clock } = mounted.fake
    clock.freeze()
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    const open = (q: string) => visitor.read('POST /api/react', { body: { q, conversation_id } })
    await Promise.all([open('slowly'), open('fast')])
    clock.advance('1m')
    const again = await open('again')
    clock.advance('1m')
    expect(answerIn(await again.rest())).toBe('Slow. Fast.')
  })

  it('a dialogue is stored in the tables of its world, and thus in snapshots', async () => {
    const mounted = mountScripts(...dialogue)
    const visitor = await signIn(mounted)
    const chat = await newConversation(visitor)
    await ask(visitor, chat, 'warranty')
    await ask(visitor, chat, 'amber')
    expect(mounted.fake.world().dump().tables['told']?.[chat]).toMatchObject([
      { scenario: 'warranty/1', groups: {} },
      { scenario: 'warranty/2', groups: { product: 'amber' } },
    ])
  })
})

describe('placeholders', () => {
  it('placeholders have values for the user, the agent, the query and the time', async () => {
    const mounted = mountScripts(
      script([
        {
          answer:
            '{{user}}|{{user.first_name}}|{{user.email}}|{{agent}}|{{query}}|{{today}}|{{now}}|{{previous.answer}}|{{turn.7.query}}',
        },
      ]),
    )
    mounted.fake.world().clock.freeze(Date.parse('2026-11-21T08:00:00.000Z'))
    const visitor = await signIn(mounted)
    expect(await ask(visitor, await newConversation(visitor), 'Hm?')).toBe(
      'Dana Whitlock|Dana|demo@example.com|the assistant|Hm?|2026-11-21|2026-11-21T08:00:00.000Z||',
    )
  })

  it('placeholders are filled in every text of a turn', async () => {
    const call = {
      tool: 'look',
      input: { deep: [{ q: '{{query}}' }] },
      reasoning: 'r {{query}}',
      takes: 1,
    }
    const events = await playScript(
      script(
        [
          { think: 't {{query}}' },
          { call: { ...call, error: 'e {{query}}' } },
          { send: { compact: { original_messages: 1, kept_messages: 1, note: '{{query}}' } } },
          { violate: { odd: ['{{query}}'] } },
          { answer: 'a {{query}}' },
        ],
        { suggestions: ['s {{query}}'], title: 'T {{query}}' },
      ),
      'it',
    )
    const text = JSON.stringify(events)
    expect(text).not.toContain('{{')
    for (const filled of ['t it', '[{"q":"it"}]', 'r it', 'e it', '["it"]', 'a it', 's it', 'T it'])
      expect(text).toContain(filled)
  })

  it('placeholders are filled in a plan and in the reason for a new plan', async () => {
    const step = {
      id: 'a',
      task: 'Task {{query}}',
      thinking: 'hm {{query}}',
      result: 'r {{query}}',
    }
    const plan = { steps: [step], achieved: false, confidence: 0.4, reasoning: 'why {{query}}' }
    const text = JSON.stringify(
      await playScript(
        script([{ plan }, { replan: 'as {{query}}' }, { plan }, { answer: '-' }], {
          match: { endpoint: 'dag' },
        }),
        'it',
      ),
    )
    expect(text).not.toContain('{{')
    for (const filled of ['Task it', 'hm it', 'r it', 'why it', 'as it'])
      expect(text).toContain(filled)
  })

  it('placeholders are filled in the reason for the routing of a script, unless its texts are literal', async () => {
    for (const [literal, reasoning] of [
      [false, 'because Dana Whitlock asks'],
      [true, 'because {{user}} asks'],
    ] as const) {
      const routed = script([{ answer: 'Hi' }], { routing: 'because {{user}} asks', literal })
      const visitor = await signIn(mountScripts(routed))
      const events = await visitor.stream('POST /api/auto', { body: { q: 'Hm?' } })
      expect(only(events, 'routing')).toMatchObject({ mode: 'react', reasoning })
    }
  })

  it('placeholders are filled in the error of a call that does not run', async () => {
    const call = { tool: 'payments_refund', input: {} }
    const refused = script([{ approval: { call, errors: { rejected: 'no, {{user}}' } } }])
    const visitor = await signIn(mountScripts(refused))
    const { reader, id } = await askForRefund(visitor)
    await respond(visitor, id, { decision: 'reject' })
    const calls = callsIn(await reader.rest(), 'payments_refund')
    expect(calls.at(-1)).toMatchObject({ error: 'no, Dana Whitlock' })
  })

  it('placeholders are not expanded inside inserted values, and stay unchanged if unknown', async () => {
    const events = await playScript(
      script([{ answer: '{{query}} {{unknown}} {{constructor}} {{ query }}' }]),
      '{{user}} $& {{now}}',
    )
    expect(answerIn(events)).toBe('{{user}} $& {{now}} {{unknown}} {{constructor}} {{ query }}')
  })

  it('placeholders for faker values keep their value during a turn, and differ from each other', async () => {
    const values = { 'faker.person.fullName': ['Ada', 'Ben', 'Cleo', 'Dov'] }
    const made = script(
      [
        { think: '{{faker.person.fullName}}' },
        {
          answer: '{{faker.person.fullName}} {{faker.person.fullName#2}} {{faker.person.fullName}}',
        },
      ],
      { values },
    )
    const playAnswers = async () => {
      const visitor = await signIn(mountScripts(made))
      const chat = await newConversation(visitor)
      return Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(visitor, chat, 'Who?')))
    }
    const answers = await playAnswers()
    for (const answer of answers) {
      const [first, second, again] = answer.split(' ')
      expect(values['faker.person.fullName']).toContain(first)
      expect(second).not.toBe(first)
      expect(again).toBe(first)
    }
    expect(new Set(answers).size).toBeGreaterThan(1)
    expect(await playAnswers()).toEqual(answers)
  })
})

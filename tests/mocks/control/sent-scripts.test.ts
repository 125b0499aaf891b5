import { expect, it } from 'vitest'
import { agent_id, q } from '../../support/refund.ts'
import { mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

const answer = { answer: 'Hi.' }
const { scenarios } = mountInProcess().fake.control()

it.each([
  ['react', answer],
  ['dag', { replan: 'Once more.' }],
])(
  'a script that is added without an endpoint plays on %s, as a script of a file does',
  async (endpoint, line) => {
    const [added] = await scenarios.add({ name: 'hi', match: { query: 'hello' }, script: [line] })
    expect(added?.match.endpoint).toBe(endpoint)
  },
)

it.each([
  [
    { match: { qury: 'hello' } },
    'At `match.qury`: the key "qury" is unknown; did you mean "query"?',
  ],
  [{ script: [{ anser: 'Hi.' }] }, 'the key "anser" is unknown; did you mean "answer"?'],
  [{ match: { xxxxxxxx: 1 } }, 'allowed here: endpoint, query, like, agent, user, '],
  [{ script: [{ answer: 'Hi.', think: 'Hm.' }] }, 'it cannot be combined with the other keys'],
])(
  'a script that is added with an unknown key is refused with the allowed keys: %j',
  async (part, says) => {
    const wrong = { name: 'hi', match: { query: 'hello' }, script: [answer], ...part }
    await expect(scenarios.add(wrong as never)).rejects.toThrow(says)
  },
)

it.each([
  [{}, 'usr', 'At `script.0.answer`: there is no placeholder {{usr}}; did you mean {{user}}?'],
  [{}, 'faker.person.fullName', 'only scripts in files get values from faker'],
  [{ values: { 'faker.word.noun': ['x'] } }, 'faker.person.fullName', 'or send `values`'],
  [{ match: { after: 'none' } }, 'product', 'there is no placeholder {{product}}'],
])(
  'a script that is added with %j and a placeholder {{%s}} without a value is refused',
  async (part, place, says) => {
    const lines = [{ answer: `{{${place}}}` }]
    const wrong = { name: 'hi', match: { query: 'hello' }, script: lines, ...part }
    await expect(scenarios.add(wrong)).rejects.toThrow(says)
    await expect(scenarios.add([{ ...wrong, name: 'ho' }])).rejects.toThrow(
      'At `0.script.0.answer`',
    )
  },
)

it('an added script may use placeholders for the groups of an earlier script and for values of its own', async () => {
  const first = { name: 'first', match: { query: '/(?<product>canopy)/' }, script: [answer] }
  await scenarios.add(first)
  const next = {
    name: 'next',
    match: { after: 'first' },
    script: [{ answer: '{{product}} {{user}} {{faker.word.noun#2}}' }],
    values: { 'faker.word.noun': ['x'] },
  }
  await scenarios.add(next)
  const last = { ...next, name: 'last', match: { after: 'next' } }
  await scenarios.add([last, { ...last, name: 'braces', literal: true, values: {} }])
  expect(scenarios.list().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['first', 'next', 'last', 'braces']),
  )
})

it('the journal names an added script that did not play, because it is for an agent with another name', async () => {
  const mounted = mountInProcess()
  const control = mounted.fake.control()
  await control.scenarios.add([
    { name: 'misspelt', match: { agent: 'Suport Desk' }, script: [answer] },
    { name: 'later', match: { agent: 'Suport Desk', turn: 2 }, script: [answer] },
    { name: 'other', match: { query: 'hello' }, script: [answer] },
  ])
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor, { agent_id })
  await visitor.stream('POST /api/react', { body: { q, conversation_id } })
  const [call] = control.journal.list({ endpoint: 'chat.react' })
  expect([call?.scenario, call?.explanation]).toEqual([
    null,
    'script `misspelt` is for the agent Suport Desk, not for Support Desk',
  ])
})

it('the journal says that an added script with a similar sentence did not play, because it is for another agent', async () => {
  const mounted = mountInProcess()
  const control = mounted.fake.control()
  const match = { agent: 'Suport Desk', like: q }
  await control.scenarios.add({ name: 'similar', match, script: [answer] })
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor, { agent_id })
  await visitor.stream('POST /api/react', { body: { q, conversation_id } })
  expect(control.journal.list({ endpoint: 'chat.react' })[0]?.explanation).toBe(
    'script `similar` is for the agent Suport Desk, not for Support Desk',
  )
})

import { expect, it } from 'vitest'
import { mountInProcess } from '../../support/transports.ts'

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

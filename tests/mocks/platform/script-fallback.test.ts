import { describe, expect, it } from 'vitest'
import type { StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import { phrasesByLanguage } from '../../../mocks/platform/languages/languages.ts'
import { answerIn, only } from '../../support/stream-reader.ts'
import { demo, mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn, type Visitor } from '../../support/visitor.ts'

const desk = demo.agents.find(({ name }) => name === 'Support Desk')

const ask = async (q: string, body: object = {}) => {
  const visitor = await signIn(mountInProcess())
  return answerIn(await visitor.stream('POST /api/react', { body: { q, ...body } }))
}

async function newBase(visitor: Visitor, filename: string, content: string): Promise<string> {
  const { json } = await visitor.call<{ data: StoredKnowledgeBase }>('POST /api/knowledge-bases', {
    body: { name: 'Mine' },
  })
  await visitor.call(`POST /api/knowledge-bases/${json.data.id}/documents/create`, {
    body: { filename, content },
  })
  return json.data.id
}

describe('a query that no script answers', () => {
  it('a query that no script answers is answered with quotes, each with the file and the section of the document', async () => {
    const answer = await ask('How long is the warranty of a gateway?', { agent_id: desk?.id })
    expect(answer).toContain('> Every sensor and gateway has a warranty of three years')
    expect(answer).toContain('— *warranty.md, § 1*')
    const quoted = answer.split('\n').filter((line) => line.startsWith('> '))
    // A paragraph may begin in one chunk and end in the next.
    const texts = demo.documents.map(({ chunks }) => chunks.map(({ content }) => content).join(' '))
    for (const line of quoted) {
      const words = line.replace(/^> (… )?/, '')
      expect(texts.some((text) => text.includes(words))).toBe(true)
    }
  })

  it.each([
    'Why is the sky blue?',
    'What is the capital of Mongolia?',
    'Warum ist der Himmel blau?',
    '空はなぜ青いのですか。',
    'asdf qwer',
    '🤷',
  ])(
    'a query that no script answers is answered with a question for details if no document matches: %s',
    async (q) => {
      const visitor = await signIn(mountInProcess())
      const events = await visitor.stream('POST /api/react', { body: { q, agent_id: desk?.id } })
      const asksBack = [...phrasesByLanguage.values()].flatMap(({ narrow }) => narrow)
      expect(asksBack.filter((narrow) => answerIn(events).includes(narrow))).toHaveLength(1)
      expect(answerIn(events)).not.toContain(q)
    },
  )

  it.each([...phrasesByLanguage])(
    'a query that no script answers is answered in its own language: %s',
    async (_, words) => {
      const [question = ''] = words.suggestions
      expect(await ask(question)).toContain(words.ask)
      expect(await ask(`${words.greetings[0]}!`)).toContain(words.ask)
    },
  )

  it('a greeting or thanks that no script answers gets a polite reply', async () => {
    const agent_id = desk?.id
    expect(await ask('Hello there', { agent_id })).toMatch(/^Hello, I am Support Desk\./)
    expect(await ask('Vielen Dank!', { agent_id })).toMatch(/^Gern geschehen\./)
    const able = await ask('What can you do?', { agent_id })
    expect(able).toContain(desk?.description)
    expect(able).toContain('**Help centre**')
    expect(await ask('What can you tell me about the warranty?', { agent_id })).toContain('> ')
  })

  it('a query that no script answers finds a passage in a knowledge base with one short document', async () => {
    const visitor = await signIn(mountInProcess())
    await newBase(visitor, 'parking.md', 'Visitors park behind the mill, on the gravel.')
    const answer = answerIn(
      await visitor.stream('POST /api/react', { body: { q: 'Where do visitors park?' } }),
    )
    expect(answer).toContain('> Visitors park behind the mill, on the gravel.')
    expect(answer).toContain('*parking.md, § 1*')
  })

  it.each([
    ['hosho.md', '製品の保証期間は三年間です。電池は対象外です。', '保証期間はどのくらいですか。'],
    [
      'garantie.md',
      'Die Garantie beträgt drei Jahre ab Lieferung.',
      'Wie lange gilt die Garantie?',
    ],
    ['garantiya.md', 'Гарантия действует три года со дня поставки.', 'Сколько действует гарантия?'],
  ])(
    'a query that no script answers is answered from documents in any writing system: %s',
    async (filename, content, q) => {
      const visitor = await signIn(mountInProcess())
      const kb = await newBase(visitor, filename, content)
      const conversation_id = await newConversation(visitor, { kb_ids: [kb] })
      const events = await visitor.stream('POST /api/react', { body: { q, conversation_id } })
      expect(answerIn(events)).toContain(`> ${content}`)
    },
  )

  it('on the endpoint dag, a query that no script answers gets a plan whose steps have readable tasks', async () => {
    const visitor = await signIn(mountInProcess())
    const askFor = (q: string) =>
      visitor.stream('POST /api/dag', { body: { q, agent_id: desk?.id } })
    const known = await askFor('How long is the warranty of a gateway?')
    const plan = known.find(({ data }) => Array.isArray(data['steps']))?.data['steps']
    expect(plan).toMatchObject([
      { task: 'Search “Help centre”' },
      { task: 'Choose the passages that answer the question', deps: ['search_1'] },
      { task: 'Write the answer with its sources', deps: ['choose'] },
    ])
    expect(only(known, 'done')).toMatchObject({ achieved: true })
    expect(only(await askFor('Why is the sky blue?'), 'done')).toMatchObject({ achieved: false })
  })

  it('placeholders in a document are not filled when an answer quotes the document', async () => {
    const visitor = await signIn(mountInProcess())
    await newBase(visitor, 'templates.md', 'Write {{query}} where the zeppelin text goes.')
    const body = { q: 'Where does the zeppelin text go?' }
    const answer = answerIn(await visitor.stream('POST /api/react', { body }))
    expect(answer).toContain('Write {{query}} where the zeppelin text goes.')
  })

  it('a query that no script answers gets the same answer when it is repeated', async () => {
    const q = 'Can a customer get a refund after 25 days?'
    expect(await ask(q)).toBe(await ask(q))
  })
})

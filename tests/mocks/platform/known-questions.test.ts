import { describe, expect, it } from 'vitest'
import { readFixture } from '../../../mocks/read-fixture.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { demo, mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

const rules = `# Rules

## Returns

Parcels can be sent back within 30 days.

## Opening hours

The shop opens at nine and closes at six.
`

const other = `# Field

## Ladders

A ladder needs two people.
`

async function ask(q: string, questions: Record<string, Record<string, string[]>> | undefined) {
  const fixture = readFixture({
    users: [{ email: 'demo@example.com', password: 'demo-password' }],
    agents: [{ name: 'Desk', knowledge_bases: ['Rules'] }],
    knowledge_bases: [
      { name: 'Rules', documents: [{ filename: 'rules.md', content: rules }] },
      { name: 'Field', documents: [{ filename: 'field.md', content: other }] },
    ],
    questions,
  })
  const visitor = await signIn(mountInProcess({ fixture }))
  const agent_id = fixture.agents[0]?.id
  const conversation_id = await newConversation(visitor, { agent_id })
  return answerIn(
    await visitor.stream('POST /api/react', { body: { q, conversation_id, agent_id } }),
  )
}

const questions = {
  'rules.md': {
    Returns: ['Can I give a lamp back?', 'Can a customer change their mind?'],
    'Opening hours': ['When can I visit you?'],
  },
  'field.md': { Ladders: ['Who holds the steps?'] },
}

describe('questions that a fixture lists for the headings of its documents', () => {
  it.each([
    ['Can customers change their minds?', '30 days'],
    ['When may I visit you?', 'opens at nine'],
  ])(
    'a question that resembles a listed question is answered with the text below the heading: %s',
    async (q, part) => {
      expect(await ask(q, questions)).toContain(part)
      expect(await ask(q, undefined)).not.toContain(part)
    },
  )

  it('a question that differs from a listed question in its question word gets a quote, and a note that it may not fit', async () => {
    const answer = await ask('Who can visit you?', questions)
    expect(answer).toContain('I am not sure that this answers the question')
    expect(answer).toContain('> The shop opens at nine')
    expect(answer).not.toContain('This is what the documents say')
  })

  it.each(['When can I visit a glacier museum?', 'When can I visit Paris?'])(
    'a question about another subject or an unknown name is not answered: %s',
    async (q) => {
      expect(await ask(q, questions)).not.toContain('>')
    },
  )

  it('an agent answers no question from a knowledge base that it does not have, not even a listed question', async () => {
    expect(await ask('Who holds the steps?', questions)).not.toContain('two people')
  })

  it('each heading for which the demo lists questions exists in its document', () => {
    expect(Object.keys(demo.questions ?? {}).length).toBeGreaterThan(20)
    for (const [source, headings] of Object.entries(demo.questions ?? {})) {
      const chunks = demo.documents.find(({ filename }) => filename === source)?.chunks ?? []
      const lines = chunks.flatMap(({ content }) => content.split('\n'))
      expect(lines).toEqual(
        expect.arrayContaining(Object.keys(headings).map((heading) => `## ${heading}`)),
      )
    }
  })
})

import { describe, expect, test } from 'vitest'
import { loadPlayer } from '../build/player.ts'
import type { Fixture } from '../contract/fixture.ts'
import { countWords } from '../fixtures/knowledge.ts'
import { demoFixture } from '../fixtures/demo.ts'

const demo = await demoFixture(await loadPlayer())

const idOfUser = (email: string) => demo.users.find((user) => user.email === email)?.id
const dana = idOfUser('demo@example.com')
const otis = idOfUser('other@example.com')
const rhea = idOfUser('restricted@example.com')
const ownedBy = <T extends { user_id: string }>(records: readonly T[], id: string | undefined) =>
  records.filter(({ user_id }) => user_id === id)
const since = (records: readonly { id: string; created_at: string }[], id: string | null) =>
  records.find((record) => record.id === id)?.created_at ?? ''

describe('a transcript of the demo', () => {
  const messages = new Map(demo.messages.map((message) => [message.id, message]))

  test.each(demo.transcripts.map((transcript) => [transcript.id, transcript] as const))(
    'the demo transcript %s agrees with its messages',
    (_, { events, mode, conversation_id, user_message_id, assistant_message_id }) => {
      const question = messages.get(user_message_id)
      const answer = messages.get(assistant_message_id ?? '')
      expect([question?.role, question?.message_type]).toEqual(['user', 'text'])
      expect([answer?.role, answer?.message_type]).toEqual(['assistant', 'done'])
      expect(question?.conversation_id).toBe(conversation_id)
      expect(answer?.conversation_id).toBe(conversation_id)

      const dones = events.flatMap(({ event, data }) => (event === 'done' ? [data] : []))
      expect(dones).toHaveLength(1)
      const { answer: content, ...figures } = dones[0] ?? { answer: '' }
      expect(answer?.content).toBe(content)
      expect(answer?.metadata).toEqual({ ...figures, mode })
      expect(typedIn(events)).toBe(content)

      const names = events.map(({ event }) => event)
      expect(names).not.toContain('end')
      expect(['done', 'suggestions', 'title']).toContain(names.at(-1))
      const times = events.map(({ at }) => at)
      expect(times).toEqual(times.toSorted())
      expect(times[0]! >= question!.created_at && times.at(-1)! <= answer!.created_at).toBe(true)
    },
  )
})

describe('the demo fixture', () => {
  test('the demo fixture has conversations of every kind for its administrator', () => {
    const mine = ownedBy(demo.conversations, dana)
    expect(mine.length).toBeGreaterThanOrEqual(25)
    expect(mine.filter(({ starred }) => starred).length).toBeGreaterThanOrEqual(4)
    expect(mine.filter(({ status }) => status === 'archived').length).toBeGreaterThanOrEqual(3)
    expect(mine.filter(({ agent_id }) => agent_id !== null).length).toBeGreaterThan(10)
    expect(mine.filter(({ kb_ids }) => kb_ids.length > 0).length).toBeGreaterThan(5)
    expect(new Set(mine.map(({ mode }) => mode))).toEqual(new Set(['react', 'dag', 'auto']))
    expect(demo.transcripts.length).toBeGreaterThanOrEqual(12)
    const newest = Math.max(...mine.map(({ created_at }) => Date.parse(created_at)))
    expect(Date.parse(demo.anchored_at) - newest).toBeLessThan(24 * 3_600_000)
  })

  test('the demo fixture has the sum of tokens in each conversation', () => {
    for (const { id, total_tokens } of demo.conversations) {
      const spent = demo.messages
        .filter(({ conversation_id }) => conversation_id === id)
        .map(({ metadata }) => Number(metadata?.['tokens'] ?? 0))
      expect(spent.length).toBeGreaterThan(1)
      expect(spent.reduce((sum, tokens) => sum + tokens, 0)).toBe(total_tokens)
    }
  })

  test('the demo fixture has no conversation older than its user, its agent or its documents', () => {
    for (const { user_id, agent_id, kb_ids, created_at } of demo.conversations) {
      const needed = [
        since(demo.users, user_id),
        demo.agents.find(({ id }) => id === agent_id)?.published_at ?? '',
        ...kb_ids.map((id) => since(demo.knowledge_bases, id)),
      ]
      expect(needed.filter((moment) => moment > created_at)).toEqual([])
    }
  })

  test('the demo fixture has users with finished onboarding and real time zones', () => {
    expect(demo.users.length).toBeGreaterThanOrEqual(8)
    for (const { onboarding_completed, timezone } of demo.users) {
      expect(onboarding_completed).toBe(true)
      expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone ?? 'nowhere' })).not.toThrow()
    }
    const admins = demo.users.filter(({ is_admin }) => is_admin).map(({ id }) => id)
    expect(admins).toContain(dana)
    expect(admins).not.toContain(otis)
    expect(demo.users.filter(({ is_restricted }) => is_restricted).map(({ id }) => id)).toEqual([
      rhea,
    ])
  })

  test('the demo fixture has six public agents, personal ones of two owners, and a draft', () => {
    const shared = demo.agents.filter(({ visibility }) => visibility === 'global')
    expect(shared.length).toBeGreaterThanOrEqual(6)
    for (const { status, instructions, description, icon, suggested_prompts } of shared) {
      expect(status).toBe('published')
      expect(instructions && description && icon).toBeTruthy()
      expect(suggested_prompts.length).toBeGreaterThan(1)
    }
    const personal = demo.agents.filter(({ visibility }) => visibility === 'personal')
    expect(personal.filter(({ status }) => status === 'published').length).toBe(2)
    expect(personal.filter(({ status }) => status === 'draft').length).toBe(1)
    expect(new Set(personal.map(({ user_id }) => user_id))).toEqual(new Set([dana, otis]))
  })

  test('the demo fixture has knowledge bases whose documents are split into searchable chunks', () => {
    const shelves = demo.knowledge_bases.map(({ id, document_count, total_chunks }) => {
      const documents = demo.documents.filter(({ kb_id }) => kb_id === id)
      expect(documents).toHaveLength(document_count)
      expect(documents.flatMap(({ chunks }) => chunks)).toHaveLength(total_chunks)
      return document_count
    })
    expect(shelves.filter((count) => count >= 4).length).toBeGreaterThanOrEqual(4)
    for (const { chunks } of demo.documents) {
      const words = chunks.map(({ content }) => countWords(content))
      expect(words.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(250)
      expect(words.filter((count) => count < 80 || count > 160)).toEqual([])
    }
  })

  test('the demo fixture has private records of the second user', () => {
    expect(ownedBy(demo.conversations, otis).length).toBeGreaterThanOrEqual(3)
    expect(ownedBy(demo.api_keys, otis)).toHaveLength(1)
    expect(ownedBy(demo.agents, otis).map(({ visibility }) => visibility)).toEqual(['personal'])
    expect(ownedBy(demo.knowledge_bases, otis).map(({ visibility }) => visibility)).toEqual([
      'personal',
    ])
  })
})

const typedIn = (events: Fixture['transcripts'][number]['events']): string =>
  events
    .flatMap(({ event, data }) => (event === 'answer' && 'text' in data ? [data.text] : []))
    .join('')

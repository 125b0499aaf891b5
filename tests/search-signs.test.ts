import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Fixture } from '../contract/fixture.ts'
import type { Message } from '../contract/records/conversation.ts'
import { createFake } from '../mocks/fake.ts'
import { searchConversations } from '../mocks/platform/conversations/search.ts'
import { conversationOwner } from '../mocks/world/store.ts'
import { signOf, TextSigns } from '../mocks/platform/conversations/text-signs.ts'

const demo = JSON.parse(readFileSync('generated/fixtures/demo.json', 'utf8')) as Fixture
const [model] = demo.conversations
const user = model?.user_id ?? ''
const owner = conversationOwner(user, 'active')

// Letters that change their number or their kind with their case, and halves of a pair.
const letters = [
  'a',
  'B',
  'ß',
  'İ',
  'ı',
  'Σ',
  'ς',
  'ﬁ',
  'ǅ',
  'é',
  'e\u0301',
  '🚲',
  '\ud83d',
  ' ',
  '%',
]
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })

/** A fake of one user who has more conversations than are looked through without signs. */
function crowdOf(titles: readonly string[]) {
  const conversations = Array.from({ length: 20_001 }, (_, index) => ({
    ...model,
    id: `c-${index}`,
    status: 'active',
    title: titles[index % titles.length],
  })) as Fixture['conversations']
  return createFake({ fixture: { ...demo, conversations, messages: [], transcripts: [] } }).world()
}

/** What is found by reading all. */
function scan({ store }: ReturnType<typeof crowdOf>, wanted: string): string {
  const sought = wanted.toLowerCase()
  const holds = (held: string | null) => held?.toLowerCase().includes(sought)
  return store.conversations
    .owned(owner, 'starred-first')
    .filter(
      ({ id, title }) =>
        holds(title) || store.messages.owned(id, 'oldest').some(({ content }) => holds(content)),
    )
    .map(({ id }) => id)
    .join()
}

test('The sign of a text allows every part of it, whatever the case', () => {
  fc.assert(
    fc.property(text, text, text, (before, wanted, after) => {
      fc.pre((before + wanted + after).toLowerCase().includes(wanted.toLowerCase()))
      const signs = new TextSigns()
      expect(signs.allow(signOf(wanted), 3, () => [before + wanted + after])).toBe(true)
    }),
  )
})

test('A sign keeps most texts from being read that lack what is sought', () => {
  const signs = new TextSigns()
  const allowed = Array.from({ length: 1000 }, (_, place) =>
    signs.allow(signOf('zeppelin'), place, () => [`Invoice number ${place} of the year`]),
  )
  expect(allowed.filter(Boolean).length).toBeLessThan(20)
})

test('Among many, a search finds what reading all finds, while titles and messages change', () => {
  const change = fc.record({
    at: fc.nat(20_000),
    how: fc.constantFrom('rename', 'say', 'unsay', 'delete', 'add'),
    said: text,
  })
  const property = fc.property(
    fc.array(text, { minLength: 1, maxLength: 9 }),
    fc.array(change, { maxLength: 8 }),
    fc.array(text, { minLength: 2, maxLength: 3 }),
    (titles, changes, sought) => {
      const world = crowdOf(titles)
      const { conversations, messages } = world.store
      const message = (id: string, conversation_id: string, content: string) =>
        ({ ...demo.messages[0], id, conversation_id, content }) as Message
      const check = (wanted: string) =>
        expect(
          searchConversations(world, owner, 'starred-first', wanted)
            .map(({ id }) => id)
            .join(),
        ).toBe(scan(world, wanted))
      sought.forEach(check)
      changes.forEach(({ at, how, said }, number) => {
        const one = conversations.get(`c-${at}`)
        if (how === 'add' && model)
          conversations.insert({ ...model, id: `new-${number}`, status: 'active', title: said })
        if (one === undefined) return
        if (how === 'rename') conversations.update(one, { title: said })
        if (how === 'say') messages.insert(message(`m-${number}`, one.id, said))
        if (how === 'unsay')
          for (const { id } of messages.owned(one.id, 'oldest')) messages.delete(id)
        if (how === 'delete') conversations.delete(one.id)
        check(said)
      })
      sought.forEach(check)
    },
  )
  fc.assert(property, { numRuns: 10 })
}, 60_000)

import { type Attack, type AttackClient, everywhere, filled, many } from './attack.ts'

type Snapshot = {
  fixture: { messages: object[]; conversations: { id: string; user_id: string }[] }
}

/** Restores a world with one conversation of `count` messages, and returns its id. */
async function longConversation(client: AttackClient, count: number): Promise<string> {
  const taken = (await client.prepare('GET snapshot')).json<Snapshot>()
  const login = await client.prepare('GET /api/auth/me')
  const user = login.json<{ data?: { id: string }; id?: string }>()
  const owner = user.data?.id ?? user.id
  const [one] = taken.fixture.conversations.filter(({ user_id }) => user_id === owner)
  const conversation_id = one?.id ?? ''
  const messages = many(count, (index) => ({
    id: `m${index}`,
    conversation_id,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: 'word',
    message_type: 'text',
    metadata: null,
    created_at: '2026-11-21T08:00:00.000Z',
  }))
  const fixture = { ...taken.fixture, messages, transcripts: [] }
  // Restoring a large world may be expensive; only the later calls are the attack.
  await client.prepare('PUT snapshot', { ...taken, fixture })
  return conversation_id
}

export const searchAttacks: readonly Attack[] = [
  {
    name: 'conversation-of-many-messages',
    on: ['serve'],
    description:
      'Restores a conversation of eight thousand messages; lists, searches, reads and exports it.',
    largest: 8000,
    async play(client, count) {
      const id = await longConversation(client, count)
      await client.api('GET /api/conversations?q=nothing')
      await client.api('GET /api/conversations?size=100')
      await client.api(`GET /api/conversations/${id}/export?format=markdown`)
      await client.api(`GET /api/conversations/${id}/export?format=json`)
      await client.api('POST /api/react', { q: 'Where is my order?', conversation_id: id })
    },
  },
  {
    name: 'visitor-conversation-of-many-messages',
    on: ['demo'],
    description:
      'Restores the longest conversation allowed for a visitor; lists, searches, reads and exports it.',
    largest: 9000,
    async play(client, count) {
      const id = await longConversation(client, count)
      await client.api('GET /api/conversations?q=nothing')
      await client.api(`GET /api/conversations/${id}/export?format=markdown`)
      await client.api('POST /api/react', { q: 'Where is my order?', conversation_id: id })
    },
  },
  {
    name: 'title-of-megabytes',
    on: everywhere,
    description: 'Sets a title of a megabyte on a conversation; lists, searches and exports it.',
    largest: 1_000_000,
    async play(client, size) {
      const id = await client.first('conversations')
      for (const piece of ['a', 'A\u0301', '\ufdfa']) {
        await client.control(`PATCH records/conversations/${id}`, { title: filled(piece, size) })
        await client.api(`GET /api/conversations?q=${filled('a', 200)}`)
        await client.api(`GET /api/conversations/${id}/export?format=markdown`)
      }
    },
  },
  {
    name: 'title-through-the-platform',
    on: everywhere,
    description: 'Creates conversations with titles of a megabyte through the platform API.',
    largest: 1_000_000,
    async play(client, size) {
      const title = filled('order ', size)
      const made = await client.api('POST /api/conversations', {
        title,
        mode: 'react',
        kb_ids: [title],
      })
      await client.api('GET /api/conversations')
      if (made.status >= 300) return
      const { id } = made.json<{ data: { id: string } }>().data
      await client.api(`PATCH /api/conversations/${id}`, { title, kb_ids: [title] })
      await client.api(`GET /api/conversations/${id}/export?format=markdown`)
    },
  },
  {
    name: 'search-of-odd-texts',
    on: everywhere,
    description:
      'Searches lists for characters that grow when normalized, for lone surrogates, and for long texts.',
    largest: 14_000,
    async play(client, size) {
      for (const piece of ['a', 'İ', '\ufdfa', '%', '.*', '👩\u200d'])
        for (const path of [
          '/api/conversations',
          '/api/agents',
          '/api/admin/users',
          '/api/admin/conversations',
        ])
          await client.api(
            `GET ${path}?q=${encodeURIComponent(filled(piece, size / 12).toWellFormed())}`,
          )
      await client.control(`GET records/messages?q=${filled('a', size)}`)
      await client.control(`GET records/messages?owner=${filled('a', size)}`)
    },
  },
  {
    name: 'pages-of-odd-numbers',
    on: everywhere,
    description: 'Requests impossible pages and page sizes.',
    largest: 0,
    async play(client) {
      for (const odd of [
        '0',
        '-1',
        '0.5',
        '5e-324',
        '1e308',
        '9007199254740992',
        'NaN',
        '1e999',
        '',
      ])
        for (const name of ['page', 'size']) {
          await client.api(`GET /api/conversations?${name}=${odd}`)
          await client.api(`GET /api/admin/audit-log?${name}=${odd}`)
          await client.control(`GET records/messages?${name}=${odd}`)
        }
      await client.api('GET /api/admin/analytics/usage?days=1e308')
      await client.api('GET /api/admin/analytics/by-agent?days=-1')
    },
  },
  {
    name: 'deletion-of-many-ids',
    on: everywhere,
    description:
      'Deletes a hundred thousand conversations in one call, and fifty with ids of several KB.',
    largest: 100_000,
    async play(client, count) {
      await client.api('DELETE /api/conversations/batch', { ids: many(count, String) })
      await client.api('DELETE /api/conversations/batch', {
        ids: many(50, () => filled('a', count / 10)),
      })
    },
  },
]

import { type Attack, everywhere, filled, many, oddNumbers } from './attack.ts'

/** Texts in which it is expensive to find words, languages, emoji or placeholders. */
const texts: Readonly<Record<string, string>> = {
  'one-letter': 'a',
  words: 'order ',
  blanks: ' ',
  digits: '1234567890',
  'combining-characters': 'a\u0301\u0302\u0303\u0304',
  'joined-emoji': '👩\u200d👩\u200d👧\u200d👦\u200d',
  'han-characters': '検索拡張生成',
  placeholders: '{{query}}',
  'open-braces': '{{ ',
  'half-characters': '\ud800',
  'ligatures-that-grow': '\ufdfa',
  'line-ends': '\r\n',
  markup: '**[`',
}

const ofQueries = Object.entries(texts).map(([name, piece]): Attack => ({
  name: `query-of-${name}`,
  on: name === 'words' || name === 'joined-emoji' ? everywhere : ['serve'],
  description: 'Starts turns with a query of a megabyte, in each pipeline.',
  largest: 1_000_000,
  async play(client, size) {
    const q = filled(piece, size)
    for (const mode of ['react', 'dag', 'auto']) await client.api(`POST /api/${mode}`, { q })
  },
}))

const ofSaying = [
  'words',
  'one-letter',
  'joined-emoji',
  'placeholders',
  'combining-characters',
].map((name): Attack => ({
  name: `saying-of-${name}`,
  on: name === 'words' ? everywhere : ['serve'],
  description: 'Makes the next turn answer with a text of a megabyte, then reads what is stored.',
  largest: 1_000_000,
  async play(client, size) {
    await client.control('POST director', { say: filled(texts[name] ?? '', size) })
    await client.api('POST /api/react', { q: 'Where is my order?' })
    await client.control('GET journal')
  },
}))

/** A new conversation of the attacker. */
async function newConversation(client: Parameters<Attack['play']>[0]): Promise<string> {
  const made = await client.prepare('POST /api/conversations', { title: 'attacked' })
  return made.json<{ data: { id: string } }>().data.id
}

export const streamAttacks: readonly Attack[] = [
  {
    name: 'inject-megabytes',
    on: everywhere,
    description: 'Injects megabytes into a running turn, and recalls injections that do not exist.',
    largest: 1_000_000,
    async play(client, size) {
      await client.control('POST director', { speed: 0.001 })
      const conversation_id = await newConversation(client)
      const turn = client.api('POST /api/react', { q: 'Where is my order?', conversation_id })
      for (const _ of many(3, Number))
        await client.api('POST /api/chat/inject', {
          conversation_id,
          content: filled('{{inject}} ', size),
        })
      await client.api('POST /api/chat/inject/recall', {
        conversation_id,
        inject_id: filled('a', size),
      })
      await client.control('POST director', { speed: 'max' })
      await turn
      await client.api(`GET /api/conversations/${conversation_id}`)
    },
  },
  {
    name: 'inject-again-and-again',
    on: everywhere,
    description: 'Injects many texts into one turn, and sends as many answers with the director.',
    largest: 80,
    async play(client, count) {
      await client.control('POST director', { speed: 0.001 })
      const conversation_id = await newConversation(client)
      const turn = client.api('POST /api/dag', { q: 'Where is my order?', conversation_id })
      for (const index of many(count, Number)) {
        await client.api('POST /api/chat/inject', { conversation_id, content: `${index}` })
        await client.control('POST director', { say: `${index}` })
      }
      await client.control('POST director', { speed: 'max' })
      await turn
    },
  },
  {
    name: 'resume-at-odd-cursors',
    on: everywhere,
    description: 'Resumes a turn at impossible cursors.',
    largest: 0,
    async play(client) {
      const conversation_id = await newConversation(client)
      await client.api('POST /api/react', { q: 'Where is my order?', conversation_id })
      for (const cursor of [...oddNumbers, 2 ** 53 - 1, '1', [], {}])
        await client.api('POST /api/chat/resume', { conversation_id, cursor })
    },
  },
  {
    name: 'turns-of-one-conversation',
    on: everywhere,
    description: 'Starts many turns in one conversation; each reads the history of those before.',
    largest: 40,
    async play(client, count) {
      const conversation_id = await newConversation(client)
      for (const _ of many(count, Number))
        await client.api('POST /api/react', { q: 'Where is my order?', conversation_id })
      await client.api(`GET /api/conversations/${conversation_id}/export?format=markdown`)
    },
  },
  {
    name: 'turns-side-by-side',
    on: everywhere,
    description: 'Starts many turns in parallel, pauses them all, and reads the director.',
    largest: 60,
    async play(client, count) {
      await client.control('POST director', { pause: true })
      const turns = many(count, () =>
        client.prepare('POST /api/dag', { q: 'What is new?' }).catch(() => undefined),
      )
      await client.control('GET director')
      for (const _ of many(5, Number)) await client.control('POST director', { skip: true })
      await client.control('POST director', { resume: true })
      client.hangUp()
      await Promise.all(turns)
    },
  },
  {
    name: 'agent-of-long-instructions',
    on: everywhere,
    description:
      'Starts turns with an agent whose name, description and prompts are hundreds of KB long.',
    largest: 300_000,
    async play(client, size) {
      const long = filled('order {{query}} ', size)
      const made = await client.api('POST /api/agents', {
        name: 'attacked',
        description: long,
        instructions: long,
        suggested_prompts: [long],
        suggest_followups: true,
      })
      if (made.status >= 300) return
      const agent_id = made.json<{ data: { id: string } }>().data.id
      await client.api('POST /api/react', { q: 'What can you do?', agent_id })
      await client.control(`PATCH records/agents/${agent_id}`, { name: long })
      await client.api('POST /api/auto', { q: 'What can you do?', agent_id })
    },
  },
  {
    name: 'agent-of-many-sources',
    on: everywhere,
    description:
      'Starts turns with an agent that lists the same knowledge base tens of thousands of times.',
    largest: 20_000,
    async play(client, count) {
      const base = await client.first('knowledge_bases')
      const kb_ids = many(count, () => base)
      const made = await client.api('POST /api/agents', { name: 'attacked', kb_ids })
      if (made.status >= 300) return
      const agent_id = made.json<{ data: { id: string } }>().data.id
      await client.api('POST /api/react', { q: 'How long is the warranty?', agent_id })
      const opened = await client.api('POST /api/conversations', { title: 'x', kb_ids })
      if (opened.status < 300)
        await client.api('POST /api/react', {
          q: 'How long is the warranty?',
          conversation_id: opened.json<{ data: { id: string } }>().data.id,
        })
    },
  },
  {
    name: 'script-that-repeats',
    on: ['serve'],
    description: 'Adds a script with many long lines, each with many placeholders.',
    largest: 1000,
    async play(client, count) {
      const script = many(count, () => ({ answer: '{{query}}'.repeat(20) }))
      await client.control('POST scenarios', { name: 'mine', match: { endpoint: 'react' }, script })
      await client.api('POST /api/react', { q: filled('x', 200) })
    },
  },
  {
    name: 'script-of-gigabytes',
    on: ['serve'],
    description: 'Adds a script that repeats the query thousands of times, and sends a long query.',
    largest: 20_000,
    async play(client, size) {
      const script = [{ answer: '{{query}}'.repeat(10_000) }]
      await client.control('POST scenarios', { name: 'mine', match: { endpoint: 'react' }, script })
      await client.api('POST /api/react', { q: filled('x', size) })
    },
  },
  {
    name: 'script-with-a-slow-pattern',
    on: ['serve'],
    description: 'Adds scripts with backtracking patterns, and sends queries that almost match.',
    largest: 28,
    async play(client, size) {
      const patterns = [
        '/^(a|a)*$/',
        '/^(a|aa)+$/',
        '/^(a*)*$/',
        '/^(.|a)*b$/',
        '/(a?){30}a{30}/',
        '/^(\\w|\\d)*!$/',
        '/a*a*a*a*a*a*$/',
      ]
      for (const [index, query] of patterns.entries()) {
        const match = { endpoint: 'react', query }
        await client.control('POST scenarios', {
          name: `p${index}`,
          match,
          script: [{ answer: 'x' }],
        })
      }
      await client.api('POST /api/react', { q: `${filled('a', size)}?` })
    },
  },
  ...ofQueries,
  ...ofSaying,
]

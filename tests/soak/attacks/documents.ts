import { type Attack, type AttackClient, everywhere, filled, many, oddNumbers } from './attack.ts'

type Made = { readonly id: string }
type Strategy = 'recursive' | 'fixed' | 'semantic' | 'markdown'

const words = filled('word ', 500)

/** Creates a knowledge base through the platform API and returns its id. */
async function newBase(client: AttackClient, settings: object = {}): Promise<string> {
  const made = await client.prepare('POST /api/knowledge-bases', { name: 'attacked', ...settings })
  return made.json<{ data: Made }>().data.id
}

const addDocument = (client: AttackClient, base: string, content: string, filename = 'a.txt') =>
  client.api(`POST /api/knowledge-bases/${base}/documents/create`, { filename, content })

const retrieve = (client: AttackClient, base: string, query = 'word', top_k: unknown = 5) =>
  client.api(`POST /api/knowledge-bases/${base}/retrieve`, { query, top_k })

/** Changes chunk settings through the control API, then adds a document that is split by them. */
async function splitBy(client: AttackClient, settings: object): Promise<void> {
  const base = await newBase(client)
  await client.control(`PATCH records/knowledge_bases/${base}`, settings)
  await addDocument(client, base, words)
}

/** Texts that may cost a text splitter too much. */
const texts: Readonly<Record<string, string>> = {
  'one-word': 'a',
  'blank-lines': 'a\n\n\n\n\n\n\n',
  blanks: '                                                               x',
  headings: '# \n',
  'combining-characters': 'a\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  'joined-emoji': '👩\u200d👩\u200d👧\u200d👦\u200d',
  'sentence-ends': '. ! ? ',
  'no-spaces': '検索拡張生成',
}

const strategies: readonly Strategy[] = ['recursive', 'fixed', 'markdown']

const ofTexts = strategies.flatMap((chunk_strategy) =>
  Object.entries(texts).map(([name, piece]): Attack => ({
    name: `document-${name}-${chunk_strategy}`,
    on: chunk_strategy === 'recursive' ? everywhere : ['serve'],
    description:
      'Adds a document that is hard to split, with the smallest chunks and the largest overlap allowed.',
    largest: 100_000,
    // With the overlap, twice the text is indexed. Non-ASCII text takes 60 to 66 list calls, most
    // of them for regular expressions with Unicode classes.
    allowedLists: 100,
    async play(client, size) {
      // Splits into the maximum number of chunks, or into chunks of the minimum size.
      const chunk_size = Math.max(50, Math.ceil(size / 190))
      const chunk_overlap = Math.floor(chunk_size / 2)
      const base = await newBase(client, { chunk_strategy, chunk_size, chunk_overlap })
      await addDocument(client, base, `x${filled(piece, size - 1)}`)
    },
  })),
)

/** A document of unique words: the worst case for a search index. */
const unique = (size: number, seed: number) =>
  many(size / 8, (index) => (index * 7919 + seed * 104_729).toString(36).padStart(7, 'q')).join(' ')

export const documentAttacks: readonly Attack[] = [
  {
    name: 'overlap-as-large-as-chunk',
    wasFatal: true,
    on: everywhere,
    description:
      'Sets a chunk overlap as large as the chunk, so that the window never advances, then adds a document.',
    largest: 0,
    play: (client) =>
      splitBy(client, { chunk_strategy: 'fixed', chunk_size: 100, chunk_overlap: 100 }),
  },
  {
    name: 'overlap-larger-than-chunk',
    on: everywhere,
    description:
      'Sets a chunk overlap larger than the chunk, so that the window moves backwards, then adds a document.',
    largest: 0,
    play: (client) =>
      splitBy(client, { chunk_strategy: 'fixed', chunk_size: 100, chunk_overlap: 1e9 }),
  },
  {
    name: 'chunk-size-zero',
    wasFatal: true,
    on: everywhere,
    description: 'Sets a chunk size that no piece of text fits into, then adds a document.',
    largest: 0,
    play: (client) =>
      splitBy(client, { chunk_strategy: 'recursive', chunk_size: 0, chunk_overlap: 0 }),
  },
  {
    name: 'chunk-numbers',
    on: everywhere,
    description: 'Sets impossible chunk sizes and overlaps, and adds documents.',
    largest: 0,
    async play(client) {
      for (const size of oddNumbers)
        for (const chunk_strategy of ['fixed', 'markdown'])
          await splitBy(client, { chunk_strategy, chunk_size: size, chunk_overlap: 0 })
      for (const overlap of oddNumbers)
        await splitBy(client, { chunk_strategy: 'fixed', chunk_size: 50, chunk_overlap: overlap })
    },
  },
  {
    name: 'posted-chunk-size-zero',
    wasFatal: true,
    on: everywhere,
    description:
      'Creates a knowledge base without chunk size through the records API, then adds a document.',
    largest: 0,
    async play(client) {
      const first = await client.first('knowledge_bases')
      const { id: _, ...base } = (
        await client.control(`GET records/knowledge_bases/${first}`)
      ).json<Made & Record<string, unknown>>()
      for (const [chunk_size, chunk_overlap] of [
        [0, 0],
        [10, 10],
        [-5, -10],
        [0.5, 0.5],
      ]) {
        const given = { ...base, chunk_strategy: 'fixed', chunk_size, chunk_overlap }
        const made = await client.control('POST records/knowledge_bases', given)
        if (made.status === 201) await addDocument(client, made.json<Made>().id, words)
      }
    },
  },
  {
    name: 'snapshot-chunk-size-zero',
    wasFatal: true,
    on: everywhere,
    description:
      'Restores a snapshot whose knowledge bases have no chunk size, then adds a document.',
    largest: 0,
    async play(client) {
      const taken = await client.prepare('GET snapshot')
      if (taken.text.length >= 1_000_000) return
      const changed = taken.text
        .replaceAll(/"chunk_strategy":"\w+"/g, '"chunk_strategy":"fixed"')
        .replaceAll(/"chunk_size":\d+/g, '"chunk_size":0')
        .replaceAll(/"chunk_overlap":\d+/g, '"chunk_overlap":0')
      await client.control('PUT snapshot', changed)
      await addDocument(client, await client.first('knowledge_bases'), words)
    },
  },
  {
    name: 'documents-of-unique-words',
    wasFatal: true,
    on: everywhere,
    description:
      'Adds documents of unique words and searches them: the index could exceed its estimated size.',
    largest: 8,
    async play(client, count) {
      const base = await newBase(client)
      for (const index of many(count, (one) => one))
        await addDocument(client, base, unique(95_000, index), `${index}.txt`)
      await retrieve(client, base, 'qqqqqqq')
    },
  },
  {
    name: 'retrieve-fuzzy-words',
    on: everywhere,
    description: 'Searches a large index for many words that almost match.',
    largest: 40_000,
    async play(client, size) {
      const base = await newBase(client)
      await addDocument(client, base, unique(size * 8, 1))
      await retrieve(client, base, unique(2000, 3))
    },
  },
  {
    name: 'retrieve-long-query',
    on: everywhere,
    description: 'Searches passages with a query of a megabyte.',
    largest: 1_000_000,
    async play(client, size) {
      const base = await newBase(client)
      await addDocument(client, base, words)
      await retrieve(client, base, unique(size, 1))
      await retrieve(client, base, filled('word ', size), 50)
    },
  },
  {
    name: 'retrieve-odd-top',
    on: everywhere,
    description: 'Requests a billion passages, none, and half a passage.',
    largest: 0,
    async play(client) {
      const base = await newBase(client)
      await addDocument(client, base, words)
      for (const top of [1e9, ...oddNumbers]) await retrieve(client, base, 'word', top)
    },
  },
  {
    name: 'document-of-many-chunks',
    on: everywhere,
    description:
      'Adds a document of very many chunks through the records API, lists them and searches them.',
    largest: 20_000,
    async play(client, count) {
      const id = await client.first('documents')
      const chunks = many(count, (index) => ({ id: `c${index}`, content: 'word word' }))
      const read = (await client.control(`GET records/documents/${id}`)).json<{ kb_id: string }>()
      await client.control(`PATCH records/documents/${id}`, { chunks })
      await client.api(`GET /api/knowledge-bases/${read.kb_id}/documents`)
      await client.api(`GET /api/knowledge-bases/${read.kb_id}/documents/${id}/chunks?size=100`)
      await retrieve(client, read.kb_id)
    },
  },
  ...ofTexts,
]

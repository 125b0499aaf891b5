import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { chooseSeed } from '../../cli/serve.ts'
import { nearestWord } from '../../contract/nearest.ts'
import { parseInPieces } from '../../contract/bounded-parse.ts'
import { snapshot } from '../../contract/snapshot.ts'
import { splitText } from '../../mocks/platform/knowledge-bases/split-text.ts'
import { demo, describeTransports, type Mounted, mountInProcess } from '../support/transports.ts'
import {
  conversationOf,
  type Enveloped,
  newConversation,
  signIn,
  visit,
} from '../support/visitor.ts'

type Refused = { readonly error: string }

const control = (mounted: Mounted, operation: string, body?: unknown) =>
  visit(mounted).call<Refused>(operation.replace(' ', ' /__control/'), { body })

const anyBase = demo.knowledge_bases[0]?.id ?? ''

describeTransports('a knowledge base whose chunk settings cannot split a text', (mount) => {
  it.each([
    { chunk_strategy: 'fixed', chunk_size: 100, chunk_overlap: 100 },
    { chunk_strategy: 'recursive', chunk_size: 0, chunk_overlap: 0 },
    { chunk_strategy: 'fixed', chunk_size: 8000, chunk_overlap: 2001 },
    { chunk_size: 50, chunk_overlap: 26 },
    { chunk_size: -1 },
  ])(
    'a knowledge base whose chunk settings cannot split a text is refused as a record of the control API: %j',
    async (change) => {
      const mounted = await mount()
      const { status, json } = await control(
        mounted,
        `PATCH records/knowledge_bases/${anyBase}`,
        change,
      )
      expect([status, json.error]).toEqual([422, expect.stringMatching(/chunk_(size|overlap)/)])
    },
  )

  it('a knowledge base whose chunk settings cannot split a text is refused in a snapshot, and the error names its path', async () => {
    const { fake } = mountInProcess()
    const taken = fake.control().snapshot()
    Object.assign(taken.fixture.knowledge_bases[0] ?? {}, { chunk_size: 0, chunk_overlap: 0 })
    await expect(fake.control().restore(taken)).rejects.toThrow(
      'fixture.knowledge_bases.0.chunk_size',
    )
  })
})

it.each(['fixed', 'recursive', 'markdown', 'semantic'] as const)(
  'the %s strategy splits a text completely with any chunk settings',
  (chunk_strategy) => {
    const text = 'word '.repeat(100)
    for (const [chunk_size, chunk_overlap] of [
      [0, 0],
      [1, 1],
      [10, 10],
      [10, 1000],
      [-5, -5],
    ] as const) {
      const chunks = splitText(text, { chunk_strategy, chunk_size, chunk_overlap })
      expect(chunks.length).toBeLessThanOrEqual(text.length)
    }
  },
)

it('a document that consists only of headings does not get a chunk for each heading', () => {
  const base = { chunk_strategy: 'markdown', chunk_size: 1000, chunk_overlap: 0 } as const
  expect(splitText('# \n'.repeat(300_000), base).length).toBeLessThan(1000)
})

it('a document with too many chunks is refused, and the error says what to change', async () => {
  const visitor = await signIn(mountInProcess())
  const body = { name: 'fine', chunk_size: 50, chunk_overlap: 25 }
  const made = await visitor.call<Enveloped<{ id: string }>>('POST /api/knowledge-bases', { body })
  const { status, json } = await visitor.call(
    `POST /api/knowledge-bases/${made.json.data.id}/documents/create`,
    { body: { filename: 'a.txt', content: '. ! ? '.repeat(10_000) } },
  )
  expect([status, json]).toEqual([
    400,
    expect.objectContaining({ message: expect.stringContaining('larger `chunk_size`') }),
  ])
})

const faultOf = (endpoint: unknown) => ({ match: { endpoint }, effect: { latency: 1 } })

describe('a suggestion for a misspelt name', () => {
  it('a misspelt name gets a suggestion only if it has at most 200 characters', () => {
    expect(nearestWord(`chat.reac${'t'.repeat(200)}`, ['chat.react'])).toBeUndefined()
    expect(nearestWord('chat.raect', ['x'.repeat(1_000_000), 'chat.react'])).toBe('chat.react')
  })

  it('a suggestion for a misspelt name is made for the first 20 unknown keys only', async () => {
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`effekt${at}`, 1]))
    const { status, json } = await control(mountInProcess(), 'POST faults', fields)
    expect(status).toBe(422)
    expect(json.error.length).toBeLessThan(10_000)
  })

  it.each([
    ['a choice', 'PATCH choices', { picks: { ['a'.repeat(1_900_000)]: 'x' } }],
    ['the operations of a fault', 'POST faults', faultOf(['b'.repeat(100_000)])],
    ['the operation of a fault', 'POST faults', faultOf('c'.repeat(100_000))],
    ['a list of operations', 'POST faults', faultOf(Array(100_000).fill('d'))],
    ['a scenario', 'POST director', { next: 'e'.repeat(1_000_000) }],
    ['a record', `PATCH records/knowledge_bases/${'f'.repeat(15_000)}`, {}],
    ['a filter', `GET journal?endpoint=/${'g'.repeat(14_000)}`, undefined],
  ])(
    'a suggestion for a misspelt name is not searched for an overlong name of %s',
    async (_what, operation, body) => {
      const { status, json } = await control(mountInProcess(), operation, body)
      expect(status).toBeGreaterThanOrEqual(404)
      expect(status).toBeLessThan(500)
      expect(json.error.length).toBeLessThan(10_000)
    },
  )
})

describe('the validation of input', () => {
  it('the validation of input does not inspect the items of a list that is too long', async () => {
    const visitor = await signIn(mountInProcess())
    const body = { name: 'a', kb_ids: Array(20_000).fill(0) }
    const { status, json } = await visitor.call('POST /api/agents', { body })
    expect(status).toBe(422)
    expect(json).toMatchObject({ detail: [{ loc: ['body', 'kb_ids'], type: 'too_long' }] })
  })

  it('the validation of input returns an error that is not larger than the input', async () => {
    const visitor = await signIn(mountInProcess())
    const body = { tool_categories: Array.from({ length: 1000 }, () => ({ of: 'x'.repeat(100) })) }
    const { status, text } = await visitor.call('POST /api/agents', { body })
    expect(status).toBe(422)
    expect(text.length).toBeLessThan(JSON.stringify(body).length)
  })

  it('a body that is one long text is refused in a few milliseconds', async () => {
    const visitor = await signIn(mountInProcess())
    const path = `POST /api/knowledge-bases/${anyBase}/documents/create`
    const before = process.threadCpuUsage()
    expect((await visitor.call(path, { body: 'x'.repeat(1_000_000) })).status).toBe(422)
    expect(process.threadCpuUsage(before).user).toBeLessThan(300_000)
  })

  it('the validation of input stops at the first invalid item of a snapshot', () => {
    const users = Array(2_000_000).fill(0)
    const document = { understudy: 'snapshot', version: 1, fixture: { users }, tables: {} }
    expect(parseInPieces(snapshot, document).issues).toHaveLength(1)
  })
})

/** A document of 12,000 unique words. */
const uniqueWords = (seed: number) =>
  Array.from({ length: 12_000 }, (_, at) => `w${(at * 7919 + seed * 104_729).toString(36)}`).join(
    ' ',
  )

describe('the search index of a knowledge base', () => {
  it('the search index of a knowledge base counts as memory of its world, and is bounded for any documents', async () => {
    const mounted = mountInProcess()
    const visitor = await signIn(mounted)
    const kb = demo.knowledge_bases.find(({ user_id }) => user_id === demo.users[0]?.id)?.id
    for (const seed of [1, 2, 3, 4]) {
      const body = { filename: `${seed}.txt`, content: uniqueWords(seed) }
      const path = `POST /api/knowledge-bases/${kb}/documents/create`
      expect((await visitor.call(path, { body })).status).toBe(200)
    }
    const before = mounted.fake.world().bytes
    await visitor.call(`POST /api/knowledge-bases/${kb}/retrieve`, { body: { query: 'returns' } })
    const grown = mounted.fake.world().bytes - before
    expect(grown).toBeGreaterThan(1_000_000)
    expect(grown).toBeLessThan(16 * 1024 * 1024)
    await visitor.call(`DELETE /api/knowledge-bases/${kb}`)
    expect(mounted.fake.world().bytes).toBeLessThan(before)
  })
})

describeTransports('an impossible speed of the clock or of turns', (mount) => {
  it.each([
    ['POST director', { speed: 5e-324 }],
    ['POST director', { speed: 1e308 }],
    ['POST clock', { scale: 5e-324 }],
    ['POST clock', { scale: 1e308 }],
  ])('an impossible speed of the clock or of turns is refused: %s %j', async (operation, body) => {
    expect((await control(await mount(), operation, body)).status).toBe(422)
  })

  it('with the slowest allowed speed, the director still works while a turn runs', async () => {
    const mounted = await mount({ speed: 1 })
    const visitor = await signIn(mounted)
    await control(mounted, 'POST director', { speed: 0.001 })
    const reader = await visitor.read('POST /api/react', { body: { q: 'Hello' } })
    await reader.until(1)
    expect((await control(mounted, 'GET director')).status).toBe(200)
    await reader.leave()
  })
})

describe('a script', () => {
  it('a script inserts at most the allowed number of characters for its placeholders', async () => {
    const answer = '{{query}}'.repeat(10_000)
    const scenarios = [
      { name: 'long', match: { endpoint: 'react' as const }, script: [{ answer }] },
    ]
    const mounted = mountInProcess({ speed: Number.POSITIVE_INFINITY, scenarios })
    const visitor = await signIn(mounted)
    const id = await newConversation(visitor)
    const body = { q: 'x'.repeat(5000), conversation_id: id }
    await visitor.stream('POST /api/react', { body })
    const { messages } = await conversationOf(visitor, id)
    expect(messages.at(-1)?.content).toContain('would add 50000000 characters')
  })
})

describe('the seed of a server', () => {
  it('the seed of a server is random if other machines can reach the server, unless it is set', () => {
    expect(chooseSeed(undefined, false)).not.toBe(chooseSeed(undefined, false))
    expect(chooseSeed('mine', false)).toBe('mine')
    expect(chooseSeed(undefined, true)).toBe(chooseSeed(undefined, true))
  })
})

describe('a YAML file', () => {
  it.each(['[', '{a: ', '- '])(
    'a YAML file with endless nesting of %j is refused, and the error names the position',
    (level) => {
      const text = level.repeat(20_000)
      expect(() => parseYaml(text, 'mine.yaml')).toThrow('this is nested too deeply')
    },
  )
})

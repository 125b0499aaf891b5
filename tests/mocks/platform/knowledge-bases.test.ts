import { describe, expect, it } from 'vitest'
import { knowledgeBase, passage, type Passage } from '../../../contract/records/knowledge-base.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { type Enveloped, type Paged, signIn, type Visitor } from '../../support/visitor.ts'

type Base = { readonly id: string; readonly name: string; readonly source: string }

const named = (name: string) => demo.knowledge_bases.find((base) => base.name === name)?.id ?? ''

const retrieve = async (visitor: Visitor, base: string, body: object) =>
  (await visitor.call<Enveloped<Passage[]>>(`POST /api/knowledge-bases/${base}/retrieve`, { body }))
    .json.data

describeTransports('knowledge bases', (mount) => {
  it('the list of knowledge bases has public ones, and personal ones of the caller', async () => {
    const mounted = await mount()
    const names = async (user: string) => {
      const visitor = await signIn(mounted, user)
      const { json } = await visitor.call<Paged<Base>>('GET /api/knowledge-bases')
      for (const base of json.items) expect(knowledgeBase.safeParse(base).error).toBeUndefined()
      return json.items.map(({ name }) => name)
    }
    expect(await names('demo')).toEqual(expect.arrayContaining(['Help centre', 'Finance desk']))
    expect(await names('other')).toEqual(expect.arrayContaining(['Help centre', 'Field notes']))
    expect(await names('other')).not.toContain('Finance desk')
  })

  it('knowledge bases return passages with their source and a score, best first', async () => {
    const visitor = await signIn(await mount())
    const passages = await retrieve(visitor, named('Help centre'), {
      query: 'How do I return a sensor and get a refund?',
    })
    expect(passages).toHaveLength(5)
    for (const one of passages) expect(passage.safeParse(one).error).toBeUndefined()
    expect(passages[0]?.metadata.source).toBe('returns-and-refunds.md')
    const scores = passages.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(Math.max(...scores)).toBeLessThanOrEqual(1)
    expect(Math.min(...scores)).toBeGreaterThan(0)
  })

  it.each([1, 3, 50])('knowledge bases return at most the %i requested passages', async (top_k) => {
    const visitor = await signIn(await mount())
    const passages = await retrieve(visitor, named('Help centre'), { query: 'sensor', top_k })
    expect(passages.length).toBeGreaterThan(0)
    expect(passages.length).toBeLessThanOrEqual(top_k)
  })

  it.each(['zyzzyva', '???', ' '])(
    'knowledge bases return nothing if nothing matches %j',
    async (query) => {
      const visitor = await signIn(await mount())
      expect(await retrieve(visitor, named('Help centre'), { query })).toEqual([])
    },
  )

  it.each([
    [{}, 'query', 'missing'],
    [{ query: '' }, 'query', 'string_too_short'],
    [{ query: 5 }, 'query', 'string_type'],
    [{ query: 'x', top_k: 0 }, 'top_k', 'greater_than_equal'],
    [{ query: 'x', top_k: 51 }, 'top_k', 'less_than_equal'],
    [{ query: 'x', top_k: 1.5 }, 'top_k', 'int_from_float'],
  ])('retrieval from a knowledge base refuses the body %j', async (body, field, type) => {
    const visitor = await signIn(await mount())
    const path = `POST /api/knowledge-bases/${named('Help centre')}/retrieve`
    const { status, json } = await visitor.call(path, { body })
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', field], type }] }])
  })

  it('knowledge bases that are unknown, or personal to others, get 404', async () => {
    const visitor = await signIn(await mount())
    for (const id of [named('Field notes'), 'unknown']) {
      const path = `POST /api/knowledge-bases/${id}/retrieve`
      expect(await visitor.refusal(path, { body: { query: 'x' } })).toEqual([404, 'not_found'])
    }
  })
})

describe('retrieval from knowledge bases', () => {
  it.each([
    ['Help centre', 'What does the warranty cover?', 'warranty.md'],
    ['Help centre', 'set up a canopy', 'canopy-setup.md'],
    ['Engineering runbooks', 'the database has to fail over', 'database-failover.md'],
    ['Engineering runbooks', 'roll back a deploy', 'deploys-and-rollbacks.md'],
    ['People handbook', 'How many days of leave do I have?', 'leave.md'],
    ['Finance desk', 'closing the books at month end', 'month-end-close.md'],
  ])('retrieval in %s for "%s" finds a passage of %s', async (base, query, source) => {
    const passages = await retrieve(await signIn(mountInProcess()), named(base), { query })
    expect(passages[0]?.metadata.source).toBe(source)
  })

  it('retrieval from knowledge bases tolerates a typing error and matches the beginning of a word', async () => {
    const visitor = await signIn(mountInProcess())
    for (const query of ['waranty', 'warrant'])
      expect((await retrieve(visitor, named('Help centre'), { query }))[0]?.metadata.source).toBe(
        'warranty.md',
      )
  })

  it('retrieval from knowledge bases accepts a query of any length', async () => {
    const visitor = await signIn(mountInProcess())
    const base = named('Help centre')
    expect(await retrieve(visitor, base, { query: 'x'.repeat(300_000) })).toEqual([])
    const query = `warranty ${'and so on '.repeat(30_000)}`
    expect((await retrieve(visitor, base, { query })).length).toBeGreaterThan(0)
  })
})

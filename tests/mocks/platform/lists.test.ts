import { describe, expect, it } from 'vitest'
import {
  crowded,
  demo,
  describeTransports,
  empty,
  mountInProcess,
} from '../../support/transports.ts'
import { newConversation, type Paged, signIn, type Visitor } from '../../support/visitor.ts'

type Listed = Paged<{ readonly id: string }>
type Titles = Paged<{ readonly title: string }>
const lists = ['/api/me/api-keys', '/api/conversations', '/api/agents', '/api/knowledge-bases']

const seenByDemo = demo.agents.filter(
  ({ user_id, visibility }) => visibility !== 'personal' || user_id === demo.users[0]?.id,
).length

describeTransports('lists', (mount) => {
  it.each(lists)(
    'lists of %s have the page format, with page 1 and size 20 by default',
    async (path) => {
      const visitor = await signIn(await mount())
      const { status, json } = await visitor.call<Listed>(`GET ${path}`)
      expect(status).toBe(200)
      expect(Object.keys(json).toSorted()).toEqual(['items', 'page', 'pages', 'size', 'total'])
      expect(json).toMatchObject({ page: 1, size: 20, pages: Math.ceil(json.total / 20) })
      expect(json.items).toHaveLength(Math.min(20, json.total))
    },
  )

  it.each(lists)('lists of %s return every item exactly once over all pages', async (path) => {
    const visitor = await signIn(await mount())
    const { items, total } = (await visitor.call<Listed>(`GET ${path}?size=100`)).json
    const ids: string[] = []
    const pages = Math.ceil(total / 3)
    for (let page = 1; page <= pages; page++) {
      const { json } = await visitor.call<Listed>(`GET ${path}?size=3&page=${page}`)
      expect(json).toMatchObject({ page, size: 3, pages, total })
      ids.push(...json.items.map(({ id }) => id))
    }
    expect(ids).toEqual(items.map(({ id }) => id))
    expect(ids).toHaveLength(total)
  })

  it('lists show every change, also on pages that were read before', async () => {
    const visitor = await signIn(await mount())
    const queries = ['', '?size=3', '?size=5', '?size=3&page=2']
    const titles = async () => {
      const path = 'GET /api/conversations'
      const calls = queries.map((query) => visitor.call<Titles>(`${path}${query}`))
      const [whole = [], three, five, second] = (await Promise.all(calls)).map(({ json }) =>
        json.items.map(({ title }) => title),
      )
      expect([three, five, second]).toEqual([
        whole.slice(0, 3),
        whole.slice(0, 5),
        whole.slice(3, 6),
      ])
      return whole
    }
    const before = await titles()
    const id = await newConversation(visitor, { title: 'Made now' })
    expect(await titles()).toContain('Made now')
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { title: 'Renamed now' } })
    const renamed = await titles()
    expect(renamed).toContain('Renamed now')
    expect(renamed).not.toContain('Made now')
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { status: 'archived' } })
    expect(await titles()).toEqual(before)
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { status: 'active' } })
    expect((await titles()).toSorted()).toEqual(renamed.toSorted())
    await visitor.call(`DELETE /api/conversations/${id}`)
    expect(await titles()).toEqual(before)
  })

  it.each(['99', '1000000', '9007199254740991'])('lists are empty on page %s', async (page) => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call<Listed>(`GET /api/agents?page=${page}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({ items: [], page: Number(page), total: seenByDemo, pages: 1 })
  })

  it.each([
    ['page=0', 'page', 'greater_than_equal'],
    ['page=-1', 'page', 'greater_than_equal'],
    ['page=two', 'page', 'int_parsing'],
    ['page=', 'page', 'int_parsing'],
    ['page=1.5', 'page', 'int_parsing'],
    ['page=1e2', 'page', 'int_parsing'],
    ['page=99999999999999999999', 'page', 'int_parsing'],
    ['size=0', 'size', 'greater_than_equal'],
    ['size=101', 'size', 'less_than_equal'],
    ['size=5&size=500', 'size', 'less_than_equal'],
  ])('lists refuse %s with 422, and say where and why', async (query, field, type) => {
    const visitor = await signIn(await mount())
    const answers = await Promise.all(lists.map((path) => visitor.call(`GET ${path}?${query}`)))
    for (const { status, json } of answers) {
      expect(status).toBe(422)
      expect(json).toMatchObject({ detail: [{ loc: ['query', field], type }] })
    }
  })

  it.each(['size=1', 'size=100', 'page=1&size=1', 'page=%201', 'page=+1', 'size=5&unknown=1'])(
    'lists accept %s',
    async (query) => {
      const visitor = await signIn(await mount())
      expect((await visitor.call(`GET /api/agents?${query}`)).status).toBe(200)
    },
  )

  it('lists report all problems of a query at once', async () => {
    const visitor = await signIn(await mount())
    const { json } = await visitor.call('GET /api/conversations?page=x&size=101&q=')
    expect(json).toEqual({
      detail: [
        {
          type: 'int_parsing',
          loc: ['query', 'page'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: 'x',
        },
        {
          type: 'less_than_equal',
          loc: ['query', 'size'],
          msg: 'Input should be less than or equal to 100',
          input: '101',
          ctx: { le: 100 },
        },
        {
          type: 'string_too_short',
          loc: ['query', 'q'],
          msg: 'String should have at least 1 character',
          input: '',
          ctx: { min_length: 1 },
        },
      ],
    })
  })

  it('lists are empty in the empty fixture, with zero pages', async () => {
    const visitor = await signIn(await mount({ fixture: empty }))
    for (const path of lists.slice(1)) {
      const { json } = await visitor.call(`GET ${path}`)
      expect(json).toEqual({ items: [], total: 0, page: 1, size: 20, pages: 0 })
    }
  })
})

describe('a list of ten thousand items', () => {
  const mounted = mountInProcess({ fixture: crowded() })
  const page = async (visitor: Visitor, query: string) =>
    (await visitor.call<Listed>(`GET /api/conversations?${query}`)).json

  it('a list of ten thousand items returns each item once over pages of a hundred, also while records are written', async () => {
    const visitor = await signIn(mounted)
    const { total, pages } = await page(visitor, 'size=100')
    expect(total).toBeGreaterThan(5000)
    const ids = new Set<string>()
    for (let at = 1; at <= pages; at++)
      for (const { id } of (await page(visitor, `size=100&page=${at}`)).items) ids.add(id)
    expect(ids.size).toBe(total)

    const added = await newConversation(visitor)
    const [first = ''] = ids
    await visitor.call(`DELETE /api/conversations/${first}`)
    const last = await page(visitor, `size=100&page=${pages}`)
    expect(last.total).toBe(total)
    expect(last.items).toHaveLength(total - (pages - 1) * 100)
    const seen = new Set<string>()
    for (let at = 1; at <= pages; at++)
      for (const { id } of (await page(visitor, `size=100&page=${at}`)).items) seen.add(id)
    ids.delete(first)
    expect(seen).toEqual(ids.add(added))
  })

  it('a list of ten thousand items is searched completely', async () => {
    const visitor = await signIn(mounted)
    const all = await page(visitor, 'q=Warranty%20claim&size=100')
    const last = await page(visitor, `q=Warranty%20claim&size=100&page=${all.pages}`)
    expect(all.total).toBeGreaterThan(100)
    expect(last.items).toHaveLength(all.total - (all.pages - 1) * 100)
  })
})

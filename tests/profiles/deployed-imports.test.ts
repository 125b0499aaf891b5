import { beforeEach, describe, expect, it } from 'vitest'
import type { Visitor } from '../support/visitor.ts'
import { answer as answerTo, twoUsers } from './deployed-visitor.ts'

type Action = Readonly<Record<'id' | 'connector_id' | 'name' | 'method' | 'path', string>>
type Body = {
  readonly status: number
  readonly data: { readonly id: string; readonly name: string; readonly actions: readonly Action[] }
}

let demo: Visitor
beforeEach(async () => {
  ;({ demo } = await twoUsers())
})
const answer = (operation: string, body?: unknown) => answerTo<Body>(demo, operation, body)
const namesOf = ({ data }: Body) =>
  data.actions.map(({ name, method, path }) => [name, method, path])

describe('imports at the known deployment', () => {
  it('each path of an OpenAPI document becomes an action with its first method, if it has one', async () => {
    const spec = {
      info: { title: 'Shop '.repeat(50) },
      paths: {
        '/orders/{id}': {
          parameters: [{ name: 'id', in: 'path' }],
          get: { operationId: 'getOrder', summary: 'One order' },
          delete: { operationId: 'dropOrder' },
        },
        '/empty': {},
        '/nothing': null,
        '/orders': { post: {} },
      },
    }
    const expected = [
      ['getOrder', 'GET', '/orders/{id}'],
      ['_orders', 'POST', '/orders'],
    ]
    const made = await answer('POST /api/connectors/import-openapi', { spec })
    expect([made.status, made.data.name.length, namesOf(made)]).toEqual([200, 200, expected])
    const more = { spec, replace_existing: true }
    const into = await answer(`POST /api/connectors/${made.data.id}/import-openapi`, more)
    expect([into.status, namesOf(into)]).toEqual([200, expected])
  })

  it('an imported action without a method is a GET, and an unknown method is refused', async () => {
    const send = (action: object) =>
      answer('POST /api/connectors/import', {
        name: 'Tickets',
        connector_type: 'api',
        actions: [{ name: 'list', path: '/tickets', ...action }],
      })
    expect(namesOf(await send({}))).toEqual([['list', 'GET', '/tickets']])
    expect(await send({ method: 'FETCH' })).toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'actions', 0, 'method'] }],
    })
  })

  it('each action of a new connector has an id of its own, and the id of the connector', async () => {
    const actions = ['/a', '/b'].map((path) => ({ name: 'list', path }))
    const imported = () =>
      answer('POST /api/connectors/import', { name: 'Tickets', connector_type: 'api', actions })
    const [first, second] = [await imported(), await imported()]
    const fork = await answer(`POST /api/connectors/${first.data.id}/fork`, {})
    const spec = { info: { title: 'Shop' }, paths: { '/orders': { get: {} } } }
    const document = await answer('POST /api/connectors/import-openapi', { spec })
    await answer(`POST /api/connectors/${document.data.id}/import-openapi`, { spec })
    const seen = new Set<string>()
    for (const { data } of [first, second, fork, document]) {
      const read = (await answer(`GET /api/connectors/${data.id}`)).data
      expect(read.actions).toHaveLength(2)
      expect(read.actions.slice(0, data.actions.length)).toEqual(data.actions)
      for (const { id, connector_id } of read.actions) {
        expect(connector_id).toBe(read.id)
        seen.add(id)
      }
    }
    expect(seen.size).toBe(8)
  })

  it('a document that is imported from a long URL has a name of 255 characters', async () => {
    const base = await answer('POST /api/knowledge-bases', { name: 'Pages' })
    const urls = [
      `https://pages.example.com/a?signature=${'b'.repeat(300)}`,
      'https://a.example.com/',
    ]
    const { status, json } = await demo.call(
      `POST /api/knowledge-bases/${base.data.id}/import-urls`,
      { body: { urls } },
    )
    const filename = urls[0]?.slice(26, 26 + 255)
    expect([status, json]).toMatchObject([
      200,
      { data: { imported: [{ filename }, { filename: 'page' }] } },
    ])
  })
})

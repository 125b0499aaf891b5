import { expect, it } from 'vitest'
import { describeTransports } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

/** The minimum fields of a record of each kind in a file of data. */
const least: readonly (readonly [kind: string, record: Readonly<Record<string, unknown>>])[] = [
  ['users', { email: 'new@example.com', password: 'new-password' }],
  ['agents', { name: 'Brief' }],
  ['knowledge_bases', { name: 'Brief' }],
  ['conversations', {}],
  ['api_keys', { name: 'Brief' }],
  ['organizations', { name: 'Brief' }],
  ['connectors', { name: 'Brief', base_url: 'https://api.example.com' }],
  ['mcp_servers', { name: 'Brief', transport: 'sse' }],
  ['channels', { name: 'Brief', type: 'slack' }],
  ['workflows', { name: 'Brief' }],
  ['models', { name: 'brief', provider: 'example' }],
]

describeTransports('a record that is added with few fields', (mount) => {
  const add = async (kind: string, record: object) => {
    const mounted = await mount()
    const response = await mounted.fetch(
      new Request(`${mounted.baseUrl}/__control/records/${kind}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(record),
      }),
    )
    return { mounted, status: response.status, text: await response.text() }
  }

  it.each(least)('a record of %s gets defaults for missing fields: %j', async (kind, record) => {
    const { status, text } = await add(kind, record)
    expect([status, status === 201 ? '' : text]).toEqual([201, ''])
    expect(JSON.parse(text)).toMatchObject({ id: expect.any(String), ...record })
  })

  it('an agent that is created from a name and an owner can be read by its owner', async () => {
    const { mounted, text } = await add('agents', { name: 'Brief', owner: 'demo@example.com' })
    const visitor = await signIn(mounted)
    const { id } = JSON.parse(text) as { id: string }
    const read = await visitor.call<{ data: { name: string } }>(`GET /api/agents/${id}`)
    expect([read.status, read.json.data.name]).toEqual([200, 'Brief'])
  })

  it('a knowledge base is created together with its documents', async () => {
    const documents = [{ filename: 'a.txt', content: 'Zebras return by Quagga.' }]
    const { mounted, text } = await add('knowledge_bases', { name: 'Returns', documents })
    expect(JSON.parse(text)).toMatchObject({ document_count: 1 })
    const listed = await mounted.fetch(
      new Request(`${mounted.baseUrl}/__control/records/documents?q=Zebras%20return`),
    )
    expect(await listed.json()).toMatchObject({ total: 1 })
  })

  it.each([
    ['agents', { nam: 'Brief' }, 'Did you mean `name`?'],
    ['agents', {}, 'name'],
    ['agents', { name: 7 }, 'name'],
    ['agents', { name: 'Brief', knowledge_bases: ['Nowhere'] }, 'Nowhere'],
    ['agents', { name: 'Brief', owner: 'nobody@example.com' }, 'nobody@example.com'],
    ['agent', { name: 'Brief' }, 'Did you mean `agents`?'],
  ])('an invalid record of %s is refused: %j', async (kind, record, reason) => {
    const { status, text } = await add(kind, record)
    expect([status >= 400 && status < 500, text]).toEqual([true, expect.stringContaining(reason)])
  })
})

import { expect, it } from 'vitest'
import { knowledgeBase, type Passage } from '../../../contract/records/knowledge-base.ts'
import { readProfile } from '../../../contract/profile.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { type Enveloped, type Paged, signIn, type Visitor } from '../../support/visitor.ts'

type Base = {
  readonly id: string
  readonly name: string
  readonly is_active: boolean
  readonly document_count: number
  readonly total_chunks: number
}
type Document = { readonly id: string; readonly filename: string; readonly chunk_count: number }
type Chunk = { readonly id: string; readonly chunk_index: number; readonly content: string }

const bases = '/api/knowledge-bases'
const helpCentre = demo.knowledge_bases.find(({ name }) => name === 'Help centre')?.id ?? ''

const newBase = async (visitor: Visitor, fields: object = {}) =>
  (
    await visitor.call<Enveloped<Base>>(`POST ${bases}`, {
      body: { name: 'Greenhouse', ...fields },
    })
  ).json.data

const baseOf = async (visitor: Visitor, id: string) =>
  (await visitor.call<Enveloped<Base>>(`GET ${bases}/${id}`)).json.data

const newDocument = async (visitor: Visitor, base: string, filename: string, content: string) =>
  (
    await visitor.call<Enveloped<Document>>(`POST ${bases}/${base}/documents/create`, {
      body: { filename, content },
    })
  ).json.data

const retrieved = async (visitor: Visitor, base: string, query: string) =>
  (
    await visitor.call<Enveloped<Passage[]>>(`POST ${bases}/${base}/retrieve`, { body: { query } })
  ).json.data.map(({ content }) => content)

const words = (count: number, end: string) => `${'Kettles whistle. '.repeat(count / 2)}${end}`

/** A document with more words than are indexed at once. */
const long = (end: string) => `${'The kettle whistles quietly. '.repeat(2000)}${end}`

describeTransports('knowledge bases', (mount) => {
  it('knowledge bases are created from a name as private records of the caller', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { status, json } = await visitor.call<Enveloped<Base>>(`POST ${bases}`, {
      body: { name: 'Greenhouse' },
    })
    expect([status, json]).toMatchObject([
      200,
      {
        success: true,
        data: {
          name: 'Greenhouse',
          chunk_strategy: 'recursive',
          chunk_size: 1000,
          retrieval_mode: 'hybrid',
          document_count: 0,
          total_chunks: 0,
          is_active: true,
          visibility: 'personal',
          source: 'own',
        },
      },
    ])
    expect(knowledgeBase.safeParse(json.data).error).toBeUndefined()
    expect(await baseOf(visitor, json.data.id)).toEqual(json.data)
    const other = await signIn(mounted, 'other')
    expect(await other.refusal(`GET ${bases}/${json.data.id}`)).toEqual([404, 'not_found'])
  })

  it.each([
    [{}, 'name', 'missing'],
    [{ name: '' }, 'name', 'string_too_short'],
    [{ name: 'x', chunk_strategy: 'clever' }, 'chunk_strategy', 'enum'],
    [{ name: 'x', chunk_size: 10 }, 'chunk_size', 'greater_than_equal'],
  ])('knowledge bases are not created from %j', async (body, field, type) => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call(`POST ${bases}`, { body })
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', field], type }] }])
  })

  it('a knowledge base with short chunks gets a default overlap of at most half a chunk', async () => {
    const visitor = await signIn(await mount())
    const base = await newBase(visitor, { chunk_size: 300 })
    expect(base).toMatchObject({ chunk_size: 300, chunk_overlap: 150 })
    const body = { chunk_size: 101, chunk_overlap: null }
    const { json } = await visitor.call<Enveloped<Base>>(`PUT ${bases}/${base.id}`, { body })
    expect(json.data).toMatchObject({ chunk_size: 101, chunk_overlap: 50 })
  })

  it('knowledge bases whose chunk overlap exceeds half of the chunk size are refused', async () => {
    const visitor = await signIn(await mount())
    const body = { name: 'x', chunk_size: 100, chunk_overlap: 60 }
    expect(await visitor.refusal(`POST ${bases}`, { body })).toEqual([400, 'bad_request'])
    const { id } = await newBase(visitor, { chunk_size: 100, chunk_overlap: 50 })
    const larger = { body: { chunk_overlap: 51 } }
    expect(await visitor.refusal(`PUT ${bases}/${id}`, larger)).toEqual([400, 'bad_request'])
  })

  it('an update of a knowledge base changes only the sent fields, and null restores a default', async () => {
    const visitor = await signIn(await mount())
    const { id } = await newBase(visitor, { description: 'Plants', retrieval_mode: 'fts' })
    const changed = await visitor.call(`PUT ${bases}/${id}`, {
      body: { name: 'Orangery', retrieval_mode: null },
    })
    expect(changed.json).toMatchObject({
      data: { id, name: 'Orangery', description: 'Plants', retrieval_mode: 'hybrid' },
    })
    expect(await baseOf(visitor, id)).toMatchObject({ name: 'Orangery' })
  })

  it('knowledge bases are disabled and enabled, and a turn searches only enabled ones', async () => {
    const visitor = await signIn(await mount())
    const { id } = await newBase(visitor)
    await newDocument(visitor, id, 'quokka.md', 'The quokka sleeps in the shade of the greenhouse.')
    // The ranking needs other texts to compare with.
    await newDocument(visitor, id, 'roof.md', 'Rain falls on the roof.\n\n'.repeat(400))
    const answer = async () =>
      (await visitor.stream('POST /api/react', { body: { q: 'Where does the quokka sleep?' } }))
        .filter(({ event }) => event === 'done')
        .map(({ data }) => JSON.stringify(data))
        .join('')
    expect(await answer()).toContain('quokka.md')
    const off = await visitor.call(`POST ${bases}/${id}/toggle`)
    expect(off.json).toEqual({ success: true, data: { id, is_active: false } })
    expect(await answer()).not.toContain('quokka.md')
    await visitor.call(`POST ${bases}/${id}/toggle`)
    expect(await baseOf(visitor, id)).toMatchObject({ is_active: true })
  })

  it('knowledge bases are published to everybody, and withdrawn', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const other = await signIn(mounted, 'other')
    const { id } = await newBase(visitor)
    await visitor.call(`POST ${bases}/${id}/publish`)
    expect(await baseOf(other, id)).toMatchObject({ visibility: 'global', source: 'market' })
    await visitor.call(`POST ${bases}/${id}/unpublish`)
    expect(await other.refusal(`GET ${bases}/${id}`)).toEqual([404, 'not_found'])
  })

  it('knowledge bases are published to an organization only by a member who sends the id of the organization', async () => {
    const visitor = await signIn(await mount())
    const { id } = await newBase(visitor)
    const publish = (body: object) => visitor.refusal(`POST ${bases}/${id}/publish`, { body })
    expect(await publish({ visibility: 'org' })).toEqual([400, 'bad_request'])
    expect(await publish({ visibility: 'org', org_id: 'elsewhere' })).toEqual([403, 'forbidden'])
  })

  it('knowledge bases are changed only by their owner', async () => {
    const mounted = await mount()
    const other = await signIn(mounted, 'other')
    const document = demo.documents.find(({ kb_id }) => kb_id === helpCentre)?.id
    const base = `${bases}/${helpCentre}`
    for (const [operation, body] of [
      [`PUT ${base}`, { name: 'Mine now' }],
      [`DELETE ${base}`, undefined],
      [`POST ${base}/toggle`, undefined],
      [`POST ${base}/publish`, undefined],
      [`POST ${base}/unpublish`, undefined],
      [`POST ${base}/documents/create`, { filename: 'a.md', content: 'a' }],
      [`DELETE ${base}/documents/${document}`, undefined],
    ] as const)
      expect(await other.refusal(operation, { body })).toEqual([404, 'not_found'])
    expect(await baseOf(other, helpCentre)).toMatchObject({ name: 'Help centre', is_active: true })
  })

  it('knowledge bases are deleted with their documents, and removed from agents', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const bound = demo.agents.find(({ kb_ids }) => kb_ids.includes(helpCentre))?.id
    const gone = await visitor.call(`DELETE ${bases}/${helpCentre}`)
    expect(gone.json).toEqual({ success: true, data: { deleted: helpCentre } })
    expect(await visitor.refusal(`GET ${bases}/${helpCentre}`)).toEqual([404, 'not_found'])
    const { json } = await visitor.call<Enveloped<{ kb_ids: string[] }>>(`GET /api/agents/${bound}`)
    expect(json.data.kb_ids).not.toContain(helpCentre)
    expect(mounted.fake.world().store.documents.count(helpCentre)).toBe(0)
  })
})

describeTransports('documents of a knowledge base', (mount) => {
  it('documents of a knowledge base are searchable immediately, and no longer once they are deleted', async () => {
    const visitor = await signIn(await mount())
    const { id } = await newBase(visitor)
    expect(await retrieved(visitor, id, 'quokka')).toEqual([])
    const text = 'The quokka sleeps in the shade.'
    const document = await newDocument(visitor, id, 'Animals.MD', text)
    expect(document).toMatchObject({
      kb_id: id,
      filename: 'Animals.MD',
      file_type: 'md',
      file_size: 31,
      chunk_count: 1,
      status: 'ready',
    })
    expect(await retrieved(visitor, id, 'quokka')).toEqual([text])
    const gone = await visitor.call(`DELETE ${bases}/${id}/documents/${document.id}`)
    expect(gone.json).toEqual({ success: true, data: { deleted: document.id } })
    expect(await retrieved(visitor, id, 'quokka')).toEqual([])
  })

  it('the end of a long document is searchable immediately, and no longer once it is deleted', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { id } = await newBase(visitor)
    const first = await newDocument(visitor, id, 'first.txt', long('A walrus sings.'))
    await newDocument(visitor, id, 'second.txt', long('An ocelot dances.'))
    await visitor.call(`DELETE ${bases}/${id}/documents/${first.id}`)
    expect(await retrieved(visitor, id, 'walrus')).toEqual([])
    const [found] = await retrieved(visitor, id, 'ocelot')
    expect(found).toMatch(/An ocelot dances\.$/)
  })

  it('a deleted document does not change the scores of the other documents', async () => {
    const visitor = await signIn(await mount())
    const { id } = await newBase(visitor)
    const returns = 'A parcel can be returned within thirty days of the delivery for a refund.'
    await newDocument(visitor, id, 'returns.md', returns)
    await newDocument(visitor, id, 'gifts.md', 'Gifts: a refund needs a parcel number.')
    const old = ['one.md', 'two.md', 'three.md'].map((name) =>
      newDocument(visitor, id, name, `Old rule of ${name}: no parcel gets a refund.`),
    )
    const text = 'New rule about a parcel: each gets a refund, unless it was opened before.'
    await newDocument(visitor, id, 'new.md', text)
    for (const document of await Promise.all(old))
      await visitor.call(`DELETE ${bases}/${id}/documents/${document.id}`)
    const search = async () =>
      (
        await visitor.call<Enveloped<Passage[]>>(`POST ${bases}/${id}/retrieve`, {
          body: { query: 'parcel refund' },
        })
      ).json.data.map(({ score }) => score)
    const scores = await search()
    expect(scores).toHaveLength(3)
    expect(await search()).toEqual(scores)
  })

  it('a corrected document is searchable to its end, although the replaced document filled the index', async () => {
    const visitor = await signIn(await mount())
    const { id } = await newBase(visitor)
    await newDocument(visitor, id, 'first.txt', words(11_000, ''))
    const old = await newDocument(visitor, id, 'old.txt', words(10_000, 'A walrus sings.'))
    expect(await retrieved(visitor, id, 'walrus')).toHaveLength(1)
    await visitor.call(`DELETE ${bases}/${id}/documents/${old.id}`)
    await newDocument(visitor, id, 'new.txt', words(10_000, 'An ocelot dances.'))
    expect(await retrieved(visitor, id, 'ocelot')).toHaveLength(1)
    expect(await retrieved(visitor, id, 'walrus')).toEqual([])
  })

  it('a document that splits into too many chunks is refused, although its length allows it', async () => {
    const visitor = await signIn(await mount())
    const settings = { chunk_strategy: 'markdown', chunk_size: 100, chunk_overlap: 0 }
    const { id } = await newBase(visitor, settings)
    const paragraph = `${'x'.repeat(49)}\n\n`
    const content = `${'# a\n'.repeat(990)}# ${paragraph.repeat(700)}`
    const body = { filename: 'a.md', content }
    const { status, json } = await visitor.call(`POST ${bases}/${id}/documents/create`, { body })
    expect([status, json]).toMatchObject([400, { message: expect.stringContaining('chunks') }])
    expect(await baseOf(visitor, id)).toMatchObject({ document_count: 0 })
  })

  it('two documents of a knowledge base may have chunks with the same id', async () => {
    const documents = ['walrus', 'ocelot'].flatMap((id) =>
      demo.documents.slice(0, 1).map((document) => ({
        ...document,
        id,
        kb_id: helpCentre,
        chunks: document.chunks
          .slice(0, 1)
          .map((chunk) => ({ ...chunk, content: `The ${id} sings.` })),
      })),
    )
    const visitor = await signIn(await mount({ fixture: { ...demo, documents } }))
    expect(await retrieved(visitor, helpCentre, 'ocelot')).toEqual(['The ocelot sings.'])
    expect((await visitor.call(`DELETE ${bases}/${helpCentre}/documents/ocelot`)).status).toBe(200)
    expect(await retrieved(visitor, helpCentre, 'ocelot')).toEqual([])
    expect(await retrieved(visitor, helpCentre, 'walrus')).toEqual(['The walrus sings.'])
  })

  it('documents of a knowledge base are listed oldest first, and their knowledge base counts them and their chunks', async () => {
    const visitor = await signIn(await mount())
    const { id } = await newBase(visitor, { chunk_size: 100, chunk_overlap: 0 })
    const sentence = 'The rain fell on the glass of the roof all night. '
    const made = [
      await newDocument(visitor, id, 'one.md', sentence.repeat(10)),
      await newDocument(visitor, id, 'two.txt', sentence),
    ]
    const { json } = await visitor.call<Paged<Document>>(`GET ${bases}/${id}/documents`)
    expect(json).toMatchObject({ total: 2, page: 1, items: made })
    expect(made.map(({ chunk_count }) => chunk_count)).toEqual([5, 1])
    expect(await baseOf(visitor, id)).toMatchObject({ document_count: 2, total_chunks: 6 })
    await visitor.call(`DELETE ${bases}/${id}/documents/${made[0]?.id}`)
    expect(await baseOf(visitor, id)).toMatchObject({ document_count: 1, total_chunks: 1 })
  })

  it('documents of a knowledge base return their chunks in order, page by page', async () => {
    const visitor = await signIn(await mount())
    const document = demo.documents.find(({ kb_id }) => kb_id === helpCentre)
    const path = `GET ${bases}/${helpCentre}/documents/${document?.id}/chunks`
    const { items, total } = (await visitor.call<Paged<Chunk>>(path)).json
    expect(items.map(({ content }) => content)).toEqual(
      document?.chunks.map(({ content }) => content),
    )
    expect(items.map(({ chunk_index }) => chunk_index)).toEqual([...items.keys()])
    const last = await visitor.call<Paged<Chunk>>(`${path}?size=1&page=${total}`)
    expect(last.json.items).toEqual(items.slice(-1))
  })

  it('documents of a knowledge base get 404 in any other knowledge base', async () => {
    const visitor = await signIn(await mount())
    const document = demo.documents.find(({ kb_id }) => kb_id === helpCentre)?.id
    const { id } = await newBase(visitor)
    for (const operation of [
      `GET ${bases}/${id}/documents/${document}/chunks`,
      `DELETE ${bases}/${id}/documents/${document}`,
      `GET ${bases}/${helpCentre}/documents/unknown/chunks`,
    ])
      expect(await visitor.refusal(operation)).toEqual([404, 'not_found'])
  })

  it.each([
    [{ content: 'x' }, 'filename', 'missing'],
    [{ filename: '../x.md', content: 'x' }, 'filename', 'value_error'],
    [{ filename: 'x.md' }, 'content', 'missing'],
    [{ filename: 'x.md', content: '  \n' }, 'content', 'value_error'],
  ])('documents of a knowledge base are not created from %j', async (body, field, type) => {
    const visitor = await signIn(await mount())
    const { id } = await newBase(visitor)
    const { status, json } = await visitor.call(`POST ${bases}/${id}/documents/create`, { body })
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', field], type }] }])
  })
})

it('a document that an action moves to another knowledge base is neither found nor counted in the first', async () => {
  const move = {
    kind: 'action',
    method: 'POST',
    path: '/api/documents/{document_id}/move',
    on: 'documents',
    body: { kb_id: 'string' },
    changes: '{ kb_id: $body.kb_id }',
    answer: '{ id: id }',
  }
  const visitor = await signIn(mountInProcess({ profile: readProfile({ operations: { move } }) }))
  const [first, second] = [await newBase(visitor), await newBase(visitor, { name: 'Shed' })]
  const { id } = await newDocument(visitor, first.id, 'a.md', 'Peonies bloom late.')
  expect(await retrieved(visitor, first.id, 'peonies')).toHaveLength(1)
  await visitor.call(`POST /api/documents/${id}/move`, { body: { kb_id: second.id } })
  const found = [first, second].map((base) => retrieved(visitor, base.id, 'peonies'))
  expect((await Promise.all(found)).map(({ length }) => length)).toEqual([0, 1])
  expect((await baseOf(visitor, first.id)).document_count).toBe(0)
})

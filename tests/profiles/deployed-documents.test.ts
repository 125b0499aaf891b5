import { describe, expect, it } from 'vitest'
import { takeSnapshot } from '../../mocks/world/snapshot.ts'
import { mountInProcess } from '../support/transports.ts'
import { signIn, type Visitor } from '../support/visitor.ts'
import { profile } from './deployed-visitor.ts'

type Document = { readonly id: string; readonly status: string; readonly chunk_count: number }
type Base = { readonly id: string; readonly document_count: number; readonly total_chunks: number }
type Data<Body> = { readonly data: Body }

/** A knowledge base of the demo user in a world with a frozen clock. */
async function newBase() {
  const mounted = mountInProcess({ profile })
  const { clock } = mounted.fake.world()
  clock.freeze()
  const visitor = await signIn(mounted)
  const { json } = await visitor.call<Data<Base>>('POST /api/knowledge-bases', {
    body: { name: 'Manuals' },
  })
  return { visitor, clock, path: `/api/knowledge-bases/${json.data.id}` }
}

const documentsOf = async (visitor: Visitor, path: string) =>
  (await visitor.call<{ items: Document[] }>(`GET ${path}/documents`)).json.items
const baseAt = async (visitor: Visitor, path: string) =>
  (await visitor.call<Data<Base>>(`GET ${path}`)).json.data

const manual = { filename: 'manual.md', content: 'The lamp is green when the gateway is ready.' }

/** The body of an upload, with the boundary that its content type names. */
const upload = (filename: string, content: string) => ({
  type: 'multipart/form-data; boundary=cut',
  text:
    `--cut\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n` +
    `content-type: text/plain\r\n\r\n${content}\r\n--cut--\r\n`,
})

describe('documents of the known deployment', () => {
  it('a new document is processed for two seconds, and is only then counted and found', async () => {
    const { visitor, clock, path } = await newBase()
    const { json } = await visitor.call<Data<Document>>(`POST ${path}/documents/create`, {
      body: manual,
    })
    expect(json.data).toMatchObject({ status: 'processing', chunk_count: 0, error_message: null })
    const search = () =>
      visitor.call<Data<object[]>>(`POST ${path}/retrieve`, { body: { query: 'green lamp' } })
    expect((await search()).json.data).toEqual([])
    expect(await baseAt(visitor, path)).toMatchObject({ document_count: 0, total_chunks: 0 })
    expect(await documentsOf(visitor, path)).toMatchObject([
      { status: 'processing', chunk_count: 0 },
    ])
    clock.advance(1999)
    expect(await documentsOf(visitor, path)).toMatchObject([{ status: 'processing' }])
    clock.advance(1)
    expect(await documentsOf(visitor, path)).toMatchObject([{ status: 'ready', chunk_count: 1 }])
    expect(await baseAt(visitor, path)).toMatchObject({ document_count: 1, total_chunks: 1 })
    expect((await search()).json.data).toHaveLength(1)
    await visitor.call(`DELETE ${path}/documents/${json.data.id}`)
    expect(await baseAt(visitor, path)).toMatchObject({ document_count: 0, total_chunks: 0 })
  })

  it('an uploaded file is processed like a document, and a file of an unknown type is refused and not stored', async () => {
    const { visitor, clock, path } = await newBase()
    const sent = await visitor.call(`POST ${path}/documents`, upload('notes.txt', 'Blue is off.'))
    expect(sent.json).toMatchObject({ data: { status: 'processing', chunk_count: 0 } })
    const refused = await visitor.call(`POST ${path}/documents`, upload('tool.exe', 'MZ'))
    expect([refused.status, refused.json]).toEqual([
      422,
      {
        detail: 'Unsupported document type',
        error_code: 'unsupported_document_type',
        error_args: { ext: '.exe' },
      },
    ])
    clock.advance(2000)
    expect(await documentsOf(visitor, path)).toMatchObject([{ status: 'ready', chunk_count: 1 }])
  })

  it.each(['a?b.md', 'a"b.md', 'a`b.md', 'a:b.md', 'a\tb.md', '.md'])(
    'the name %j of a document is refused, because it does not match the pattern',
    async (filename) => {
      const { visitor, path } = await newBase()
      const body = { ...manual, filename }
      const { status, json } = await visitor.call(`POST ${path}/documents/create`, { body })
      const detail = [{ type: 'string_pattern_mismatch', loc: ['body', 'filename'] }]
      expect([status, json]).toMatchObject([422, { detail }])
      expect(await documentsOf(visitor, path)).toEqual([])
    },
  )

  it('the name of a document may have letters of any alphabet, blanks, dots and hyphens', async () => {
    const { visitor, path } = await newBase()
    const body = { ...manual, filename: 'Übersicht_1 - v.2 概要.md' }
    expect((await visitor.call(`POST ${path}/documents/create`, { body })).status).toBe(200)
  })

  it('a document without the extension `.md`, or with the name of another document, is refused and not stored', async () => {
    const { visitor, path } = await newBase()
    const create = (filename: string) =>
      visitor.call(`POST ${path}/documents/create`, { body: { ...manual, filename } })
    expect(await create('a.txt')).toMatchObject({
      status: 422,
      json: {
        detail: [
          {
            type: 'string_pattern_mismatch',
            loc: ['body', 'filename'],
            msg: String.raw`String should match pattern '^[\w\-. ]+\.md$'`,
            input: 'a.txt',
            ctx: { pattern: String.raw`^[\w\-. ]+\.md$` },
          },
        ],
      },
    })
    expect((await create('a.md')).status).toBe(200)
    expect(await create('a.md')).toMatchObject({
      status: 409,
      json: { error_code: 'document_filename_conflict', error_args: { filename: 'a.md' } },
    })
    expect(await documentsOf(visitor, path)).toHaveLength(1)
  })

  it('a document is processed again only if its processing has failed', async () => {
    const { visitor, clock, path } = await newBase()
    const { json } = await visitor.call<Data<Document>>(`POST ${path}/documents/create`, {
      body: manual,
    })
    clock.advance(2000)
    const retry = () => visitor.call(`POST ${path}/documents/${json.data.id}/retry`)
    expect(await retry()).toMatchObject({
      status: 400,
      json: { error_code: 'document_not_failed', error_args: { status: 'ready' } },
    })
    expect(await documentsOf(visitor, path)).toMatchObject([{ status: 'ready' }])
    const missing = await visitor.call(`POST ${path}/documents/nothing/retry`)
    expect(missing).toMatchObject({ status: 404, json: { error_code: 'document_not_found' } })
    const urls = await visitor.call(`POST ${path}/import-urls`, { body: { urls: [] } })
    expect(urls).toMatchObject({ status: 422, json: { detail: [{ type: 'too_short' }] } })
  })

  it('a search in the chunks of a document finds chunks of all list pages, and returns their positions', async () => {
    const { visitor, clock, path } = await newBase()
    await visitor.call(`PUT ${path}`, {
      body: { name: 'Manuals', chunk_size: 100, chunk_overlap: 0 },
    })
    const content = `${'The lamp is green. '.repeat(200)}The zebra sleeps.`
    const { json } = await visitor.call<Data<Document>>(`POST ${path}/documents/create`, {
      body: { ...manual, content },
    })
    clock.advance(2000)
    type Chunks = {
      readonly items: readonly { readonly text: string; readonly chunk_index: number }[]
      readonly total: number
      readonly pages: number
    }
    const chunks = async (query: string) =>
      (await visitor.call<Chunks>(`GET ${path}/documents/${json.data.id}/chunks?${query}`)).json
    const all = await chunks('size=100')
    expect(all.total).toBeGreaterThan(20)
    expect(all.items.map(({ chunk_index }) => chunk_index)).toEqual([...all.items.keys()])
    const found = await chunks('query=Zebra')
    expect(found).toMatchObject({ total: 1, pages: 1, items: [{ chunk_index: all.total - 1 }] })
    expect(found.items[0]?.text).toContain('zebra')
    expect(await chunks('query=lion')).toMatchObject({ total: 0, items: [] })
  })

  it('a restored world continues to process its documents', async () => {
    const mounted = mountInProcess({ profile })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const { json } = await visitor.call<Data<Base>>('POST /api/knowledge-bases', {
      body: { name: 'Manuals' },
    })
    const path = `/api/knowledge-bases/${json.data.id}`
    await visitor.call(`POST ${path}/documents/create`, { body: manual })
    const again = mountInProcess()
    await again.fake.control().restore(takeSnapshot(mounted.fake.world()))
    await again.fetch(new Request('http://platform.test/__control/director'))
    const other = await signIn(again)
    expect(await documentsOf(other, path)).toMatchObject([{ status: 'processing' }])
    again.fake.world().clock.advance(2000)
    expect(await documentsOf(other, path)).toMatchObject([{ status: 'ready' }])
  })
})

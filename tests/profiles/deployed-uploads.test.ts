import { describe, expect, it } from 'vitest'
import { readProfile } from '../../contract/profile.ts'
import { mountInProcess } from '../support/transports.ts'
import { type Enveloped, signIn } from '../support/visitor.ts'
import { visit } from './deployed-visitor.ts'
import { formWith } from './deployment/prepare.ts'

const upload = (content: string, name = 'notes.txt') => formWith(name, 'text/plain', content)

type Stored = Enveloped<{
  readonly file_id: string
  readonly content_length: number
  readonly content_preview: string
}>
type Part = Enveloped<{
  readonly content: string
  readonly total_length: number
  readonly returned_length: number
}>

describe('large and empty uploads at the known deployment', () => {
  it('files of several megabytes are stored and listed, and their text is read whole and in parts', async () => {
    const visitor = await visit()
    const text = '0123456789'.repeat(300_000)
    const { status, json } = await visitor.call<Stored>('POST /api/files/upload', upload(text))
    expect([status, json.data.content_length, json.data.content_preview]).toEqual([
      200,
      text.length,
      text.slice(0, 500),
    ])
    await visitor.call('POST /api/files/upload', upload(text, 'again.txt'))
    const list = await visitor.call<Enveloped<readonly object[]>>('GET /api/files')
    expect([list.status, list.json.data.length]).toEqual([200, 5])
    const read = async (query: string) =>
      (await visitor.call<Part>(`GET /api/files/${json.data.file_id}/content${query}`)).json.data
    expect(await read('')).toMatchObject({ total_length: 3_000_000, returned_length: 3_000_000 })
    expect(await read('?offset=2999995&limit=900')).toEqual({
      content: '56789',
      total_length: 3_000_000,
      offset: 2_999_995,
      returned_length: 5,
    })
  })

  it('an empty file has an empty text, and an emoji counts as one character', async () => {
    const visitor = await visit()
    const read = async (content: string, query: string) => {
      const stored = await visitor.call<Stored>('POST /api/files/upload', upload(content))
      const path = `/api/files/${stored.json.data.file_id}/content${query}`
      return (await visitor.call<Part>(`GET ${path}`)).json.data
    }
    const empty = { content: '', total_length: 0, offset: 0, returned_length: 0 }
    expect(await read('', '')).toEqual(empty)
    expect(await read('a😀b😀', '?offset=1&limit=2')).toEqual({
      content: '😀b',
      total_length: 4,
      offset: 1,
      returned_length: 2,
    })
    expect(await read('abc', '?offset=9')).toMatchObject({ content: '', returned_length: 0 })
  })

  it('a knowledge base takes a file of several megabytes, unless its chunks are very small', async () => {
    const visitor = await visit()
    const text = 'Words of a manual. '.repeat(200_000)
    const send = async (settings: object) => {
      const body = { name: 'Manuals', ...settings }
      const base = await visitor.call<Enveloped<{ id: string }>>('POST /api/knowledge-bases', {
        body,
      })
      return visitor.call(`POST /api/knowledge-bases/${base.json.data.id}/documents`, upload(text))
    }
    expect(
      await send({ chunk_strategy: 'fixed', chunk_size: 200, chunk_overlap: 100 }),
    ).toMatchObject({
      status: 200,
      json: { data: { file_size: text.length } },
    })
    expect(await send({ chunk_size: 100, chunk_overlap: 0 })).toMatchObject({
      status: 400,
      json: { error_code: 'too_many_chunks' },
    })
  })
})

it('an upload is not stored if the expression that makes its response fails', async () => {
  const notes = { kind: 'files', path: '/api/notes', show: '{ first: length(note) }' }
  const profile = readProfile({
    operations: { notes: { ...notes, fields: { 'note?': 'string' } } },
  })
  const mounted = mountInProcess({ profile, onCrash: () => {} })
  const visitor = await signIn(mounted)
  expect((await visitor.call('POST /api/notes', upload('hello'))).status).toBe(500)
  expect((await visitor.call('GET /api/notes')).json).toMatchObject({ total: 0 })
})

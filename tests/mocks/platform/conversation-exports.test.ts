import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports } from '../../support/transports.ts'
import { conversationOf, newConversation, type Paged, signIn } from '../../support/visitor.ts'

const documents = {
  profile: readProfile({ picks: { 'conversations.export-formats': 'documents' } }),
}

/** The files of an uncompressed archive, read by its directory. Checks every checksum. */
function unzip(bytes: Uint8Array): ReadonlyMap<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const end = bytes.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const files = new Map<string, string>()
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const [sum, size] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true)]
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.slice(at + 46, at + 46 + nameLength))
    const head = view.getUint32(at + 42, true)
    expect(view.getUint32(head, true)).toBe(0x04034b50)
    const content = bytes.slice(head + 30 + nameLength).slice(0, size)
    expect(crc32(content)).toBe(sum)
    files.set(name, new TextDecoder().decode(content))
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return files
}

/** Whether every element of an XML document is closed in order. */
function tagsAreBalanced(xml: string): boolean {
  const open: string[] = []
  for (const [, close, name = '', empty] of xml.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    if (empty) continue
    if (!close) open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

describeTransports('conversations', (mount) => {
  it('conversations are exported as readable Markdown, with their title as the file name', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor, { title: 'Überwintern: 3 Rosen' })
    await visitor.stream('POST /api/react', { body: { q: 'How?', conversation_id: id } })
    const response = await visitor.open(`GET /api/conversations/${id}/export`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="uberwintern-3-rosen.md"',
    )
    const text = await response.text()
    expect(text).toMatch(/^# Überwintern: 3 Rosen\n/)
    const [question, answer] = (await conversationOf(visitor, id)).messages
    expect(text.indexOf(`\n\n${question?.content}\n`)).toBeGreaterThan(0)
    expect(text).toMatch(/## You, [\d-]+ [\d:]+ UTC\n[\s\S]*## Assistant, /)
    expect(text).toContain(answer?.content)
  })

  it('conversations are exported as JSON for programs', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor, { title: '東京' })
    const response = await visitor.open(`GET /api/conversations/${id}/export?format=json`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('content-disposition')).toContain(`-${id.slice(0, 8)}.json`)
    expect(await response.json()).toMatchObject({ id, title: '東京', messages: [] })
  })

  it.each([
    ['md', 'text/markdown; charset=utf-8'],
    ['txt', 'text/plain; charset=utf-8'],
  ])(
    'conversations are exported as text by a deployment that exports documents: %s',
    async (format, type) => {
      const visitor = await signIn(await mount(documents))
      const id = await newConversation(visitor, { title: 'Roses' })
      await visitor.stream('POST /api/react', { body: { q: 'How?', conversation_id: id } })
      const response = await visitor.open(`GET /api/conversations/${id}/export?format=${format}`)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="roses.${format}"`,
      )
      const text = await response.text()
      expect(text.startsWith(format === 'md' ? '# Roses\n' : 'Roses\n')).toBe(true)
      expect(text).toContain('You, ')
      expect(text).toContain('How?')
      expect(text.includes('#')).toBe(format === 'md')
    },
  )

  it('conversations are exported as Word documents, whose text has every character', async () => {
    const visitor = await signIn(await mount(documents))
    const id = await newConversation(visitor, { title: '東京 & <Rosen>' })
    const q = 'One\n  two \u0000 🌹'
    await visitor.stream('POST /api/react', { body: { q, conversation_id: id } })
    const response = await visitor.open(`GET /api/conversations/${id}/export?format=docx`)
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    )
    const files = unzip(new Uint8Array(await response.arrayBuffer()))
    expect([...files.keys()]).toEqual(['[Content_Types].xml', '_rels/.rels', 'word/document.xml'])
    const text = files.get('word/document.xml') ?? ''
    expect(text).toContain('>東京 &amp; &lt;Rosen&gt;</w:t>')
    expect(text).toContain('>One</w:t>')
    expect(text).toContain('>  two \ufffd 🌹</w:t>')
    for (const file of files.values()) expect(tagsAreBalanced(file)).toBe(true)
  })

  it('conversations are exported as PDF, in as many pages as they need', async () => {
    const visitor = await signIn(await mount(documents))
    const id = await newConversation(visitor, { title: 'Größe – „5 €“ (東)' })
    const q = Array.from({ length: 120 }, (_, line) => `Line ${line} \\`).join('\n')
    await visitor.stream('POST /api/react', { body: { q, conversation_id: id } })
    const response = await visitor.open(`GET /api/conversations/${id}/export?format=pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const file = Buffer.from(await response.arrayBuffer()).toString('latin1')
    expect(file).toMatch(/^%PDF-1\.4\n[^]*%%EOF\n$/)
    const table = Number(/startxref\n(\d+)\n/.exec(file)?.[1])
    expect(file.slice(table, table + 5)).toBe('xref\n')
    const offsets = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) =>
      Number(at),
    )
    expect(offsets.length).toBeGreaterThan(8)
    expect(offsets.map((at, index) => file.startsWith(`${index + 1} 0 obj\n`, at))).not.toContain(
      false,
    )
    for (const [, length, text] of file.matchAll(
      /<< \/Length (\d+) >>\nstream\n([^]*?)\nendstream/g,
    ))
      expect(text).toHaveLength(Number(length))
    expect(file.match(/\/Type \/Page /g)?.length).toBeGreaterThan(2)
    expect(file).toContain('(Größe \u0096 \u00845 \u0080\u0093 \\(?\\)) Tj')
    expect(file).toContain('(Line 119 \\\\) Tj')
  })

  it('an export of a conversation needs a format if the deployment requires one', async () => {
    const visitor = await signIn(
      await mount({
        profile: readProfile({ picks: { 'conversations.export-format': 'required' } }),
      }),
    )
    const id = await newConversation(visitor)
    const { status, json } = await visitor.call(`GET /api/conversations/${id}/export`)
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['query', 'format'] }] }])
    const named = await visitor.open(`GET /api/conversations/${id}/export?format=markdown`)
    expect(named.status).toBe(200)
  })

  it('conversations are not exported in other formats or for other users', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const id = await newConversation(visitor)
    const { status, json } = await visitor.call(`GET /api/conversations/${id}/export?format=pdf`)
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['query', 'format'] }] }])
    const other = await signIn(mounted, 'other')
    expect(await other.refusal(`GET /api/conversations/${id}/export`)).toEqual([404, 'not_found'])
  })

  it('conversations are archived and restored', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor, { title: 'Old' })
    const ids = async (status: string) => {
      const path = `GET /api/conversations?size=100&status=${status}`
      const { json } = await visitor.call<Paged<{ id: string }>>(path)
      return json.items.map((item) => item.id)
    }
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { status: 'archived' } })
    expect([await ids('active'), await ids('archived')]).toEqual([
      expect.not.arrayContaining([id]),
      expect.arrayContaining([id]),
    ])
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { status: 'active' } })
    expect(await ids('active')).toContain(id)
  })

  it('a bulk deletion only deletes conversations of the caller, and counts each conversation once', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const other = await signIn(mounted, 'other')
    const [first, second, kept, theirs] = [
      await newConversation(visitor),
      await newConversation(visitor),
      await newConversation(visitor),
      await newConversation(other),
    ]
    const { status, json } = await visitor.call('DELETE /api/conversations/batch', {
      body: { ids: [first, second, first, theirs, 'unknown'] },
    })
    expect([status, json]).toEqual([200, { success: true, data: { deleted: 2 } }])
    expect(await visitor.refusal(`GET /api/conversations/${first}`)).toEqual([404, 'not_found'])
    expect((await visitor.call(`GET /api/conversations/${kept}`)).status).toBe(200)
    expect((await other.call(`GET /api/conversations/${theirs}`)).status).toBe(200)
  })

  it.each([
    [{}, ['ids'], 'missing'],
    [{ ids: [] }, ['ids'], 'too_short'],
    [{ ids: Array.from({ length: 51 }, String) }, ['ids'], 'too_long'],
    [{ ids: 'one' }, ['ids'], 'list_type'],
    [{ ids: [1] }, ['ids', 0], 'string_type'],
  ])('a bulk deletion of conversations refuses the body %j', async (body, place, type) => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call('DELETE /api/conversations/batch', { body })
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', ...place], type }] }])
  })
})

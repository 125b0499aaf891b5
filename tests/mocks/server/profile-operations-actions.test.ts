import { expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { formWith } from '../../profiles/deployment/prepare.ts'
import { type Paged, signIn } from '../../support/visitor.ts'

const action = (method: string, path: string, rest: object) => ({
  kind: 'action',
  method,
  path,
  ...rest,
})

const operations = {
  cards: {
    kind: 'collection',
    path: '/api/cards',
    record: { id: 'string', name: 'string', size: 'integer', updated_at: 'string|null' },
    missing: 'card_not_found',
    seeds: [
      { id: 'one', name: 'One', size: 1, owner: 'demo@example.com' },
      { id: 'two', name: 'Two', size: 2, owner: 'demo@example.com' },
      { id: 'far', name: 'Far', size: 3, owner: 'other@example.com' },
    ],
  },
  search_cards: action('GET', '/api/cards/search', {
    query: { q: 'string', page: 'integer default 1', size: 'integer default 2', 'all?': 'boolean' },
    answer: "page(records('cards')[?contains(name, $query.q)].{ id: id })",
  }),
  grow_cards: action('POST', '/api/cards/grow', {
    on: 'cards',
    body: { ids: ['string'], by: 'integer default 5' },
    each: '$body.ids',
    changes: '{ size: size + $body.by }',
    answer: '{ grown: changed[].size, missing: missing }',
    one: 'envelope',
  }),
  drop_cards: action('POST', '/api/cards/drop', {
    on: 'cards',
    body: { ids: ['string'] },
    each: '$body.ids',
    removes: true,
    answer: '{ removed: length(changed), missing: missing }',
  }),
  tags: {
    kind: 'collection',
    path: '/api/tags',
    key: 'name',
    record: { id: 'string', name: 'string', uses: 'integer default 0' },
    seeds: [
      { id: 'tag-1', name: 'red', owner: 'demo@example.com' },
      { id: 'tag-2', name: 'blue', owner: 'demo@example.com' },
    ],
  },
  drop_tag: action('POST', '/api/drop-tag', {
    body: { name: 'string' },
    also: [{ in: 'tags', each: '$body.name', removes: true }],
    answer: '{ dropped: $body.name }',
  }),
  rename_agent: action('POST', '/api/agents/{agent_id}/rename', {
    on: 'agents',
    body: { name: 'string' },
    changes: '{ name: $body.name }',
    answer: '{ id: id, name: name }',
  }),
  look_at_agent: action('GET', '/api/agents/{agent_id}/summary', {
    on: 'agents',
    answer: '{ name: name, words: length(name) }',
  }),
  drop_conversation: action('DELETE', '/api/threads/{thread_id}', {
    on: 'conversations',
    removes: true,
    answer: '{ deleted: id }',
  }),
  copy_agent: action('POST', '/api/agents/{agent_id}/copies/{number}', {
    on: 'agents',
    by: 'agent_id',
    creates: { in: 'agents', record: "{ name: join(' ', [name, $params.number]), icon: icon }" },
    answer: '{ id: $created.id, name: $created.name, mine: $created.user_id == $user.id }',
    status: 201,
  }),
  add_text: action('POST', '/api/knowledge-bases/{kb_id}/texts', {
    on: 'knowledge_bases',
    body: { filename: 'string', content: 'string' },
    creates: {
      in: 'documents',
      record: '{ kb_id: id, filename: $body.filename, content: $body.content }',
    },
    answer: '{ id: $created.id, type: $created.file_type, parts: length($created.chunks) }',
  }),
  all_users: action('PATCH', '/api/admin/people/{person_id}', {
    admin: true,
    on: 'users',
    missing: 'person_unknown',
    changes: '{ is_restricted: `true` }',
    answer: '{ email: email, closed: is_restricted }',
  }),
  no_code: action('GET', '/api/drafts/{draft_id}', { on: 'conversations', missing: null }),
}
const profile = readProfile({ name: 'actions', operations })

type Item = { readonly id: string; readonly name: string }

describeTransports('an action of a profile', (mount) => {
  it('an action of a profile validates its query, and returns the requested page', async () => {
    const visitor = await signIn(await mount({ profile }))
    const found = await visitor.call<Paged<Item>>('GET /api/cards/search?q=a&page=1')
    expect(found.json).toEqual({ items: [{ id: 'far' }], total: 1, page: 1, size: 2, pages: 1 })
    const second = await visitor.call<Paged<Item>>('GET /api/cards/search?q=&page=2&all=true')
    expect(second.json).toMatchObject({ total: 3, page: 2, size: 2, pages: 2 })
    expect(second.json.items).toHaveLength(1)
    const wrong = await visitor.call('GET /api/cards/search?page=x&all=maybe')
    expect([wrong.status, wrong.json]).toMatchObject([
      422,
      { detail: [{ loc: ['query', 'q'] }, { loc: ['query', 'page'] }, { loc: ['query', 'all'] }] },
    ])
  })

  it('an action removes records of another collection by their key', async () => {
    const visitor = await signIn(await mount({ profile }))
    const dropped = await visitor.call('POST /api/drop-tag', { body: { name: 'red' } })
    expect([dropped.status, dropped.json]).toEqual([200, { dropped: 'red' }])
    const tags = (await visitor.call<Paged<Item>>('GET /api/tags')).json.items
    expect(tags).toMatchObject([{ name: 'blue' }])
  })

  it('an action changes and removes the records that the caller may access, and lists the ids of all others as missing', async () => {
    const visitor = await signIn(await mount({ profile }))
    const ids = ['one', 'far', 'none', 'one', 'two']
    const grown = await visitor.call('POST /api/cards/grow', { body: { ids } })
    expect(grown.json).toEqual({
      success: true,
      data: { grown: [6, 7], missing: ['far', 'none'] },
    })
    const read = await visitor.call<{ data: { updated_at: string | null } }>('GET /api/cards/one')
    expect(read.json.data).toMatchObject({ size: 6, updated_at: expect.stringContaining('T') })
    const dropped = await visitor.call('POST /api/cards/drop', { body: { ids } })
    expect(dropped.json).toEqual({ removed: 2, missing: ['far', 'none'] })
    const missing = await visitor.call<{ error: string }>('GET /api/cards/one')
    expect([missing.status, missing.json.error]).toEqual([404, 'card_not_found'])
    const many = Array.from({ length: ownLimits.listItems + 1 }, () => 'x')
    expect((await visitor.call('POST /api/cards/grow', { body: { ids: many } })).status).toBe(422)
  })

  it('an action changes a record of the contract for its owner, and responds with 404 to other users', async () => {
    const mounted = await mount({ profile })
    const [visitor, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const made = await visitor.call<{ data: Item }>('POST /api/agents', {
      body: { name: 'Helper' },
    })
    const { id } = made.json.data
    const rename = `POST /api/agents/${id}/rename`
    const renamed = await visitor.call(rename, { body: { name: 'Butler' } })
    expect(renamed.json).toEqual({ id, name: 'Butler' })
    const read = await visitor.call(`GET /api/agents/${id}`)
    expect(read.json).toMatchObject({ data: { name: 'Butler' } })
    const refused = await other.call<{ error: string }>(rename, { body: { name: 'Thief' } })
    expect([refused.status, refused.json.error]).toEqual([404, 'not_found'])
    expect((await other.call(`GET /api/agents/${id}/summary`)).status).toBe(404)
    expect((await visitor.call(`GET /api/agents/${id}/summary`)).json).toEqual({
      name: 'Butler',
      words: 6,
    })
  })

  it('an action creates a complete record of the contract that belongs to its caller', async () => {
    const visitor = await signIn(await mount({ profile }))
    const [agent] = (await visitor.call<Paged<Item>>('GET /api/agents')).json.items
    const copied = await visitor.call<Item>(`POST /api/agents/${agent?.id}/copies/7`)
    expect([copied.status, copied.json]).toMatchObject([
      201,
      { name: `${agent?.name} 7`, mine: true },
    ])
    const read = await visitor.call(`GET /api/agents/${copied.json.id}`)
    expect(read.json).toMatchObject({ data: { status: 'draft', visibility: 'personal' } })
  })

  it('an action deletes a record of the contract together with everything that belongs to it', async () => {
    const visitor = await signIn(await mount({ profile }))
    const [thread] = (await visitor.call<Paged<Item>>('GET /api/conversations')).json.items
    const removed = await visitor.call(`DELETE /api/threads/${thread?.id}`)
    expect(removed.json).toEqual({ deleted: thread?.id })
    expect((await visitor.call(`GET /api/conversations/${thread?.id}`)).status).toBe(404)
    const again = await visitor.call<{ error: string }>(`DELETE /api/threads/${thread?.id}`)
    expect([again.status, again.json.error]).toEqual([404, 'conversation_not_found'])
  })

  it('an action of administrators reaches all records, and its 404 has the code of the action', async () => {
    const mounted = await mount({ profile })
    const [visitor, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const { id } = (await other.call<{ data: Item }>('GET /api/auth/me')).json.data
    expect((await other.call(`PATCH /api/admin/people/${id}`)).status).toBe(403)
    const closed = await visitor.call(`PATCH /api/admin/people/${id}`)
    expect(closed.json).toEqual({ email: 'other@example.com', closed: true })
    expect((await other.call('GET /api/auth/me')).status).toBe(403)
    const unknown = await visitor.call<{ error: string }>('PATCH /api/admin/people/nobody')
    expect([unknown.status, unknown.json.error]).toEqual([404, 'person_unknown'])
    const uncoded = await visitor.call<{ error: string | null }>('GET /api/drafts/nothing')
    expect([uncoded.status, uncoded.json.error]).toEqual([404, null])
  })
})

it('a document that an action creates is split into chunks and found by searches', async () => {
  const visitor = await signIn(mountInProcess({ profile }))
  const base = await visitor.call<{ data: Item }>('POST /api/knowledge-bases', {
    body: { name: 'Birds' },
  })
  const path = `/api/knowledge-bases/${base.json.data.id}`
  const body = { filename: 'owl.md', content: 'The owl flies at night without a sound.' }
  const made = await visitor.call(`POST ${path}/texts`, { body })
  expect(made.json).toMatchObject({ type: 'md', parts: 1 })
  expect((await visitor.call(`GET ${path}`)).json).toMatchObject({ data: { document_count: 1 } })
  const found = await visitor.call<{ data: { content: string }[] }>(`POST ${path}/retrieve`, {
    body: { query: 'owl night' },
  })
  expect(found.json.data[0]?.content).toContain('owl')
})

it('an upload and the list of files show the id as a number if the profile declares it as an integer', async () => {
  const plans = {
    kind: 'files',
    path: '/api/plans',
    fields: { 'id?': 'integer' },
    show: '{ id: id, filename: filename }',
  }
  const visitor = await signIn(mountInProcess({ profile: readProfile({ operations: { plans } }) }))
  const { json } = await visitor.call(
    'POST /api/plans',
    formWith('roof.png', 'image/png', 'a drawing'),
  )
  const shown = { id: 1, filename: 'roof.png' }
  expect(json).toMatchObject({ data: shown })
  expect((await visitor.call<Paged<object>>('GET /api/plans')).json.items).toEqual([shown])
})

it('one action stores an uploaded file in a family of files, and another action downloads it', async () => {
  const files = readProfile({
    operations: {
      covers: { kind: 'files', path: '/api/covers', only: [] },
      put_cover: action('POST', '/api/cover', {
        file: 'file',
        creates: {
          in: 'covers',
          record: "{ filename: $file.filename, content_type: 'image/png' }",
        },
        answer: '{ id: $created.id }',
      }),
      cover: action('GET', '/api/cover/{cover_id}', {
        download: true,
        answer: "{ content_type: 'image/png', file: ['covers', $params.cover_id] }",
      }),
      sheet: action('GET', '/api/sheet', {
        download: true,
        answer: "{ filename: 'sheet.json', json: { at: $now } }",
      }),
    },
  })
  const visitor = await signIn(mountInProcess({ profile: files }))
  const form = formWith('cover.png', 'image/png', 'a picture')
  const { json } = await visitor.call<{ id: string }>('POST /api/cover', form)
  const sent = await visitor.open(`GET /api/cover/${json.id}`)
  expect(sent.headers.get('content-type')).toBe('image/png')
  expect(sent.headers.get('content-disposition')).toBeNull()
  expect(sent.headers.get('etag')).not.toBeNull()
  expect(await sent.text()).toBe('a picture')
  const sheet = await visitor.open('GET /api/sheet')
  expect(sheet.headers.get('content-disposition')).toBe('attachment; filename="sheet.json"')
  expect(await sheet.json()).toEqual({ at: expect.any(String) })
})

it('records that an action creates in a family of files have the content of the form field that the action names', async () => {
  const docs = { kind: 'files', path: '/api/docs' }
  const add = action('POST', '/api/add', {
    file: 'document',
    creates: { in: 'docs', record: '{ filename: $file.filename }' },
    also: [{ in: 'docs', creates: '{ filename: $file.filename }' }],
  })
  const visitor = await signIn(
    mountInProcess({ profile: readProfile({ operations: { docs, add } }) }),
  )
  const form = new FormData()
  form.append('thumbnail', new File(['a picture'], 'small.png'))
  form.append('document', new File(['a text'], 'a.txt'))
  const body = new Response(form)
  const headers = { 'content-type': String(body.headers.get('content-type')) }
  await visitor.call('POST /api/add', { headers, text: await body.text() })
  const { items } = (await visitor.call<Paged<Item>>('GET /api/docs')).json
  const contents = items.map(async ({ id }) => (await visitor.open(`GET /api/docs/${id}`)).text())
  expect(await Promise.all(contents)).toEqual(['a text', 'a text'])
})

it.each([
  ['the file that `on` names', { on: 'own_documents', download: true, type: 'text/plain' }],
  ['`file` with the kind', { download: true, answer: "{ file: ['own_documents', 'a'] }" }],
  ['`file` with the family', { download: true, answer: "{ file: ['documents', 'a'] }" }],
  ['`file_text`', { type: 'text/plain', answer: "file_text('own_documents', 'a')" }],
])(
  'the first request to a world reads a file of a family named like a kind of the contract: %s',
  async (_, rest) => {
    const seeds = [{ id: 'a', filename: 'a.txt', text: 'hello', owner: 'demo@example.com' }]
    const documents = { kind: 'files', path: '/api/docs', seeds }
    const read = action('GET', '/api/docs/{id}/raw', rest)
    const reading = readProfile({ operations: { documents, read } })
    const visitor = await signIn(mountInProcess({ profile: reading }))
    expect(await (await visitor.open('GET /api/docs/a/raw')).text()).toBe('hello')
  },
)

it('an action that gives a user the email of another user is refused', async () => {
  const rename = action('POST', '/api/rename', {
    on: 'users',
    body: { email: 'string' },
    each: '[$user.id]',
    changes: '{ email: $body.email }',
  })
  const renaming = readProfile({ operations: { rename } })
  const visitor = await signIn(mountInProcess({ profile: renaming }))
  const send = async (email: string) =>
    (await visitor.call('POST /api/rename', { body: { email } })).status
  expect([await send('other@example.com'), await send('new@example.com')]).toEqual([409, 200])
})

import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { takeSnapshot } from '../../../mocks/world/snapshot.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { type Paged, signIn, visit } from '../../support/visitor.ts'

const operations = {
  card: {
    kind: 'document',
    path: '/api/agents/{agent_id}/card',
    within: { agent_id: 'agents' },
    record: { title: 'string', words: ['string'] },
    from: "{ title: name, words: ['new'] }",
    input: { text: 'string' },
    set: "{ title: title, words: split(text, ' ') }",
    show: "{ title: title, text: join(' ', words) }",
    shown: { title: 'string', text: 'string' },
    reset: true,
    deleted: '{ was: title }',
  },
  theme: {
    kind: 'document',
    path: '/api/me/theme',
    record: { name: 'string', size: 'integer' },
    value: { name: 'light', size: 2 },
    replace: 'PATCH',
    input: { name: 'string', size: 'integer' },
    set: '{ name: lower(name), size: size }',
    one: 'bare',
    reset: true,
  },
}
const profile = readProfile({ name: 'documents', operations })

type Card = { readonly data: { readonly title: string; readonly text: string } }
type Agents = Paged<{ readonly id: string; readonly name: string }>
type Stored = { readonly id: string; readonly value: unknown }

it('a document that was set to null is null in a restored world', async () => {
  const note = { kind: 'document', path: '/api/note', one: 'bare', value: { text: 'first' } }
  const nullable = { note: { ...note, record: { nullable: { text: 'string' } } } }
  const mounted = mountInProcess({ profile: readProfile({ operations: nullable }) })
  await (await signIn(mounted)).call('PUT /api/note', { body: null })
  const again = mountInProcess()
  await again.fake.control().restore(takeSnapshot(mounted.fake.world()))
  expect((await (await signIn(again)).call('GET /api/note')).json).toBeNull()
})

it('a replaced document gets the default values of the fields that the client left out', async () => {
  const record = {
    theme: 'string',
    size: 'integer default 1',
    marks: [{ on: 'boolean default true' }],
  }
  const value = { theme: 'light', size: 2, marks: [] }
  const prefs = { kind: 'document', path: '/api/prefs', one: 'bare', record, value }
  const visitor = await signIn(mountInProcess({ profile: readProfile({ operations: { prefs } }) }))
  const put = await visitor.call('PUT /api/prefs', { body: { theme: 'dark', marks: [{}] } })
  expect(put.json).toEqual({ theme: 'dark', size: 1, marks: [{ on: true }] })
  expect((await visitor.call('GET /api/prefs')).json).toEqual(put.json)
})

describeTransports('a document of a profile', (mount) => {
  it('each parent record has its own document, whose first value is made from the record', async () => {
    const visitor = await signIn(await mount({ profile }))
    const [first, second] = (await visitor.call<Agents>('GET /api/agents')).json.items
    const path = `/api/agents/${first?.id}/card`
    const read = await visitor.call<Card>(`GET ${path}`)
    expect(read.json.data).toEqual({ title: first?.name, text: 'new' })
    const put = await visitor.call<Card>(`PUT ${path}`, { body: { text: 'a b' } })
    expect(put.json.data).toEqual({ title: first?.name, text: 'a b' })
    expect((await visitor.call<Card>(`GET ${path}`)).json.data.text).toBe('a b')
    const other = await visitor.call<Card>(`GET /api/agents/${second?.id}/card`)
    expect(other.json.data).toEqual({ title: second?.name, text: 'new' })
    expect((await visitor.call(`PUT ${path}`, { body: { words: [] } })).status).toBe(422)
    const reset = await visitor.call(`DELETE ${path}`)
    expect([reset.status, reset.json]).toMatchObject([200, { data: { was: first?.name } }])
    expect((await visitor.call<Card>(`GET ${path}`)).json.data.text).toBe('new')
    expect((await visitor.call('GET /api/agents/none/card')).status).toBe(404)
  })

  it('an expression makes the new value of a document from its old value and the fields of a PATCH', async () => {
    const visitor = await signIn(await mount({ profile }))
    const changed = await visitor.call('PATCH /api/me/theme', { body: { name: 'DARK' } })
    expect(changed.json).toEqual({ name: 'dark', size: 2 })
    expect((await visitor.call('GET /api/me/theme')).json).toEqual({ name: 'dark', size: 2 })
    expect((await visitor.call('DELETE /api/me/theme')).status).toBe(204)
    expect((await visitor.call('GET /api/me/theme')).json).toEqual({ name: 'light', size: 2 })
  })

  it('the control API lists, changes and resets the values of a document', async () => {
    const mounted = await mount({ profile })
    const [control, visitor] = [visit(mounted), await signIn(mounted)]
    const [agent] = (await visitor.call<Agents>('GET /api/agents')).json.items
    const records = '/__control/records'
    const cards = await control.call<Paged<Stored>>(`GET ${records}/card?size=1000`)
    const card = cards.json.items.find(({ id }) => id === agent?.id)
    expect(card).toEqual({
      id: agent?.id,
      agent_id: agent?.id,
      value: { title: agent?.name, words: ['new'] },
    })
    const value = { title: 'Mine', words: ['by', 'hand'] }
    const path = `${records}/card/${agent?.id}`
    expect((await control.call(`PATCH ${path}`, { body: { value } })).status).toBe(200)
    const read = await visitor.call<Card>(`GET /api/agents/${agent?.id}/card`)
    expect(read.json.data).toEqual({ title: 'Mine', text: 'by hand' })
    const wrong = await control.call<{ error: string }>(`PATCH ${path}`, {
      body: { value: { title: 7, words: [] } },
    })
    expect([wrong.status, wrong.json.error]).toEqual([422, expect.stringContaining('title')])
    expect((await control.call(`DELETE ${path}`)).status).toBe(200)
    expect((await control.call<Stored>(`GET ${path}`)).json.value).toEqual(card?.value)
    const themes = await control.call<Paged<Stored>>(`GET ${records}/theme?owner=demo@example.com`)
    expect(themes.json.items).toEqual([
      { id: expect.any(String), user_id: expect.any(String), value: { name: 'light', size: 2 } },
    ])
    const added = await control.call<{ error: string }>(`POST ${records}/theme`, { body: {} })
    expect([added.status, added.json.error]).toEqual([409, expect.stringContaining('one value')])
  })
})

it('an expression of a document that fails gives 500, and the log names the position of the expression', async () => {
  const errors: unknown[] = []
  const mounted = mountInProcess({
    profile: readProfile({ operations: { card: { ...operations.card, from: 'sum(@)' } } }),
    onCrash: (error) => errors.push(error),
  })
  const visitor = await signIn(mounted)
  const [agent] = (await visitor.call<Agents>('GET /api/agents')).json.items
  expect((await visitor.call(`GET /api/agents/${agent?.id}/card`)).status).toBe(500)
  expect(String(errors[0])).toContain('operations › card › from')
})

it.each([
  [{ value: undefined }, ['value'], '`value` is missing'],
  [{ from: '@' }, ['from'], 'Remove one of them'],
  [{ from: 7, value: undefined }, ['from'], 'must be text'],
  [{ deleted: '@' }, ['deleted'], 'Add `reset`'],
  [{ shown: 'any' }, ['shown'], 'Add `show`'],
  [{ input: 'strin' }, ['input'], 'strin'],
  [{ reset: 'yes' }, ['reset'], 'true or false'],
  [{ within: { agent_id: 'agents' } }, ['within', 'agent_id'], 'no parameter `{agent_id}`'],
])('an invalid document in a profile is refused with its position: %j', (rest, path, says) => {
  const note = { kind: 'document', path: '/api/note', record: 'any', value: {}, ...rest }
  const read = () => readProfile({ operations: { note } })
  expect(read).toThrow(says)
  expect(read).toThrow(expect.objectContaining({ path: ['operations', 'note', ...path] }))
})

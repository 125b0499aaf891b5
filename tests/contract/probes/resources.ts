import { shortStory } from '../../support/short-story.ts'
import { demo, empty, type Mounted } from '../../support/transports.ts'
import {
  conversationOf,
  type Enveloped,
  keyOf,
  newConversation,
  newKey,
  type Paged,
  signIn,
  visit,
} from '../../support/visitor.ts'
import type { Probes } from './probe.ts'

type Fields = Readonly<Record<string, unknown>>

const call = async (mounted: Mounted, operation: string, body?: object) =>
  (await signIn(mounted)).call<Fields>(operation, body === undefined ? {} : { body })

/** A conversation that was created at a known time. */
async function created(mounted: Mounted): Promise<Fields> {
  mounted.fake.world().clock.freeze(Date.parse('2026-11-21T08:30:00.000Z'))
  const id = await newConversation(await signIn(mounted))
  return (await call(mounted, `GET /api/conversations/${id}`)).json['data'] as Fields
}

/** The statuses of exports of a new conversation with these queries. */
async function exportsAs(mounted: Mounted, ...queries: readonly string[]) {
  const visitor = await signIn(mounted)
  const id = await newConversation(visitor)
  const statuses = queries.map(
    async (query) => (await visitor.open(`GET /api/conversations/${id}/export${query}`)).status,
  )
  return Promise.all(statuses)
}

export const resourceProbes: Probes<'records' | 'lists' | 'keys' | 'conversations'> = {
  'records.timestamps': {
    look: async (mounted) => (await created(mounted))['created_at'],
    shows: {
      z: '2026-11-21T08:30:00.000Z',
      offset: '2026-11-21T08:30:00.000000+00:00',
      naive: '2026-11-21T08:30:00',
      local: '2026-11-21T10:30:00.000+02:00',
      epoch: 1_795_249_800,
    },
  },
  'records.empty-fields': {
    look: async (mounted) => 'updated_at' in (await created(mounted)),
    shows: { null: true, absent: false },
  },
  'records.ids': {
    look: async (mounted) => {
      const id = await newConversation(await signIn(mounted))
      const { status } = await call(mounted, `GET /api/conversations/${id}`)
      return [id.length, id.includes('-'), status]
    },
    shows: { uuid: [36, true, 200], other: [20, false, 200] },
  },
  'records.content-type': {
    look: async (mounted) =>
      (await visit(mounted).call('GET /api/agents')).headers.get('content-type'),
    shows: { plain: 'application/json', charset: 'application/json; charset=utf-8' },
  },

  'lists.envelope': {
    async look(mounted) {
      const { json } = await call(mounted, 'GET /api/agents')
      return [Array.isArray(json) || Object.keys(json), Array.isArray(json['data'])]
    },
    shows: {
      page: [['items', 'total', 'page', 'size', 'pages'], false],
      items: [['items'], false],
      wrapped: [['success', 'data'], false],
      array: [true, false],
      data: [['success', 'data'], true],
    },
  },
  'lists.default-size': {
    async look(mounted) {
      const { json } = await call(mounted, 'GET /api/conversations')
      return [json['size'], (json['items'] as unknown[]).length]
    },
    shows: { 20: [20, 20], items: [3, 3] },
    values: { items: 3 },
  },
  'lists.oversize': {
    async look(mounted) {
      const { status, json } = await call(mounted, 'GET /api/agents?size=500')
      return [status, json['size']]
    },
    shows: { refused: [422, undefined], clamped: [200, 100] },
  },
  'lists.page-beyond-end': {
    async look(mounted) {
      const { status, json } = await call(mounted, 'GET /api/agents?page=9&size=5')
      return [status, json['page'], (json['items'] as unknown[] | undefined)?.length]
    },
    shows: { empty: [200, 9, 0], last: [200, 2, 3], missing: [404, undefined, undefined] },
  },
  'lists.pages-when-empty': {
    look: async (mounted) => (await call(mounted, 'GET /api/agents')).json['pages'],
    shows: { 0: 0, 1: 1 },
    options: { fixture: empty },
  },

  'keys.prefix': {
    async look(mounted) {
      const { key, key_prefix } = await newKey(await signIn(mounted))
      const [status] = await visit(mounted, key).refusal('GET /api/agents')
      return [key.replace(/.{44}$/, ''), key.startsWith(key_prefix), status]
    },
    shows: { svc_: ['svc_', true, 200], other: ['key-', true, 200] },
    values: { other: 'key-' },
  },
  'keys.creation-status': {
    look: async (mounted) => (await call(mounted, 'POST /api/me/api-keys', { name: 'K' })).status,
    shows: { 201: 201, 200: 200 },
  },
  'keys.creation-shape': {
    async look(mounted) {
      const { json } = await call(mounted, 'POST /api/me/api-keys', { name: 'K' })
      const data = (json['data'] ?? {}) as Fields
      return [json['key'], data['secret'], json['plain']].map((value) => typeof value)
    },
    shows: {
      flat: ['string', 'undefined', 'undefined'],
      wrapped: ['undefined', 'string', 'undefined'],
      nested: ['undefined', 'undefined', 'string'],
    },
  },
  'keys.creation-record': {
    async look(mounted) {
      const { json } = await call(mounted, 'POST /api/me/api-keys', { name: 'K' })
      return [json['name'], json['is_active'], json['total_requests']]
    },
    shows: { whole: ['K', true, 0], partial: ['K', undefined, undefined] },
  },
  'keys.expiry-field': {
    async look(mounted) {
      const body = { name: 'K', expires_at: '2030-01-01', valid_until: '2031-01-01' }
      return (await call(mounted, 'POST /api/me/api-keys', body)).json['expires_at']
    },
    shows: { expires_at: '2030-01-01T00:00:00.000Z', named: '2031-01-01T00:00:00.000Z' },
    values: { named: 'valid_until' },
  },
  'keys.delete-operation': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const { id } = await newKey(visitor)
      return (await visitor.call(`DELETE /api/me/api-keys/${id}`)).status
    },
    shows: { present: 204, absent: 404 },
  },
  'keys.usage': {
    async look(mounted) {
      const { id, key } = await newKey(await signIn(mounted))
      await visit(mounted, key).call('GET /api/agents')
      await newConversation(visit(mounted, key))
      const { json } = await call(mounted, 'GET /api/me/api-keys?size=100')
      const { items } = json as Paged<{ id: string; total_requests: number }>
      return items.find((item) => item.id === id)?.total_requests
    },
    shows: { every: 2, writes: 1 },
  },
  'keys.ownership': {
    async look(mounted) {
      const { id } = await newKey(await signIn(mounted, 'other'))
      const path = `PATCH /api/me/api-keys/${id}/active`
      return (await call(mounted, path, { is_active: false })).status
    },
    shows: { own: 404, any: 200 },
  },

  'conversations.create-status': {
    look: async (mounted) => (await call(mounted, 'POST /api/conversations', {})).status,
    shows: { 200: 200, 201: 201 },
  },
  'conversations.created-shape': {
    async look(mounted) {
      const { json } = await call(mounted, 'POST /api/conversations', {})
      return Object.keys(json['data'] as Fields).slice(0, 2)
    },
    shows: { record: ['id', 'user_id'], id: ['conversation_id'] },
  },
  'conversations.ownership': {
    async look(mounted) {
      const id = await newConversation(await signIn(mounted, 'other'))
      return (await call(mounted, `GET /api/conversations/${id}`)).status
    },
    shows: { own: 404, any: 200 },
  },
  'conversations.modes': {
    look: async (mounted) =>
      (await call(mounted, 'POST /api/conversations', { mode: 'thorough' })).status,
    shows: { listed: 422, any: 200 },
  },
  'conversations.order': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const ids: string[] = []
      for (const title of ['a', 'b', 'c']) ids.push(await newConversation(visitor, { title }))
      await visitor.call(`PATCH /api/conversations/${ids[1]}`, { body: { starred: true } })
      const { json } = await visitor.call<Paged<{ title: string }>>('GET /api/conversations')
      return json.items.map(({ title }) => title).join('')
    },
    shows: { 'starred-first': 'bca', newest: 'cba', oldest: 'abc' },
    options: { fixture: empty },
  },
  'conversations.search-parameter': {
    async look(mounted) {
      const finds = async (parameter: string) =>
        (await call(mounted, `GET /api/conversations?${parameter}=Zyzzyva`)).json['total'] === 0
      return [await finds('q'), await finds('search')]
    },
    shows: { q: [true, false], named: [false, true] },
    values: { named: 'search' },
  },
  'conversations.kb-ids': {
    async look(mounted) {
      const visitor = visit(mounted, keyOf(mounted, 'full'))
      const id = await newConversation(visitor, { kb_ids: ['one'] })
      const seen = (await conversationOf(visitor, id)) as unknown as Enveloped<never> & Fields
      return seen['kb_ids']
    },
    shows: { settable: ['one'], ignored: [] },
  },
  'conversations.export-formats': {
    look: (mounted) => exportsAs(mounted, '?format=json', '?format=docx'),
    shows: { data: [200, 422], documents: [422, 200] },
  },
  'conversations.export-format': {
    look: (mounted) => exportsAs(mounted, ''),
    shows: { optional: [200], required: [422] },
  },
  'conversations.model-name': {
    look: async (mounted) => (await created(mounted))['model_name'],
    shows: { null: null, active: demo.models.find(({ role }) => role === 'general')?.name },
  },
  'conversations.message-metadata': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const conversation_id = await newConversation(visitor)
      await visitor.stream('POST /api/react', { body: { q: 'Tell me', conversation_id } })
      const { messages } = await conversationOf(visitor, conversation_id)
      const { answer, thinking, suggestions } = messages.at(-1)?.metadata ?? {}
      return [answer, thinking, suggestions]
    },
    shows: {
      figures: [undefined, undefined, undefined],
      whole: ['That is the end.', { content: 'Hm.', signature: '' }, ['And then?']],
    },
    options: { scenarios: [shortStory] },
  },
}

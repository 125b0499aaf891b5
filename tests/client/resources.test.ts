import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient } from '../../client/create-client.ts'
import { ApiError } from '../../client/errors.ts'
import { normalizeTimestamps } from '../../client/timestamps.ts'
import type { Page } from '../../client/page.ts'
import type { Agent } from '../../contract/records/agent.ts'
import { choices } from '../../contract/choices.ts'
import { readProfile } from '../../contract/profile.ts'
import { clientOf, gather, signedIn } from '../support/client-of.ts'
import { shippedDeployed } from '../support/shipped-turns.ts'
import { describeTransports, mountInProcess } from '../support/transports.ts'

const withPicks = (picks: object) => ({ profile: readProfile({ name: 'odd', picks }) })
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const dialects = { documented: {}, 'deployed-0.8': { profile: shippedDeployed.profile } }

describeTransports('the resources of a client', (mount) => {
  it.each(Object.entries(dialects))(
    'the resources of a client have the same shape under the profile %s',
    async (_, options) => {
      const client = await signedIn(await mount(options))
      const { id } = await client.conversations.create({ title: 'Über Äpfel & Birnen' })
      const updated = await client.conversations.update(id, { starred: true })
      expect(updated).toMatchObject({ id, title: 'Über Äpfel & Birnen', starred: true })
      expect(updated.created_at).toMatch(moment)
      const found = await client.conversations.list({ q: 'Äpfel & Birnen', size: 5 })
      expect(found).toMatchObject({ total: 1, page: 1, size: 5, pages: 1 })
      expect(found.items[0]?.created_at).toMatch(moment)
      expect((await client.conversations.read(id)).messages).toEqual([])
      await client.conversations.delete(id)
      await expect(client.conversations.read(id)).rejects.toMatchObject({ status: 404 })

      const [agent] = (await client.agents.list({ size: 1 })).items
      expect(await client.agents.read(agent?.id ?? '')).toMatchObject({ name: agent?.name })
      expect(await client.me.read()).toMatchObject({ email: 'demo@example.com' })

      const { key, ...made } = await client.keys.create({ name: 'Mine', scopes: 'agents' })
      expect(key.slice(0, 8)).toBe(made.key_prefix)
      expect(made.created_at).toMatch(moment)
      expect((await client.keys.setActive(made.id, false)).is_active).toBe(false)
      await client.keys.delete(made.id)
      await expect(client.keys.setActive(made.id, true)).rejects.toThrow(ApiError)
    },
  )

  it('the client resources of a knowledge base include its documents and passages', async () => {
    const client = await signedIn(await mount())
    const base = await client.knowledgeBases.create({ name: 'Notes' })
    const document = { filename: 'apples.md', content: '# Apples\n\nApples keep in the cellar.' }
    const { id } = await client.knowledgeBases.addDocument(base.id, document)
    const [best] = await client.knowledgeBases.retrieve(base.id, { query: 'Where do apples keep?' })
    expect(best).toMatchObject({ metadata: { document_id: id } })
    const documents = await gather(client.knowledgeBases.documents(base.id).all())
    expect(documents.map(({ filename }) => filename)).toEqual(['apples.md'])
  })

  it('the client resources of a workflow run include its events under both profiles', async () => {
    for (const options of Object.values(dialects)) {
      const client = await signedIn(await mount(options))
      const [workflow] = await gather(client.workflows.all({ status: 'published' }))
      const id = workflow?.id ?? ''
      const inputs = Object.fromEntries(
        Object.keys(workflow?.input_schema ?? {}).map((name) => [name, 'x']),
      )
      // The dry run of a known deployment returns no outcome.
      const { outcome = 'completed' } = await client.workflows.plan(id, { inputs })
      const events = await gather(client.workflows.run(id, { inputs }))
      const names = events.map(({ event }) => event)
      expect(names.filter((name) => name === 'run_started')).toHaveLength(1)
      expect(names.at(-2)).toBe(outcome === 'completed' ? 'run_completed' : 'run_failed')
      expect(names.at(-1)).toBe('end')
      expect(events[1]?.data).toMatchObject({ at: expect.stringMatching(moment) })
      expect((await client.workflows.runs(id).list({ size: 1 })).items[0]?.status).toBe(outcome)
    }
  })
})

/** Creates a key at a platform that answers with these fields. */
const create = (answer: object) =>
  createClient({
    baseUrl: 'http://fake',
    apiKey: 'key',
    fetch: async () => Response.json(answer),
  }).keys.create({ name: 'Mine' })

describe('a list', () => {
  it.each(['page', 'items', 'wrapped', 'array', 'data'])(
    'the client reads all items of a list that comes in the form %s',
    async (envelope) => {
      const mounted = mountInProcess(withPicks({ 'lists.envelope': envelope }))
      const client = await signedIn(mounted)
      for (let made = 0; made < 7; made++)
        await client.conversations.create({ title: `No. ${made}` })
      const all = await gather(client.conversations.all())
      expect(all.filter(({ title }) => title.startsWith('No. '))).toHaveLength(7)
      const small = await gather(client.conversations.all({ size: 3 }))
      expect(new Set(small.map(({ id }) => id)).size).toBe(all.length)
      expect((await client.conversations.list({ size: 3 })).items).toHaveLength(3)
    },
  )

  it('the client requests list pages only as needed, and returns an item once even if it moved to another page', async () => {
    const client = await signedIn(mountInProcess())
    const seen: string[] = []
    for await (const { id } of client.conversations.all({ size: 3 })) {
      seen.push(id)
      if (seen.length === 3) await client.conversations.create()
      if (seen.length === 8) break
    }
    expect(new Set(seen).size).toBe(8)
  })

  it('a list is read to its end, also if a whole page of records is created meanwhile', async () => {
    const { agents } = await signedIn(mountInProcess())
    const before = await gather(agents.all())
    const seen: string[] = []
    for await (const { id } of agents.all({ size: 3 })) {
      seen.push(id)
      // A new agent comes first in the list, so that all others move to later pages.
      if (seen.length <= 3) await agents.create({ name: `No. ${seen.length}` })
    }
    expect(seen).toEqual(before.map(({ id }) => id))
  })

  it('a list of a deployment that ignores the requested page number ends after the first page', async () => {
    const items = [{ id: '1' }, { id: '2' }]
    for (const form of [items, { items, page: 1, pages: 9 }]) {
      const client = createClient({
        baseUrl: 'http://fake',
        apiKey: 'key',
        fetch: async () => Response.json(form),
      })
      expect(await gather(client.agents.all({ size: 2 }))).toHaveLength(2)
    }
  })

  it('a list without page numbers is read to its end, also if the page size is undefined', async () => {
    const all = Array.from({ length: 205 }, (_, index) => ({ id: String(index) }))
    const client = createClient({
      baseUrl: 'http://fake',
      apiKey: 'key',
      fetch: async (url, init) => {
        const query = new URL(new Request(url, init).url).searchParams
        const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
        return Response.json(all.slice((page - 1) * size, page * size))
      },
    })
    expect(await gather(client.agents.all({ size: undefined }))).toHaveLength(205)
  })

  it('a list without page numbers ends after a full last page, also if the next page gets 404', async () => {
    const picks = { 'lists.envelope': 'array', 'lists.page-beyond-end': 'missing' }
    const client = await signedIn(mountInProcess(withPicks(picks)))
    const { length: size } = await gather(client.agents.all())
    expect(await gather(client.agents.all({ size }))).toHaveLength(size)
    const other = client.knowledgeBases.documents('unknown').all()
    await expect(gather(other)).rejects.toMatchObject({ status: 404 })
  })

  it('a list keeps records without `id` on all pages', async () => {
    const client = createClient({
      baseUrl: 'http://fake',
      apiKey: 'key',
      fetch: async (url) => {
        const page = Number(new URL(url).searchParams.get('page'))
        return Response.json({ items: [{ agent_id: `no. ${page}` }], page, pages: 3 })
      },
    })
    expect(await gather(client.agents.all())).toHaveLength(3)
  })

  it('the client has TypeScript types for the items and the filters of a list', () => {
    const { agents } = clientOf(mountInProcess())
    expectTypeOf(agents.list).returns.resolves.toEqualTypeOf<Page<Agent>>()
    // @ts-expect-error: agents are not searched by a text.
    void (() => agents.list({ q: ['text'] }))
  })
})

describe('a created API key', () => {
  it.each(Object.keys(choices['keys.creation-shape'].options))(
    'the client returns the value of a created API key in the form %s',
    async (shape) => {
      const client = await signedIn(mountInProcess(withPicks({ 'keys.creation-shape': shape })))
      const { key, key_prefix } = await client.keys.create({ name: 'Mine' })
      expect(key.length).toBeGreaterThan(8)
      expect(key.slice(0, 8)).toBe(key_prefix)
    },
  )

  it('the client finds the value of a created API key by its prefix, and fails without a value', async () => {
    const record = { id: '1', name: 'Mine', key_prefix: 'svc_abcd' }
    expect(await create({ ...record, api_key: 'svc_abcdef' })).toMatchObject({ key: 'svc_abcdef' })
    expect(await create({ key: record, value: 'svc_abcdef' })).toEqual({
      ...record,
      key: 'svc_abcdef',
    })
    await expect(create(record)).rejects.toThrow('no value that begins with its `key_prefix`')
  })
})

it('headers that the client sets replace the same headers of its options, in any letter case', async () => {
  const headers = { Authorization: 'Basic ZGVtbw==', 'Content-Type': 'text/plain', 'X-Team': 'web' }
  const seen: (string | null)[][] = []
  const mounted = mountInProcess()
  const client = await signedIn(mounted, {
    headers,
    fetch: (input, init) => {
      const sent = new Request(input, init)
      seen.push(['authorization', 'content-type', 'x-team'].map((name) => sent.headers.get(name)))
      return mounted.fetch(sent)
    },
  })
  await client.me.read()
  expect(seen).toEqual([
    ['Basic ZGVtbw==', 'application/json', 'web'],
    [expect.stringMatching(/^Bearer [^,]+$/), 'text/plain', 'web'],
  ])
})

describe('a timestamp', () => {
  it.each([80, 0, 1.7e18, Number.MAX_VALUE, 'soon', null])(
    'a timestamp that is no date is returned as it was sent: %s',
    (value) => {
      expect(normalizeTimestamps({ expires_at: value })).toEqual({ expires_at: value })
    },
  )

  it.each(Object.keys(choices['records.timestamps'].options))(
    'a timestamp is converted to UTC from the form %s',
    async (form) => {
      const mounted = mountInProcess(withPicks({ 'records.timestamps': form }))
      mounted.fake.world().clock.freeze(Date.parse('2027-03-01T12:00:00.000Z'))
      const client = await signedIn(mounted)
      const { created_at } = await client.conversations.create()
      expect(created_at).toBe('2027-03-01T12:00:00.000Z')
    },
  )

  it.each(Object.keys(choices['records.timestamps'].options))(
    'the timestamps of a workflow node are converted to UTC from the form %s, but its output is returned as it was sent',
    async (form) => {
      const mounted = mountInProcess(withPicks({ 'records.timestamps': form }))
      const { records } = mounted.fake.control()
      const [stored] = records.list('workflow_runs').items
      const [id, workflow] = [stored?.id ?? '', String(stored?.['workflow_id'])]
      const at = '2027-03-01T12:00:00.000Z'
      const output = { shipped_at: 1_800_000_000 }
      const times = { started_at: at, completed_at: at, duration_ms: 0 }
      const node_results = { start: { status: 'completed', error: null, output, ...times } }
      await records.change('workflow_runs', id, { node_results })
      const { workflows } = await signedIn(mounted)
      const runs = await gather(workflows.runs(workflow).all())
      const listed = runs.find((run) => run.id === id)
      const read = await workflows.readRun(workflow, id)
      for (const run of [listed, read])
        expect(run?.node_results).toMatchObject({ start: { output, ...times } })
    },
  )
})

const website = async () =>
  new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } })

describe('a refusal', () => {
  const problem = {
    path: ['query', 'size'],
    message: expect.any(String),
    type: 'greater_than_equal',
  }

  it.each(Object.entries(dialects))(
    'the client throws the same error for a refusal under the profile %s',
    async (_, options) => {
      const client = await signedIn(mountInProcess(options))
      const invalid = client.agents.list({ size: 0 })
      await expect(invalid).rejects.toMatchObject({
        status: 422,
        code: 'validation_error',
        fields: [problem],
        message: expect.stringContaining('query.size: '),
        request: 'GET /api/agents',
      })
      const missing = client.request('GET', '/api/nothing')
      await expect(missing).rejects.toMatchObject({ status: 404, code: 'not_found', fields: [] })
    },
  )

  it('the error of the client has a code and a message even if the refusal is not JSON', async () => {
    const client = clientOf({
      ...mountInProcess(),
      fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    })
    await expect(client.agents.list()).rejects.toMatchObject({
      code: 'internal_error',
      message: 'GET /api/agents got a response with status 502.',
    })
  })

  it('the error of the client has a message even if the platform names no invalid field', async () => {
    const client = clientOf({
      ...mountInProcess(),
      fetch: async () => Response.json({ detail: [] }, { status: 422 }),
    })
    await expect(client.agents.list()).rejects.toMatchObject({
      code: 'validation_error',
      message: 'GET /api/agents got a response with status 422.',
      fields: [],
    })
  })

  it.each([
    ['30', 30],
    [new Date(60_000).toUTCString(), 60],
    ['soon', undefined],
  ])('an error of the client states when to retry the call: %s', async (header, retryAfter) => {
    const busy = { status: 429, headers: { 'retry-after': header } }
    const client = clientOf(
      { ...mountInProcess(), fetch: async () => Response.json({}, busy) },
      { systemClock: { now: () => 0, sleep: () => Promise.resolve() } },
    )
    await expect(client.agents.list()).rejects.toMatchObject({ status: 429, retryAfter })
  })

  it('a web page instead of a stream is an error of the client, but not an `ApiError`', async () => {
    const client = clientOf({ ...mountInProcess(), fetch: website })
    const turn = gather(client.react({ q: 'Hi', conversationId: null }))
    await expect(turn).rejects.toThrow(
      'POST /api/react got a response with the content type text/html instead of text/event-stream',
    )
  })
})

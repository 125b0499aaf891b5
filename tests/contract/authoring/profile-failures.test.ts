import { describe, expect, it } from 'vitest'
import { loadProfile } from '../../../cli/world-data.ts'
import { readProfile } from '../../../contract/profile.ts'
import { temporaryFolder } from '../../support/start-serve.ts'
import { type Mounted, mountInProcess } from '../../support/transports.ts'
import { runnableBlueprint } from '../../support/runnable-blueprint.ts'
import { signIn } from '../../support/visitor.ts'

const { file: write } = temporaryFolder()

const answering = (body: string) => ({ answers: { 'GET /api/agents': { body } } })

const badPattern = 'string~^(a)\\1$'

const starting = (parts: object) => ({
  operations: {
    notes: {
      kind: 'collection',
      path: '/api/notes',
      record: { id: 'string', a: 'string' },
      also: { create: [{ in: 'notes', each: '[]', removes: true }] },
    },
    start: { kind: 'action', method: 'POST', path: '/api/start', ...parts },
  },
})

const filtering = (field: string, parts: object = {}) => ({
  operations: {
    files: {
      kind: 'collection',
      path: '/api/files',
      record: { id: 'string', [field]: 'string' },
      filters: [field],
      ...parts,
    },
  },
})

const put = (mounted: Mounted, profile: object) =>
  mounted.fetch(
    new Request(`${mounted.baseUrl}/__control/choices`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(profile),
    }),
  )

const deployed = loadProfile('profiles/deployed-0.8')

describe('parts of a profile that would fail at each request', () => {
  it.each([
    [answering("system('id')"), '`answers.GET /api/agents.body`', 'Unknown function `system`'],
    [
      answering('items[*].{ a: nope(@) }'),
      'answers.GET /api/agents.body',
      'Unknown function `nope`',
    ],
    [answering('items |'), 'answers.GET /api/agents.body', "can't be read"],
    [
      { answers: { 'GET /api/agents': { shares: 'items[?' } } },
      'answers.GET /api/agents.shares',
      "can't be read",
    ],
    [
      {
        operations: {
          notes: {
            kind: 'collection',
            path: '/api/notes',
            record: { id: 'string', a: badPattern },
          },
        },
      },
      'operations.notes.record.a',
      "pattern can't be used",
    ],
    [
      { operations: { papers: { kind: 'files', path: '/api/papers', fields: { a: badPattern } } } },
      'operations.papers.fields.a',
      "pattern can't be used",
    ],
    [starting({ runs: '{ bad' }), 'operations.start.runs', "can't be read"],
    [
      starting({ also: [{ in: 'nots', creates: '{ a: `1` }' }] }),
      'operations.start.also.0.in',
      'Did you mean `notes`?',
    ],
    [filtering('size'), 'operations.files.filters', '`size` chooses a page'],
    [filtering('page', { list: 'items' }), 'operations.files.filters', '`page` chooses a page'],
    [filtering('search', { list: 'array' }), 'operations.files.filters', 'fields of `search`'],
    [
      { answers: { 'GET /api/agents': { also: [{ in: 'agnts', each: '[]', removes: true }] } } },
      'answers.GET /api/agents.also.0.in',
      'Did you mean `agents`?',
    ],
  ])('the control API refuses %j, and says where the error is', async (profile, place, reason) => {
    const response = await put(mountInProcess(), profile)
    const text = await response.text()
    expect([response.status, text]).toEqual([422, expect.stringContaining(reason)])
    expect(text).toContain(place.replaceAll('`', ''))
  })

  it('a list without pages can have a filter named `size`', async () => {
    const mounted = mountInProcess({ profile: readProfile(filtering('size', { list: 'array' })) })
    const visitor = await signIn(mounted)
    await visitor.call('POST /api/files', { body: { size: 'L' } })
    const { json } = await visitor.call('GET /api/files?size=L')
    expect(json).toMatchObject([{ size: 'L' }])
    expect((await visitor.call('GET /api/files?size=S')).json).toEqual([])
  })

  it('a profile file that calls an unknown function is refused with the line of the call', async () => {
    const file = await write('a.yaml', "answers:\n  GET /api/agents:\n    body: system('id')\n")
    await expect(loadProfile(file)).rejects.toThrow(/a\.yaml:3:11: .*Unknown function `system`/s)
  })
})

describe('an empty id', () => {
  it.each([
    ['POST /api/react', { q: 'Hello', conversation_id: '' }],
    ['POST /api/react', { q: 'Hello', agent_id: '' }],
    ['POST /api/agents', { name: 'A', kb_ids: [''] }],
    ['GET /api/workflows/%20', undefined],
    ['GET /api/skills/%20', undefined],
    ['POST /api/market/subscribe', { resource_type: 'skill', resource_id: '' }],
  ])('the error of %s with %j never quotes an empty id', async (operation, body) => {
    const mounted = mountInProcess({ profile: await deployed })
    const visitor = await signIn(mounted)
    const { status, text } = await visitor.call(operation, body === undefined ? {} : { body })
    expect(status).toBeLessThan(500)
    expect(text).not.toMatch(/` *`/)
  })
})

describe('a profile that fails at a request', () => {
  it('a response of 500 and the journal name the expression of the profile that failed', async () => {
    const profile = readProfile(answering("join('x', items)"))
    const mounted = mountInProcess({ profile })
    const visitor = await signIn(mounted)
    const { status, json } = await visitor.call<{ message: string }>('GET /api/agents')
    expect(status).toBe(500)
    expect(json.message).toMatch(
      /^An expression of the profile of this world failed: answers › GET \/api\/agents › body: /,
    )
    const journal = await mounted.fetch(new Request(`${mounted.baseUrl}/__control/journal`))
    expect(await journal.text()).toContain(
      'an expression of the profile failed: answers › GET /api/agents › body',
    )
  })

  it('a value that no record may have is refused with 422 instead of a failure of the profile', async () => {
    const mounted = mountInProcess({ profile: await deployed })
    const visitor = await signIn(mounted)
    const workflow = { name: 'x'.repeat(5000), blueprint: runnableBlueprint }
    const { status, text } = await visitor.call('POST /api/workflows/import', {
      body: { workflow },
    })
    expect(status).toBe(422)
    expect(text).toContain('"loc":["body","workflow","name"]')
  })
})

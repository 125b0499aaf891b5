import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UsageError } from '../../../cli/command-line.ts'
import { runCommand } from '../../../cli/run-command.ts'
import { loadProfile } from '../../../cli/world-data.ts'
import { openApi } from '../../../contract/openapi/document.ts'
import { isProving } from '../../support/proving.ts'
import { fields, text } from './json-schemas.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function run(...argv: readonly string[]) {
  const out: string[] = []
  const notes: string[] = []
  const stdout = { write: (part: string) => out.push(part) }
  const stderr = { write: (part: string) => notes.push(part) }
  const stopped = new Promise<void>(() => {})
  const exit = await runCommand(['profiles', ...argv], { stdout, stderr, stopped })
  return { exit, text: out.join(''), notes: notes.join('') }
}

/** The profile of a document, the notes about omissions, and the output of `profiles check`. */
async function convert(document: unknown, ...flags: readonly string[]) {
  const [file, out] = [join(folder, 'api.json'), join(folder, 'own.yaml')]
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document))
  const { notes } = await run('from-openapi', file, '--out', out, ...flags)
  const families = ((await loadProfile(out)).operations ?? {}) as Readonly<Record<string, object>>
  return { families, notes, checked: await run('check', out) }
}

const json = (schema: object, more = {}) => ({
  content: { 'application/json': { schema, ...more } },
})
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const ok = (schema: object, more = {}) => ({ responses: { 200: json(schema, more) } })
const schemas = {
  Skill: {
    type: 'object',
    required: ['id', 'name', 'level', 'tags', 'parent', 'updated_at'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string', minLength: 1, maxLength: 40 },
      level: { type: 'integer', minimum: 1 },
      tags: { type: 'array', items: text },
      parent: { anyOf: [named('Skill'), { type: 'null' }] },
      updated_at: { type: 'string', format: 'date-time' },
    },
  },
  NewSkill: { type: 'object', required: ['name'], properties: { name: text } },
  Page: {
    type: 'object',
    required: ['items', 'total'],
    properties: { items: { type: 'array', items: named('Skill') }, total: { type: 'integer' } },
  },
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Skills' },
  components: { schemas },
  paths: {
    '/api/skills': {
      get: ok(named('Page')),
      post: { requestBody: json(named('NewSkill')), responses: { 201: json(named('Skill')) } },
    },
    '/api/skills/{skill_id}': {
      get: ok(named('Skill')),
      put: { requestBody: json(named('NewSkill')), ...ok(named('Skill')) },
      post: { responses: { 204: {} } },
      delete: { responses: { 204: {} } },
    },
    '/api/skills/{skill_id}/run': {
      post: {
        requestBody: json({ type: 'object', required: ['text'], properties: { text } }),
        ...ok({ type: 'object', properties: { said: text } }, { example: { said: "it's `fine`" } }),
      },
    },
    '/api/skills/settings': {
      get: ok({ type: 'object', properties: { theme: { enum: ['light', 'dark'] } } }),
      patch: ok({}),
    },
    '/api/skills/upload': { post: { requestBody: { content: { 'multipart/form-data': {} } } } },
    '/api/agents': { get: ok({}) },
    '/api/agents/stats': { get: ok({}) },
  },
}

describe('`profiles from-openapi`', () => {
  it('`profiles from-openapi` writes a collection, actions and a document that `profiles check` accepts', async () => {
    const { families, notes, checked } = await convert(document)
    expect(families).toMatchObject({
      skills: {
        kind: 'collection',
        path: '/api/skills',
        only: ['list', 'create', 'read', 'replace', 'delete'],
        one: 'bare',
        record: {
          name: 'string len>=1 len<=40',
          level: 'integer >=1 default 1',
          'tags?': ['string'],
        },
      },
      post_skills: { kind: 'action', path: '/api/skills/{skills_id}', status: 204 },
      run: { kind: 'action', on: 'skills', body: { text: 'string' } },
      settings: { kind: 'document', replace: 'PATCH', record: { 'theme?': 'string{light|dark}' } },
      // The contract has `/api/agents/{agent_id}`, but not this path.
      stats: { kind: 'document', path: '/api/agents/stats' },
    })
    expect(Object.keys(families)).toHaveLength(5)
    expect(notes).toContain('1 operation of the contract')
    expect(notes).toContain('POST /api/skills/upload: its body is not JSON')
    expect(checked.text).toContain('200  {"said":"it\'s `fine`"}')
    expect(checked.text).toContain('10 operations played, nothing wrong.')
    expect(checked.exit).toBe(0)
  })

  it('`profiles from-openapi` checks and fills the body of a creation as its schema says', async () => {
    const level = { enum: ['low', 'medium', 'high'] }
    const tickets = {
      New: {
        required: ['title'],
        properties: {
          title: { type: 'string', pattern: '^[a-z]+$' },
          level: { ...level, default: 'medium' },
          rank: { type: 'integer', default: 5 },
          color: { $ref: '#/components/schemas/Color', default: 'red' },
        },
      },
      Color: { type: 'string' },
      Ticket: {
        ...fields('id', 'title', 'color', 'state'),
        properties: { ...fields('id', 'title', 'color', 'state').properties, level },
      },
    }
    const { families, checked } = await convert({
      openapi: '3.1.0',
      components: { schemas: tickets },
      paths: {
        '/api/tickets': {
          get: ok({ type: 'array', items: named('Ticket') }),
          post: { requestBody: json(named('New')), responses: { 201: json(named('Ticket')) } },
        },
        '/api/tickets/{id}': {
          get: ok(named('Ticket')),
          patch: { requestBody: json(fields('state?')), ...ok(named('Ticket')) },
        },
      },
    })
    expect(families).toMatchObject({
      tickets: {
        input: {
          title: 'string ~^[a-z]+$',
          'level?': 'string{low|medium|high} default "medium"',
          'rank?': 'integer default 5',
          'color?': 'string default "red"',
          'state?': 'string',
        },
      },
    })
    expect(checked.exit).toBe(0)
  })

  it('`profiles from-openapi --only` writes only operations whose paths match', async () => {
    const { families, notes } = await convert(document, '--only', '/api/skills/s*')
    expect(Object.keys(families)).toEqual(['settings'])
    expect(notes).toContain('do not match --only')
    await expect(
      convert(document, '--only', '/api/skills*', '--only', '/api/skils'),
    ).rejects.toThrow('matches `/api/skils`. Did you mean /api/skills?')
  })

  it('`profiles from-openapi` prints YAML without --out, with the schema for editors', async () => {
    const file = join(folder, 'yaml.yaml')
    await writeFile(
      file,
      'openapi: 3.0.3\npaths:\n  /v1/ping: { get: { responses: { 200: { description: ok } } } }\n',
    )
    const { exit, text: yaml } = await run('from-openapi', file)
    expect([exit, yaml.split('\n')[0]]).toEqual([
      0,
      '# yaml-language-server: $schema=./schemas/profile.json',
    ])
    expect(yaml).toContain('path: /v1/ping')
  })

  it('`profiles from-openapi` writes a comment in the profile for each omission, with the reason', async () => {
    const out = join(folder, 'warehouse.yaml')
    const { notes } = await run(
      'from-openapi',
      join(import.meta.dirname, 'documents/wrapped.yaml'),
      '--out',
      out,
    )
    const yaml = await readFile(out, 'utf8')
    const comments = yaml.split('\n').filter((line) => line.startsWith('#'))
    expect(comments.slice(1)).toEqual([
      '# Left out of the document, or played in another way:',
      '#   PUT /api/v2/aisles/{aisleSlug}/plan: its body is not JSON',
      '#   GET /api/v2/racks: it ignores `page` of the query',
      '#   /api/v2/racks: `minProperties` is not checked',
      '#   GET /api/v2/aisles: it ignores `sort` of the query',
      '#   /api/v2/aisles: the pattern `^(?!Aisle).+$` is not checked',
      '#   POST /api/v2/pallets: a body may mix the fields of the alternatives in `oneOf`',
      '#   /api/v2/racks/{racks_id}/shelves/{shelves_id}/boxes: only the type of [true] is checked',
    ])
    for (const comment of comments.slice(2)) expect(notes).toContain(comment.slice(1).trim())
    expect(await run('check', out)).toMatchObject({
      exit: 0,
      text: expect.not.stringContaining('not tried'),
    })
  })

  it('`profiles from-openapi` limits the number and the length of its comments, and keeps each in one line', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`/x/${at}\n${'!'.repeat(1000)}`, { get: ok(text) }]),
    )
    await convert({ openapi: '3.0.0', paths: { ...paths, '/one': { get: ok(text) } } })
    const lines = (await readFile(join(folder, 'own.yaml'), 'utf8')).split('\n')
    const comments = lines.filter((line) => line.startsWith('#'))
    expect(comments).toHaveLength(303)
    expect(comments.at(-1)).toBe('#   and 100 more')
    expect(Math.max(...comments.map(({ length }) => length))).toBeLessThan(500)
    expect(lines[comments.length]).toMatch(/^name:/)
  })

  it('`profiles from-openapi` refuses a document whose operations all exist already, and points to `answers`', async () => {
    const file = join(folder, 'contract.json')
    await writeFile(file, JSON.stringify(openApi()))
    await expect(run('from-openapi', file)).rejects.toThrow('describe them under `answers`')
  })

  it.each([
    ['{ "openapi": "2.0" }', 'version 3'],
    ['[]', 'version 3'],
    ['{ "openapi": ', "can't be read"],
    ['a: [', "can't be read"],
    ['{ "openapi": "3.0.0", "paths": { "/a": 5 } }', 'no operation'],
  ])('`profiles from-openapi` refuses an unusable document: %s', async (given, says) => {
    const file = join(folder, 'wrong.json')
    await writeFile(file, given)
    const refused = run('from-openapi', file)
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(says)
  })

  it('`profiles from-openapi` reads a document with a byte order mark, and parameters with a `-` in their names', async () => {
    const given = {
      openapi: '3.0.0',
      components: { schemas },
      paths: { '/skills/{skill-id}/parents/{parent.id}': { get: ok(named('Skill')) } },
    }
    const { families, checked } = await convert(`\ufeff${JSON.stringify(given)}`)
    expect(Object.values(families)).toMatchObject([
      { path: '/skills/{skill_id}/parents/{parent_id}' },
    ])
    expect(checked.exit).toBe(0)
  })

  it.each([
    [{ url: 'https://a.test:{port}/v2', variables: { port: { default: '8443' } } }, '/v2/ping'],
    [{ url: '/{base}', variables: { base: { default: 'v3' } } }, '/v3/ping'],
    [{ url: '{scheme}://a.test/v2' }, '/ping', 'the path of the first server'],
  ])('the server %j of an OpenAPI document gives the path %s', async (server, path, note = '') => {
    const given = { openapi: '3.0.0', servers: [server], paths: { '/ping': { get: ok(text) } } }
    const { families, notes } = await convert(given)
    expect(Object.values(families)).toMatchObject([{ path }])
    expect(notes).toContain(note)
  })

  it('`profiles from-openapi` writes lists whose fields have any characters in their names', async () => {
    const skills = { type: 'array', items: named('Skill') }
    const page = { type: 'object', properties: { 'all "skills"': skills, 'how "many"': text } }
    const paths = {
      '/skills': {
        get: ok(page),
        post: { requestBody: json(named('NewSkill')), responses: { 201: json(named('Skill')) } },
      },
      '/skills/{skill_id}': { get: ok(named('Skill')) },
    }
    const { checked } = await convert({ openapi: '3.1.0', components: { schemas }, paths })
    expect(checked.text).toContain('"all \\"skills\\"":[{')
    expect(checked.exit).toBe(0)
  })

  it('`profiles from-openapi` reads the merge keys of a document in YAML', async () => {
    const { families } = await convert(`
openapi: 3.0.0
x-common: &common { created: { type: string } }
paths:
  /ping:
    get:
      responses:
        200:
          content:
            application/json:
              schema: { type: object, properties: { <<: *common, said: { type: string } } }
`)
    expect(Object.values(families)).toMatchObject([
      { record: { 'created?': 'string', 'said?': 'string' } },
    ])
  })

  it('`profiles from-openapi` ends with limited output if schemas contain each other', async () => {
    const names = Array.from({ length: isProving ? 40 : 12 }, (_, index) => `T${index}`)
    const cyclic = Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'object', properties: Object.fromEntries(names.map((one) => [one, named(one)])) },
      ]),
    )
    const paths = Object.fromEntries(names.map((name) => [`/x/${name}`, { get: ok(named(name)) }]))
    const loop = { '/x/loop': { get: ok({ $ref: '#/paths/~1x~1loop/get' }) } }
    const { families, checked } = await convert({
      openapi: '3.0.0',
      components: { schemas: cyclic },
      paths: { ...paths, ...loop },
    })
    expect(Object.keys(families)).toHaveLength(names.length + 1)
    expect((await readFile(join(folder, 'own.yaml'), 'utf8')).length).toBeLessThan(2_000_000)
    expect(checked.exit).toBe(0)
  })
})

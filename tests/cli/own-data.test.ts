import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { fixture as completeFixture } from '../../contract/fixture.ts'
import type { FixtureInput } from '../../contract/fixture-input.ts'
import { fixtureSchema } from '../../tools/build/schemas.ts'
import { calibrate } from '../../conformance/calibrate/calibrate.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { createCore } from '../../entries/core.ts'
import { createFake, type NewFakeOptions } from '../../mocks/fake.ts'
import { FixtureError, readFixture } from '../../mocks/read-fixture.ts'
import { demo, empty } from '../support/transports.ts'
import { type Paged, visit } from '../support/visitor.ts'

const page = readFileSync('docs/data.md', 'utf8')
const [, sample = ''] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? []
const threeUsers = parseYaml(sample, 'data.yaml').value as FixtureInput

const problemsOf = (fixture: unknown): readonly string[] => {
  try {
    readFixture(fixture)
  } catch (error) {
    if (error instanceof FixtureError) return error.message.split('\n')
    throw error
  }
  return []
}

async function signedIn(fixture: FixtureInput, email: string, password: string) {
  const fake = createFake({ fixture, speed: Infinity })
  const mounted = { fake, baseUrl: 'http://platform.test', fetch: fake.fetch }
  const { json } = await visit(mounted).call<{ access_token: string }>('POST /api/auth/login', {
    body: { email, password },
  })
  return visit(mounted, json.access_token)
}

describe('a hand-written fixture', () => {
  it('a hand-written fixture with three users and two agents is completed with all missing fields', () => {
    const fixture = readFixture(threeUsers)
    expect(completeFixture.safeParse(fixture).error).toBeUndefined()
    expect(fixture.showcase.users.map(({ email }) => email)).toEqual([
      'ada@acme.test',
      'bela@acme.test',
      'cleo@acme.test',
    ])
    const [support, research] = fixture.agents
    expect(support).toMatchObject({ visibility: 'global', user_id: fixture.users[0]?.id })
    expect(support?.kb_ids).toEqual([fixture.knowledge_bases[0]?.id])
    expect(research).toMatchObject({ visibility: 'personal', user_id: fixture.users[1]?.id })
    expect(fixture.knowledge_bases[0]).toMatchObject({ document_count: 1, total_chunks: 1 })
    expect(fixture.api_keys.map(({ user_id }) => user_id)).toEqual([fixture.users[0]?.id])
    expect(fixture.showcase.keys).toEqual({ full: fixture.api_keys[0]?.id })
  })

  it('a hand-written fixture gets the same ids each time it is read', () => {
    expect(readFixture(threeUsers)).toEqual(readFixture(structuredClone(threeUsers)))
  })

  it.each([
    [{}],
    [{ users: [{ email: 'a@b.c', password: 'x' }], api_keys: [] }],
    [{ organizations: [{ name: 'Acme', members: [{ email: 'demo@example.com' }] }] }],
    [{ connectors: [{ name: 'Orders', actions: [{ name: 'Read', method: 'GET', path: '/' }] }] }],
    [{ mcp_servers: [{ name: 'Tools' }], agents: [{ name: 'A', mcp_servers: ['Tools'] }] }],
    [{ channels: [{ name: 'Ops', type: 'slack' }], workflows: [{ name: 'Weekly' }] }],
    [{ models: [{ name: 'large' }], settings: { default_token_quota: 5 } }],
    [{ conversations: [{ messages: [{ role: 'user', content: 'Hi' }] }] }],
    [demo],
    [empty],
  ])('the hand-written fixture %# is completed and valid', (fixture) => {
    expect(completeFixture.safeParse(readFixture(fixture)).error).toBeUndefined()
  })

  it('a complete fixture is not changed when it is read', () => {
    expect(readFixture(demo)).toEqual(JSON.parse(JSON.stringify(demo)))
  })

  it('the newest date of a fixture is its anchor, and dates without a time are accepted', () => {
    const users = [
      { email: 'a@b.c', password: 'x', created_at: '2026-03-04' },
      { email: 'b@b.c', password: 'x', created_at: '2026-03-01T10:00:00+02:00' },
    ]
    const fixture = readFixture({ users })
    expect(fixture.anchored_at).toBe('2026-03-04T00:00:00.000Z')
    expect(fixture.users.map(({ created_at }) => created_at)).toEqual([
      '2026-03-04T00:00:00.000Z',
      '2026-03-01T08:00:00.000Z',
    ])
  })

  it('a record that names an organization belongs to it, and a connector action has the creation date of its connector', () => {
    const { organizations, connectors, channels, workflows } = readFixture({
      organizations: [{ name: 'Acme', members: [{ email: 'demo@example.com' }] }],
      connectors: [
        {
          name: 'Orders',
          organization: 'Acme',
          created_at: '2026-03-04',
          actions: [{ name: 'Read', method: 'GET', path: '/' }],
        },
      ],
      channels: [{ name: 'Ops', type: 'slack', organization: 'Acme' }],
      workflows: [{ name: 'Weekly', organization: 'Acme', visibility: 'global' }],
    })
    const org_id = organizations[0]?.id
    expect(connectors[0]).toMatchObject({ org_id, visibility: 'org', publish_status: 'approved' })
    expect(connectors[0]?.actions[0]?.created_at).toBe('2026-03-04T00:00:00.000Z')
    expect(channels[0]).toMatchObject({ org_id })
    expect(workflows[0]).toMatchObject({ org_id, visibility: 'global' })
    expect(problemsOf({ connectors: [{ name: 'Orders', organization: 'Acme' }] })).toEqual([
      'fixture.connectors[0].organization: there is no organization "Acme"; add it to `organizations`',
    ])
  })

  it('all mistakes of a fixture are reported at once, each with a fix', () => {
    const problems = problemsOf({
      usrs: [],
      users: [
        { email: 'ada@acme.test', pasword: 'x' },
        { email: 'ada@acme.test', password: 'y', created_at: 'yesterday' },
      ],
      agents: [
        { owner: 'eda@acme.test', name: 'One' },
        { name: 'Two', knowledge_bases: ['Hanbook'], execution_mode: 'fast' },
      ],
      knowledge_bases: [{ name: 'Handbook', documents: [{ filename: 'a.md' }] }],
    })
    expect(problems.toSorted()).toEqual([
      'fixture.agents[0].owner: there is no user "eda@acme.test"; did you mean "ada@acme.test"?',
      'fixture.agents[1].execution_mode: "execution_mode" is "fast"; it must be "react", "dag" or "auto"',
      'fixture.agents[1].knowledge_bases[0]: there is no knowledge base "Hanbook"; did you mean "Handbook"?',
      'fixture.knowledge_bases[0].documents[0].content: "content" is missing; it must be text',
      'fixture.users[0].password: "password" is missing; it must be text',
      'fixture.users[0].pasword: the key "pasword" is unknown; did you mean "password"?',
      'fixture.users[1].created_at: "created_at" is "yesterday"; write a date such as 2026-11-20 or 2026-11-20T09:30:00Z',
      'fixture.users[1].email: the email "ada@acme.test" is used twice; write another one',
      'fixture.usrs: the key "usrs" is unknown; did you mean "users"?',
    ])
  })

  it.each([[null], [7], ['users'], [[]], [{ users: {} }], [{ users: [7] }], [{ agents: [null] }]])(
    'the fixture document %j is refused with one sentence',
    (document) => {
      expect(problemsOf(document).length).toBeGreaterThan(0)
      expect(problemsOf(document).join()).not.toContain('undefined')
    },
  )

  it('the JSON schema of fixtures accepts what the fake accepts, and refuses an unknown key', () => {
    const validate = new Ajv2020({ strict: false }).compile(fixtureSchema())
    expect(validate(threeUsers) || validate.errors).toBe(true)
    expect(validate({ users: [{ email: 'a@b.c', password: 'x', created_at: '2026-03-04' }] })).toBe(
      true,
    )
    expect(validate({ usrs: [] })).toBe(false)
    expect(validate({ users: [{ email: 'a@b.c' }] })).toBe(false)
  })

  it('the package exports the JSON schema of fixtures', () => {
    const shipped: unknown = createRequire(import.meta.url)('agent-understudy/fixture.schema.json')
    expect(shipped).toEqual(JSON.parse(JSON.stringify(fixtureSchema())))
  })
})

describe('a fake with a hand-written fixture', () => {
  it('users see the shared agents, and their own personal agents, of a hand-written fixture', async () => {
    const names = async (email: string, password: string) => {
      const visitor = await signedIn(threeUsers, email, password)
      const { json } = await visitor.call<Paged<{ name: string }>>('GET /api/agents')
      return json.items.map(({ name }) => name).toSorted()
    }
    expect(await names('bela@acme.test', 'bela-password')).toEqual(['Research', 'Support'])
    expect(await names('cleo@acme.test', 'cleo-password')).toEqual(['Support'])
  })

  it('a turn of an agent from a hand-written fixture quotes a document of its knowledge base', async () => {
    const visitor = await signedIn(threeUsers, 'ada@acme.test', 'ada-password')
    const { json } = await visitor.call<Paged<{ id: string }>>('GET /api/agents')
    const events = await visitor.stream('POST /api/react', {
      body: { q: 'How long do I have to return a parcel?', agent_id: json.items[0]?.id },
    })
    expect(JSON.stringify(events)).toContain('within 30 days')
  })

  it.each([
    [undefined, 'A fake needs data: pass `{ fixture: demo }`'],
    [{}, 'A fake needs data: pass `{ fixture: demo }`'],
    [{ users: [] }, 'This is a fixture. Pass it as an option: `{ fixture }`.'],
    [{ fixture: 'demo' }, '`fixture` is "demo". A fake needs data'],
    [{ fixture: { default: demo } }, '`fixture` is a module. Pass its `default`.'],
    [{ fixture: { users: [{}] } }, 'fixture.users[0].email: "email" is missing'],
    [{ fixture: { ...demo, users: [{}] } }, 'fixture.users[0].email: "email" is missing'],
  ])('createFake refuses wrong options, and says what to pass: $1', (options, sentence) => {
    expect(() => createFake(options as NewFakeOptions)).toThrow(sentence)
  })

  it('on a runtime that is too old, the fake and the suite name the Node version that they need', async () => {
    const { groupBy } = Map
    Reflect.deleteProperty(Map, 'groupBy')
    try {
      expect(() => createFake({ fixture: threeUsers })).toThrow('needs Node 22.12 or newer')
      const options = { target: { baseUrl: 'http://127.0.0.1:1' }, plan: 'smoke' } as const
      await expect(runConformance(options)).rejects.toThrow('needs Node 22.12 or newer')
      await expect(calibrate(options)).rejects.toThrow('needs Node 22.12 or newer')
    } finally {
      Object.defineProperty(Map, 'groupBy', { value: groupBy, configurable: true, writable: true })
    }
  })

  it('a browser of July 2024, without iterator helpers, gets answers without a script and searches the journal', async () => {
    const { prototype } = Iterator
    const helpers = Object.getOwnPropertyDescriptors(prototype)
    for (const name of ['filter', 'map', 'some', 'take', 'toArray'])
      Reflect.deleteProperty(prototype, name)
    try {
      const visitor = await signedIn(threeUsers, 'ada@acme.test', 'ada-password')
      const answer = await visitor.open('POST /api/react', { body: { q: 'No script' } })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching('end')])
      const { json } = await visitor.call<{ entries: object[] }>('GET /__control/journal?q=react')
      expect(json.entries).toHaveLength(1)
    } finally {
      Object.defineProperties(prototype, helpers)
    }
  })

  it('createCore accepts a hand-written fixture and the result of readFixture, as createFake does', () => {
    for (const fixture of [threeUsers, readFixture(threeUsers)])
      expect(createCore({ fixture }).world().store.users.size).toBe(3)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { generateAll } from '../build/generate.ts'
import { loadPlayer } from '../build/player.ts'
import { eventData } from '../contract/events.ts'
import { fixture as schema, type Fixture } from '../contract/fixture.ts'
import { splitIntoChunks } from '../fixtures/knowledge.ts'
import { crowdedFixture } from '../fixtures/crowded.ts'
import { demoFixture } from '../fixtures/demo.ts'
import { emptyFixture } from '../fixtures/empty.ts'

const player = await loadPlayer()
const demo = await demoFixture(player)
const empty = await emptyFixture()
/** CPU time, not elapsed time, because other tests run at the same time. */
async function cpuTimeOf<Result>(run: () => Result) {
  const before = process.cpuUsage()
  const result = await run()
  const { user, system } = process.cpuUsage(before)
  return { result, spent: user + system }
}
const { result: crowded, spent } = await cpuTimeOf(() => crowdedFixture(player))

const dana = demo.users.find(({ email }) => email === 'demo@example.com')?.id

describe.each([demo, empty, crowded].map((fixture) => [fixture.name, fixture] as const))(
  'the fixture %s',
  (_, fixture) => {
    test('a fixture is plain JSON that satisfies the contract', () => {
      expect(JSON.parse(JSON.stringify(fixture))).toEqual(fixture)
      expect(schema.safeParse(fixture).error).toBeUndefined()
      for (const { events } of fixture.transcripts)
        for (const { event, data } of events) eventData[event as keyof typeof eventData].parse(data)
    })

    test('a fixture has unique record ids of UUID version 4', () => {
      const ids = everyId(fixture)
      expect(new Set(ids).size).toBe(ids.length)
      const odd = ids.filter(
        (id) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id),
      )
      expect(odd).toEqual([])
    })

    test('a fixture has no dangling reference', () => {
      expect(danglingIn(fixture)).toEqual([])
    })

    test('a fixture has dates within sixty days before its anchor, except for planned expiries', () => {
      const anchor = Date.parse(fixture.anchored_at)
      const moments = momentsIn({
        ...fixture,
        api_keys: fixture.api_keys.map(({ expires_at: __, ...key }) => key),
      })
      expect(moments.length).toBeGreaterThan(0)
      const outside = moments.filter((moment) => {
        const at = Date.parse(moment)
        return at > anchor || at < anchor - 60 * 86_400_000
      })
      expect(outside).toEqual([])
    })

    test('a fixture has cursors that increase from 0 in each conversation', () => {
      for (const { id } of fixture.conversations) {
        const cursors = fixture.transcripts
          .filter(({ conversation_id }) => conversation_id === id)
          .flatMap(({ events }) => events.map(({ cursor }) => cursor))
        if (cursors.length === 0) continue
        expect(cursors[0]).toBe(0)
        expect(cursors).toEqual([...new Set(cursors)].toSorted((a, b) => a - b))
      }
    })
  },
)

describe.each([demo, empty].map((fixture) => [fixture.name, fixture] as const))(
  'the showcase of %s',
  (_, { showcase, api_keys, users, anchored_at }) => {
    const key = (name: string) => api_keys.find(({ id }) => id === showcase.keys[name])

    test('the showcase of a fixture lists the users that may sign in', () => {
      expect(showcase.users).toEqual([
        { email: 'demo@example.com', password: 'demo-password' },
        { email: 'other@example.com', password: 'other-password' },
        { email: 'restricted@example.com', password: 'restricted-password' },
      ])
      for (const { email, password } of showcase.users)
        expect(users.find((user) => user.email === email)?.password).toBe(password)
    })

    test('the showcase of a fixture has API keys of the administrator with every scope', () => {
      const scopes = Object.keys(showcase.keys).map((name) => [name, key(name)?.scopes])
      expect(Object.fromEntries(scopes)).toEqual({
        full: null,
        chat: 'chat',
        agents: 'agents',
        kb: 'kb',
        connectors: 'connectors',
        admin: 'admin',
        disabled: null,
        expired: null,
      })
      for (const name of Object.keys(showcase.keys)) {
        expect(key(name)?.user_id).toBe(dana)
        expect(key(name)?.is_active).toBe(name !== 'disabled')
        expect((key(name)?.expires_at ?? '9999') < anchored_at).toBe(name === 'expired')
      }
    })
  },
)

test('the empty fixture has only the users and keys that serve prints', () => {
  const { users, api_keys, showcase, ...rest } = empty
  expect(users).toHaveLength(3)
  expect(api_keys.map(({ id }) => id)).toEqual(Object.values(showcase.keys))
  const lists = Object.values(rest).filter((value) => Array.isArray(value))
  expect(lists.flat()).toEqual([])
})

test('the crowded fixture adds ten thousand conversations of one owner, and costs at most 150 times as much as its JSON', async () => {
  const more = crowded.conversations.filter(
    ({ id }) => !demo.conversations.some((one) => one.id === id),
  )
  expect(more).toHaveLength(10_000)
  expect(more.every(({ user_id }) => user_id === dana)).toBe(true)
  expect(new Set(more.map(({ title }) => title)).size).toBe(10_000)
  expect(crowded.messages.length - demo.messages.length).toBe(1000)
  const json = await cpuTimeOf(() => JSON.parse(JSON.stringify(crowded)) as unknown)
  expect(spent / json.spent).toBeLessThan(150)
})

describe('two runs of the generator', () => {
  let runs: readonly ReadonlyMap<string, string>[] = []
  beforeAll(async () => {
    runs = [await generateAll(), await generateAll()]
  })

  test('two runs of the generator produce the same bytes', () => {
    expect(runs[0]?.size).toBeGreaterThan(4)
    expect([...(runs[0] ?? [])].filter(([path, text]) => runs[1]?.get(path) !== text)).toEqual([])
  })
})

test('the chunks of a document contain all of its words, and a heading stays with its text', () => {
  const sentences = Array.from({ length: 40 }, (_, at) => `Sentence number ${at} has six words.`)
  const text = `# Title\n\n${sentences.slice(0, 20).join(' ')}\n\n## Next\n\n${sentences.slice(20).join(' ')}\n`
  const chunks = splitIntoChunks(text)
  expect(chunks.length).toBeGreaterThan(1)
  expect(chunks.join(' ').split(/\s+/)).toEqual(text.trim().split(/\s+/))
  expect(chunks.some((chunk) => chunk.endsWith('## Next'))).toBe(false)
})

const everyId = (fixture: Fixture): readonly string[] => [
  ...[
    fixture.users,
    fixture.api_keys,
    fixture.agents,
    fixture.knowledge_bases,
    fixture.organizations,
    fixture.connectors,
    fixture.mcp_servers,
    fixture.channels,
    fixture.chats,
    fixture.documents,
    fixture.conversations,
    fixture.messages,
    fixture.transcripts,
    fixture.workflows,
    fixture.workflow_runs,
    fixture.audit_log,
    fixture.models,
  ].flatMap((records) => records.map(({ id }) => id)),
  ...fixture.documents.flatMap(({ chunks }) => chunks.map(({ id }) => id)),
  ...fixture.connectors.flatMap(({ actions }) => actions.map(({ id }) => id)),
]

/** Every reference of a record to another that does not exist, by name and id. */
const danglingIn = (fixture: Fixture): readonly string[] => {
  const known = new Set(everyId(fixture))
  const named = [
    'user_id',
    'agent_id',
    'kb_id',
    'conversation_id',
    'reviewed_by',
    'user_message_id',
    'assistant_message_id',
    'forked_from',
    'default_agent_id',
    'actor_id',
    'org_id',
    'connector_id',
    'created_by',
    'workflow_id',
    'target_id',
  ]
  const dangling: string[] = []
  const visit = (records: readonly object[]) => {
    for (const record of records) {
      for (const [name, value] of Object.entries(record)) {
        const ids = name.endsWith('_ids')
          ? value
          : named.includes(name) && value !== null
            ? [value]
            : []
        dangling.push(
          ...ids.filter((id: string) => !known.has(id)).map((id: string) => `${name} ${id}`),
        )
      }
    }
  }
  for (const value of Object.values(fixture)) if (Array.isArray(value)) visit(value)
  visit(fixture.organizations.flatMap(({ members }) => members))
  visit(fixture.connectors.flatMap(({ actions }) => actions))
  return [...dangling, ...Object.values(fixture.showcase.keys).filter((id) => !known.has(id))]
}

const momentsIn = (value: unknown): readonly string[] =>
  JSON.stringify(value).match(/(?<=")\d{4}-\d\d-\d\dT[\d:.]+Z(?=")/g) ?? []

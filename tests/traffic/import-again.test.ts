import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../../cli/import.ts'
import { runCommand } from '../../cli/run-command.ts'
import { loadPlacedProfile } from '../../cli/world-data.ts'
import { loadScenarios } from '../../contract/authoring/scenarios.ts'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { chooseScript } from '../../mocks/platform/chat/choose-script.ts'
import { questionOf } from '../../traffic/import/turns/recorded-questions.ts'
import { harText } from '../support/record-har.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { mountInProcess } from '../support/transports.ts'
import { signIn } from '../support/visitor.ts'
import { agents, agentsIn, fixtureIn, question, refusalOf, run } from './import-command.ts'
import { call, data, page } from './import-entries.ts'

const { folder, file: write } = temporaryFolder()

type Entries = readonly unknown[]

let count = 0
const newFolder = () => join(folder.path, `out-${++count}`)

/** Writes entries to a recording; returns its path. */
const record = (entries: Entries) => write(`${++count}.har`, harText(entries))

/** Imports recordings one after another into a new folder; returns the folder. */
async function importEach(...recordings: readonly Entries[]) {
  const out = newFolder()
  for (const entries of recordings) await run(importFiles, await record(entries), '--out', out)
  return out
}

/** The own families of the profile in a folder, which must have no problem. */
async function familiesIn(out: string) {
  const { stdout } = await run(runCommand, 'profiles', 'check', join(out, 'profile'))
  expect(stdout).toContain('nothing wrong')
  const text = await readFile(join(out, 'profile/operations-recorded.yaml'), 'utf8')
  const { operations } = parseYaml(text, 'operations-recorded.yaml').value as {
    readonly operations: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  return operations
}

const profileIn = async (out: string) => (await loadPlacedProfile(join(out, 'profile'))).profile

/** The recorded question of the script that a folder plays for a question. */
async function questionPlayed(query: string, out: string) {
  const scripts = await loadScenarios(join(out, 'scenarios'))
  return questionOf(chooseScript(scripts, { mode: 'react', query })?.match.query)
}

const onDay = (day: number, hour = 9) =>
  `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`

/** The text of a script that a user wrote. */
const own = (name: string) => `name: ${name}\nmatch: { query: mine }\nscript:\n  - answer: Mine.\n`

describe('a second import into the same folder', () => {
  const morning = [agents(['Ann', 'Bob'], onDay(2, 9)), agents([], onDay(2, 11))]
  const evening = [
    agents(['Abe'], onDay(2, 18)),
    agents([], onDay(2, 19), 'DELETE', '/agents/a-B'),
    agents(['Abe'], onDay(2, 20)),
  ]

  it('a recording that was saved again with later exchanges changes and deletes earlier records', async () => {
    const out = await importEach(morning, [...morning, ...evening])
    expect(await agentsIn(out)).toEqual(['Abe'])
  })

  it('a second import of an older and a newer recording replaces no record of the folder by an older state', async () => {
    const out = await importEach([agents(['Cid', 'Bea'], onDay(3))])
    const [old, newest] = [await record(morning), await record([agents(['Dan'], onDay(4))])]
    await run(importFiles, newest, old, '--out', out)
    expect((await agentsIn(out)).toSorted()).toEqual(['Ann', 'Bea', 'Cid', 'Dan'])
  })

  it('an import of an older recording does not restore a record of a profile that the newer recording deleted', async () => {
    const [one, two] = ['one', 'two'].map((name) => ({ id: `${name}-4f7a09bc1122`, name }))
    const before = [
      agents([], onDay(2)),
      call('GET /widgets', page([one, two]), { at: onDay(2) }),
      call(`GET /widgets/${one?.id}`, one, { at: onDay(2) }),
    ]
    const after = [
      agents([], onDay(3)),
      call('GET /widgets', page([one, two]), { at: onDay(3) }),
      call(`DELETE /widgets/${two?.id}`, undefined, { at: onDay(3), status: 204 }),
      call(`GET /widgets/${one?.id}`, one, { at: onDay(3) }),
    ]
    expect(await familiesIn(await importEach(after, before))).toMatchObject({
      widgets: { seeds: [{ name: 'one' }] },
    })
  })

  it('an operation that responds as in the base in the newer recording is played as in the base, in any import order', async () => {
    const answersIn = async (out: string) => Object.keys((await profileIn(out)).answers ?? {})
    const { json } = await (await signIn(mountInProcess())).call('GET /api/agents')
    const changed = [agents(['Ann'], onDay(2))]
    const complete = [call('GET /agents', json, { at: onDay(3) })]
    expect(await answersIn(await importEach(changed))).toEqual(['agents.list'])
    expect(await answersIn(await importEach(complete))).toEqual([])
    expect(await answersIn(await importEach(changed, complete))).toEqual([])
    expect(await answersIn(await importEach(complete, changed))).toEqual([])
  })

  it('an operation of the base that an older import replaced is played again if the newer recording shows it', async () => {
    const base = (await loadPlacedProfile('deployed-0.8')).profile
    const visitor = await signIn(mountInProcess({ profile: base }))
    const [path, other] = ['/connectors/semantic-tags', '/mcp-servers/capabilities']
    const known = async (name: string, day: number) =>
      call(`GET ${name}`, (await visitor.call(`GET /api${name}`)).json, { at: onDay(day) })
    const changed = call(`GET ${path}`, { rows: [1] }, { at: onDay(2) })
    const monday = [agents(['Ann'], onDay(2)), changed, await known(other, 2)]
    const friday = [agents(['Ann'], onDay(3)), await known(path, 3)]
    const kindsAfterEach = async (...recordings: readonly Entries[]) => {
      const out = newFolder()
      const kinds: string[] = []
      for (const entries of recordings) {
        await run(importFiles, await record(entries), '--out', out, '--profile', 'deployed-0.8')
        const families = Object.values((await profileIn(out)).operations ?? {})
        kinds.push(...families.flatMap((one) => (one.path === `/api${path}` ? one.kind : [])))
      }
      return kinds
    }
    expect(await kindsAfterEach(monday, friday)).toEqual(['document', 'action'])
    expect(await kindsAfterEach(friday, monday)).toEqual(['action', 'action'])
  })

  it('a pick of the older recording stays for each operation that the newer one lacks', async () => {
    const sizes = (day: number, of: Readonly<Record<string, number>>) =>
      Object.entries(of).map(([name, size]) =>
        call(`GET /${name}`, { ...page([]), size }, { at: onDay(day) }),
      )
    const older = sizes(2, { agents: 30, workflows: 30, connectors: 50 })
    const newer = sizes(3, { agents: 20 })
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      const { at, picks } = await profileIn(await importEach(...order))
      const found = (['agents.list', 'workflows.list', 'connectors.list'] as const).map(
        (id) => at[id]?.['lists.default-size'] ?? picks['lists.default-size'] ?? { option: '20' },
      )
      const values = found.map(({ option, value = option }) => value)
      expect(values).toEqual(['20', 30, 50])
    }
  })

  it('settings and tools of the newer recording win in any order', async () => {
    const at = (day: number, quota: number) => [
      agents(['Ann'], onDay(day)),
      call('GET /admin/settings', { default_token_quota: quota }, { at: onDay(day) }),
      call('GET /tools', page([{ name: 'search', description: `${quota}` }]), { at: onDay(day) }),
    ]
    for (const order of [
      [at(2, 100), at(3, 200)],
      [at(3, 200), at(2, 100)],
    ])
      expect(await fixtureIn(await importEach(...order))).toMatchObject({
        settings: { default_token_quota: 200 },
        tools: [{ name: 'search', description: '200' }],
      })
  })

  it('two recordings that together have too many records for a family still give a profile that can be served', async () => {
    const boats = (from: number, day: number) => {
      const all = Array.from({ length: 600 }, (_, index) => ({
        id: `boat-${from + index}`,
        name: `Boat ${from + index}`,
      }))
      return [
        agents([], onDay(day)),
        call('GET /boats', page(all), { at: onDay(day) }),
        call(`GET /boats/boat-${from}`, all[0], { at: onDay(day) }),
      ]
    }
    const out = await importEach(boats(1000, 2), boats(2000, 3))
    const { boats: family } = await familiesIn(out)
    const ids = ((family?.['seeds'] ?? []) as readonly { readonly id: string }[]).map(
      ({ id }) => id,
    )
    expect([ids.length, ids.includes('boat-2599')]).toEqual([1000, true])
    expect(await readFile(join(out, 'import-report.txt'), 'utf8')).toContain(
      '/api/boats: 200 records are left out: at most 1000 are kept',
    )
  })

  it('a second import is refused if both have more families than a profile may have', async () => {
    const values = (word: string, day: number) =>
      Array.from({ length: 260 }, (_, at) => call(`GET /${word}-${at}`, { at }, { at: onDay(day) }))
    const out = await importEach([agents(['Ann'], onDay(2)), ...values('one', 2)])
    const second = await record([agents(['Bob'], onDay(3)), ...values('two', 3)])
    expect(await refusalOf(second, '--out', out)).toMatch(/^UsageError: .* at most 500 families/)
    expect(await agentsIn(out)).toEqual(['Ann'])
  })

  it.each([
    ['older', 'newer'],
    ['newer', 'older'],
  ] as const)(
    'operations keep their families if two recordings name them alike: the %s one first',
    async (...order) => {
      const recordings = {
        older: [
          agents([], onDay(2)),
          call('GET /billing/summary', { total: 12 }, { at: onDay(2) }),
          call('GET /usage/summary', { calls: 99 }, { at: onDay(2) }),
        ],
        newer: [agents([], onDay(3)), call('GET /usage/summary', { calls: 100 }, { at: onDay(3) })],
      }
      const families = await familiesIn(await importEach(...order.map((name) => recordings[name])))
      const values = Object.values(families).map((one) => [one['path'], one['value']])
      expect(Object.fromEntries(values)).toEqual({
        '/api/billing/summary': { total: 12 },
        '/api/usage/summary': { calls: 100 },
      })
    },
  )

  it('an operation of a newer recording replaces the same operation of an older family, whose other operations stay', async () => {
    const boat = { id: 'boat-4f7a09bc1122', name: 'Otter' }
    const before = [
      agents([], onDay(2)),
      call('GET /boats', page([boat]), { at: onDay(2) }),
      call('POST /boats', boat, { at: onDay(2), status: 201, sent: { name: 'Otter' } }),
      call(`GET /boats/${boat.id}`, boat, { at: onDay(2) }),
      call('GET /theme', { color: 'red' }, { at: onDay(2) }),
      call('PUT /theme', { color: 'red' }, { at: onDay(2), sent: { color: 'red' } }),
    ]
    const after = [
      agents([], onDay(3)),
      call('POST /boats', { queued: true }, { at: onDay(3), sent: { name: 'Heron' } }),
      call('PUT /theme', { saved: true }, { at: onDay(3), sent: { color: 'blue' } }),
    ]
    const out = await importEach(before, after)
    expect(await familiesIn(out)).toMatchObject({
      boats: { only: ['list', 'read'], seeds: [{ name: 'Otter' }] },
      boats_post: { method: 'POST' },
      theme: { replace: 'none', value: { color: 'red' } },
      theme_put: { method: 'PUT' },
    })
  })

  it.each([
    ['short', 'invoice 42', 'show invoice 42 again'],
    ['long', 'Error in billing: '.repeat(15), `Please explain: ${'Error in billing: '.repeat(15)}`],
  ])(
    'a %s question and one that contains it keep their scripts, however they are imported',
    async (_, inner, outer) => {
      const [first, second] = [question(inner, onDay(2)), question(outer, onDay(3))]
      for (const order of [[[first], [second]], [[second], [first]], [[first, second]]]) {
        const out = await importEach(...order)
        for (const query of [inner, outer]) expect(await questionPlayed(query, out)).toBe(query)
      }
    },
  )

  it('a question that is recorded again replaces its script, even if this script matches only the exact question', async () => {
    const both = [question('invoice 42', onDay(2)), question('show invoice 42 again', onDay(2))]
    const out = await importEach(both, [question('Invoice 42', onDay(3))])
    const scripts = await loadScenarios(join(out, 'scenarios'))
    expect(scripts.map(({ match }) => match.query)).toEqual([
      '/^Invoice 42$/',
      'show invoice 42 again',
    ])
  })

  it('records of two kinds that have the same number as their id are all kept', async () => {
    const conversations = [3, 7].map((id) => ({ id, title: `No. ${id}`, agent_id: 7 }))
    const out = await importEach(
      [call('GET /conversations', page(conversations), { at: onDay(2) })],
      [agents([], onDay(3))],
    )
    expect(await fixtureIn(out)).toMatchObject({
      agents: [{ id: '7' }],
      conversations: [{ id: '3' }, { id: '7', title: 'No. 7' }],
    })
  })

  it('scripts that the user added stay, and new scripts get other names', async () => {
    const out = await importEach([question('Hello', onDay(2))])
    await writeFile(join(out, 'scenarios/good-morning.yaml'), own('my-morning'))
    await writeFile(join(out, 'scenarios/mine.yaml'), own('good-night').replace('mine', 'my night'))
    const greetings = ['Good morning', 'Good night'].map((one) => question(one, onDay(3)))
    await run(importFiles, await record(greetings), '--out', out)
    expect(await readFile(join(out, 'scenarios/good-morning.yaml'), 'utf8')).toBe(own('my-morning'))
    const scripts = await loadScenarios(join(out, 'scenarios'))
    expect(scripts.map(({ name }) => name).toSorted()).toEqual([
      'good-morning-2',
      'good-night',
      'good-night-2',
      'hello',
      'my-morning',
    ])
  })

  it('an import that needs the name of a file of the user is refused, and changes nothing', async () => {
    const out = await importEach([agents(['Ann'], onDay(2))])
    const file = join(out, 'profile/operations-recorded.yaml')
    await writeFile(file, 'operations: {}\n')
    const theme = await record([agents(['Bob'], onDay(3)), call('GET /theme', { color: 'red' })])
    expect(await refusalOf(theme, '--out', out)).toContain(
      'files of yours with names that the import needs: profile/operations-recorded.yaml',
    )
    expect(await readFile(file, 'utf8')).toBe('operations: {}\n')
    expect(await agentsIn(out)).toEqual(['Ann'])
  })

  it('records that a user added by hand are kept by a second import', async () => {
    const me = { id: 'u-1', email: 'ada@acme.test', display_name: 'Ada' }
    const seen = (day: number) => [
      agents(['Ann'], onDay(day)),
      call('GET /users/me', data(me), { at: onDay(day) }),
    ]
    const out = await importEach(seen(2))
    const file = join(out, 'fixture.yaml')
    const text = await readFile(file, 'utf8')
    const edited = text
      .replaceAll('ada-at-home', 'my-secret')
      .replace('agents:', 'agents:\n  - name: Mine\n    owner: ada@acme.test')
    await writeFile(
      file,
      `${edited}
organizations: [{ name: Acme, members: [{ email: ada@acme.test, role: owner }] }]
connectors: [{ name: Shop, base_url: 'https://shop.test', actions: [{ name: orders, method: GET, path: /orders }] }]
`,
    )
    await run(importFiles, await record(seen(3)), '--out', out, '--overwrite')
    expect(await fixtureIn(out)).toMatchObject({
      users: [{ id: 'u-1', password: 'my-secret' }],
      agents: [{ name: 'Mine', user_id: 'u-1' }, { name: 'Ann' }],
      organizations: [{ name: 'Acme', members: [{ user_id: 'u-1', role: 'owner' }] }],
      connectors: [{ name: 'Shop', actions: [{ name: 'orders', path: '/orders' }] }],
      showcase: { users: [{ email: 'ada@acme.test', password: 'my-secret' }] },
    })
  })
})

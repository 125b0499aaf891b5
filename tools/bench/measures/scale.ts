import { readFileSync } from 'node:fs'
import type { Fixture } from '../../../contract/fixture.ts'
import { type ContractKind, kindProperties, kindsByWord } from '../../../contract/kinds.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { operations } from '../../../contract/operations.ts'
import { readProfile } from '../../../contract/profile.ts'
import type { Profile } from '../../../contract/picks.ts'
import { createFake } from '../../../mocks/fake.ts'
import { createCall, demoFixture, fullKeyOf, sendToFake } from '../in-process.ts'
import type { Bound, Measure } from '../measure.ts'
import { formatNumber, formatSpread, ratio, runRounds } from '../statistics.ts'

const listSizes = [100, 10_000, 100_000]
const [smallest = '', , largest = ''] = listSizes.map(String)

type Call = (line: string, body?: object) => Promise<{ readonly body: unknown }>
type Run = { readonly id: string; readonly index: number; readonly size: number }
type ListWork = {
  readonly name: string
  /**
   * How many times as much a call with 100,000 records may cost as with 100. Absent for a search.
   */
  readonly atMost?: number
  run(call: Call, run: Run): Promise<unknown>
}

/** A list of the contract: the kind of its records, and its path below a record of the demo user. */
type BenchList = {
  readonly kind: ContractKind
  readonly path: string
  readonly work: readonly ListWork[]
}

const demoOwnerId =
  demoFixture.api_keys.find(({ id }) => id === demoFixture.showcase.keys['full'])?.user_id ?? ''

/**
 * Measures what operations cost for a user who may see many records: in process, with the complete
 * pipeline, under both profiles. The lists and reads come from the table of operations.
 */
export const scale: Measure = async ({ quick }) => {
  const rows: string[][] = []
  const bounds: Bound[] = []
  for (const [profileName, profile] of Object.entries(profiles))
    for (const { kind, path, work } of createBenchLists()) {
      const subjects = listSizes.map((size) => createSubject(kind, size, profile))
      for (const { name, atMost, run } of work) {
        const title = `${profileName}: ${name.replace('{path}', path)}`
        const runs = atMost === undefined ? 1 : quick ? 50 : 500
        // Warm-up: V8 compiles the code, and the records are sorted and filtered once.
        for (const { cpuOf } of subjects) await cpuOf(run, runs)
        const rounds = await runRounds(quick ? 5 : 11, subjects, ({ cpuOf }) => cpuOf(run, runs))
        const value = ratio(rounds, (cost) => cost, largest, smallest)
        console.log(`${title}: ${formatNumber(value)} × from 100 to 100,000 records`)
        rows.push([title, ...[...rounds.values()].map(formatSpread), formatNumber(value)])
        if (atMost !== undefined)
          bounds.push({ text: `${title}, × 100 records`, value, limit: { atMost } })
      }
      for (const { fake } of subjects) fake.close()
    }
  return [
    {
      title: 'Scale',
      about:
        'Microseconds of CPU for a request in process, by the number of records that its user may see.',
      columns: ['', ...listSizes.map((size) => size.toLocaleString('en')), 'last : first'],
      rows,
      bounds,
      notes: [
        'A page is counted from the nearer end of a list, in chunks of 512 to 1,024 records. Only its records are converted.',
        'A list that depends on who may see a record tests all of them once, and then only those that change. It tests all again after a change of an organization.',
        'A write finds its place by bisection and moves at most one chunk; a new title moves nothing.',
        'The first write to a list copies the list of the fixture; this is not counted.',
        'A search reads the records, so its cost grows with them.',
      ],
    },
  ]
}

const profiles: Readonly<Record<string, Profile | undefined>> = {
  documented: undefined,
  'deployed-0.8': readProfile(
    JSON.parse(
      readFileSync(
        new URL('../../../generated/profiles/deployed-0.8.json', import.meta.url),
        'utf8',
      ),
    ),
  ),
}

const organization = demoFixture.organizations?.find(({ members }) =>
  members.some(({ user_id }) => user_id === demoOwnerId),
)?.id

/** Each list of records in the table of operations, with the calls that read and search them. */
function createBenchLists(): BenchList[] {
  const rows = Object.values(operations) as readonly Operation[]
  return rows.flatMap(({ method, path: template, answer, query }) => {
    const kind = kindsByWord[template.split('/').at(-1) ?? '']
    if (method !== 'GET' || answer !== 'page' || kind === undefined) return []
    const { parent } = kindProperties(kind)
    const path = template.replace(/\{\w+\}/, (parent && demoFixture[parent.kind][0]?.id) ?? '')
    const hasSingleRead = rows.some(
      (row) => row.method === 'GET' && /^(.*)\/\{\w+\}$/.exec(row.path)?.[1] === template,
    )
    // Some deployments list the channels of one organization only.
    const filter = acceptsParameter(query, 'org_id') ? `org_id=${organization}&` : ''
    const isConversations = template === '/api/conversations'
    return [
      {
        kind,
        path,
        work: [
          { name: 'GET {path}', atMost: 2, run: (call) => call(`GET ${path}?${filter}size=20`) },
          {
            name: 'GET {path}, last page',
            atMost: 2,
            run: (call, { size }) => call(`GET ${path}?${filter}size=20&page=${size / 20}`),
          },
          ...(hasSingleRead
            ? [
                {
                  name: 'GET {path}/{id}',
                  atMost: 2,
                  run: (call: Call, { id }: Run) => call(`GET ${path}/${id}`),
                },
              ]
            : []),
          ...(acceptsParameter(query, 'q')
            ? [
                {
                  name: 'GET {path}?q=, 1 hit in 250',
                  run: (call: Call) => call(`GET ${path}?q=lantern`),
                },
              ]
            : []),
          ...(isConversations ? conversationWrites(path) : []),
        ],
      } satisfies BenchList,
    ]
  })
}

const acceptsParameter = (query: Operation['query'], name: string) =>
  name in ((query?.def as { readonly shape?: object } | undefined)?.shape ?? {})

/**
 * Calls that write conversations. They delete what they create, so that the number stays the same.
 */
const conversationWrites = (path: string): ListWork[] => [
  {
    name: 'POST and DELETE {path}',
    atMost: 3,
    async run(call) {
      const { body } = await call(`POST ${path}`, { title: 'New' })
      const { data } = JSON.parse(String(body)) as { data: { id: string } }
      await call(`DELETE ${path}/${data.id}`)
    },
  },
  {
    name: 'PATCH {path}/{id}, title',
    atMost: 3,
    run: (call, { id, index }) => call(`PATCH ${path}/${id}`, { title: `Renamed ${index}` }),
  },
  {
    name: 'PATCH {path}/{id}, starred',
    atMost: 3,
    run: (call, { id, index }) => call(`PATCH ${path}/${id}`, { starred: index % 2 === 0 }),
  },
]

/** Creates a fake in which the demo user may see `size` records of a kind. */
function createSubject(kind: ContractKind, size: number, profile: Profile | undefined) {
  const fake = createFake({
    fixture: withRecords(kind, size),
    explain: false,
    ...(profile && { profile }),
  })
  const key = fullKeyOf(fake)
  const call: Call = (line, body) => sendToFake(fake, createCall(key, line, body))
  // At every size, the calls use 100 records of all ages. Only the number of other records differs.
  const usedIds = Array.from({ length: 100 }, (_, index) => idOf(index * (size / 100)))
  return {
    name: String(size),
    fake,
    /** The CPU time of one run in microseconds, summed over all threads. */
    async cpuOf(run: ListWork['run'], runs: number) {
      const cpuBefore = process.cpuUsage()
      for (let index = 0; index < runs; index++)
        await run(call, { id: usedIds[index % usedIds.length] ?? '', index, size })
      const { user, system } = process.cpuUsage(cpuBefore)
      return (user + system) / runs
    },
  }
}

const firstDate = Date.parse('2024-01-01T00:00:00.000Z')
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** The demo data with copies of one record. Every 250th copy has `lantern` in its texts. */
function withRecords(kind: ContractKind, size: number): Fixture {
  const { owner: ownerField, parent } = kindProperties(kind)
  const records: readonly object[] = demoFixture[kind] ?? []
  const usual = records.find((record) => !('is_builder' in record && record.is_builder))
  const fixed = {
    ...usual,
    ...(ownerField && { [ownerField]: demoOwnerId }),
    ...(parent && { [parent.field]: demoFixture[parent.kind][0]?.id }),
    ...(kind === 'channels' && { org_id: organization }),
    ...(kind === 'organizations' && {
      members: [
        { user_id: demoOwnerId, role: 'owner', joined_at: new Date(firstDate).toISOString() },
      ],
    }),
  }
  const copies = Array.from({ length: size }, (_, index) => {
    const text = `${index % 250 === 0 ? 'Lantern' : 'Invoice'} ${index}`
    return {
      ...fixed,
      id: idOf(index),
      ...('email' in fixed && { email: `${text.replace(' ', '-')}@example.com` }),
      ...('title' in fixed && { title: text, starred: index % 20 === 0 }),
      created_at: new Date(firstDate + index * 60_000).toISOString(),
    }
  })
  // Keeps the user and the API key of the calls, and the parents of the copies.
  const keptRecords = kind === 'users' || kind === 'api_keys' ? records : []
  return {
    ...demoFixture,
    ...(kind === 'conversations' && { messages: [], transcripts: [] }),
    [kind]: [...keptRecords, ...copies],
  }
}

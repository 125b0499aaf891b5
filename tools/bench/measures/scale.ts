import type { Conversation } from '../../../contract/records/conversation.ts'
import { createFake } from '../../../mocks/fake.ts'
import { createCall, demo, fullKeyOf, send } from '../in-process.ts'
import type { Bound, Measure } from '../measure.ts'
import { formatNumber, formatSpread, ratio, runRounds } from '../statistics.ts'

const sizes = [100, 10_000, 100_000]
const [smallest = '', , largest = ''] = sizes.map(String)

/** Sends a request, such as `GET /api/agents`. */
type Call = (line: string, body?: object) => Promise<{ readonly body: unknown }>
type Run = { readonly id: string; readonly index: number; readonly size: number }
type Operation = (call: Call, run: Run) => Promise<unknown>

const path = '/api/conversations'
const search = 'search, 1 hit in 250'

/** The measured operations. Each deletes what it creates, so that the sizes stay the same. */
const operations: Readonly<Record<string, Operation>> = {
  get: (call, { id }) => call(`GET ${path}/${id}`),
  'first page': (call) => call(`GET ${path}?size=20`),
  'last page': (call, { size }) => call(`GET ${path}?size=20&page=${size / 20}`),
  'create and delete': async (call) => {
    const { body } = await call(`POST ${path}`, { title: 'New' })
    const { data } = JSON.parse(String(body)) as { data: { id: string } }
    await call(`DELETE ${path}/${data.id}`)
  },
  rename: (call, { id, index }) => call(`PATCH ${path}/${id}`, { title: `Renamed ${index}` }),
  star: (call, { id, index }) => call(`PATCH ${path}/${id}`, { starred: index % 2 === 0 }),
  [search]: (call) => call(`GET ${path}?q=lantern`),
}

/**
 * A write finds its position by bisection: about 2.5 times the steps from 100 to 100,000 records.
 */
const growthLimit = (name: string) => (/create|rename|star/.test(name) ? 3 : 2)

/**
 * The cost of an operation if one user has many conversations: in process, with the whole pipeline.
 */
export const scale: Measure = async ({ quick }) => {
  const subjects = sizes.map(createSubject)
  const rows: string[][] = []
  const bounds: Bound[] = []
  for (const [name, operation] of Object.entries(operations)) {
    const runs = name === search ? 3 : 1000
    // Compiles the code, and copies the list of the fixture before it is first written.
    for (const { cpuOf } of subjects) await cpuOf(operation, runs)
    const rounds = await runRounds(quick ? 5 : 11, subjects, ({ cpuOf }) => cpuOf(operation, runs))
    const growth = ratio(rounds, (cost) => cost, largest, smallest)
    rows.push([name, ...[...rounds.values()].map(formatSpread), formatNumber(growth)])
    if (name !== search)
      bounds.push({
        text: `${name}, × 100 conversations`,
        value: growth,
        limit: { atMost: growthLimit(name) },
      })
  }
  for (const { fake } of subjects) fake.close()
  return [
    {
      title: 'Scale',
      about:
        'Microseconds of CPU for a request in process, by the number of conversations that its user has.',
      columns: ['', ...sizes.map((size) => size.toLocaleString('en')), 'last : first'],
      rows,
      bounds,
      notes: [
        'A page is counted from the nearer end of a list, in chunks of 512 to 1,024 conversations.',
        'A write finds its place by bisection and moves at most one chunk; a new title moves nothing.',
        'The first write to the list of a user copies the list of the fixture; this is not counted.',
        'A search reads the titles and messages of the conversations, so its cost grows with them.',
      ],
    },
  ]
}

/** A fake whose demo user has that many conversations. */
function createSubject(size: number) {
  const conversations = Array.from({ length: size }, (_, index) => createConversation(index))
  const fake = createFake({
    fixture: { ...demo, conversations, messages: [], transcripts: [] },
    explain: false,
  })
  const key = fullKeyOf(fake)
  const call: Call = (line, body) => send(fake, createCall(key, line, body))
  // At every size, 100 conversations of all ages are used. Only the number of the others differs.
  const used = Array.from(
    { length: 100 },
    (_, index) => createConversation(index * (size / 100)).id,
  )
  return {
    name: String(size),
    fake,
    /** Microseconds of CPU for each run, by all threads together. */
    async cpuOf(operation: Operation, runs: number) {
      const before = process.cpuUsage()
      for (let index = 0; index < runs; index++)
        await operation(call, { id: used[index % used.length] ?? '', index, size })
      const { user, system } = process.cpuUsage(before)
      return (user + system) / runs
    },
  }
}

const owner = demo.api_keys.find(({ id }) => id === demo.showcase.keys['full'])?.user_id ?? ''
const began = Date.parse('2024-01-01T00:00:00.000Z')

/** Every 250th conversation is about a lantern. */
const createConversation = (index: number): Conversation => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  user_id: owner,
  title: `${index % 250 === 0 ? 'Lantern' : 'Invoice'} number ${index} of the year`,
  mode: 'auto',
  agent_id: null,
  model_name: null,
  kb_ids: [],
  status: 'active',
  starred: index % 20 === 0,
  total_tokens: 0,
  created_at: new Date(began + index * 60_000).toISOString(),
  updated_at: null,
})

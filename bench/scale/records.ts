import type { Conversation } from '../../contract/records/conversation.ts'
import { createFake, type Fake } from '../../mocks/fake.ts'
import { createConversation } from '../../mocks/platform/conversations/conversation-records.ts'
import { takeSnapshot } from '../../mocks/world/snapshot.ts'
import { conversationOwner } from '../../mocks/world/store.ts'
import { answer, callOf, cpuOf, demo, keyOf } from './in-process.ts'

const owner = demo.api_keys.find(({ id }) => id === demo.showcase.keys['full'])?.user_id ?? ''
const began = Date.parse('2024-01-01T00:00:00.000Z')
const subjects = ['Invoice', 'Gateway', 'Sensor', 'Contract', 'Travel', 'Audit', 'Heating', 'Order']

/** One conversation of many that one user has; every 250th is about a lantern. */
const conversation = (index: number): Conversation => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  user_id: owner,
  title: `${index % 250 === 0 ? 'Lantern' : subjects[index % 7]} number ${index} of the year`,
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

/** A fake whose one user has so many conversations, and what is done to it. */
export type Crowd = {
  readonly records: number
  /** Microseconds of CPU for each run of an operation, at the store or as a whole call. */
  cost(operation: Operation, runs: number): Promise<number>
  close(): void
}

type Place = { readonly fake: Fake; readonly key: string; readonly id: (run: number) => string }
type Act = (place: Place, run: number) => unknown

const path = '/api/conversations'
const listed = conversationOwner(owner, 'active')
const storeOf = ({ fake }: Place) => fake.world().store.conversations
const recordOf = (place: Place, run: number) => {
  const record = storeOf(place).get(place.id(run))
  if (record === undefined) throw new Error(`There is no conversation ${place.id(run)}.`)
  return record
}
const call = ({ fake, key }: Place, line: string, body?: object) =>
  answer(fake, callOf(key, line, body))

/** What is measured; whatever is made is deleted by the same operation, so that sizes stay. */
export const operations = {
  'store: get': (place, run) => recordOf(place, run),
  'store: first page': (place) => storeOf(place).slice(listed, 'starred-first', 0, 20),
  'store: middle page': (place) => {
    const middle = storeOf(place).count(listed) >> 1
    return storeOf(place).slice(listed, 'starred-first', middle, 20)
  },
  'store: last page': (place) => {
    const last = storeOf(place).count(listed) - 20
    return storeOf(place).slice(listed, 'starred-first', last, 20)
  },
  'store: create and delete': (place) => {
    const { id } = createConversation(place.fake.world(), owner, { title: 'Made' })
    storeOf(place).delete(id)
  },
  'store: rename': (place, run) =>
    storeOf(place).update(recordOf(place, run), { title: `Renamed ${run}` }),
  'store: star': (place, run) => {
    const record = recordOf(place, run)
    storeOf(place).update(record, { starred: !record.starred })
  },
  'call: get': (place, run) => call(place, `GET ${path}/${place.id(run)}`),
  'call: first page': (place) => call(place, `GET ${path}?size=20`),
  'call: last page': (place) =>
    call(place, `GET ${path}?size=20&page=${Math.ceil(storeOf(place).count(listed) / 20)}`),
  'call: create and delete': async (place) => {
    const { body } = await call(place, `POST ${path}`, { title: 'Made' })
    const { data } = JSON.parse(String(body)) as { data: { id: string } }
    await call(place, `DELETE ${path}/${data.id}`)
  },
  'call: rename': (place, run) =>
    call(place, `PATCH ${path}/${place.id(run)}`, { title: `Renamed ${run}` }),
  'call: star': (place, run) =>
    call(place, `PATCH ${path}/${place.id(run)}`, { starred: run % 2 === 0 }),
  'call: search, 1 hit of 250': (place) => call(place, `GET ${path}?q=lantern`),
  'call: search, no hit': (place) => call(place, `GET ${path}?q=zeppelin`),
  'snapshot of the world': ({ fake }) => takeSnapshot(fake.world()),
} satisfies Record<string, Act>

export type Operation = keyof typeof operations

/** Makes a fake with so many conversations of one user, whose lists are already its own. */
export function crowdOf(records: number): Crowd {
  const conversations = Array.from({ length: records }, (_, index) => conversation(index))
  const fixture = { ...demo, conversations, messages: [], transcripts: [] }
  const fake = createFake({ fixture, explain: false })
  // As many records are met at every size, of every age: what differs is what lies beside them.
  const ids = Array.from({ length: 100 }, (_, run) => conversation(run * (records / 100)).id)
  const id = (run: number) => ids[run % ids.length] ?? ''
  const place = { fake, key: keyOf(fake), id }
  operations['store: create and delete'](place)
  return {
    records,
    async cost(operation, runs) {
      const act: Act = operations[operation]
      const took = await cpuOf(async () => {
        for (let run = 0; run < runs; run++) {
          const acted = act(place, run)
          if (acted instanceof Promise) await acted
        }
      })
      return took / runs
    },
    close: () => fake.close(),
  }
}

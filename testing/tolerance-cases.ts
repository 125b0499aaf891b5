import type { FakeWorld } from './fake-world.ts'

/** A state of the platform in which a correct client shows other content than usual. */
export type ToleranceCase = {
  /** A short name, for the title of a test. */
  readonly name: ToleranceCaseName
  /** The state in words, and what a client may expect. */
  readonly says: string
  /** Brings a world into the state. Call it before the client signs in. Rejects with a `ControlError`. */
  prepare(world: Pick<FakeWorld, 'clock' | 'records'>): Promise<void>
}

/** The name of a state into which a test can bring a world. */
export type ToleranceCaseName =
  | 'disabled-keys'
  | 'maintenance'
  | 'no-data'
  | 'much-data'
  | 'leap-day'
  | 'far-time-zone'
  | 'unusual-text'

type Records = FakeWorld['records']

/** The kinds of records that lists show. Records that refer to other records come first. */
const listedKinds = ['conversations', 'knowledge_bases', 'workflows', 'connectors', 'agents']
/**
 * The number of conversations per user in the case `much-data`: more than ten pages of the default
 * size.
 */
const manyConversations = 250
const longTitle = (number: number) => `Conversation ${number} ${'about the delivery '.repeat(12)}`
/** Emoji of several code points, right-to-left text, an embedding mark, and characters of HTML. */
const unusualText = '👩‍👩‍👧‍👦🇺🇳 مرحبا שלום \u202Eabc\u202C <b>&amp;</b> Zürich 漢字'

const cases: readonly ToleranceCase[] = [
  {
    name: 'disabled-keys',
    says: 'every API key is disabled: calls with a key are refused with 401, and sessions work',
    prepare: ({ records }) => changeAll(records, 'api_keys', () => ({ is_active: false })),
  },
  {
    name: 'maintenance',
    says: 'the platform is under maintenance: calls are refused with 503',
    prepare: async ({ records }) => {
      await records.change('settings', 'settings', { maintenance_mode: true })
    },
  },
  {
    name: 'no-data',
    says: 'there are no conversations, agents, knowledge bases, connectors and workflows',
    async prepare({ records }) {
      for (const kind of listedKinds)
        for (const { id } of await listAll(records, kind)) await records.remove(kind, id)
    },
  },
  {
    name: 'much-data',
    says: `every user has ${manyConversations} more conversations, with long titles`,
    async prepare({ records }) {
      for (const { id: user_id } of await listAll(records, 'users')) {
        const title = longTitle(1)
        const first = await records.add('conversations', { user_id, title })
        const others = Array.from({ length: manyConversations - 1 }, (_, index) => {
          const number = index + 2
          const id = String(number).padStart(8, '0') + first.id.slice(8)
          return { kind: 'conversations', record: { ...first, id, title: longTitle(number) } }
        })
        // One call for all of them, because each could cross the network.
        await records.put({ records: others })
      }
    },
  },
  {
    name: 'leap-day',
    says: 'it is ten seconds before the end of 29 February 2028, UTC, and time goes on',
    async prepare({ clock }) {
      await clock.freeze('2028-02-29T23:59:50.000Z')
      await clock.resume()
    },
  },
  {
    name: 'far-time-zone',
    says: 'every user lives in a time zone 14 hours ahead of UTC, where it may be tomorrow',
    prepare: ({ records }) =>
      changeAll(records, 'users', () => ({ timezone: 'Pacific/Kiritimati' })),
  },
  {
    name: 'unusual-text',
    says: 'titles and names have emoji, right-to-left text and characters of HTML',
    async prepare({ records }) {
      await changeAll(records, 'conversations', () => ({ title: unusualText }))
      await changeAll(records, 'agents', () => ({ name: unusualText }))
      await changeAll(records, 'users', () => ({ display_name: unusualText }))
    },
  },
]

/**
 * Returns states of the platform for which only your test knows the right outcome, such as disabled
 * keys, no data, or a leap day. `agent-understudy tolerance` never judges them.
 *
 * @example
 * ```ts
 * const expected = { maintenance: 'We are back soon', 'no-data': 'No conversations yet' }
 *
 * for (const { name, prepare } of toleranceCases(Object.keys(expected)))
 *   test(`the app shows the state ${name}`, async ({ page, fake }) => {
 *     await prepare(fake)
 *     await page.goto('/')
 *     await expect(page.getByRole('main')).toContainText(expected[name])
 *   })
 * ```
 * @throws RangeError for an unknown name.
 */
export function toleranceCases(
  names: readonly string[] = cases.map(({ name }) => name),
): readonly ToleranceCase[] {
  return names.map((wanted) => {
    const match = cases.find(({ name }) => name === wanted)
    if (match !== undefined) return match
    const knownNames = cases.map(({ name }) => `\`${name}\``).join(', ')
    throw new RangeError(`There is no case \`${wanted}\`. There are: ${knownNames}.`)
  })
}

async function changeAll(records: Records, kind: string, change: () => object): Promise<void> {
  for (const { id } of await listAll(records, kind)) await records.change(kind, id, change())
}

const pageSize = 100

/** All records of a kind. */
async function listAll(records: Records, kind: string) {
  const first = await records.list(kind, { size: pageSize })
  const items = [...first.items]
  for (let page = 2; page <= first.pages; page++)
    items.push(...(await records.list(kind, { size: pageSize, page })).items)
  return items
}

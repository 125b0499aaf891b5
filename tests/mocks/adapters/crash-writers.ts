import { CrashLedger, type Found } from './crash-ledger.ts'
import {
  type Answer,
  newConversation,
  type NewKey,
  type Paged,
  type Visitor,
} from '../../support/visitor.ts'

type Draw = (below: number) => number
type Item = { readonly id: string } & Readonly<Record<string, unknown>>

/** A kind of record that is created, changed and deleted while the server is killed. */
type Subject = {
  readonly path: string
  /** The state that the response acknowledges. */
  look(item: Readonly<Record<string, unknown>>): object
  make(visitor: Visitor, name: string): Promise<string>
  /** A change: the call, and the state that its response acknowledges. */
  change(id: string, name: string, on: boolean): readonly [operation: string, body: object]
}

const conversations: Subject = {
  path: '/api/conversations',
  look: ({ title, starred }) => ({ title, starred }),
  make: (visitor, title) => newConversation(visitor, { title }),
  change: (id, title, starred) => [`PATCH /api/conversations/${id}`, { title, starred }],
}

const keys: Subject = {
  path: '/api/me/api-keys',
  look: ({ is_active }) => ({ is_active }),
  make: async (visitor, name) => {
    const answer = await visitor.call<NewKey>('POST /api/me/api-keys', { body: { name } })
    granted(answer)
    return answer.json.id
  },
  change: (id, _, is_active) => [`PATCH /api/me/api-keys/${id}/active`, { is_active }],
}

/** Several clients of one server, with the acknowledged writes of each. */
export class CrashWriters {
  /** The number of responses so far. */
  acknowledged = 0
  readonly #ledgers = new Map<Subject, CrashLedger>()
  /** Records that no client changes, such as the clients' API key. */
  readonly #spared = new Set<string>()
  #names = 0

  /** Starts with the existing records. */
  static async begin(visitor: Visitor): Promise<CrashWriters> {
    const writers = new CrashWriters()
    for (const subject of [conversations, keys]) {
      const found = await listed(visitor, subject)
      writers.#ledgers.set(subject, new CrashLedger(found))
      for (const id of found.keys()) writers.#spared.add(id)
    }
    return writers
  }

  /** Creates a conversation that no client changes. */
  async spare(visitor: Visitor): Promise<string> {
    const title = `Name ${this.#names++}`
    const id = await conversations.make(visitor, title)
    this.#ledgers.get(conversations)?.grant(id, { title, starred: false })
    this.#spared.add(id)
    return id
  }

  /** One write of a client, which creates, changes or deletes a record. */
  async write(visitor: Visitor, draw: Draw): Promise<void> {
    const subject = draw(2) === 0 ? conversations : keys
    const ledger = this.#ledgers.get(subject)
    if (ledger === undefined) return
    const name = `Name ${this.#names++}`
    const mine = ledger.idle.filter((id) => !this.#spared.has(id))
    const id = mine[draw(mine.length)]
    const what = draw(20)
    if (id === undefined || what < 5)
      await ledger.make(subject.look({ title: name, starred: false, is_active: true }), () =>
        subject.make(visitor, name),
      )
    else if (what < 9)
      await ledger.change(id, undefined, async () =>
        granted(await visitor.call(`DELETE ${subject.path}/${id}`)),
      )
    else {
      const [operation, body] = subject.change(id, name, draw(2) === 0)
      await ledger.change(id, body, async () => granted(await visitor.call(operation, { body })))
    }
    this.acknowledged++
  }

  /** Differences from the acknowledged writes after a crash. */
  async broken(visitor: Visitor): Promise<string[]> {
    const settled = Array.from(this.#ledgers, async ([subject, ledger]) =>
      ledger.settle(await listed(visitor, subject)),
    )
    return (await Promise.all(settled)).flat()
  }
}

function granted({ status, text }: Answer): void {
  if (status >= 300) throw new Error(`Refused with ${status}: ${text}`)
}

/** All records of a kind, by id. */
async function listed(visitor: Visitor, { path, look }: Subject): Promise<Found> {
  const found = new Map<string, object>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { json } = await visitor.call<Paged<Item>>(`GET ${path}?size=100&page=${page}`)
    for (const item of json.items) found.set(item.id, look(item))
    pages = json.pages
  }
  return found
}

import { type OperationId, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Fixture } from '../../../contract/fixture.ts'
import type { WorldControl } from '../../../mocks/control/world-control.ts'
import { decodeJwt } from '../../../mocks/world/sessions.ts'

/** A call with its response. */
export type Seen = {
  readonly id: OperationId
  readonly bearer: string | undefined
  /** Everything that was sent, except the credential. */
  readonly sent: string
  readonly params: Readonly<Record<string, string>>
  readonly status: number
  readonly text: string
}

type Send = (
  operation: string,
  bearer: string | undefined,
) => Promise<{ readonly text: string } | undefined>

const issued = /"(?:access_token|refresh_token|key|ticket)":"([^"]+)"/g
const named = /"(?:id|conversation_id|run_id|key_id)":"([^"]+)"/g
const lists: readonly OperationId[] = [
  'keys.list',
  'conversations.list',
  'agents.list',
  'knowledge-bases.list',
  'connectors.list',
  'mcp-servers.list',
  'channels.list',
  'orgs.list',
  'workflows.list',
  'me.sessions',
]

/** Checks every response of a session against invariants of the platform. */
export class Watch {
  /** Keys, tokens and passwords: only the response that issues one may contain it. */
  readonly #secrets = new Set<string>()
  /** The owner of each personal record, by id. */
  readonly #owners = new Map<string, string>()
  /** The user of each credential. */
  readonly #users = new Map<string, string>()
  /** The last reported use count of each key. */
  readonly #uses = new Map<string, number>()

  constructor(fixture: Fixture, valueOf: (key: string) => string) {
    for (const { id, user_id } of fixture.api_keys) {
      this.#secrets.add(valueOf(id))
      this.#users.set(valueOf(id), user_id)
      this.#owners.set(id, user_id)
    }
    for (const { id, user_id } of fixture.conversations) this.#owners.set(id, user_id)
    const personal = [
      fixture.agents,
      fixture.knowledge_bases,
      fixture.connectors,
      fixture.workflows,
    ]
    for (const { id, user_id, visibility } of personal.flat())
      if (visibility === 'personal') this.#owners.set(id, user_id)
    for (const { password } of fixture.users) if (password) this.#secrets.add(password)
  }

  /** Collects the secrets that a response issues. */
  learnSecrets(text: string): void {
    for (const [, value = ''] of text.matchAll(issued)) {
      this.#secrets.add(value)
      const user = decodeJwt(value)?.sub
      if (user !== undefined) this.#users.set(value, user)
    }
  }

  look(seen: Seen): readonly string[] {
    const problems = [...this.#leaks(seen), ...this.#trespasses(seen), ...this.#falls(seen)]
    if (seen.status < 300) this.#takeIn(seen)
    return problems
  }

  #takeIn({ id, bearer, params, text }: Seen): void {
    this.learnSecrets(text)
    const user = this.#users.get(bearer ?? '')
    if (user === undefined) return
    const [, made] = /"id":"([^"]+)"/.exec(text) ?? []
    if (made && ['keys.create', 'conversations.create'].includes(id)) this.#owners.set(made, user)
    if (made && /^(agents|knowledge-bases|connectors|workflows)\.create$/.test(id))
      this.#owners.set(made, user)
    const [, key] = id === 'keys.create' ? (/"key":"([^"]+)"/.exec(text) ?? []) : []
    if (key !== undefined) this.#users.set(key, user)
    if (id.endsWith('.publish')) for (const one of Object.values(params)) this.#owners.delete(one)
  }

  /** Secrets in a text, except those sent in the same call: an error may repeat its input. */
  #leaks({ text, sent, status }: Pick<Seen, 'text' | 'sent' | 'status'>): readonly string[] {
    const known = [...this.#secrets].filter(
      (secret) => text.includes(secret) && !sent.includes(secret),
    )
    const marked = (text.match(/s3cret-[\da-f]+/g) ?? []).filter(
      (secret) => status < 300 || !sent.includes(secret),
    )
    return [...known, ...marked].map((secret) => `contains a secret: …${around(text, secret)}…`)
  }

  /** Records of other users in a response to a user without administrator rights. */
  #trespasses({ id, bearer, sent, params, text, status }: Seen): readonly string[] {
    const { adminOnly, loads }: Operation = operations[id]
    const user = this.#users.get(bearer ?? '')
    // A token in the body may take precedence over the header.
    if (adminOnly === true || user === undefined || sent.includes('"token":')) return []
    const shown = [...text.matchAll(named)].map(([, one = '']) => one)
    const [, inBody = ''] = /"conversation_id":"([^"]+)"/.exec(sent) ?? []
    const led =
      status < 300 && loads ? (loads.in === 'body' ? inBody : params[loads.by]) : undefined
    return [...shown.filter((one) => !sent.includes(one)), led ?? '']
      .filter((one) => (this.#owners.get(one) ?? user) !== user)
      .map((one) => `contains ${one}, which belongs to ${this.#owners.get(one)}`)
  }

  #falls({ id, text, status }: Seen): readonly string[] {
    if (status >= 300 || !/^(admin\.)?keys\./.test(id)) return []
    const found = text.matchAll(/"id":"([^"]+)"[^{}]*?"total_requests":(\d+)/g)
    return [...found].flatMap(([, key = '', count]) => {
      const before = this.#uses.get(key) ?? 0
      this.#uses.set(key, Number(count))
      return Number(count) < before ? [`${key} was used ${before} times, now ${count}`] : []
    })
  }

  /** Checks that the journal has every call and no secret. */
  lookIntoJournal(control: WorldControl): readonly string[] {
    return control.journal.list({ limit: 1000 }).flatMap(({ number }) => {
      const entry = JSON.stringify(control.journal.read(number))
      return this.#leaks({ text: entry, sent: '', status: 200 }).map(
        (problem) => `the journal, call ${number}: ${problem}`,
      )
    })
  }

  /** Reads all pages of all lists: each record occurs once, and their number equals `total`. */
  async walkLists(send: Send): Promise<readonly string[]> {
    const problems: string[] = []
    const [bearer] = [...this.#users].find(([value]) => decodeJwt(value)?.type === 'access') ?? []
    for (const id of bearer === undefined ? [] : lists) {
      const { path } = operations[id]
      const ids: string[] = []
      let listed = { total: 0, pages: 1 }
      for (let page = 1; page <= listed.pages; page++) {
        const { text = '{}' } = (await send(`GET ${path}?page=${page}&size=7`, bearer)) ?? {}
        const json = JSON.parse(text)
        if (json.items === undefined) break
        listed = json
        ids.push(...json.items.map((item: { id: string }) => item.id))
      }
      if (new Set(ids).size !== ids.length) problems.push(`${path} lists a record twice`)
      if (ids.length !== listed.total)
        problems.push(`${path} lists ${ids.length} of ${listed.total}`)
    }
    return problems
  }
}

/** A secret with its surrounding text. */
function around(text: string, secret: string): string {
  const at = text.indexOf(secret)
  return text.slice(Math.max(0, at - 60), at + secret.length + 20)
}

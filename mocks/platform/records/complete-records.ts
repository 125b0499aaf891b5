import { type JsonObject, objectIn, objectsIn, withoutUndefined } from '../../../contract/json.ts'
import { kindProperties } from '../../../contract/kinds.ts'
import { nearestWord } from '../../../contract/nearest.ts'
import { fixtureRecordDefaults, newAction } from '../../../contract/new-records.ts'
import { splitText } from '../knowledge-bases/split-text.ts'
import { createRandom, type Random } from '../../world/random.ts'

type Path = readonly PropertyKey[]

/** A problem at a path of a fixture, and how to solve it. */
export type FixtureProblem = {
  readonly path: Path
  readonly wrong: 'missing' | 'key' | 'value'
  readonly says: string
}

/**
 * The default values of fields that a record of a hand-written fixture omits. By default, users
 * have completed the onboarding, and agents are published.
 */
export const recordDefaults = {
  ...fixtureRecordDefaults,
  users: { ...fixtureRecordDefaults.users, onboarding_completed: true },
  agents: { ...fixtureRecordDefaults.agents, status: 'published', suggest_followups: true },
} as const

/** The default records for kinds that a fixture omits. */
const defaultRecords: Readonly<Record<string, readonly object[]>> = {
  users: [{ email: 'demo@example.com', password: 'demo-password', is_admin: true }],
  models: [
    { name: 'general-model', role: 'general' },
    { name: 'fast-model', role: 'fast' },
  ],
}

type FixtureRecordKind = keyof typeof recordDefaults
type RecordWithId = JsonObject & { readonly id: string }

/** The date of a fixture without dates. Worlds move it to the present. */
const fallbackDate = '2026-11-01T09:00:00.000Z'
const monthMs = 30 * 24 * 3_600_000

/** Collections that may be absent in a fixture; then they are empty. */
const emptyKinds = ['chats', 'transcripts', 'workflow_runs', 'audit_log', 'tools']

/** Completes a hand-written fixture. The fields may have wrong types. */
export class FixtureCompleter {
  /** The problems found so far: references to missing records, and repeated names. */
  readonly problems: FixtureProblem[] = []
  readonly #given: JsonObject
  readonly #records = new Map<FixtureRecordKind, readonly RecordWithId[]>()
  readonly #random: Random
  readonly #anchor: string
  readonly #created: string

  /** `random` creates missing ids, and `created` is the date of records that have no date. */
  constructor(
    given: JsonObject,
    options: { readonly random?: Random; readonly created?: string } = {},
  ) {
    this.#given = given
    this.#random = options.random ?? createRandom('fixture')
    this.#anchor = String(given['anchored_at'] ?? newestDate(given) ?? fallbackDate)
    const at = Date.parse(this.#anchor)
    const usual = Number.isNaN(at) ? fallbackDate : new Date(at - monthMs).toISOString()
    this.#created = options.created ?? usual
    for (const kind of Object.keys(recordDefaults) as FixtureRecordKind[]) {
      const list = given[kind] === undefined ? defaultRecords[kind] : objectsIn(given[kind])
      const records = (list ?? []).map((record) =>
        this.#withId(kind, recordNameOf(kind, record as JsonObject), record as JsonObject),
      )
      this.#records.set(kind, records)
      this.#reportRepeated(kind, records)
    }
  }

  /** The complete fixture. Call it once. */
  complete(): JsonObject {
    const given = this.#given
    const users = this.#completeRecords('users', ({ email }) => ({
      username: String(email).replace(/@.*/, ''),
    }))
    const keys = this.#completeRecords('api_keys')
    const first = users[0]
    if (given['api_keys'] === undefined && first !== undefined)
      keys.push({
        ...recordDefaults.api_keys,
        id: this.#random.id('api_keys', 'first'),
        name: 'First key',
        user_id: first.id,
        created_at: this.#created,
      })
    const documents = this.#recordsOf('knowledge_bases').map((base) => this.#documents(base))
    const conversations = this.#completeRecords('conversations', (one, path) => ({
      agent_id: this.#idOf(one['agent'] ?? one['agent_id'], 'agents', [...path, 'agent']) ?? null,
      kb_ids: this.#idsOf(one, 'knowledge_bases', 'kb_ids', path),
      messages: undefined,
    }))
    return {
      name: 'own',
      anchored_at: this.#anchor,
      ...Object.fromEntries(emptyKinds.map((kind) => [kind, []])),
      routing: { dag: [] },
      ...given,
      users,
      api_keys: keys,
      agents: this.#completeRecords('agents', (one, path) => ({
        kb_ids: this.#idsOf(one, 'knowledge_bases', 'kb_ids', path),
        connector_ids: this.#idsOf(one, 'connectors', 'connector_ids', path),
        mcp_server_ids: this.#idsOf(one, 'mcp_servers', 'mcp_server_ids', path),
      })),
      knowledge_bases: this.#completeRecords('knowledge_bases', (_one, [, at]) => {
        const own = documents[Number(at)] ?? []
        const chunks = own.reduce((sum, document) => sum + document.chunks.length, 0)
        return own.length === 0 ? {} : { document_count: own.length, total_chunks: chunks }
      }),
      documents: [...objectsIn(given['documents']), ...documents.flat()],
      conversations,
      messages: [
        ...objectsIn(given['messages']),
        ...this.#recordsOf('conversations').flatMap((one) => this.#messages(one)),
      ],
      organizations: this.#completeRecords('organizations', (one, path) => ({
        members: objectsIn(one['members']).map(({ email, ...member }, at) => ({
          role: at === 0 ? 'owner' : 'member',
          joined_at: this.#created,
          ...member,
          user_id: this.#idOf(email ?? member['user_id'], 'users', [
            ...path,
            'members',
            at,
            'email',
          ]),
        })),
      })),
      connectors: this.#completeRecords('connectors', (one) => ({ actions: this.#actions(one) })),
      mcp_servers: this.#completeRecords('mcp_servers'),
      channels: this.#completeRecords('channels').map(({ user_id, ...channel }) => ({
        created_by: user_id,
        ...channel,
      })),
      workflows: this.#completeRecords('workflows'),
      models: this.#completeRecords('models', ({ name, display_name }) => ({
        display_name: display_name ?? name,
      })),
      settings: {
        maintenance_mode: false,
        registration_enabled: true,
        default_token_quota: 0,
        ...objectIn(given['settings']),
      },
      showcase: given['showcase'] ?? {
        users: users.slice(0, 10).map(({ email, password }) => ({ email, password })),
        keys: showcaseKeys(keys),
      },
    }
  }

  #recordsOf(kind: FixtureRecordKind): readonly RecordWithId[] {
    return this.#records.get(kind) ?? []
  }

  #withId(purpose: string, name: string, record: JsonObject): RecordWithId {
    const { id } = record
    return { ...record, id: typeof id === 'string' ? id : this.#random.id(purpose, name) }
  }

  /** Returns the records of a kind with default values, and with user ids instead of emails. */
  #completeRecords(
    kind: FixtureRecordKind,
    derive: (record: RecordWithId, path: Path) => object = () => ({}),
  ): (RecordWithId & JsonObject)[] {
    return this.#recordsOf(kind).map((record, at) => {
      const { owner, organization, knowledge_bases: _b, connectors: _c, ...fields } = record
      const { agent: _a, documents: _d, mcp_servers: _m, ...known } = fields
      const path = [kind, at]
      const named = owner ?? record['user_id']
      const user = this.#idOf(named, 'users', [...path, owner === undefined ? 'user_id' : 'owner'])
      const group = this.#idOf(organization, 'organizations', [...path, 'organization'])
      // Without an owner and an organization, a record is meant for all users.
      const shared = organization !== undefined ? 'org' : named === undefined ? 'global' : undefined
      const isShared = shared !== undefined && 'visibility' in recordDefaults[kind]
      return {
        ...recordDefaults[kind],
        ...(isShared && { visibility: shared, publish_status: 'approved' }),
        created_at: this.#created,
        ...(kindProperties(kind).owner !== undefined && {
          user_id: user ?? this.#recordsOf('users')[0]?.id,
        }),
        ...(kind === 'agents' && record['status'] !== 'draft' && { published_at: this.#created }),
        ...known,
        ...(user !== undefined && { user_id: user }),
        ...(group !== undefined && { org_id: group }),
        ...withoutUndefined(derive(record, path)),
      } as RecordWithId
    })
  }

  /** Finds the id of the record that a field refers to by name, email or id. */
  #idOf(name: unknown, kind: FixtureRecordKind, path: Path): string | undefined {
    if (typeof name !== 'string') return undefined
    const records = this.#recordsOf(kind)
    const found = records.find((one) => one.id === name || recordNameOf(kind, one) === name)
    if (found === undefined) this.problems.push(unknownNameProblem(name, kind, path, records))
    return found?.id
  }

  #idsOf(record: JsonObject, field: string, idField: string, path: Path): unknown {
    const named = record[field]
    if (!Array.isArray(named)) return record[idField]
    return named.flatMap(
      (name, at) => this.#idOf(name, field as FixtureRecordKind, [...path, field, at]) ?? [],
    )
  }

  #documents(base: RecordWithId) {
    const settings = { ...recordDefaults.knowledge_bases, ...chunkSettings(base) }
    return objectsIn(base['documents']).map((given) => {
      const { content, ...document } = this.#withId('documents', String(given['filename']), given)
      const text = typeof content === 'string' ? content : ''
      return {
        created_at: this.#created,
        kb_id: base.id,
        file_size: new TextEncoder().encode(text).length,
        file_type: /\.([^.]+)$/.exec(String(given['filename']))?.[1]?.toLowerCase() ?? 'txt',
        status: 'ready',
        error_message: null,
        ...document,
        chunks: splitText(text, settings).map((part) => ({
          id: this.#random.id('chunk', document.id),
          content: part,
        })),
      }
    })
  }

  #messages(conversation: RecordWithId) {
    return objectsIn(conversation['messages']).map((message) => ({
      id: this.#random.id('message', conversation.id),
      conversation_id: conversation.id,
      message_type: message['role'] === 'user' ? 'text' : 'done',
      metadata: null,
      created_at: conversation['created_at'] ?? this.#created,
      ...message,
    }))
  }

  #actions(connector: RecordWithId) {
    return objectsIn(connector['actions']).map((action) => ({
      ...newAction,
      connector_id: connector.id,
      created_at: connector['created_at'] ?? this.#created,
      ...this.#withId('action', `${connector.id} ${String(action['name'])}`, action),
    }))
  }

  #reportRepeated(kind: FixtureRecordKind, records: readonly RecordWithId[]): void {
    const ids = new Set<string>()
    const names = new Set<string>()
    for (const [at, record] of records.entries()) {
      const name = recordNameOf(kind, record)
      if (ids.has(record.id))
        this.#addRepeatedProblem([kind, at, 'id'], `the id "${record.id}" is used twice`)
      else if (kind === 'users' && name !== '' && names.has(name))
        this.#addRepeatedProblem([kind, at, 'email'], `the email "${name}" is used twice`)
      ids.add(record.id)
      names.add(name)
    }
  }

  #addRepeatedProblem(path: Path, says: string): void {
    this.problems.push({ path, wrong: 'value', says: `${says}; write another one` })
  }
}

/** The name by which other records refer to a record: the email of a user, else the name. */
const recordNameOf = (kind: FixtureRecordKind, record: JsonObject): string =>
  String(record[kindProperties(kind).key ?? 'name'] ?? '')

/** Returns the valid chunk settings of a knowledge base. */
const chunkSettings = ({ chunk_strategy, chunk_size, chunk_overlap }: JsonObject): object => ({
  ...(typeof chunk_strategy === 'string' && { chunk_strategy }),
  ...(Number.isInteger(chunk_size) && { chunk_size }),
  ...(Number.isInteger(chunk_overlap) && { chunk_overlap }),
})

/** The newest date of a past event. Planned dates, such as an expiry, don't count. */
function newestDate(value: unknown, field = ''): string | undefined {
  if (typeof value === 'string')
    return /^(created|updated|published|joined|reviewed)_at$/.test(field) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value)
    .flatMap(([name, inner]) => newestDate(inner, name) ?? [])
    .reduce<string | undefined>(
      (best, one) => (best === undefined || one > best ? one : best),
      undefined,
    )
}

function unknownNameProblem(
  name: string,
  kind: FixtureRecordKind,
  path: Path,
  records: readonly RecordWithId[],
): FixtureProblem {
  const names = records.map((one) => recordNameOf(kind, one))
  const guess = nearestWord(name, names)
  const hint =
    guess === undefined
      ? names.length === 0
        ? `add it to \`${kind}\``
        : `choose one of ${names.slice(0, 5).join(', ')}`
      : `did you mean "${guess}"?`
  return {
    path,
    wrong: 'value',
    says: `there is no ${kindProperties(kind).name} "${name}"; ${hint}`,
  }
}

/**
 * The ids of the API keys that a server prints, by name. An active key with full access is `full`.
 */
const showcaseKeys = (keys: readonly RecordWithId[]): Readonly<Record<string, string>> => {
  const full = keys.find(({ scopes, is_active }) => scopes === null && is_active !== false)
  return Object.fromEntries([
    ...(full === undefined ? [] : [['full', full.id]]),
    ...keys.filter((key) => key !== full).map(({ name, id }) => [name, id]),
  ])
}

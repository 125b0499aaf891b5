import { isObject, type JsonObject } from '../../../contract/json.ts'
import { kindProperties } from '../../../contract/kinds.ts'
import { newAction } from '../../../contract/new-records.ts'
import {
  defaultRecords,
  definedFieldsOf,
  type FixtureProblem,
  type Identified,
  type Kind,
  listIn,
  nameOf,
  newestDate,
  type Path,
  recordDefaults,
  showcaseKeys,
  splitSettings,
  unknownName,
} from './fixture-parts.ts'
import { splitText } from '../knowledge-bases/split-text.ts'
import { createRandom, type Random } from '../../world/random.ts'

/** The date of a fixture without dates. Worlds move it to the present. */
const someDay = '2026-11-01T09:00:00.000Z'
const month = 30 * 24 * 3_600_000

/** Collections that may be absent in a fixture; then they are empty. */
const emptyKinds = ['chats', 'transcripts', 'workflow_runs', 'audit_log', 'tools']

/** Completes a hand-written fixture. The fields may have wrong types. */
export class FixtureCompleter {
  /** The problems found so far: references to missing records, and repeated names. */
  readonly problems: FixtureProblem[] = []
  readonly #given: JsonObject
  readonly #records = new Map<Kind, readonly Identified[]>()
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
    this.#anchor = String(given['anchored_at'] ?? newestDate(given) ?? someDay)
    const at = Date.parse(this.#anchor)
    const usual = Number.isNaN(at) ? someDay : new Date(at - month).toISOString()
    this.#created = options.created ?? usual
    for (const kind of Object.keys(recordDefaults) as Kind[]) {
      const list = given[kind] === undefined ? defaultRecords[kind] : listIn(given, kind)
      const records = (list ?? []).map((record) =>
        this.#withId(kind, nameOf(kind, record as JsonObject), record as JsonObject),
      )
      this.#records.set(kind, records)
      this.#reportRepeated(kind, records)
    }
  }

  /** The complete fixture. Call it once. */
  complete(): JsonObject {
    const given = this.#given
    const users = this.#complete('users', ({ email }) => ({
      username: String(email).replace(/@.*/, ''),
    }))
    const keys = this.#complete('api_keys')
    const first = users[0]
    if (given['api_keys'] === undefined && first !== undefined)
      keys.push({
        ...recordDefaults.api_keys,
        id: this.#random.id('api_keys', 'first'),
        name: 'First key',
        user_id: first.id,
        created_at: this.#created,
      })
    const documents = this.#of('knowledge_bases').map((base) => this.#documents(base))
    const conversations = this.#complete('conversations', (one, path) => ({
      agent_id: this.#idOf(one['agent'] ?? one['agent_id'], 'agents', [...path, 'agent']) ?? null,
      kb_ids: this.#ids(one, 'knowledge_bases', 'kb_ids', path),
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
      agents: this.#complete('agents', (one, path) => ({
        kb_ids: this.#ids(one, 'knowledge_bases', 'kb_ids', path),
        connector_ids: this.#ids(one, 'connectors', 'connector_ids', path),
        mcp_server_ids: this.#ids(one, 'mcp_servers', 'mcp_server_ids', path),
      })),
      knowledge_bases: this.#complete('knowledge_bases', (_one, [, at]) => {
        const own = documents[Number(at)] ?? []
        const chunks = own.reduce((sum, document) => sum + document.chunks.length, 0)
        return own.length === 0 ? {} : { document_count: own.length, total_chunks: chunks }
      }),
      documents: [...listIn(given, 'documents'), ...documents.flat()],
      conversations,
      messages: [
        ...listIn(given, 'messages'),
        ...this.#of('conversations').flatMap((one) => this.#messages(one)),
      ],
      organizations: this.#complete('organizations', (one, path) => ({
        members: listIn(one, 'members').map(({ email, ...member }, at) => ({
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
      connectors: this.#complete('connectors', (one) => ({ actions: this.#actions(one) })),
      mcp_servers: this.#complete('mcp_servers'),
      channels: this.#complete('channels').map(({ user_id, ...channel }) => ({
        created_by: user_id,
        ...channel,
      })),
      workflows: this.#complete('workflows'),
      models: this.#complete('models', ({ name, display_name }) => ({
        display_name: display_name ?? name,
      })),
      settings: {
        maintenance_mode: false,
        registration_enabled: true,
        default_token_quota: 0,
        ...(isObject(given['settings']) ? given['settings'] : {}),
      },
      showcase: given['showcase'] ?? {
        users: users.slice(0, 10).map(({ email, password }) => ({ email, password })),
        keys: showcaseKeys(keys),
      },
    }
  }

  #of(kind: Kind): readonly Identified[] {
    return this.#records.get(kind) ?? []
  }

  #withId(purpose: string, name: string, record: JsonObject): Identified {
    const { id } = record
    return { ...record, id: typeof id === 'string' ? id : this.#random.id(purpose, name) }
  }

  /** Returns the records of a kind with default values, and with user ids instead of emails. */
  #complete(
    kind: Kind,
    derive: (record: Identified, path: Path) => object = () => ({}),
  ): (Identified & JsonObject)[] {
    return this.#of(kind).map((record, at) => {
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
          user_id: user ?? this.#of('users')[0]?.id,
        }),
        ...(kind === 'agents' && record['status'] !== 'draft' && { published_at: this.#created }),
        ...known,
        ...(user !== undefined && { user_id: user }),
        ...(group !== undefined && { org_id: group }),
        ...definedFieldsOf(derive(record, path)),
      } as Identified
    })
  }

  /** The id of the record that a field names by name, email or id. */
  #idOf(name: unknown, kind: Kind, path: Path): string | undefined {
    if (typeof name !== 'string') return undefined
    const records = this.#of(kind)
    const found = records.find((one) => one.id === name || nameOf(kind, one) === name)
    if (found === undefined) this.problems.push(unknownName(name, kind, path, records))
    return found?.id
  }

  #ids(record: JsonObject, field: string, idField: string, path: Path): unknown {
    const named = record[field]
    if (!Array.isArray(named)) return record[idField]
    return named.flatMap((name, at) => this.#idOf(name, field as Kind, [...path, field, at]) ?? [])
  }

  #documents(base: Identified) {
    const settings = { ...recordDefaults.knowledge_bases, ...splitSettings(base) }
    return listIn(base, 'documents').map((given) => {
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

  #messages(conversation: Identified) {
    return listIn(conversation, 'messages').map((message) => ({
      id: this.#random.id('message', conversation.id),
      conversation_id: conversation.id,
      message_type: message['role'] === 'user' ? 'text' : 'done',
      metadata: null,
      created_at: conversation['created_at'] ?? this.#created,
      ...message,
    }))
  }

  #actions(connector: Identified) {
    return listIn(connector, 'actions').map((action) => ({
      ...newAction,
      connector_id: connector.id,
      created_at: connector['created_at'] ?? this.#created,
      ...this.#withId('action', `${connector.id} ${String(action['name'])}`, action),
    }))
  }

  #reportRepeated(kind: Kind, records: readonly Identified[]): void {
    const ids = new Set<string>()
    const names = new Set<string>()
    for (const [at, record] of records.entries()) {
      const name = nameOf(kind, record)
      if (ids.has(record.id))
        this.#repeated([kind, at, 'id'], `the id "${record.id}" is used twice`)
      else if (kind === 'users' && name !== '' && names.has(name))
        this.#repeated([kind, at, 'email'], `the email "${name}" is used twice`)
      ids.add(record.id)
      names.add(name)
    }
  }

  #repeated(path: Path, says: string): void {
    this.problems.push({ path, wrong: 'value', says: `${says}; write another one` })
  }
}

import { formatCount } from '../../../contract/format-count.ts'
import { shorten } from '../../../contract/shorten.ts'
import { type JsonObject, mapFields } from '../../../contract/json.ts'
import { contractKinds, kindProperties, references } from '../../../contract/kinds.ts'
import { toMemberRole } from './further-parts.ts'
import { shortId, type ImportedKind } from './kinds.ts'
import { type Knowledge, type KnownRecord, recordKey, type RecordStore } from './record-store.ts'
import { type DroppedRecord, writeRecords } from './write-records.ts'

/** The fixture of an import, and the notes for its report. */
export type ImportedRecords = {
  /** A fixture as input for `readFixture`. */
  readonly fixture: JsonObject
  /** The number of records by kind. */
  readonly counts: Readonly<Record<string, number>>
  readonly filled: readonly FilledRecord[]
  readonly dropped: readonly DroppedRecord[]
  readonly notes: readonly string[]
  /** The kinds and ids of deleted records. */
  readonly deleted: readonly string[]
}

const importedKeyId = 'imported-key'

/** Creates a fixture from all collected records. */
export function toImportedRecords(knowledge: Knowledge): ImportedRecords {
  const { store, nonRecordParts } = knowledge
  const { main, userOf } = nameOwners(knowledge)
  const filled = [...fillReferences(knowledge, userOf)]
  const [first] = store.ofKind('users')
  if (first === undefined) {
    const email = 'user@example.com'
    store.observe('users', main, { id: main, email, is_admin: true })
    filled.push({ kind: 'users', id: main, name: email, because: 'no recording shows a user' })
  }
  if (store.ofKind('api_keys').length === 0) {
    const name = 'Imported key'
    // If no response shows a user, records may still refer to one.
    const owner = first === undefined || store.has('users', main) ? main : first.id
    store.observe('api_keys', importedKeyId, { id: importedKeyId, name, user_id: owner })
    filled.push({
      kind: 'api_keys',
      id: importedKeyId,
      name,
      because: 'no recording shows an API key',
    })
  }
  const { records, dropped, notes } = writeRecords(knowledge)
  const users = withOwnEmails(
    sortUsers(records['users'] ?? [], knowledge.callers.usersByRequests(createIsUser(knowledge))),
  )
  const passwordOf = ({ id, email }: JsonObject) =>
    knowledge.passwords.get(String(id)) ?? importedPasswordOf(String(email))
  const { kept, shared } = extraFieldsOf(store.all(), records)
  const fixture: JsonObject = {
    name: 'imported',
    anchored_at: new Date(knowledge.latest).toISOString(),
    ...records,
    users: users.map((user) => ({ ...user, password: passwordOf(user) })),
    ...(nonRecordParts.tools.size > 0 && { tools: [...nonRecordParts.tools.values()] }),
    ...(Object.keys(nonRecordParts.settings).length > 0 && { settings: nonRecordParts.settings }),
    ...(kept.size > 0 && { kept_fields: Object.fromEntries(kept) }),
    showcase: {
      users: users.map((user) => ({ email: user['email'], password: passwordOf(user) })),
      keys: showcaseKeysOf(records['api_keys'] ?? []),
    },
  }
  return {
    fixture,
    counts: mapFields(records, (list) => list.length),
    filled,
    dropped,
    notes: [
      ...notes,
      ...[...knowledge.misfits].map(
        (text) => `${text}: the contract has no such value, so it is left out`,
      ),
      ...(shared.size === 0
        ? []
        : [
            `${formatCount(shared.size, 'id belongs', 'ids belong')} to records of several kinds, which share the fields that the contract lacks: ${shorten([...shared].join(', '), 60)}`,
          ]),
    ],
    deleted: [...store.deleted],
  }
}

const createIsUser =
  ({ store }: Knowledge) =>
  (id: string) =>
    store.has('users', id)

/** Sets each missing owner to a user who saw the record. Returns the user of each caller. */
function nameOwners(knowledge: Knowledge) {
  const { store, callers, nonRecordParts } = knowledge
  const users = callers.usersByRequests(createIsUser(knowledge))
  const main =
    users.find(createIsUser(knowledge)) ??
    users[0] ??
    store.ofKind('users')[0]?.id ??
    'imported-user'
  const userOf = (caller: string | undefined) =>
    (caller === undefined ? undefined : callers.userOf(caller, createIsUser(knowledge))) ?? main
  for (const kind of contractKinds) {
    const { owner } = kindProperties(kind)
    if (owner === undefined) continue
    for (const record of store.ofKind(kind))
      if (typeof record.fields[owner] !== 'string')
        record.fields = { ...record.fields, [owner]: userOf(record.caller) }
  }
  for (const { organization, caller, role } of nonRecordParts.callerRoles) {
    const user = userOf(caller)
    const isKnown = nonRecordParts.members.get(organization)?.has(user) === true
    if (!isKnown)
      nonRecordParts.addMember(organization, { user_id: user, role: toMemberRole(role) })
  }
  for (const { id } of store.ofKind('organizations'))
    if ((nonRecordParts.members.get(id)?.size ?? 0) === 0)
      nonRecordParts.addMember(id, { user_id: main, role: 'owner' })
  return { main, userOf }
}

/**
 * The extra fields of the records in the fixture, which the contract lacks. A fixture has them by
 * id only, so records of different kinds with the same id share them: `shared` has these ids.
 */
function extraFieldsOf(
  allRecords: readonly KnownRecord[],
  records: Readonly<Record<string, readonly JsonObject[]>>,
) {
  const written = new Set(Object.values(records).flatMap((list) => list.map(({ id }) => id)))
  const kept = new Map<string, JsonObject>()
  const shared = new Set<string>()
  for (const { id, extraFields } of allRecords) {
    const { chunk_count: _, role: __, ...fields } = extraFields
    if (!written.has(id) || Object.keys(fields).length === 0) continue
    if (kept.has(id)) shared.add(id)
    kept.set(id, { ...kept.get(id), ...fields })
  }
  return { kept, shared }
}

/** The users by number of requests, highest first. */
const sortUsers = (
  users: readonly JsonObject[],
  busiest: readonly string[],
): readonly JsonObject[] => {
  const rank = ({ id }: JsonObject) => {
    const at = busiest.indexOf(String(id))
    return at < 0 ? busiest.length : at
  }
  return users.toSorted((a, b) => rank(a) - rank(b))
}

/** Drops users with a duplicate email; the user with more requests stays. */
function withOwnEmails(users: readonly JsonObject[]): readonly JsonObject[] {
  const taken = new Set<string>()
  return users.map((user) => {
    let email = String(user['email'])
    if (taken.has(email)) email = email.replace(/@|$/, `+${shortId(String(user['id']))}$&`)
    taken.add(email)
    return { ...user, email }
  })
}

/** The API keys that `serve` prints. A key with full access is named `full`. */
function showcaseKeysOf(keys: readonly JsonObject[]): Readonly<Record<string, unknown>> {
  const full = keys.find(
    ({ scopes, is_active }) => (scopes ?? null) === null && is_active !== false,
  )
  return Object.fromEntries([
    ...(full === undefined ? [] : [['full', full['id']]]),
    ...keys.filter((key) => key !== full).map(({ name, id }) => [name, id]),
  ])
}

/** The password of an imported user; the deployment's password is not imported. */
const importedPasswordOf = (email: string): string =>
  `${email
    .replace(/@.*/s, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}-at-home`

/** A referenced record that no response shows. It gets made-up values. */
type FilledRecord = {
  readonly kind: ImportedKind
  readonly id: string
  /** The name of the record, or the email of a user. */
  readonly name: string
  /** The place of the reference, such as `conversations 9a96….agent_id`. */
  readonly because: string
}

/** The names of made-up records, for records whose name no response shows. */
const fallbackNames: Partial<Record<ImportedKind, string>> = {
  agents: 'Assistant',
  knowledge_bases: 'Handbook',
  organizations: 'Organization',
  conversations: 'Conversation',
  connectors: 'Connection',
  mcp_servers: 'Tool server',
  channels: 'Channel',
  workflows: 'Workflow',
}

const sampleUserNames =
  'Alex Morgan,Robin Hayes,Sam Okafor,Jo Lindqvist,Kim Duarte,Max Brandt,Noa Levi,Toni Russo'.split(
    ',',
  )

/** Adds referenced records that no response shows. Removes references to deleted records. */
function fillReferences(
  { store, nonRecordParts, referenceMap }: Knowledge,
  userOf: (caller: string) => string,
): readonly FilledRecord[] {
  const filled: FilledRecord[] = []
  const fill = (kind: ImportedKind, id: string, because: string, owner: unknown) => {
    if (store.has(kind, id) || fallbackNames[kind] === undefined) return
    const count = filled.filter((one) => one.kind === kind).length + 1
    const name =
      store.nameOf(id, 'name') ?? store.nameOf(id, 'title') ?? `${fallbackNames[kind]} ${count}`
    const named = kind === 'conversations' ? { title: name } : { name }
    const { owner: field } = kind === 'actions' ? {} : kindProperties(kind)
    const fields = {
      id,
      ...named,
      ...(kind === 'channels' && { type: 'slack' }),
      ...(field !== undefined && owner !== undefined && { [field]: owner }),
    }
    store.observe(kind, id, fields)
    filled.push({ kind, id, name, because })
  }
  for (const { kind, id, because, caller } of referenceMap.values())
    if (!store.deleted.has(recordKey(kind, id))) fill(kind, id, because, userOf(caller))
  // Users are added after this loop, because the records that it adds refer to users.
  for (const record of store.all()) {
    const owner = record.fields['user_id'] ?? record.fields['created_by']
    const fields: Record<string, unknown> = { ...record.fields }
    for (const [field, kind] of Object.entries(references)) {
      if (kind === 'users' || fields[field] === undefined) continue
      const isGone = (id: unknown) => store.deleted.has(recordKey(kind, String(id)))
      const value = fields[field]
      if (Array.isArray(value)) fields[field] = value.filter((id) => !isGone(id))
      else if (isGone(value)) fields[field] = null
      for (const id of [fields[field]].flat())
        if (typeof id === 'string') fill(kind, id, placeText(record, field), owner)
    }
    record.fields = fields
  }
  for (const [organization, members] of nonRecordParts.members)
    for (const { user_id } of members.values())
      fillUser(store, user_id, `members of organizations ${shortId(organization)}`, filled)
  for (const record of store.all())
    for (const [field, kind] of Object.entries(references)) {
      const id = record.fields[field]
      if (kind === 'users' && typeof id === 'string')
        fillUser(store, id, placeText(record, field), filled)
    }
  return filled
}

function fillUser(store: RecordStore, id: string, because: string, filled: FilledRecord[]): void {
  const known = store.get('users', id)
  if (typeof known?.fields['email'] === 'string') return
  const count = filled.filter(({ kind }) => kind === 'users').length
  const display =
    store.nameOf(id, 'display_name') ??
    store.nameOf(id, 'name') ??
    sampleUserNames[count % sampleUserNames.length]
  const email =
    store.nameOf(id, 'email') ??
    `${String(display)
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '.')}.${shortId(id).toLowerCase()}@example.com`
  const fields: JsonObject = { id, display_name: display, email }
  store.observe('users', id, { ...fields, ...known?.fields })
  filled.push({ kind: 'users', id, name: email, because })
}

const placeText = ({ kind, id }: KnownRecord, field: string) => `${kind} ${shortId(id)}.${field}`

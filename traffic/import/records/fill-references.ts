import type { JsonObject } from '../../../contract/json.ts'
import { shortId } from './fit-fields.ts'
import { kindRow, references } from '../../../contract/kinds.ts'
import type { ImportedKind } from './kinds.ts'
import type { Knowledge, KnownRecord, RecordStore } from './record-store.ts'

/** A record that was only referred to, and got made-up values. */
export type FilledRecord = {
  readonly kind: ImportedKind
  readonly id: string
  /** Its name, or the email of a user. */
  readonly name: string
  /** Where its id stands, such as `conversations 9a96….agent_id`. */
  readonly because: string
}

/** What records that are filled in are called, unless an answer names them. */
const usualNames: Partial<Record<ImportedKind, string>> = {
  agents: 'Assistant',
  knowledge_bases: 'Handbook',
  organizations: 'Organization',
  conversations: 'Conversation',
  connectors: 'Connection',
  mcp_servers: 'Tool server',
  channels: 'Channel',
  workflows: 'Workflow',
}

const people =
  'Alex Morgan,Robin Hayes,Sam Okafor,Jo Lindqvist,Kim Duarte,Max Brandt,Noa Levi,Toni Russo'.split(
    ',',
  )

/**
 * Adds the records that others refer to and no answer shows. References to deleted records are
 * removed.
 */
export function fillReferences(
  { store, further, referred }: Knowledge,
  userOf: (caller: string) => string,
): readonly FilledRecord[] {
  const filled: FilledRecord[] = []
  const fill = (kind: ImportedKind, id: string, because: string, owner: unknown) => {
    if (store.has(kind, id) || usualNames[kind] === undefined) return
    const count = filled.filter((one) => one.kind === kind).length + 1
    const name =
      store.nameOf(id, 'name') ?? store.nameOf(id, 'title') ?? `${usualNames[kind]} ${count}`
    const named = kind === 'conversations' ? { title: name } : { name }
    const { owner: field } = kind === 'actions' ? {} : kindRow(kind)
    const fields = {
      id,
      ...named,
      ...(kind === 'channels' && { type: 'slack' }),
      ...(field !== undefined && owner !== undefined && { [field]: owner }),
    }
    store.observe(kind, id, fields)
    filled.push({ kind, id, name, because })
  }
  for (const { kind, id, because, caller } of referred.values())
    if (!store.deleted.has(id)) fill(kind, id, because, userOf(caller))
  // Records that are filled in refer to users only, so these come last.
  for (const record of store.all()) {
    const owner = record.fields['user_id'] ?? record.fields['created_by']
    const fields: Record<string, unknown> = { ...record.fields }
    for (const [field, kind] of Object.entries(references)) {
      if (kind === 'users' || fields[field] === undefined) continue
      const isGone = (id: unknown) => store.deleted.has(String(id)) && !store.has(kind, String(id))
      const value = fields[field]
      if (Array.isArray(value)) fields[field] = value.filter((id) => !isGone(id))
      else if (isGone(value)) fields[field] = null
      for (const id of [fields[field]].flat())
        if (typeof id === 'string') fill(kind, id, placeText(record, field), owner)
    }
    record.fields = fields
  }
  for (const [organization, members] of further.members)
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
    store.nameOf(id, 'display_name') ?? store.nameOf(id, 'name') ?? people[count % people.length]
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

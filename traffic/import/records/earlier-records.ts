import { isIdLike } from '../../replay/id-map.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { toMemberRole } from './further-parts.ts'
import { idOf, importedKinds } from './kinds.ts'
import { type Knowledge, recordKey } from './record-store.ts'

/** The data of an earlier import that a later import into the same folder needs. */
type EarlierFixture = {
  /** The fixture that the earlier import wrote. */
  readonly fixture: JsonObject
  /** The keys of records that the earlier import made up, because other records refer to them. */
  readonly filled: readonly string[]
  /** The keys of records that recorded requests deleted. */
  readonly deleted: readonly string[]
}

/** Adds an earlier import. It overrides what is known; responses that are read later override it. */
export function learnEarlierImport(
  knowledge: Knowledge,
  { fixture, filled, deleted }: EarlierFixture,
): void {
  const { store, texts, nonRecordParts } = knowledge
  const filledKeys = new Set(filled.flatMap(toKeys))
  const deletedKeys = new Set(deleted.flatMap(toKeys))
  for (const { kind, id } of store.all())
    if (deletedKeys.has(recordKey(kind, id))) store.delete(kind, id)
  for (const key of deletedKeys) store.deleted.add(key)
  const kept = isObject(fixture['kept_fields']) ? fixture['kept_fields'] : {}
  for (const kind of importedKinds)
    for (const raw of objectsIn(fixture[kind])) {
      const id = idOf(kind, raw)
      if (id === undefined || filledKeys.has(recordKey(kind, id))) continue
      const { password, members, actions, chunks, ...fields } = raw
      store.observe(kind, id, fields, { extraFields: isObject(kept[id]) ? kept[id] : {} })
      if (typeof password === 'string') knowledge.passwords.set(id, password)
      for (const action of objectsIn(actions))
        store.observe('actions', String(action['id']), { ...action, connector_id: id })
      for (const { user_id: user, role, joined_at: joined } of objectsIn(members))
        nonRecordParts.addMember(id, {
          user_id: String(user),
          role: toMemberRole(role),
          ...(typeof joined === 'string' && { joined_at: joined }),
        })
      for (const [at, chunk] of objectsIn(chunks).entries())
        texts.add(id, { id: String(chunk['id']), content: String(chunk['content']) }, at)
    }
  for (const tool of objectsIn(fixture['tools']))
    nonRecordParts.tools.set(String(tool['name']), tool as never)
  if (isObject(fixture['settings'])) Object.assign(nonRecordParts.settings, fixture['settings'])
  const anchor = Date.parse(String(fixture['anchored_at']))
  if (Number.isFinite(anchor)) knowledge.latest = Math.max(knowledge.latest, anchor)
}

/** The keys in an entry of a marker. Older versions wrote only the id, which may be of any kind. */
function toKeys(entry: string): readonly string[] {
  if (entry.includes(' ')) return [entry]
  return isIdLike(entry) ? importedKinds.map((kind) => recordKey(kind, entry)) : []
}

const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

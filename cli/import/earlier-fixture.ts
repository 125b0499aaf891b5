import { type JsonObject, objectIn, objectsIn } from '../../contract/json.ts'
import { references } from '../../contract/kinds.ts'
import { FixtureError, readFixture } from '../../mocks/read-fixture.ts'
import { UsageError } from '../command-line.ts'
import type { Marker } from './folder.ts'
import { isIdLike } from '../../traffic/replay/id-map.ts'
import { toMemberRole } from '../../traffic/import/records/further-parts.ts'
import { idOf, importedKinds } from '../../traffic/import/records/kinds.ts'
import { type Knowledge, recordKey } from '../../traffic/import/records/record-store.ts'

/**
 * Completes records that a user added to the fixture of an import: adds ids, and replaces names by
 * ids. Records with ids get no defaults, because an older recording may have the values. Throws
 * `UsageError`.
 */
export function resolveFixture(given: JsonObject, file: string): JsonObject {
  const complete = readComplete(given, file)
  const lists = Object.entries(complete).flatMap(([kind, records]) => {
    // The completed fixture also has records that nobody wrote, such as a first key.
    const isWritten = given[kind] !== undefined || isNested(kind)
    if (!Array.isArray(records) || kind === 'tools' || !isWritten) return []
    const known = new Map(objectsIn(given[kind]).map((record) => [record['id'], record]))
    const resolved = objectsIn(records).map((record) => {
      const written = known.get(record['id'])
      return written === undefined ? record : resolveRecord(written, record)
    })
    return [[kind, resolved]]
  })
  return { ...given, ...Object.fromEntries(lists) }
}

/** Whether records of this kind may be nested in a record of another kind. */
const isNested = (kind: string) => kind === 'documents' || kind === 'messages'

/** Returns a written record without defaults, and with ids instead of names. */
function resolveRecord(written: JsonObject, complete: JsonObject): JsonObject {
  const own = Object.entries(written).filter(([name]) => Object.hasOwn(complete, name))
  const referring = Object.entries(complete).filter(
    ([name, value]) => (Object.hasOwn(references, name) && value !== null) || name === 'members',
  )
  const actions = objectsIn(complete['actions'])
  const resolved = objectsIn(written['actions']).map((action, at) =>
    action['id'] === undefined ? actions[at] : action,
  )
  return {
    ...Object.fromEntries([...own, ...referring]),
    ...(resolved.length > 0 && { actions: resolved }),
    ...(written['chunks'] === undefined && { chunks: complete['chunks'] }),
  }
}

function readComplete(given: JsonObject, file: string): JsonObject {
  try {
    return readFixture(given)
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    throw new UsageError(`${file} can't be merged: ${error.message}`)
  }
}

/** Adds an earlier import. It overrides what is known, and later responses override it. */
export function learnEarlierImport(
  knowledge: Knowledge,
  fixture: JsonObject,
  { filled, deleted }: Pick<Marker, 'filled' | 'deleted'>,
): void {
  const { store, texts, nonRecordParts } = knowledge
  const filledKeys = new Set(filled.flatMap(toKeys))
  const deletedKeys = new Set(deleted.flatMap(toKeys))
  for (const { kind, id } of store.all())
    if (deletedKeys.has(recordKey(kind, id))) store.delete(kind, id)
  for (const key of deletedKeys) store.deleted.add(key)
  const kept = objectIn(fixture['kept_fields'])
  for (const kind of importedKinds)
    for (const raw of objectsIn(fixture[kind])) {
      const id = idOf(kind, raw)
      if (id === undefined || filledKeys.has(recordKey(kind, id))) continue
      const { password, members, actions, chunks, ...fields } = raw
      store.observe(kind, id, fields, { extraFields: objectIn(kept[id]) })
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
  Object.assign(nonRecordParts.settings, objectIn(fixture['settings']))
  const anchor = Date.parse(String(fixture['anchored_at']))
  if (Number.isFinite(anchor)) knowledge.latest = Math.max(knowledge.latest, anchor)
}

/** Returns the record keys of a marker entry: of all kinds for the bare id of an older version. */
function toKeys(entry: string): readonly string[] {
  if (entry.includes(' ')) return [entry]
  return isIdLike(entry) ? importedKinds.map((kind) => recordKey(kind, entry)) : []
}

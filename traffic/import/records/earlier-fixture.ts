import { isObject, type JsonObject } from '../../../contract/json.ts'
import { idOf } from './fit-fields.ts'
import { roleOf } from './further-parts.ts'
import { importedKinds } from './kinds.ts'
import type { Knowledge } from './record-store.ts'

/** What a second import needs to know about the first one. */
export type EarlierFixture = {
  /** The fixture that it wrote. */
  readonly fixture: JsonObject
  /** The ids of records that it made up, because others referred to them. */
  readonly filled: readonly string[]
  /** The ids of records that its recordings deleted. */
  readonly deleted: readonly string[]
}

/** Adds the records of an earlier import to what is known; later answers override them. */
export function learnEarlier(known: Knowledge, { fixture, filled, deleted }: EarlierFixture): void {
  const { store, texts, further } = known
  const isFilled = new Set(filled)
  const isDeleted = new Set(deleted)
  for (const { kind, id } of store.all()) if (isDeleted.has(id)) store.delete(kind, id)
  for (const id of deleted) store.deleted.add(id)
  const kept = isObject(fixture['kept_fields']) ? fixture['kept_fields'] : {}
  for (const kind of importedKinds)
    for (const raw of listOf(fixture[kind])) {
      const id = idOf(kind, raw)
      if (id === undefined || isFilled.has(id)) continue
      const { password: _, members, actions, chunks, ...fields } = raw
      store.observe(kind, id, fields, { kept: isObject(kept[id]) ? kept[id] : {} })
      for (const action of listOf(actions)) store.observe('actions', String(action['id']), action)
      for (const { user_id: user, role, joined_at: joined } of listOf(members))
        further.addMember(id, {
          user_id: String(user),
          role: roleOf(role),
          ...(typeof joined === 'string' && { joined_at: joined }),
        })
      for (const [at, chunk] of listOf(chunks).entries())
        texts.add(id, { id: String(chunk['id']), content: String(chunk['content']) }, at)
    }
  for (const tool of listOf(fixture['tools'])) {
    const name = String(tool['name'])
    if (!further.tools.has(name)) further.tools.set(name, tool as never)
  }
  if (isObject(fixture['settings']))
    Object.assign(further.settings, { ...fixture['settings'], ...further.settings })
  const anchor = Date.parse(String(fixture['anchored_at']))
  if (Number.isFinite(anchor)) known.latest = Math.max(known.latest, anchor)
}

const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []
